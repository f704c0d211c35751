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
from hebrus_analysis.charsmap.rules import Rules
from hebrus_analysis.charsmap.trie import Trie, parse
from hebrus_analysis.errors import InvalidCodePoint, MalformedCharsmap

HEADER: Final = struct.Struct("<I")
#: The known maps are a quarter of a megabyte; this bounds what a hostile file can make us allocate.
MAX_BLOB_BYTES: Final = 16 << 20
#: The known replacements have at most 33 bytes; this bounds by how much a map can blow up a text.
MAX_REPLACEMENT_BYTES: Final = 1024


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
        return self.rule_arrays().as_dict()

    def rule_arrays(self) -> Rules:
        """Return every rule, as arrays."""
        keys, values = [], []
        nodes, spelled = np.array([0], dtype=np.int32), np.zeros((1, max(self.trie.longest, 1)), dtype=np.uint8)
        length = 0
        while len(nodes):
            ending = np.flatnonzero(self.trie.value[nodes] >= 0)
            keys.append(spelled[ending])
            values.append(self.trie.value[nodes[ending]])
            nodes, parent = self.trie.expand(nodes)
            spelled = spelled[parent]
            if len(nodes):
                spelled[:, length] = self.trie.label[nodes]
            length += 1
        whole = np.concatenate(keys)
        joined = whole.view(f"S{whole.shape[1]}").ravel()
        order = np.argsort(joined, kind="stable")
        positions, which = np.unique(np.concatenate(values)[order], return_inverse=True)
        replacements = [self.pool[position] for position in positions.tolist()]
        number = {text: at for at, text in enumerate(dict.fromkeys(replacements))}
        numbers = np.array([number[text] for text in replacements], dtype=np.int32)
        return Rules(joined[order], numbers[which], tuple(number))

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
            scalars = (lead if length == 1 else scalars[parent] << 6 | byte & 0x3F).astype(np.uint32)
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

        Raises:
            InvalidCodePoint: a number is no code point.
        """
        asked = np.asarray(codepoints, dtype=np.int64)
        keys, replacements = self.single_rules()
        try:
            out = np.array(list(map(chr, asked.ravel().tolist())), dtype=object)
        except (ValueError, OverflowError):
            raise InvalidCodePoint("a number to be swept is no code point; they run from 0 to 0x10FFFF") from None
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
        return longest_match.normalize(self.trie, self._replacements, data)

    @cached_property
    def _replacements(self) -> longest_match.Replacements:
        return longest_match.Replacements.of(self.blob[HEADER.size + self.trie.label.nbytes :])


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
    pool = blob[start:]
    parsed = parse(blob[HEADER.size : start], len(pool))
    return Charsmap(blob, parsed, _read_pool(pool, parsed.value[parsed.value >= 0], start))


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
    ends = np.flatnonzero(np.frombuffer(pool, dtype=np.uint8) == 0)
    pointed = np.zeros(len(pool), dtype=bool)
    pointed[values] = True
    start = np.flatnonzero(pointed)
    begins = np.zeros(len(pool), dtype=bool)
    begins[0] = True
    begins[ends[:-1] + 1] = True
    inside = start[~begins[start]]
    if inside.size:
        raise MalformedCharsmap(
            f"a rule points into the middle of a replacement (byte {inside[0]:,} of the pool); the blob is damaged"
        )
    stop = ends[np.searchsorted(ends, start)]
    long = start[stop - start > MAX_REPLACEMENT_BYTES]
    if long.size:
        raise MalformedCharsmap(
            f"the replacement at byte {long[0]:,} of the pool has over {MAX_REPLACEMENT_BYTES:,} bytes, as none in a "
            "real map has; the blob is damaged or made to exhaust memory"
        )
    return {low: pool[low:high].decode() for low, high in zip(start.tolist(), stop.tolist(), strict=True)}
