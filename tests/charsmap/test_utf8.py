"""UTF-8, beside Python's own decoder."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import malformed

from hebrus_analysis.charsmap import utf8
from hebrus_analysis.errors import NotText

#: Bytes at which table 3-7 of the Unicode Standard changes its mind.
EDGES = [0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF]
EDGES += [0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF]


def accepts(data: bytes) -> bool:
    state = utf8.BOUNDARY
    for byte in data:
        state = int(utf8.TRANSITIONS[state, byte])
    return state == utf8.BOUNDARY


def is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


@pytest.mark.parametrize("length", [1, 2, 3, 4])
def test_the_machine_accepts_what_python_decodes(length: int) -> None:
    for data in map(bytes, itertools.product(EDGES, repeat=length)):
        assert accepts(data) == is_utf8(data), data


def test_every_scalar_value_is_accepted() -> None:
    for start in range(0, 0x110000, 0x101):
        if not 0xD800 <= start < 0xE000:
            assert accepts(chr(start).encode())


def plain(data: bytes) -> list[int]:
    """Decode one character at a time, and step over one byte where that fails."""
    at, found = 0, []
    while at < len(data):
        length = next((n for n in (1, 2, 3, 4) if is_utf8(data[at : at + n]) and at + n <= len(data)), 0)
        if not length:
            found.append(at)
        at += length or 1
    return found


@given(st.one_of(malformed(), st.binary(max_size=60), st.lists(st.sampled_from(EDGES), max_size=12).map(bytes)))
def test_malformed_bytes_are_found_one_by_one(data: bytes) -> None:
    assert utf8.malformed(data).tolist() == plain(data)


@given(st.text())
def test_well_formed_text_has_no_malformed_byte(text: str) -> None:
    assert not len(utf8.malformed(utf8.encode(text)))


@pytest.mark.parametrize(
    ("text", "message"), [("\ud800", r"U\+D800 at index 0"), ("a\U0001f600\udfff", r"U\+DFFF at index 2")]
)
def test_a_lone_surrogate_is_no_text(text: str, message: str) -> None:
    with pytest.raises(NotText, match=message):
        utf8.encode(text)
