"""Pipelines of files good and bad, and what divides two of them."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from hebrus_analysis.charsmap import containers, generations
from hebrus_analysis.errors import HebrusAnalysisError, MalformedContainer, MalformedTokenizer
from hebrus_analysis.tokenization.pipeline import differences, pipeline


@pytest.fixture
def document(root: Path) -> dict:
    return json.loads((root / "oracles/tokenization/byte-level.json").read_text(encoding="utf-8"))


def test_the_steps_are_in_the_order_in_which_text_meets_them(root: Path) -> None:
    found = pipeline(root / "oracles/tokenization/byte-level.json")
    assert [(step.stage, step.type) for step in found.steps] == [
        ("added_tokens", "tokens"),
        ("normalizer", "NFC"),
        ("pre_tokenizer", "Split"),
        ("pre_tokenizer", "ByteLevel"),
        ("model", "BPE"),
        ("decoder", "ByteLevel"),
    ]
    assert found.at("pre_tokenizer")[0].about == "qwen3.5"


def test_a_spiece_model_and_its_json_carry_one_map(root: Path) -> None:
    model, own = (pipeline(root / "oracles/tokenization" / name) for name in ("unigram.model", "unigram.json"))
    assert model.at("normalizer")[0].settings["sha256"] == own.at("normalizer")[0].settings["sha256"]
    assert (model.at("model")[0].type, own.at("model")[0].type) == ("Unigram", "Unigram")


def test_a_file_does_not_differ_from_itself_whatever_it_is_called(root: Path, tmp_path: Path) -> None:
    source = root / "oracles/tokenization/byte-level.json"
    (tmp_path / "other").write_text(json.dumps(json.loads(source.read_text(encoding="utf-8"))), encoding="utf-8")
    assert differences(pipeline(source), pipeline(tmp_path / "other")) == []


@pytest.mark.parametrize(
    ("change", "stage"),
    [
        (lambda d: d["normalizer"].update(type="NFKC"), "normalizer"),
        (lambda d: d["added_tokens"][0].update(special=False), "added_tokens"),
        (lambda d: d["model"]["merges"].pop(), "model"),
        (lambda d: d.update(decoder=None), "decoder"),
    ],
)
def test_each_step_that_changed_is_named(
    root: Path, tmp_path: Path, document: dict, change: Callable[[dict], object], stage: str
) -> None:
    change(document)
    (tmp_path / "t.json").write_text(json.dumps(document), encoding="utf-8")
    found = differences(pipeline(root / "oracles/tokenization/byte-level.json"), pipeline(tmp_path / "t.json"))
    assert [name for name, _, _ in found] == [stage]


def _twice(document: dict) -> None:
    tokens = list(document["model"]["vocab"])
    document["model"]["vocab"][tokens[5]] = document["model"]["vocab"][tokens[6]]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_twice, "has the id .* twice"),
        (lambda d: d["model"]["vocab"].update(x=-1), "no whole number"),
        (lambda d: d["model"]["vocab"].update(x=1 << 40), "no whole number"),
        (lambda d: d["model"]["vocab"].update(x=True), "no whole number"),
        (lambda d: d["model"].pop("vocab"), "no vocab"),
        (lambda d: d["model"].update(vocab=[["a", 1], ["a", 2]]), "piece 'a' twice"),
        (lambda d: d["model"].update(vocab=[1, 2]), "no list of pieces"),
        (lambda d: d["model"].update(unk_id=10**6), "unk_id is 1000000"),
        (lambda d: d["model"]["merges"].append(["nowhere", "never"]), "is not of two tokens"),
        (lambda d: d["added_tokens"].append({"content": "x"}), "lacks its content or its id"),
        (lambda d: d["added_tokens"].append({"content": "!", "id": 99999}), "has the id 99999"),
        (lambda d: d["pre_tokenizer"]["pretokenizers"][0]["pattern"].update(Regex="(a"), "does not compile"),
        (lambda d: d["pre_tokenizer"].update(pretokenizers=3), "without a list"),
        (lambda d: d["pre_tokenizer"]["pretokenizers"].append(3), "has no type"),
    ],
)
def test_a_bad_file_is_one_sentence_with_its_name(
    tmp_path: Path, document: dict, change: Callable[[dict], object], said: str
) -> None:
    change(document)
    path = tmp_path / "t.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(MalformedTokenizer, match=f"t.json: .*{said}"):
        pipeline(path)


def test_a_file_that_is_cut_short_is_refused(root: Path, tmp_path: Path) -> None:
    for name in ("byte-level.json", "unigram.json", "unigram.model"):
        data = (root / "oracles/tokenization" / name).read_bytes()
        for part in (0, 1, len(data) // 3, len(data) - 2 if name.endswith("json") else len(data) // 2):
            (tmp_path / name).write_bytes(data[:part])
            with pytest.raises(HebrusAnalysisError):
                pipeline(tmp_path / name)


def test_a_raw_map_is_no_tokenizer(tmp_path: Path) -> None:
    path = tmp_path / "map.bin"
    path.write_bytes(generations.load().blob)
    with pytest.raises(MalformedContainer, match="a raw map is no tokenizer"):
        pipeline(path)


def test_a_file_of_100_megabytes_is_refused_with_its_size(tmp_path: Path) -> None:
    path = tmp_path / "big.json"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    with pytest.raises(MalformedContainer, match="has 100,000,000 bytes: files over 67,108,864 bytes are refused"):
        pipeline(path)
    assert containers.MAX_FILE_BYTES == 64 << 20
