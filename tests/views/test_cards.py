"""A card shows what is known; two of them only what differs."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hebrus_analysis.divergence.card import card
from hebrus_analysis.unicode import properties
from hebrus_analysis.views.cards import compared, differing, page, rows, verdict

assigned = st.sampled_from(properties.population("15.0").tolist())


def test_the_page_is_escaped_and_ascii() -> None:
    html = page(card(0x0B))
    assert "&lt;LINE TABULATION&gt;" in html
    assert "dropped: nmt deletes control characters" in html
    assert html.isascii()


@settings(max_examples=50, deadline=None)
@given(assigned, assigned)
def test_lines_that_differ_and_lines_that_do_not_are_all_lines(first: int, second: int) -> None:
    one, other = card(first), card(second)
    apart = differing(one, other)
    for label, text in rows(one).items():
        if label not in (*one.escapes, "character"):
            assert (label in apart) == (text != rows(other)[label])
    assert apart == {label: (text, again) for label, (again, text) in differing(other, one).items()}


def test_a_character_does_not_differ_from_itself() -> None:
    assert "no line differs" in compared(card(0x200D), card(0x200D))


def test_what_is_kept_of_both_is_no_difference() -> None:
    apart = differing(card(0x41), card(0x42))
    assert "nfkc" not in apart
    assert "NFKC 15.0" not in apart
    assert apart["nfkc_cf"][0].startswith("U+0061 ")


def test_a_character_of_this_very_version_is_assigned() -> None:
    assert verdict(card(0x1FAE8, unicode="15.0")) == "agrees with its reference at 15.0"
    assert verdict(card(0x1FAE8, unicode="14.0")) == "not assigned in Unicode 14.0, so not counted"


def test_who_calls_it_whitespace_is_named_by_runtime_where_many_do() -> None:
    said = rows(card(0x85))["whitespace for"]
    assert said.startswith(f"{len(card(0x85).whitespace)} predicates and trims, of str.isspace, str.strip, White_Space")
    assert {"go", "jinja2", "node", "rust"} <= set(said.replace(";", ",").split(", "))
    assert rows(card(0x41))["whitespace for"] == "nobody that was asked"


@pytest.mark.parametrize(("codepoint", "glyph"), [(0xBD, "\u00bd"), (0x301, "\u25cc\u0301"), (0x200D, ""), (0x378, "")])
def test_the_character_is_shown_where_it_can_be_seen(codepoint: int, glyph: str) -> None:
    assert rows(card(codepoint))["character"] == glyph
