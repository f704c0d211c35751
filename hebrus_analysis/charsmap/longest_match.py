"""The leftmost-longest reading over bytes: how SentencePiece applies a charsmap.

At each position the longest key that begins there is replaced and skipped; where none begins, one character passes
unchanged. A byte that begins no character becomes U+FFFD, after the map, so that the map's rule for U+FFFD does not
touch it. Source: SentencePiece ``normalizer.cc``, ``Normalizer::NormalizePrefix``.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hebrus_analysis.charsmap import utf8
from hebrus_analysis.charsmap.trie import Trie

#: Bytes looked at in one go: large enough for numpy, small enough for the cache.
_CHUNK: Final = 1 << 18


def matches(trie: Trie, data: NDArray[np.uint8]) -> tuple[NDArray[np.intp], NDArray[np.int32], NDArray[np.int32]]:
    """Return, for each position at which a key begins, the longest such key: positions, lengths, values.

    Args:
        trie: the trie of a charsmap.
        data: UTF-8 bytes, shape (n,), uint8, malformed or not.
    """
    if not len(data):
        return np.empty(0, np.intp), np.empty(0, np.int32), np.empty(0, np.int32)
    root = np.arange(256, dtype=np.int32) ^ trie.target[0]
    begins = trie.label[root] == np.arange(256)
    begins[0] = False
    at = np.flatnonzero(begins[data])
    node = root[data[at]]
    found, lengths, values = [], [], []
    for length in range(1, trie.longest + 1):
        value = trie.value[node]
        ending = np.flatnonzero(value >= 0)
        found.append(at[ending])
        values.append(value[ending])
        lengths.append(np.full(len(ending), length, dtype=np.int32))
        room = at + length < len(data)
        if not room.all():
            at, node = at[room], node[room]
        byte = data[at + length]
        child = trie.target[node] ^ byte
        alive = np.flatnonzero((trie.label[child] == byte) & (byte != 0))
        if not alive.size:
            break
        at, node = at[alive], child[alive]
    positions, size, value = np.concatenate(found), np.concatenate(lengths), np.concatenate(values)
    # Longer keys come later in the arrays, so the last entry of a position is its longest.
    order = np.argsort(positions, kind="stable")
    positions, size, value = positions[order], size[order], value[order]
    last = np.append(positions[1:] != positions[:-1], True) if len(positions) else np.empty(0, bool)
    return positions[last], size[last], value[last]


def pieces(trie: Trie, data: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield (start, end, value) of each match that the leftmost-longest reading takes, from left to right."""
    view = np.frombuffer(data, dtype=np.uint8)
    done = 0
    while done < len(data):
        window = view[done : done + _CHUNK + trie.longest]
        limit = done + _CHUNK  # a match that begins before this sees all of its bytes
        base = done
        for start, length, value in zip(*(column.tolist() for column in matches(trie, window)), strict=True):
            start += base
            if done <= start < limit:
                done = start + length
                yield start, done, value
        done = max(done, min(limit, len(data)))


def normalize(trie: Trie, pool: dict[int, bytes], data: bytes) -> bytes:
    """Apply the map to UTF-8 bytes, malformed or not; the result is well-formed.

    Args:
        trie: the trie of a charsmap.
        pool: the replacement at each position that a rule points to.
        data: the input.
    """
    well_formed = utf8.is_well_formed(data)
    out: list[bytes] = []
    end = 0
    for start, stop, value in pieces(trie, data):
        gap = data[end:start]
        out.append(gap if well_formed else utf8.repair(gap))
        out.append(pool[value])
        end = stop
    rest = data[end:]
    out.append(rest if well_formed else utf8.repair(rest))
    return b"".join(out)
