"""The whitespace flags, beside the real SentencePiece with each combination of them."""

from functools import cache
from itertools import product

import craft
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sentencepiece import SentencePieceProcessor, sentencepiece_model_pb2
from strategies import texts

from hebrus_analysis.charsmap import flags, generations, readings
from hebrus_analysis.charsmap.blob import decode
from hebrus_analysis.charsmap.flags import Flags
from hebrus_analysis.unicode import steps

MAPS = (generations.STOCK, "nfkc@0.1.95", "nmt_nfkc@0.2.3")
COMBINATIONS = [Flags(*given) for given in product([False, True], repeat=4)]

#: What is a space, becomes one, becomes several, begins or ends with one, is deleted, or looks like the symbol.
PIECES = [
    *(" ", "  ", "\t", "\r\n", "\xa0", "\u1680", "\u2003", "\u3000", "\u200b", "\u200d", "\ufeff", "\ufffd"),
    *("\u2581", "\xb4", "\xa8", "\u037a", "\uff5e", "\ufdfa", "\u2017", "\x01", "\x7f", "\xad"),
    *("a", "e\u0301", "\ufb01", "\uac00\u11a8", "\U0001f469\u200d\U0001f680", "\0"),
]
DESIGNED = [
    "",
    *PIECES,
    *(one + other for one, other in product(PIECES, repeat=2)),
    *(space * 3 + "a" + space * 2 + "b" + space for space in PIECES),
    *("\x01 a", " \x01 a", "a \x01 b", "a\x01", " \x01", "\x01 \x01", "a \x01 ", "\x01\x02\x7f"),
    *("\u2581a\u2581", " \u2581 ", "a \u2581", "a\u2581 ", "\u2581\u2581", "\xb4 \xb4", "\xa8\xa8", "a\u0308 \xa8"),
]
spaced = st.lists(st.sampled_from(PIECES), max_size=9).map("".join)


def processor(blob: bytes, given: Flags) -> SentencePieceProcessor:
    model = sentencepiece_model_pb2.ModelProto()
    for piece, kind in (("<unk>", 2), ("<s>", 3), ("</s>", 3), ("a", 1)):
        model.pieces.add(piece=piece, type=kind, score=0)
    model.trainer_spec.model_type = 1
    model.trainer_spec.treat_whitespace_as_suffix = given.treat_whitespace_as_suffix
    spec = model.normalizer_spec
    spec.name, spec.precompiled_charsmap = "crafted", blob
    for flag in ("add_dummy_prefix", "remove_extra_whitespaces", "escape_whitespaces"):
        setattr(spec, flag, getattr(given, flag))
    return SentencePieceProcessor(model_proto=model.SerializeToString())


@cache
def real(name: str, given: Flags) -> SentencePieceProcessor:
    return processor(generations.load(name).blob, given)


def made(charsmap, given: Flags, text: str) -> str:
    mapped = readings.find("leftmost-longest").explain(charsmap, text)
    found = (*mapped, *flags.stages(given, mapped[0]))
    return steps.apply(found, text)


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("given", COMBINATIONS, ids=str)
def test_a_combination_is_sentencepiece_on_a_designed_list(name: str, given: Flags) -> None:
    charsmap, second = generations.load(name), real(name, given)
    rows = [(text, made(charsmap, given, text), second.Normalize(text)) for text in DESIGNED]
    assert [row for row in rows if row[1] != row[2]] == []


@pytest.mark.parametrize("name", MAPS)
@settings(max_examples=300)
@given(text=st.one_of(spaced, texts(12)), combination=st.sampled_from(COMBINATIONS))
def test_any_text_and_combination_is_sentencepiece(name: str, text: str, combination: Flags) -> None:
    assert made(generations.load(name), combination, text) == real(name, combination).Normalize(text)


@settings(max_examples=60)
@given(
    rules=st.dictionaries(
        st.text("ab \u2581", min_size=1, max_size=3), st.sampled_from(["", " ", "  ", " a", "a ", "\u2581"]), min_size=1
    ),
    text=st.text("abc \u2581", max_size=10),
    combination=st.sampled_from(COMBINATIONS),
)
def test_any_small_map_that_makes_and_takes_spaces(rules: dict[str, str], text: str, combination: Flags) -> None:
    blob = craft.charsmap(rules)
    assert made(decode(blob), combination, text) == processor(blob, combination).Normalize(text)


@pytest.mark.parametrize("given", COMBINATIONS, ids=str)
def test_of_nothing_no_flag_makes_anything(given: Flags) -> None:
    assert made(generations.load(), given, "") == "" == real(generations.STOCK, given).Normalize("")


def test_no_flag_is_no_stage() -> None:
    mapped = readings.find("leftmost-longest").explain(generations.load(), " a  b ")
    assert flags.stages(Flags(False, False, False), mapped[0]) == ()


def test_the_stages_say_what_they_did() -> None:
    mapped = readings.find("leftmost-longest").explain(generations.load(), " a\u3000 b ")
    found = flags.stages(Flags(True, True, True), mapped[0])
    assert [(stage.name, stage.result) for stage in found] == [
        ("extra whitespace removed", "a b "),
        ("dummy prefix", " a b "),
        ("whitespace escaped", "\u2581a\u2581b\u2581"),
        ("trailing whitespace removed", "\u2581a\u2581b"),
    ]
