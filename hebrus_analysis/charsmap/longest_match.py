"""The leftmost-longest reading over bytes: how SentencePiece applies a charsmap.

At each position the longest key that begins there is replaced and skipped; where none begins, one character passes
unchanged. A byte that begins no character becomes U+FFFD, after the map, so that the map's rule for U+FFFD does not
touch it. Source: SentencePiece ``normalizer.cc``, ``Normalizer::NormalizePrefix``.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hebrus_analysis.charsmap import utf8
from hebrus_analysis.charsmap.trie import Array, Trie

Bytes = NDArray[np.uint8]
#: Where each match starts, where it ends, and its value; ascending.
Matches = tuple[Array, Array, Array]

#: Bytes looked at in one go: large enough for numpy, small enough for the cache.
_CHUNK: Final = 1 << 16


@dataclass(frozen=True, slots=True, eq=False)
class Replacements:
    """The pool as arrays, with one more string at its end: U+FFFD, for the bytes that begin no character.

    Attributes:
        text: the NUL-terminated strings, uint8.
        size: how many bytes of the string are left at each position, int32.
        malformed: where U+FFFD stands.
    """

    text: Bytes
    size: Array
    malformed: int

    @classmethod
    def of(cls, pool: bytes) -> "Replacements":
        """Make the arrays of a validated pool."""
        text = np.frombuffer(pool + utf8.REPLACEMENT.encode() + b"\0", dtype=np.uint8)
        ends = np.flatnonzero(text == 0)
        at = np.arange(len(text))
        return cls(text, (ends[np.searchsorted(ends, at)] - at).astype(np.int32), len(pool))


def matches(trie: Trie, data: Bytes) -> Matches:
    """Return, for each position at which a key begins, the longest such key.

    Args:
        trie: the trie of a charsmap.
        data: UTF-8 bytes, shape (n,), uint8, malformed or not.
    """
    end, value = np.zeros((2, len(data)), dtype=np.int32)
    root = np.arange(256, dtype=np.int32) ^ trie.target[0]
    begins = trie.label[root] == np.arange(256)
    at = np.flatnonzero(begins[data]).astype(np.int32)
    node = root[data[at]]
    for length in range(1, trie.longest + 1):
        ending = np.flatnonzero(trie.value[node] >= 0)
        # Longer keys come later and overwrite.
        end[at[ending]] = at[ending] + length
        value[at[ending]] = trie.value[node[ending]]
        room = at + length < len(data)
        if not room.all():
            at, node = at[room], node[room]
        byte = data[at + length]
        child = trie.target[node] ^ byte
        alive = np.flatnonzero(trie.label[child] == byte)
        if not alive.size:
            break
        at, node = at[alive], child[alive]
    start = np.flatnonzero(end).astype(np.int32)
    return start, end[start], value[start]


def _from_the_left(start: Array, end: Array) -> NDArray[np.bool_]:
    """Tell which of the matches are taken: each that begins where no match taken before it still runs."""
    taken = start >= np.concatenate(([0], np.maximum.accumulate(end)[:-1]))
    last = 0
    for i in np.flatnonzero(~taken).tolist():
        if taken[i - 1]:
            last = end[i - 1]
        taken[i] = start[i] >= last
    return taken


def pieces(trie: Trie, data: bytes) -> Iterator[tuple[int, int, Matches]]:
    """Yield the reading in stretches: where each begins and ends, and the matches taken, counted from its beginning.

    No match runs over the end of its stretch.
    """
    view = np.frombuffer(data, dtype=np.uint8)
    low = 0
    while low < len(data):
        # A match that begins within the chunk sees all of its bytes.
        window = view[low : low + _CHUNK + trie.longest]
        start, end, value = matches(trie, window)
        taken = _from_the_left(start, end) & (start < _CHUNK)
        start, end, value = start[taken], end[taken], value[taken]
        high = low + min(max(_CHUNK, int(end[-1]) if len(end) else 0), len(window))
        yield low, high, (start, end, value)
        low = high


def normalize(trie: Trie, pool: Replacements, data: bytes) -> bytes:
    """Apply the map to UTF-8 bytes, malformed or not; the result is well-formed.

    Args:
        trie: the trie of a charsmap.
        pool: the replacements that its values point to.
        data: the input.
    """
    view = np.frombuffer(data, dtype=np.uint8)
    malformed = utf8.malformed(data)
    out = []
    for low, high, taken in pieces(trie, data):
        broken = malformed[np.searchsorted(malformed, low) : np.searchsorted(malformed, high)] - low
        out.append(_splice(view[low:high], _with_broken(taken, broken, pool), pool))
    return b"".join(out)


def _with_broken(taken: Matches, broken: NDArray[np.intp], pool: Replacements) -> Matches:
    """Make a match of each broken byte; keys are whole characters, so no match covers one."""
    if not len(broken):
        return taken
    start, end, value = (
        np.concatenate(pair, dtype=np.int32)
        for pair in zip(taken, (broken, broken + 1, np.full(len(broken), pool.malformed)), strict=True)
    )
    order = np.argsort(start)
    return start[order], end[order], value[order]


def _splice(data: Bytes, taken: Matches, pool: Replacements) -> bytes:
    """Put the replacements in place of the matches, all at once."""
    start, end, value = taken
    source = np.concatenate((data, pool.text))
    begin, size = np.empty((2, 2 * len(start) + 1), dtype=np.int32)
    begin[0], begin[2::2], begin[1::2] = 0, end, len(data) + value
    size[0:-1:2], size[-1], size[1::2] = start - begin[0:-1:2], len(data) - begin[-1], pool.size[value]
    out_at = np.cumsum(size, dtype=np.int32) - size
    at = np.repeat(begin - out_at, size)
    at += np.arange(len(at), dtype=np.int32)
    spliced: Bytes = source[at]
    return spliced.tobytes()
