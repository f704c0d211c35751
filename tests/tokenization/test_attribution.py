"""The step at which an implementation parts: planted in one that is known, and found in real ones."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from hebrus_analysis.errors import UnknownName
from hebrus_analysis.runtimes import encoders
from hebrus_analysis.runtimes.encoders import Encoder, encoder
from hebrus_analysis.runtimes.runtime import Failure, NotInstalled
from hebrus_analysis.tokenization import attribution, dating
from hebrus_analysis.unicode.forms import normalize

MARKED = "e\u0301"
HINDI = "\u0939\u093f\u0928\u094d\u0926\u0940"


@pytest.fixture
def folder(root: Path) -> Path:
    return root / "oracles/tokenization"


def planted(monkeypatch: pytest.MonkeyPatch, change: Callable[[dict], object]) -> None:
    """Make an implementation that loads a tokenizer.json with one of its steps changed."""

    def load(path: Path, container: str) -> Encoder:
        document = json.loads(path.read_text(encoding="utf-8"))
        change(document)
        other = path.with_name("planted.json")
        other.write_text(json.dumps(document), encoding="utf-8")
        return encoders.ENCODERS["tokenizers"](other, container)

    monkeypatch.setitem(encoders.ENCODERS, "planted", load)


def _no_normalizer(document: dict) -> None:
    document["normalizer"] = None


def _letters_alone(document: dict) -> None:
    for step in (document["pre_tokenizer"] or {}).get("pretokenizers", []):
        if step["type"] == "Split":
            step["pattern"]["Regex"] = step["pattern"]["Regex"].replace(r"\p{M}", "")


def _no_merges(document: dict) -> None:
    document["model"]["merges"] = []


def _no_added(document: dict) -> None:
    document["added_tokens"] = []


@pytest.mark.parametrize(
    ("change", "text", "step"),
    [
        (_no_normalizer, MARKED, "normalizer: NFC"),
        (_letters_alone, HINDI, "pre_tokenizer: Split"),
        (_no_merges, "the children", "model"),
        (_no_added, "a<|end|>b", "added_tokens"),
        (_no_normalizer, "plain", ""),
    ],
)
def test_the_step_that_was_changed_is_the_one_that_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[dict], object], text: str, step: str
) -> None:
    planted(monkeypatch, change)
    assert attribution.steps([text], folder / "byte-level.json", "planted") == [step]


def test_each_text_has_its_own_step(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def both(document: dict) -> None:
        _no_normalizer(document)
        _letters_alone(document)

    planted(monkeypatch, both)
    texts = ["a", MARKED, HINDI, f"{MARKED} {HINDI}"]
    assert attribution.steps(texts, folder / "byte-level.json", "planted") == [
        "",
        "normalizer: NFC",
        "pre_tokenizer: Split",
        "pre_tokenizer: Split",  # the last of two
    ]


def test_an_implementation_that_ends_a_text_at_nul(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def load(path: Path, container: str) -> Encoder:
        real = encoders.ENCODERS["sentencepiece"](path, container)
        return Encoder("planted", "", lambda texts: real.encode([text.partition("\0")[0] for text in texts]))

    monkeypatch.setitem(encoders.ENCODERS, "planted", load)
    assert attribution.steps(["a\0b", "ab"], folder / "unigram.model", "planted") == [attribution.INPUT, ""]


def test_a_file_that_deletes_nul_is_not_ended_by_it(folder: Path, tmp_path: Path) -> None:
    document = json.loads((folder / "unigram.json").read_text(encoding="utf-8"))
    document["normalizer"] = {"type": "Replace", "pattern": {"String": "\0"}, "content": ""}
    (tmp_path / "deletes.json").write_text(json.dumps(document), encoding="utf-8")
    assert attribution.steps(["a\0"], tmp_path / "deletes.json", "tokenizers") == [""]


@pytest.mark.parametrize(
    ("flag", "text", "step"),
    [
        ("precompiled_charsmap", "\ufb01", "normalizer: the map"),
        ("remove_extra_whitespaces", "a  b", "normalizer: whitespace flags"),
    ],
)
def test_a_spiece_model_has_two_steps_before_its_model(
    folder: Path, monkeypatch: pytest.MonkeyPatch, flag: str, text: str, step: str
) -> None:
    from hebrus_analysis.charsmap import model_proto

    def load(path: Path, container: str) -> Encoder:
        model = model_proto.parse(path.read_bytes())
        spec = model.normalizer_spec
        if flag == "precompiled_charsmap":
            spec.ClearField(flag)
        else:
            setattr(spec, flag, False)
        other = path.with_name("planted.model")
        other.write_bytes(model.SerializeToString())
        return encoders.ENCODERS["sentencepiece"](other, container)

    monkeypatch.setitem(encoders.ENCODERS, "planted", load)
    assert attribution.steps([text, "plain"], folder / "unigram.model", "planted") == [step, ""]


def test_an_implementation_that_fails_parts_too(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failing = Encoder("planted", "", lambda texts: [Failure("no")] * len(texts))
    monkeypatch.setitem(encoders.ENCODERS, "planted", lambda *_: failing)
    assert attribution.steps(["a"], folder / "byte-level.json", "planted") == ["model"]


def test_a_name_that_nobody_has_and_one_that_does_not_load(folder: Path) -> None:
    with pytest.raises(UnknownName):
        attribution.steps(["a"], folder / "byte-level.json", "nobody")
    with pytest.raises(NotInstalled):
        attribution.steps(["a"], folder / "byte-level.json", "sentencepiece")


def test_the_shortest_part_is_the_one_that_differs(folder: Path, tmp_path: Path) -> None:
    path = folder / "byte-level.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    _no_normalizer(document)
    other = tmp_path / "other.json"
    other.write_text(json.dumps(document), encoding="utf-8")
    one, two = (encoder("tokenizers", each, "tokenizer.json") for each in (path, other))
    assert attribution.shortest(f"Ame{MARKED}lie", one, two) == MARKED
    assert attribution.shortest("plain", one, two) == "plain"


def test_the_unicode_of_a_form_is_told_by_ids(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of an implementation that normalizes by 12.1 first, and of one that does not normalize."""
    path = folder / "byte-level.json"
    bare = tmp_path / "bare.json"
    bare.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | {"normalizer": None}), encoding="utf-8")
    real = encoder("tokenizers", bare, "tokenizer.json")
    by = {
        "planted": Encoder(
            "planted", "", lambda texts: real.encode([normalize("NFC", text, "12.1") for text in texts])
        ),
        "without": real,
    }
    for name, planted in by.items():
        monkeypatch.setitem(encoders.ENCODERS, name, lambda *_, planted=planted: planted)
    assert dating.form_of(path) == "NFC"
    assert dating.form_of(folder / "unigram.json") is None
    assert "12.1" in dating.versions(path, "planted")
    assert "9.0" not in dating.versions(path, "planted")
    assert dating.versions(path, "without") == []
