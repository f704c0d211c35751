"""The reading, beside one written the slow and plain way, and however the text falls into chunks."""

from functools import lru_cache

import craft
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import MARKS, malformed, texts

from hebrus_analysis.charsmap import generations, longest_match
from hebrus_analysis.charsmap.blob import Charsmap, decode

STOCK = generations.load()
CHUNK = longest_match._CHUNK

#: Keys that overlap in every way: one begins, ends, or stands inside another.
TANGLED = {
    "ab": "1",
    "abab": "2",
    "bab": "3",
    "ba": "",
    "b": "abab",
    "aabb": "\ufb01",
    "\u0300a": "4",
    "\u0300": "\ufffd",
}


@lru_cache(maxsize=1)
def tangled() -> Charsmap:
    return decode(craft.charsmap(TANGLED))


def plain(rules: dict[str, str], text: str) -> str:
    """Leftmost, then longest, one character at a time."""
    out, at, longest = [], 0, max(map(len, rules))
    while at < len(text):
        key = next((text[at:end] for end in range(at + longest, at, -1) if text[at:end] in rules), None)
        out.append(text[at] if key is None else rules[key])
        at += len(key or text[at])
    return "".join(out)


@given(st.text("ab\u0300c", max_size=60))
def test_overlapping_keys_are_read_leftmost_then_longest(text: str) -> None:
    assert tangled().normalize(text) == plain(TANGLED, text) == craft.sentencepiece(tangled().blob).Normalize(text)


@given(
    st.dictionaries(st.text("abc\u0300", min_size=1, max_size=5), st.text("xy\u0301", max_size=4), min_size=1),
    st.text("abc\u0300"),
)
def test_any_small_map_is_read_leftmost_then_longest(rules: dict[str, str], text: str) -> None:
    assert decode(craft.charsmap(rules)).normalize(text) == plain(rules, text)


@pytest.mark.parametrize("chunk", [1, 2, 3, 7, 64])
@given(data=st.one_of(malformed(), st.text("ab\u0300c", max_size=60).map(str.encode)))
def test_chunks_do_not_show(chunk: int, data: bytes) -> None:
    for charsmap in (STOCK, tangled()):
        whole = charsmap.normalize(data)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(longest_match, "_CHUNK", chunk)
            assert charsmap.normalize(data) == whole


@pytest.mark.parametrize("before", range(CHUNK - 20, CHUNK + 4))
def test_a_match_over_the_edge_of_a_chunk_is_taken_whole(before: int) -> None:
    key, replacement = max(STOCK.rules().items(), key=lambda rule: len(rule[0].encode()))
    assert STOCK.normalize("x" * before + key + "x" * CHUNK) == "x" * before + replacement + "x" * CHUNK


@pytest.mark.parametrize("unit", ["e" + MARKS[1], "\uff76\uff9e", "\ufb01", "\U0001d7d8", "\u1100\u1161\u11a8", "abab"])
@pytest.mark.parametrize("shift", range(4))
def test_dense_text_over_many_chunks(unit: str, shift: int) -> None:
    text = "z" * shift + unit * (3 * CHUNK // len(unit.encode()))
    for charsmap in (STOCK, tangled()):
        assert charsmap.normalize(text) == craft.sentencepiece(charsmap.blob).Normalize(text)


def test_broken_bytes_at_the_edge_of_a_chunk() -> None:
    second = craft.sentencepiece(STOCK.blob)
    for before in range(CHUNK - 5, CHUNK + 3):
        data = b"x" * before + b"\xe2\x82" + "\ufb01".encode() + b"\xf0\x9f\x98" + b"x" * CHUNK + b"\xff"
        assert STOCK.normalize(data) == second.Normalize(data)


@given(texts())
def test_pieces_cover_the_text_in_order(text: str) -> None:
    data = text.encode()
    done = 0
    for low, high, (start, end, value) in longest_match.pieces(STOCK.trie, data):
        assert low == done
        edges = np.column_stack((start, end)).ravel()
        assert (np.diff(edges) >= 0).all()
        assert (end > start).all()
        assert all(
            STOCK.lookup(data[low + s : low + e].decode()) == STOCK.pool[v]
            for s, e, v in zip(start, end, value, strict=True)
        )
        done = high
    assert done == len(data)
