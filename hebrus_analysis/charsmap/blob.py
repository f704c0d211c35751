"""One precompiled charsmap: decoded, validated, and applied.

Layout, from SentencePiece ``normalizer.cc``, ``Normalizer::DecodePrecompiledCharsMap``: the size of the trie in bytes
(uint32, little endian), the trie, then the pool of NUL-terminated replacements that its values point into.
"""

import hashlib
import struct
from dataclasses import dataclass, field
from functools import cached_property
from typing import AnyStr, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hebrus_analysis.charsmap import longest_match, utf8
from hebrus_analysis.charsmap.trie import Trie, parse
from hebrus_analysis.errors import MalformedCharsmap

HEADER: Final = struct.Struct("<I")
#: The known maps are a quarter of a megabyte; this bounds what a hostile file can make us allocate.
MAX_BLOB_BYTES: Final = 16 << 20


@dataclass(frozen=True, eq=False)
class Charsmap:
    """A map that can be applied whole: made by `decode`, never by hand.

    Attributes:
        blob: the bytes it was decoded from.
        trie: the validated trie.
        pool: the replacement at each position that a rule points to.
    """

    blob: bytes = field(repr=False)
    trie: Trie = field(repr=False)
    pool: dict[int, str] = field(repr=False)

    @cached_property
    def sha256(self) -> str:
        """The identity of the map: never trust a name."""
        return hashlib.sha256(self.blob).hexdigest()

    @property
    def n_rules(self) -> int:
        """Number of rules."""
        return self.trie.n_rules

    def __repr__(self) -> str:
        return f"<Charsmap {self.sha256[:16]}: {len(self.blob):,} bytes, {self.n_rules:,} rules>"

    def lookup(self, key: str) -> str | None:
        """Return the replacement of exactly this key, None where there is no such rule."""
        value = self.trie.find(utf8.encode(key))
        return None if value < 0 else self.pool[value]

    def rules(self) -> dict[str, str]:
        """Return every rule, by key in code point order."""
        found: list[tuple[str, str]] = []
        nodes, keys = np.array([0], dtype=np.int32), np.empty((1, 0), dtype=np.uint8)
        while len(nodes):
            ending = np.flatnonzero(self.trie.value[nodes] >= 0)
            width = keys.shape[1]
            spelled = keys[ending].tobytes()
            found += (
                (spelled[i * width : (i + 1) * width].decode(), self.pool[value])
                for i, value in enumerate(self.trie.value[nodes[ending]].tolist())
            )
            child, parent = self.trie.expand(nodes)
            keys = np.column_stack((keys[parent], self.trie.label[child].astype(np.uint8)))
            nodes = child
        return dict(sorted(found))

    def single_rules(self) -> tuple[NDArray[np.uint32], list[str]]:
        """Return the rules whose key is one code point: the code points, ascending, uint32, and their replacements."""
        codepoints, values = [], []
        nodes = np.array([0], dtype=np.int32)
        states = np.array([utf8.BOUNDARY], dtype=np.uint8)
        scalars = np.array([0], dtype=np.uint32)
        for length in range(1, 5):
            child, parent = self.trie.expand(nodes)
            byte = self.trie.label[child].astype(np.uint32)
            # A lead byte keeps its low 7, 5, 4 or 3 bits; a continuation adds six.
            lead = np.select([byte < 0x80, byte < 0xE0, byte < 0xF0], [byte, byte & 0x1F, byte & 0x0F], byte & 0x07)
            scalars = lead if length == 1 else scalars[parent] << np.uint32(6) | byte & 0x3F
            states = utf8.TRANSITIONS[states[parent], byte]
            whole = (states == utf8.BOUNDARY) & (self.trie.value[child] >= 0)
            codepoints.append(scalars[whole])
            values.append(self.trie.value[child[whole]])
            inside = states != utf8.BOUNDARY
            nodes, scalars, states = child[inside], scalars[inside], states[inside]
        joined = np.concatenate(codepoints)
        order = np.argsort(joined)
        return joined[order], [self.pool[v] for v in np.concatenate(values)[order].tolist()]

    def sweep(self, codepoints: ArrayLike) -> NDArray[np.object_]:
        """Return what the map makes of each code point alone, shape of the input, dtype object (str).

        Args:
            codepoints: scalar values, any integer dtype.
        """
        asked = np.asarray(codepoints, dtype=np.int64)
        keys, replacements = self.single_rules()
        out = np.array(list(map(chr, asked.ravel().tolist())), dtype=object)
        if len(keys):
            at = np.minimum(np.searchsorted(keys, asked.ravel()), len(keys) - 1)
            hit = np.flatnonzero(keys[at] == asked.ravel())
            out[hit] = np.array(replacements, dtype=object)[at[hit]]
        return out.reshape(asked.shape)

    def normalize(self, text: AnyStr) -> AnyStr:
        """Apply the map to text, or to UTF-8 bytes that may be malformed, by the leftmost-longest reading.

        Only the map: no whitespace flag of a normalizer_spec is applied.

        Raises:
            NotText: the text holds a lone surrogate.
        """
        if isinstance(text, str):
            return self._normalize(utf8.encode(text)).decode()
        return self._normalize(text)

    def _normalize(self, data: bytes) -> bytes:
        return longest_match.normalize(self.trie, self._encoded_pool, data)

    @cached_property
    def _encoded_pool(self) -> dict[int, bytes]:
        return {position: replacement.encode() for position, replacement in self.pool.items()}


def decode(blob: bytes) -> Charsmap:
    """Decode and validate a precompiled charsmap.

    Raises:
        MalformedCharsmap: the blob is empty, cut short, or has a header, trie or pool that cannot be applied whole.
    """
    blob = bytes(blob)
    if len(blob) > MAX_BLOB_BYTES:
        raise MalformedCharsmap(
            f"the charsmap is {len(blob):,} bytes; maps over {MAX_BLOB_BYTES:,} bytes are refused unread, "
            "since the largest known is under 250,000"
        )
    if len(blob) <= HEADER.size:
        raise MalformedCharsmap(f"the charsmap is {len(blob)} bytes, too short for a header and a trie; it is empty")
    (trie_bytes,) = HEADER.unpack_from(blob)
    start = HEADER.size + trie_bytes
    if start >= len(blob):
        raise MalformedCharsmap(
            f"charsmap header: a trie of {trie_bytes:,} bytes and a pool do not fit in {len(blob):,} bytes; "
            "the blob is cut short or is no charsmap"
        )
    parsed = parse(blob[HEADER.size : start])
    return Charsmap(blob, parsed, _read_pool(blob[start:], parsed.value[parsed.value >= 0], start))


def _read_pool(pool: bytes, values: NDArray[np.int32], offset: int) -> dict[int, str]:
    """Return the string at each value; ``offset`` is where the pool stands in the blob, for the messages."""
    if pool[-1] != 0:
        raise MalformedCharsmap(f"charsmap pool (byte {offset}): it does not end with NUL; the blob is cut short")
    try:
        pool.decode()
    except UnicodeDecodeError as error:
        raise MalformedCharsmap(
            f"charsmap pool: byte {offset + error.start} is not UTF-8; the blob is damaged"
        ) from None
    strings: dict[int, str] = {}
    for value in np.unique(values).tolist():
        if value >= len(pool):
            raise MalformedCharsmap(
                f"a rule points to byte {value:,} of the pool, which has {len(pool):,}; the blob is damaged"
            )
        if value and pool[value - 1] != 0:
            raise MalformedCharsmap(
                f"a rule points into the middle of a replacement (byte {value:,} of the pool); the blob is damaged"
            )
        strings[value] = pool[value : pool.index(0, value)].decode()
    return strings
