"""The numbers of the published analysis, and what stands behind each."""

import numpy as np
import pandas as pd
import pytest
import unicodedata2
from sentencepiece import SentencePieceNormalizer, sentencepiece_model_pb2

from hebrus_analysis import oracle
from hebrus_analysis.charsmap import generations
from hebrus_analysis.charsmap.blob import decode
from hebrus_analysis.divergence.families import counts, divergent, families
from hebrus_analysis.divergence.freeze import freeze
from hebrus_analysis.divergence.reference import PLAIN, reference_for
from hebrus_analysis.divergence.sweep import sweep
from hebrus_analysis.unicode import forms, properties
from hebrus_analysis.unicode.codepoints import label


def members(frame: pd.DataFrame, family: str) -> list[str]:
    return [label(cp) for cp in frame[frame.family == family].codepoint.tolist()]


def test_181_of_149251_differ_and_149070_do_not(stock) -> None:
    assert len(stock) == 149_251
    assert int((~stock.agrees).sum()) == 181
    assert int(stock.agrees.sum()) == 149_070


def test_30_dropped_are_controls(stock) -> None:
    expected = [*range(0x01, 0x09), 0x0B, *range(0x0E, 0x20), 0x7F, 0x8F, 0x9F]
    assert members(stock, "dropped") == [label(cp) for cp in expected]
    assert len(expected) == 30
    assert set(stock[stock.family == "dropped"].category) == {"Cc"}


def test_15_spaced(stock) -> None:
    lines, format_characters = [0x09, 0x0A, 0x0C, 0x0D], [0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0xFEFF]
    expected = sorted([*lines, *format_characters, 0x1680, 0x2028, 0x2029, 0x2581, 0xFFFD])
    assert members(stock, "spaced") == [label(cp) for cp in expected]
    assert len(expected) == 15


def test_1_exempt_is_the_fullwidth_tilde(stock) -> None:
    row = stock[stock.family == "exempt"]
    assert members(stock, "exempt") == ["U+FF5E"]
    assert (row.age.iloc[0], row.nfkc.iloc[0], row.charsmap.iloc[0]) == ("1.1", "~", "\uff5e")


def test_135_post_freeze_by_age(stock) -> None:
    ages = stock[stock.family == "post-freeze"].age.value_counts()
    assert ages[ages > 0].to_dict() == {"9.0": 1, "12.0": 1, "12.1": 1, "13.0": 11, "14.0": 59, "15.0": 62}


def test_other_is_empty_in_every_generation() -> None:
    for name in generations.catalogue():
        assert counts(sweep(name, "18.0"))["other"] == 0, name


def test_the_published_reading_counts_the_exempt_among_the_post_freeze(stock) -> None:
    found = counts(stock)
    assert (found["dropped"], found["spaced"], found["post_freeze"] + found["exempt"]) == (30, 15, 136)


@pytest.mark.parametrize(("unicode", "expected"), [("14.0", 119), ("15.0", 181), ("15.1", 181), ("18.0", 286)])
def test_the_gap_grows_with_unicode(unicode: str, expected: int) -> None:
    assert counts(sweep(unicode=unicode))["divergent"] == expected


def test_second_opinion_of_sentencepiece_and_unicodedata2(stock) -> None:
    """The same 181, from two libraries that share no code with this one."""
    spec = sentencepiece_model_pb2.NormalizerSpec(precompiled_charsmap=generations.load().blob)
    theirs = SentencePieceNormalizer(
        normalizer_spec=spec, add_dummy_prefix=False, escape_whitespaces=False, remove_extra_whitespaces=False
    ).normalize([chr(cp) for cp in stock.codepoint.tolist()])
    nfkc = [unicodedata2.normalize("NFKC", chr(cp)) for cp in stock.codepoint.tolist()]
    assert theirs == stock.charsmap.tolist()
    assert nfkc == stock.nfkc.tolist()
    assert sum(a != b for a, b in zip(theirs, nfkc, strict=True)) == 181


def test_every_divergence_has_a_cause_and_nothing_else_has(stock) -> None:
    assert stock[~stock.agrees].cause.map(bool).all()
    assert stock[stock.agrees].cause.isna().all()
    assert stock[stock.agrees].family.isna().all()


def test_what_the_map_does_to_whitespace(stock) -> None:
    """U+0085 is kept, U+000B deleted, U+001C to U+001F deleted though Python strips them."""
    action = stock.set_index("codepoint").action
    assert (action[0x85], action[0x0B]) == ("kept", "deleted")
    assert set(action[[0x1C, 0x1D, 0x1E, 0x1F]]) == {"deleted"}
    kept = stock[stock["White_Space"] & (stock.action == "kept")].codepoint
    assert kept.tolist() == [0x20, 0x85]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("nfkc@0.0.9", "6.1..6.3"),
        ("nmt_nfkc@0.1.95", "7.0..8.0"),
        ("nmt_nfkc@0.2.0", "13.0"),
        ("nmt_nfkc@0.2.1", "16.0"),
        ("nmt_nfkc@0.2.3", "17.0"),
    ],
)
def test_freeze(name: str, expected: str) -> None:
    charsmap = generations.load(name)
    assert str(freeze(charsmap, reference_for(charsmap))) == expected


def test_a_map_that_does_not_follow_nfkc_has_no_freeze_and_no_post_freeze() -> None:
    spec = sentencepiece_model_pb2.ModelProto.FromString(oracle.read("models/user_defined.model"))
    charsmap = decode(spec.normalizer_spec.precompiled_charsmap)
    assert freeze(charsmap, PLAIN) is None
    found = counts(sweep(charsmap))
    assert (found["dropped"], found["post_freeze"], found["exempt"]) == (1, 0, 0)
    # It replaces two code points that NFKC keeps and leaves all that NFKC changes.
    assert found["other"] == 2 + len(forms.nfkc_changes("15.0")[0])


def test_the_folding_of_a_cf_map_is_single_letters_only() -> None:
    folding = reference_for(generations.load("nmt_nfkc_cf@0.1.95")).folding
    assert folding["A"] == "a"
    assert "\t" not in folding
    assert "\u200b" not in folding
    assert all(len(key) == 1 for key in folding)


def test_how_many_young_cased_letters_a_cf_map_counts_as_agreeing() -> None:
    """The stated weakness of the reference: letters that the newest map folds and the stock map does not know."""
    old, new = (set(reference_for(generations.load(f"nmt_nfkc_cf@{v}")).folding) for v in ("0.1.95", "0.2.3"))
    population = set(map(chr, properties.population("15.0").tolist()))
    young = (new - old) & population
    assert len(young) == 209
    assert all(properties.key(properties.age(ord(char))) > (8, 0) for char in young)


def test_divergent_is_idempotent_and_keeps_what_the_result_rests_on(stock) -> None:
    once = divergent(stock)
    assert divergent(once).equals(once)
    assert once.attrs["sha256"] == generations.load().sha256
    assert counts(once) == counts(stock)


def test_families_is_a_partition(stock) -> None:
    assert int(stock.family.value_counts().sum()) == int((~stock.agrees).sum())
    again = families(sweep())
    assert np.array_equal(again.family.cat.codes, stock.family.cat.codes)
