"""A card shows what is known; two of them only what differs."""

from hypothesis import given, settings
from hypothesis import strategies as st

from hebrus_analysis.divergence.card import card
from hebrus_analysis.unicode import properties
from hebrus_analysis.views.cards import compared, differing, page, rows

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
        if label not in one.escapes:
            assert (label in apart) == (text != rows(other)[label])
    assert apart == {label: (text, again) for label, (again, text) in differing(other, one).items()}


def test_a_character_does_not_differ_from_itself() -> None:
    assert "no line differs" in compared(card(0x200D), card(0x200D))


def test_what_is_kept_of_both_is_no_difference() -> None:
    apart = differing(card(0x41), card(0x42))
    assert "nfkc" not in apart
    assert "NFKC 15.0" not in apart
    assert apart["nfkc_cf"][0].startswith("U+0061 ")
