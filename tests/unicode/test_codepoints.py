"""Code points are read in every common notation, and written in five languages so that those languages agree."""

import ast
import html
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hebrus_analysis.errors import InvalidCodePoint
from hebrus_analysis.unicode.codepoints import escapes, label, parse, parse_range, spell

scalars = st.characters(codec="utf-8").map(ord)


@given(scalars)
def test_every_notation_reads_back(codepoint: int) -> None:
    for text in (label(codepoint), f"{codepoint:04x}", f"0x{codepoint:04X}", f"u+{codepoint:04x}", chr(codepoint)):
        assert parse(text) == codepoint
    for language in ("Python", "Rust", "JavaScript", "HTML"):
        written = escapes(codepoint)[language]
        assert not written or parse(written) == codepoint


@given(scalars)
def test_escapes_mean_the_character(codepoint: int) -> None:
    written = escapes(codepoint)
    assert ast.literal_eval(f"'{written['Python']}'") == chr(codepoint)
    assert ast.literal_eval(f"b'{written['C']}'") == chr(codepoint).encode()
    if codepoint not in (0, 0xD, *range(0x80, 0xA0)):  # HTML forbids or remaps these references
        assert html.unescape(written["HTML"]) == chr(codepoint) or html.unescape(written["HTML"]) == ""
    assert json.loads(json.dumps(written)) == written


@given(scalars, scalars)
def test_ranges_read_back(one: int, other: int) -> None:
    low, high = sorted((one, other))
    assert parse_range(f"{label(low)}..{label(high)}") == range(low, high + 1)
    if low != high:
        with pytest.raises(InvalidCodePoint, match="runs backwards"):
            parse_range(f"{label(high)}..{label(low)}")


def test_a_single_digit_or_dot_is_itself() -> None:
    assert (parse("7"), parse("."), parse("A")) == (0x37, 0x2E, 0x41)
    assert parse_range(".") == range(0x2E, 0x2F)


WRONG = [
    "u+41;",
    "&#x41",
    "\\x41}",
    "",
    "U+",
    "U+110000",
    "0x",
    "xyz",
    "U+12 34",
    "U+2000..",
    "..",
    "ab cd",
    "U+FFFFFFFF",
    "e\u0301",
]


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_notation_is_refused(wrong: str) -> None:
    with pytest.raises(InvalidCodePoint):
        parse_range(wrong)


def test_spell() -> None:
    assert spell("") == ""
    assert spell("a\U0001f600") == "U+0061 U+1F600"
