"""The statements of the notes that this project stands on, each as a test of its own name, on the real libraries."""

import json
from pathlib import Path

import pandas as pd
import pytest
import sentencepiece
import tokenizers

from hebrus_analysis.charsmap import containers, generations
from hebrus_analysis.charsmap.rebuild import compile_rules
from hebrus_analysis.divergence import inspection
from hebrus_analysis.errors import MalformedCharsmap, NoCharsmap
from hebrus_analysis.runtimes.encoders import Encoder, encoder
from hebrus_analysis.runtimes.runtime import Failure
from hebrus_analysis.tokenization import attribution, contract
from hebrus_analysis.tokenization.contract import compare
from hebrus_analysis.tokenization.expressions import EXPRESSIONS, split, without_marks
from hebrus_analysis.tokenization.pipeline import differences, pipeline
from hebrus_analysis.tokenization.probes import probes
from hebrus_analysis.tokenization.trace import parted, trace
from hebrus_analysis.unicode import trims, whitespace

HINDI = "\u0939\u093f\u0928\u094d\u0926\u0940"


@pytest.fixture
def folder(root: Path) -> Path:
    return root / "oracles/tokenization"


def test_the_serialized_artefact_outranks_the_constructor(folder: Path, tmp_path: Path) -> None:
    r"""Rebuilt with ``\p{L}+``, as a convenience constructor does, the same vocabulary gives Hindi other ids."""
    text = (folder / "byte-level.json").read_text(encoding="utf-8")
    built = json.loads(text)
    step = built["pre_tokenizer"]["pretokenizers"][0]
    assert (step["pattern"]["Regex"],) == EXPRESSIONS["qwen3.5"].patterns
    step["pattern"]["Regex"] = without_marks(step["pattern"]["Regex"])
    other = tmp_path / "built.json"
    other.write_text(json.dumps(built), encoding="utf-8")
    one, two = (trace(HINDI, path) for path in (folder / "byte-level.json", other))
    assert parted(one, two) == "pre_tokenizer"
    assert one.ids != two.ids
    assert one.splits == (HINDI,)
    assert two.splits == tuple(split(HINDI, "qwen2"))
    ((stage, mine, theirs),) = differences(pipeline(folder / "byte-level.json"), pipeline(other))
    assert stage == "pre_tokenizer"
    assert (mine[0].about, theirs[0].type) == ("qwen3.5", "Split")


def test_trimming_follows_str_strip_which_is_wider_than_c_and_than_white_space() -> None:
    strip, c = whitespace.predicate("str.strip"), whitespace.predicate("C isspace")
    assert c < strip
    assert strip - whitespace.predicate("White_Space") == {0x1C, 0x1D, 0x1E, 0x1F}
    for codepoint in strip:
        assert trims.trim(f"{chr(codepoint)}a", "python-strip") == f"{chr(codepoint)}a".strip() == "a"


def test_the_map_is_interpreted_not_reimplemented() -> None:
    """A map of one rule that no Unicode knows is applied as it says, by us and by SentencePiece alike."""
    blob = compile_rules({"a": "zz", "ab": ""}).blob
    own = containers.parse(blob).charsmap
    spec = sentencepiece.sentencepiece_model_pb2.NormalizerSpec(precompiled_charsmap=blob)
    real = sentencepiece.SentencePieceNormalizer(
        normalizer_spec=spec, add_dummy_prefix=False, remove_extra_whitespaces=False, escape_whitespaces=False
    )
    assert own is not None
    assert own.normalize("abac") == real.Normalize("abac") == "zzc"


def test_both_containers_of_one_model_agree_but_where_the_readings_part(folder: Path) -> None:
    model, own = folder / "unigram.model", folder / "unigram.json"
    assert containers.disagreement(containers.read(model), containers.read(own)) is None
    for text in ("Ti\u1ebfng Vi\u1ec7t", HINDI, "a\tb", "\ufb01ne"):
        assert parted(trace(text, model), trace(text, own)) == ""
    one, two = encoder("sentencepiece", model, "spiece.model"), encoder("tokenizers", own, "tokenizer.json")
    found = compare(one, two, probes().sample(400, random_state=1))
    for text in found[~found.same].text:
        spells_a_control_piece = any(piece in text for piece in ("<unk>", "<s>", "</s>"))
        assert parted(trace(text, model), trace(text, own)) == ("model" if spells_a_control_piece else "normalizer")
    wrong = found[~found.same].text.tolist()
    assert set(attribution.steps(wrong, model, own)) <= {"normalizer: the map", "normalizer: whitespace", "model"}


def test_content_decides_and_not_the_name(tmp_path: Path) -> None:
    path = tmp_path / "nmt_nfkc@0.2.3.tokenizer.json"
    path.write_bytes(generations.load("nfkc@0.1.95").blob)
    assert inspection.inspect(path).generation == "nfkc@0.1.95"


def test_what_cannot_be_applied_whole_is_refused(folder: Path, tmp_path: Path) -> None:
    blob = generations.load().blob
    with pytest.raises(MalformedCharsmap):
        containers.parse(blob[: len(blob) // 2]).charsmap  # noqa: B018
    document = json.loads((folder / "unigram.json").read_text(encoding="utf-8"))
    del document["normalizer"]["normalizers"][0]["precompiled_charsmap"]
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(NoCharsmap):
        pipeline(path)


def test_sentencepiece_splits_on_u_0020_alone(root: Path) -> None:
    """Under ``identity`` a tab stays a character; under a map it is what the map makes of it."""
    identity = trace("a\tb", root / "oracles/models/identity.model")
    assert identity.normalized == "\u2581a\tb"
    assert any(token.source == "\t" or "\t" in token.source for token in identity.tokens)
    mapped = trace("a\tb", root / "oracles/tokenization/unigram.model")
    assert mapped.normalized == "\u2581a\u2581b"


@pytest.mark.parametrize("name", ["unigram.model", "unigram.json"])
def test_a_run_of_uncovered_characters_is_one_unknown_piece(folder: Path, name: str) -> None:
    found = trace("a\u13a0\u13a1\u13a2b", folder / name)
    assert found.ids.count(0) == 1
    (unknown,) = (token for token in found.tokens if token.id == 0)
    assert (unknown.source, unknown.start, unknown.end) == ("\u13a0\u13a1\u13a2", 1, 4)


def test_two_functions_of_unicode_in_one_tokenizer_are_of_two_versions(folder: Path) -> None:
    """NFC of an old Unicode and letters of a new one, asked of the library that is installed."""
    young = "\U00016d67\U00016d67"  # U+16D68 since 16.0
    assert tokenizers.normalizers.NFC().normalize_str(young) == young
    letters = tokenizers.pre_tokenizers.Split(tokenizers.Regex(r"\p{L}+"), "isolated")
    assert [piece for piece, _ in letters.pre_tokenize_str(f"!{young}!")] == ["!", young, "!"]
    steps = {step.type: step.unicode for step in pipeline(folder / "byte-level.json").steps}
    assert steps["NFC"] == ("NFC",)
    assert {r"\p{L}", r"\p{M}"} <= set(steps["Split"])


def test_two_implementations_that_fail_do_not_agree() -> None:
    failing = Encoder("one", "", lambda texts: [Failure("no")] * len(texts))
    found = compare(failing, failing, probes().head(2))
    assert not found.same.any()


def test_the_literals_of_a_file_are_among_its_texts(folder: Path) -> None:
    found = contract.texts(folder / "byte-level.json")
    assert "<|end|>" in found[found.group == "added tokens"].reason.tolist()
    assert found.text.is_unique
    assert "<s>" in contract.texts(folder / "unigram.model").query("group == 'added tokens'").reason.tolist()


def test_the_one_that_differs_most_is_one_that_is_here() -> None:
    head = ["implementation", "version", "differ"]
    none = pd.DataFrame([("tokenizers", "", 0), ("sentencepiece", "0.2.3", 0), ("kitoken", "", 0)], columns=head)
    assert contract.most_apart(none) == "sentencepiece"
    some = pd.DataFrame([("tokenizers", "", 0), ("sentencepiece", "0.2.3", 0), ("kitoken", "1", 3)], columns=head)
    assert contract.most_apart(some) == "kitoken"
