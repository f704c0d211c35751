"""The double-array trie inside a charsmap, checked whole before it is used.

Layout of a unit (32 bits, little endian), from darts-clone ``darts.h``, class ``DoubleArrayUnit``: bits 0-7 and 31
the label, bit 8 whether a rule ends here, bits 10-30 the offset to the children (times 256 where bit 9 is set). A unit
with bit 31 set is a value, not a node. A child for byte ``b`` stands at ``target ^ b`` and carries the label ``b``.

The builder shares equal subtrees, so the nodes form an acyclic graph, not a tree: 29,403 nodes spell the stock map's
224,711 keys.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hebrus_analysis.charsmap import utf8
from hebrus_analysis.errors import MalformedCharsmap

Array = NDArray[np.int32]

#: Darts builds in blocks of 256 units, so that ``target ^ byte`` never leaves the array.
BLOCK_BYTES: Final = 1024
#: No known map has keys over 19 bytes; without a bound a loop could not be told from a key.
MAX_KEY_BYTES: Final = 1024
#: The known maps hold about 225,000 rules; shared subtrees could spell more keys than memory holds.
MAX_RULES: Final = 1 << 22


@dataclass(frozen=True, slots=True, eq=False)
class Trie:
    """A validated trie. Node 0 is the root; every array is int32 and read-only.

    Attributes:
        label: per unit, the byte that leads into it; -1 where the unit is a value.
        target: per unit, its base: its child for byte ``b`` is ``target ^ b`` if that unit's label is ``b``.
        value: per unit, the position of the replacement in the pool; -1 where no rule ends.
        children: unit numbers, grouped by base.
        first: those of base ``t`` are ``children[first[t]:first[t + 1]]``.
        n_nodes: number of nodes that some key passes through, the root left out.
        n_rules: number of keys.
        longest: length of the longest key in bytes.
    """

    label: Array
    target: Array
    value: Array
    children: Array
    first: Array
    n_nodes: int
    n_rules: int
    longest: int

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
        return _expand(self.target, self.children, self.first, nodes)


def parse(raw: bytes) -> Trie:
    """Parse and validate the trie part of a blob.

    Raises:
        MalformedCharsmap: a size that is no multiple of 1,024 bytes, an offset outside the array, a leaf without a
            value, a loop, a key that is empty or not UTF-8, more than 4,194,304 keys or one over 1,024 bytes.
    """
    if not raw or len(raw) % BLOCK_BYTES:
        raise MalformedCharsmap(
            f"charsmap header: the trie size is {len(raw)} bytes, but a trie comes in blocks of {BLOCK_BYTES} bytes; "
            "the blob is damaged or is no charsmap"
        )
    units = np.frombuffer(raw, dtype="<u4").astype(np.int64)
    size = len(units)
    label = np.where(units >> 31, -1, units & 0xFF)
    label[0] = 0  # no byte leads into the root
    target = np.arange(size) ^ ((units >> 10 & 0x1FFFFF) << ((units & 0x200) >> 6))

    # A unit's label and place tell the base it hangs from, so one sort makes all lists of children.
    nodes = np.flatnonzero(label > 0)
    bases = nodes ^ label[nodes]
    children = nodes[np.argsort(bases, kind="stable")]
    first = np.concatenate(([0], np.cumsum(np.bincount(bases, minlength=size))))

    label, target, children, first = (np.ascontiguousarray(a, dtype=np.int32) for a in (label, target, children, first))
    reached, boundary = _reach(label, target, children, first)
    value = _values(units, target, reached, boundary)
    n_rules, longest = _count(target, children, first, value, len(reached))
    for array in (label, target, value, children, first):
        array.setflags(write=False)
    return Trie(label, target, value, children, first, len(reached) - 1, n_rules, longest)


def _expand(target: Array, children: Array, first: Array, nodes: Array) -> tuple[Array, Array]:
    low = first[target[nodes]]
    count = first[target[nodes] + 1] - low
    parent = np.repeat(np.arange(len(nodes), dtype=np.int32), count)
    shift = np.repeat(low - (np.cumsum(count) - count), count)
    return children[shift + np.arange(len(parent))], parent


def _reach(label: Array, target: Array, children: Array, first: Array) -> tuple[Array, NDArray[np.bool_]]:
    """Walk every path once per UTF-8 state: the nodes reached, and whether each unit is reached between characters."""
    seen = np.zeros((len(label), utf8.N_STATES), dtype=bool)
    seen[0, utf8.BOUNDARY] = True
    nodes, states = np.array([0], dtype=np.int32), np.array([utf8.BOUNDARY], dtype=np.uint8)
    for _ in range(MAX_KEY_BYTES + 1):
        outside = np.flatnonzero(target[nodes] >= len(label))
        if outside.size:
            raise _bad_unit(nodes[outside[0]], f"points outside the trie of {len(label):,} units")
        child, parent = _expand(target, children, first, nodes)
        if not child.size:
            within = seen.copy()
            within[:, utf8.BOUNDARY] = False
            return np.flatnonzero(seen.any(axis=1)).astype(np.int32), ~within.any(axis=1)
        state = utf8.TRANSITIONS[states[parent], label[child]]
        rejected = np.flatnonzero(state == utf8.REJECT)
        if rejected.size:
            raise _bad_unit(child[rejected[0]], "continues a key with a byte that is not UTF-8 there")
        fresh = np.unique(child.astype(np.int64) * utf8.N_STATES + state)
        fresh = fresh[~seen.reshape(-1)[fresh]]
        seen.reshape(-1)[fresh] = True
        nodes, states = (fresh // utf8.N_STATES).astype(np.int32), (fresh % utf8.N_STATES).astype(np.uint8)
    raise MalformedCharsmap(f"the trie has a key of over {MAX_KEY_BYTES:,} bytes, which no real map has; it is damaged")


def _values(units: NDArray[np.int64], target: Array, reached: Array, boundary: NDArray[np.bool_]) -> Array:
    value = np.full(len(units), -1, dtype=np.int32)
    leaves = reached[units[reached] & 0x100 != 0]
    if leaves.size and leaves[0] == 0:
        raise MalformedCharsmap("the trie has a rule for the empty string, which would never advance; it is damaged")
    slots = units[target[leaves]]
    bare = np.flatnonzero(slots >> 31 == 0)
    if bare.size:
        raise _bad_unit(leaves[bare[0]], "ends a rule but leads to no value")
    broken = np.flatnonzero(~boundary[leaves])
    if broken.size:
        raise _bad_unit(leaves[broken[0]], "ends a rule inside a character")
    value[leaves] = slots & 0x7FFFFFFF
    return value


def _count(target: Array, children: Array, first: Array, value: Array, n_reached: int) -> tuple[int, int]:
    """Count the keys without spelling them, in topological order; what is left over after that is a loop."""
    size = len(target)
    pending = np.zeros(size, dtype=np.int64)
    frontier = np.array([0], dtype=np.int32)
    seen = np.zeros(size, dtype=bool)
    while frontier.size:
        child, _ = _expand(target, children, first, frontier)
        np.add.at(pending, child, 1)
        frontier = np.unique(child[~seen[child]])
        seen[frontier] = True

    paths = np.zeros(size)  # float64: doubling overflows to inf instead of wrapping round
    paths[0] = 1
    frontier, peeled, depth, longest, rules = np.array([0], dtype=np.int32), 0, 0, 0, 0.0
    while frontier.size:
        peeled += len(frontier)
        ending = value[frontier] >= 0
        rules += float(paths[frontier][ending].sum())
        longest = depth if ending.any() else longest
        child, parent = _expand(target, children, first, frontier)
        np.add.at(paths, child, paths[frontier][parent])
        np.subtract.at(pending, child, 1)
        frontier = np.unique(child[pending[child] == 0])
        depth += 1
        if rules > MAX_RULES or depth > MAX_KEY_BYTES:
            raise MalformedCharsmap(
                f"the trie spells over {MAX_RULES:,} keys or one over {MAX_KEY_BYTES:,} bytes, as no real map does; "
                "it is damaged or made to exhaust memory"
            )
    if peeled != n_reached:
        raise MalformedCharsmap("the trie leads back into itself, so a key would never end; the blob is damaged")
    return int(rules), longest


def _bad_unit(unit: int, what: str) -> MalformedCharsmap:
    return MalformedCharsmap(f"charsmap trie: unit {unit} (byte {4 + 4 * unit}) {what}; the blob is damaged")
