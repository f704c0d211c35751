"""The double-array trie inside a charsmap, checked whole before it is used.

Layout of a unit (32 bits, little endian), from darts-clone ``darts.h``, class ``DoubleArrayUnit``: bits 0-7 and 31
the label, bit 8 whether a rule ends here, bits 10-30 the offset to the children (times 256 where bit 9 is set). A unit
with bit 31 set is a value, not a node. A child for byte ``b`` stands at ``target ^ b`` and carries the label ``b``.

The builder shares equal subtrees, so the nodes form an acyclic graph, not a tree: 29,403 nodes spell the stock map's
224,711 keys.
"""

from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hebrus_analysis.charsmap import utf8
from hebrus_analysis.errors import MalformedCharsmap

Array = NDArray[np.int32]

#: Darts builds in blocks of 256 units, so that ``target ^ byte`` never leaves the array.
BLOCK_BYTES: Final = 1024
#: A unit from here on is a value.
VALUE: Final = 1 << 31
#: No known map has keys over 12 bytes; the bound also ends the walk along a loop.
MAX_KEY_BYTES: Final = 256
#: The known maps have about 260,000; shared subtrees could spell more than memory holds.
MAX_PREFIXES: Final = 1 << 21
#: Of the keys that begin one text SentencePiece sees the shortest 32: ``normalizer.h``, ``kMaxTrieResultsSize``.
MAX_NESTED_KEYS: Final = 32


@dataclass(frozen=True, slots=True, eq=False)
class Trie:
    """A validated trie. Node 0 is the root; every array is int32 and read-only.

    Attributes:
        label: per unit, the byte that leads into it; -1 where the unit is a value.
        target: per unit, its base: its child for byte ``b`` is ``target ^ b`` if that unit's label is ``b``.
        value: per unit, the position of the replacement in the pool; -1 where no rule ends.
        children: unit numbers, grouped by base.
        first: those of base ``t`` are ``children[first[t]:first[t + 1]]``.
        n_nodes: number of nodes that the root leads to.
        n_rules: number of keys.
        longest: length of the longest key in bytes.
    """

    label: Array
    target: Array
    value: Array
    children: Array
    first: Array
    n_nodes: int = 0
    n_rules: int = 0
    longest: int = 0

    def find(self, key: bytes) -> int:
        """Return the value of exactly this key, -1 if it is no rule."""
        node = 0
        for byte in key:
            node = int(self.target[node]) ^ byte
            if not byte or self.label[node] != byte:
                return -1
        return int(self.value[node])

    def expand(self, nodes: Array) -> tuple[Array, Array]:
        """Return the children of all the nodes, and for each child the position of its parent within ``nodes``."""
        return self.branch(self.target[nodes])

    def branch(self, bases: Array) -> tuple[Array, Array]:
        """Return the nodes that hang from all the bases, and for each the position of its base within ``bases``."""
        low = self.first[bases]
        count = self.first[bases + 1] - low
        parent = np.repeat(np.arange(len(bases), dtype=np.int32), count)
        shift = np.repeat(low - (np.cumsum(count, dtype=np.int32) - count), count)
        return self.children[shift + np.arange(len(parent), dtype=np.int32)], parent


def parse(raw: bytes, pool_bytes: int = 1 << 31) -> Trie:
    """Parse and validate the trie part of a blob.

    Args:
        raw: the trie.
        pool_bytes: size of the pool that its values point into.

    Raises:
        MalformedCharsmap: a size that is no multiple of 1,024 bytes, an offset outside the array, a leaf without a
            value, a value outside the pool, a loop, a key that is empty, holds U+0000 or is not UTF-8, or more or
            longer keys than any real map has.
    """
    if not raw or len(raw) % BLOCK_BYTES:
        raise MalformedCharsmap(
            f"charsmap header: the trie size is {len(raw)} bytes, but a trie comes in blocks of {BLOCK_BYTES} bytes; "
            "the blob is damaged or is no charsmap"
        )
    units = np.frombuffer(raw, dtype="<u4").astype(np.int64)
    is_node = units < VALUE
    offset = units >> 10 << ((units & 0x200) >> 6)
    label = _frozen(np.where(is_node, units & 0xFF, -1))
    target = _frozen(np.where(is_node, np.arange(len(units)) ^ offset, 0))
    leaves = np.flatnonzero(is_node & (units & 0x100 != 0))
    _check_units(units, target, leaves, pool_bytes)
    value = np.full(len(units), -1)
    value[leaves] = units[target[leaves]] - VALUE

    # A unit's label and place tell the base it hangs from, so one sort makes all lists of children.
    nodes = np.flatnonzero(label > 0)
    bases = nodes ^ label[nodes]
    children = _frozen(nodes[np.argsort(bases, kind="stable")])
    first = _frozen(np.concatenate(([0], np.cumsum(np.bincount(bases, minlength=len(units))))))

    trie = Trie(label, target, _frozen(value), children, first)
    bases_reached = _reach(trie)
    n_rules, longest = _count(trie, bases_reached)
    return replace(trie, n_nodes=len(trie.branch(bases_reached)[0]), n_rules=n_rules, longest=longest)


def _frozen(array: NDArray[Any]) -> Array:
    out = np.ascontiguousarray(array, dtype=np.int32)
    out.setflags(write=False)
    return out


def _check_units(units: NDArray[np.int64], target: Array, leaves: NDArray[np.intp], pool_bytes: int) -> None:
    """Refuse what SentencePiece refuses, units that no key leads to included: ``darts.h``, ``validate``."""
    if units[0] & 0x100:
        raise MalformedCharsmap("the trie has a rule for the empty string, which would never advance; it is damaged")
    if units[0] & (VALUE | 0xFF) or target[0] == 0:
        raise _bad_unit(0, "is no root")
    outside = np.flatnonzero(target >= len(units))
    if outside.size:
        raise _bad_unit(outside[0], f"points outside the trie of {len(units):,} units")
    bare = leaves[units[target[leaves]] < VALUE]
    if bare.size:
        raise _bad_unit(bare[0], "ends a rule but leads to no value")
    beyond = np.flatnonzero(units >= VALUE + pool_bytes)
    if beyond.size:
        value = units[beyond[0]] - VALUE
        raise _bad_unit(beyond[0], f"points to byte {value:,} of the pool, which has {pool_bytes:,}")


def _distinct(numbers: Array, scratch: Array) -> Array:
    """Drop repeated numbers; faster than sorting, since the scratch has a place for every number."""
    scratch[numbers] = np.arange(len(numbers))
    last: Array = numbers[scratch[numbers] == np.arange(len(numbers))]
    return last


def _reach(trie: Trie) -> Array:
    """Walk from base to base, once per UTF-8 state, and return the bases it comes to."""
    seen = np.zeros(len(trie.label) * utf8.N_STATES, dtype=bool)
    scratch = np.empty(len(seen), dtype=np.int32)
    frontier = trie.target[:1] * np.int32(utf8.N_STATES) + np.int32(utf8.BOUNDARY)
    for _ in range(MAX_KEY_BYTES + 2):
        if not frontier.size:
            return np.flatnonzero(seen.reshape(-1, utf8.N_STATES).any(axis=1)).astype(np.int32)
        seen[frontier] = True
        bases, states = np.divmod(frontier, np.int32(utf8.N_STATES))
        # U+0000 would be read on by some and end the text for others; no builder makes such a key.
        null = np.flatnonzero(trie.label[bases] == 0)
        if null.size:
            raise _bad_unit(bases[null[0]], "continues a key with U+0000")
        unit, parent = trie.branch(bases)
        state = utf8.TRANSITIONS[states[parent], trie.label[unit]]
        rejected = np.flatnonzero(state == utf8.REJECT)
        if rejected.size:
            raise _bad_unit(unit[rejected[0]], "continues a key with a byte that is not UTF-8 there")
        inside = np.flatnonzero((state != utf8.BOUNDARY) & (trie.value[unit] >= 0))
        if inside.size:
            raise _bad_unit(unit[inside[0]], "ends a rule inside a character")
        fresh = trie.target[unit] * np.int32(utf8.N_STATES) + state
        frontier = _distinct(fresh[~seen[fresh]], scratch)
    raise MalformedCharsmap(f"the trie has a key of over {MAX_KEY_BYTES:,} bytes, which no real map has; it is damaged")


def _count(trie: Trie, reached: Array) -> tuple[int, int]:
    """Count the keys without spelling them, parents before children; what is left over after that is a loop."""
    size = len(trie.target)
    pending = np.bincount(trie.target[trie.branch(reached)[0]], minlength=size)
    paths, nested = np.zeros((2, size), dtype=np.int64)
    paths[trie.target[0]] = 1
    scratch = np.empty(size, dtype=np.int32)
    frontier, peeled, depth, longest, rules, prefixes = trie.target[:1], 0, 0, 0, 0, 0
    while frontier.size:
        peeled += len(frontier)
        depth += 1
        unit, parent = trie.branch(frontier)
        base, ends, spelled = trie.target[unit], trie.value[unit] >= 0, paths[frontier][parent]
        rules += int(spelled[ends].sum())
        prefixes += int(spelled.sum())
        longest = depth if ends.any() else longest
        if prefixes > MAX_PREFIXES or longest > MAX_KEY_BYTES:
            raise MalformedCharsmap(
                f"the trie spells over {MAX_PREFIXES:,} beginnings of keys or a key over {MAX_KEY_BYTES:,} bytes, "
                "as no real map does; it is damaged or made to exhaust memory"
            )
        np.add.at(paths, base, spelled)
        np.maximum.at(nested, base, nested[frontier][parent] + ends)
        np.subtract.at(pending, base, 1)
        frontier = _distinct(base[pending[base] == 0], scratch)
    if peeled != len(reached):
        raise MalformedCharsmap("the trie leads back into itself, so a key would never end; the blob is damaged")
    if nested.max() > MAX_NESTED_KEYS:
        raise MalformedCharsmap(
            f"the trie has over {MAX_NESTED_KEYS} keys that begin one another, of which SentencePiece reads only the "
            f"{MAX_NESTED_KEYS} shortest; no builder makes such a map"
        )
    return rules, longest


def _bad_unit(unit: int, what: str) -> MalformedCharsmap:
    return MalformedCharsmap(f"charsmap trie: unit {unit} (byte {4 + 4 * unit}) {what}; the blob is damaged")
