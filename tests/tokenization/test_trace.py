"""One text, step by step: what the libraries do, not what a step by itself would do."""

import json
from pathlib import Path

import pytest
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st

from hebrus_analysis.tokenization.trace import parted, trace

TEXTS = st.text(st.sampled_from("ab 1\t\u00e9\u0301\u0939\u093f\u200d\u2581"), max_size=12)


@pytest.fixture(scope="module")
def document(root: Path) -> dict:
    return json.loads((root / "oracles/tokenization/byte-level.json").read_text(encoding="utf-8"))


def written(folder: Path, document: dict, **changes: object) -> Path:
    path = folder / f"{len(list(folder.iterdir()))}.json"
    path.write_text(json.dumps({**document, **changes}), encoding="utf-8")
    return path


def added(content: str, number: int, **flags: bool) -> dict:
    base = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    return {"id": number, "content": content, **base, **flags}


def test_what_an_added_token_takes_no_step_sees(tmp_path: Path, document: dict) -> None:
    """The mark after the token is not composed with its last letter, and no split reaches into it."""
    path = written(tmp_path, document, added_tokens=[added("<e", 5000)])
    found = trace("x <e\u0301 y", path)
    assert found.added == ("<e",)
    assert found.normalized == "x <e\u0301 y"
    assert found.splits == ("x", " ", "\u0301", " y")
    assert "<e" in [token.piece for token in found.tokens]
    assert trace("x <e\u0301 y", written(tmp_path, document)).normalized == "x <\u00e9 y"


def test_a_token_that_only_one_file_adds_is_the_step(tmp_path: Path, document: dict) -> None:
    one, other = written(tmp_path, document), written(tmp_path, document, added_tokens=[added("<think>", 5000)])
    assert parted(trace("a<think>", one), trace("a<think>", other)) == "added_tokens"


@pytest.mark.parametrize("normalized", [True, False])
def test_a_token_may_be_looked_for_after_the_normalizer(tmp_path: Path, document: dict, normalized: bool) -> None:
    """U+00E9 in the file, U+0065 U+0301 in the text: only after NFC are the two the same."""
    path = written(tmp_path, document, added_tokens=[added("<\u00e9>", 5000, normalized=normalized)])
    found = trace("a<e\u0301>b", path)
    assert (found.added == ("<\u00e9>",)) is normalized
    assert ("<\u00e9>" in [token.piece for token in found.tokens]) is normalized
    assert found.normalized == "a<\u00e9>b"
    assert (found.splits == ("a", "b")) is normalized


def test_pieces_are_those_that_the_model_is_given(tmp_path: Path, root: Path) -> None:
    """Metaspace writes U+2581 before the first piece always, or never: the same places, other pieces."""
    unigram = json.loads((root / "oracles/tokenization/unigram.json").read_text(encoding="utf-8"))
    ways = [
        written(tmp_path, unigram, pre_tokenizer={"type": "Metaspace", "replacement": "\u2581", "prepend_scheme": each})
        for each in ("always", "never")
    ]
    one, other = (trace("water", path) for path in ways)
    assert (one.splits, other.splits) == (("\u2581water",), ("water",))
    assert parted(one, other) == "pre_tokenizer"


def test_a_vocabulary_that_numbers_its_pieces_otherwise(tmp_path: Path, document: dict) -> None:
    model = document["model"]
    swapped = {**model["vocab"], "a": model["vocab"]["b"], "b": model["vocab"]["a"]}
    other = written(tmp_path, document, model={**model, "vocab": swapped})
    assert parted(trace("a", written(tmp_path, document)), trace("a", other)) == "vocab"


def test_a_file_that_cuts_texts_does_not_cut_ours(tmp_path: Path, document: dict) -> None:
    cut = {"direction": "Right", "max_length": 2, "strategy": "LongestFirst", "stride": 0}
    path = written(tmp_path, document, truncation=cut)
    assert "".join(token.source for token in trace("water is cold", path).tokens) == "water is cold"


def test_files_that_give_the_same_ids_do_not_part(tmp_path: Path, document: dict) -> None:
    one, other = written(tmp_path, document), written(tmp_path, document, normalizer=None)
    assert parted(trace("plain", one), trace("plain", other)) == ""
    assert parted(trace("e\u0301", one), trace("e\u0301", other)) == "normalizer"


@pytest.mark.parametrize("name", ["byte-level.json", "unigram.json"])
@given(text=TEXTS)
@settings(deadline=None, max_examples=150)
def test_the_model_makes_the_ids_of_the_pieces_that_are_shown(root: Path, name: str, text: str) -> None:
    path = root / "oracles/tokenization" / name
    found = trace(text, path)
    bare = json.loads(path.read_text(encoding="utf-8")) | {"normalizer": None, "added_tokens": []}
    if name == "unigram.json":
        bare["pre_tokenizer"] = None
    loaded = tokenizers.Tokenizer.from_str(json.dumps(bare))
    assert [number for piece in found.splits for number in loaded.encode(piece, add_special_tokens=False).ids] == list(
        found.ids
    )
