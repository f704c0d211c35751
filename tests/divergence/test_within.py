"""The divergences of one text, beside the whole sweeps and a reading of their definition."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hebrus_analysis.charsmap import generations
from hebrus_analysis.charsmap.rebuild import compile_rules
from hebrus_analysis.divergence.causes import EXAMPLES
from hebrus_analysis.divergence.corpus import corpus
from hebrus_analysis.divergence.families import divergent
from hebrus_analysis.divergence.sweep import sweep
from hebrus_analysis.divergence.within import OVER_A_MARK, UNNAMED, divergences
from hebrus_analysis.unicode import forms

STOCK = generations.load()
texts = st.lists(
    st.one_of(
        st.characters(exclude_categories=["Cs", "Cn", "Co"]),
        st.sampled_from("\u00e2\u0301\u0323\uac00\u11a8\u200b\u0651\u064e\ufefb\u0653\ufb2a\u05bc\0\uff5e\u1e9b"),
    ),
    max_size=12,
).map("".join)


def test_every_divergent_code_point_is_found_as_the_sweep_has_it() -> None:
    swept = divergent(sweep())
    found = divergences("".join(f"\0{chr(codepoint)}" for codepoint in swept.codepoint), STOCK, "15.0")
    assert [(ord(each.source), each.name, each.why) for each in found] == list(
        zip(swept.codepoint, swept.family, swept.cause, strict=True)
    )


@pytest.mark.parametrize("cause", EXAMPLES)
def test_every_example_of_a_cause_is_found(cause: str) -> None:
    name = "nmt_nfkc@0.2.3" if cause == "precomposed second" else generations.STOCK
    pair = "".join(map(chr, EXAMPLES[cause][0]))
    (found,) = divergences(f"x{pair}\n", generations.load(name), "18.0")[:1]
    assert (found.byte, found.source, found.name) == (1, pair, cause)


@given(texts)
@settings(deadline=None, max_examples=60)
def test_what_is_found_differs_and_nothing_smaller_does(text: str) -> None:
    found = divergences(text, STOCK, "15.0")
    for each in found:
        place = len(text.encode()[: each.byte].decode())
        assert text[place:].startswith(each.source)
        assert each.times == sum(text[at:].startswith(each.source) for at in range(len(text)))
        assert each.made == STOCK.normalize(each.source)
        assert each.wanted == forms.normalize("NFKC", each.source, "15.0") != each.made
    alone = {each.source for each in found if len(each.source) == 1 and each.name != "other"}
    assert not any(set(each.source) & alone for each in found if len(each.source) > 1)
    sources = {each.source for each in found}
    for one in range(len(text)):
        for part in (text[one], text[one : one + 2]):
            if STOCK.normalize(part) != forms.normalize("NFKC", part, "15.0"):
                assert part in sources or set(part) & alone or "other" in {each.name for each in found}


@pytest.mark.parametrize("sample", [200, pytest.param(6000, marks=pytest.mark.exhaustive)])
def test_a_text_of_the_corpus_differs_where_and_only_where_something_is_found(sample: int) -> None:
    """So singles, pairs and compositions over a mark are all that there is in it."""
    rows = corpus().sample(sample, random_state=5)
    for text in rows.text:
        if STOCK.normalize(text) != forms.normalize("NFKC", text, "15.0"):
            assert divergences(text, STOCK, "15.0"), ascii(text)


@pytest.mark.parametrize(
    ("text", "made", "wanted"),
    [
        ("e\u0329\u0301", "e\u0329\u0301", "\u00e9\u0329"),  # Yoruba
        ("\u0627\u0650\u0655", "\u0627\u0650\u0655", "\u0625\u0650"),  # Arabic, decomposed
    ],
)
def test_what_composes_over_a_mark_is_found_though_no_pair_shows_it(text: str, made: str, wanted: str) -> None:
    (found,) = divergences(f"b{text}b{text}", STOCK, "15.0")
    assert (found.byte, found.times, found.source, found.made, found.wanted) == (1, 2, text, made, wanted)
    assert found.name == OVER_A_MARK


def test_a_divergent_pair_does_not_hide_a_composition_over_a_mark() -> None:
    found = divergences("e\u0329\u0301\u0651\u064e", STOCK, "15.0")
    assert [(each.source, each.name) for each in found] == [
        ("e\u0329\u0301", OVER_A_MARK),
        ("\u0301\u0651", "reordering"),
        ("\u0651\u064e", "reordering"),
    ]


@pytest.mark.parametrize("text", ["\u0dd9\u0dcf\u0334\u0dca", "\U0001d4ea\u0f75\u0328"])
def test_what_has_no_name_is_said(text: str) -> None:
    (found,) = divergences(text, STOCK, "15.0")
    assert (found.source, found.name, found.why) == (text, "other", UNNAMED)


def test_a_long_rule_is_no_composition_over_a_mark() -> None:
    (found,) = divergences("e\u0329\u0301", compile_rules({"e\u0329\u0301": "Y"}), "15.0")
    assert found.name == "rule"


def test_nothing_of_nothing() -> None:
    assert divergences("", STOCK, "15.0") == ()
    assert divergences("plain text\0", STOCK, "15.0") == ()


def test_a_map_of_one_s_own() -> None:
    (found,) = divergences("xab", compile_rules({"ab": "c"}), "15.0")
    assert (found.byte, found.source, found.made, found.wanted, found.name) == (1, "ab", "c", "ab", "rule")
