"""A tiny builder of charsmaps, sound and unsound, and SentencePiece's opinion of them."""

import struct
from collections.abc import Mapping

from sentencepiece import SentencePieceNormalizer, sentencepiece_model_pb2

LEAF, VALUE = 0x100, 1 << 31
#: The defaults of these changed between versions, so every one is always given.
FLAGS = {"add_dummy_prefix": False, "escape_whitespaces": False, "remove_extra_whitespaces": False}

Graph = Mapping[int, Mapping[int, int]]


def unit_number(base: int, byte: int) -> int:
    """Return which unit leads from a base over a byte; base n has block n of 256 units to itself."""
    return 256 * base ^ byte


def trie(graph: Graph, ends: Mapping[int, int]) -> bytearray:
    """Lay out a graph, base to byte to base, from base 1; ``ends`` holds the value of each base where a rule ends."""
    n_bases = 1 + max([1, *graph, *ends, *(base for edges in graph.values() for base in edges.values())])
    # An idle unit must hang from no base, so its label is never its place in the block, and never 0.
    units = [place ^ 1 or 2 for _ in range(n_bases) for place in range(256)]
    units[0] = 256 << 10
    for base, edges in graph.items():
        for byte, child in edges.items():
            at = unit_number(base, byte)
            units[at] = (at ^ 256 * child) << 10 | (LEAF if child in ends else 0) | byte
    for base, value in ends.items():
        units[256 * base] = VALUE | value
    return bytearray(struct.pack(f"<{len(units)}I", *units))


def tree(keys: Mapping[bytes, int]) -> bytearray:
    """Lay out keys and their values, nothing shared."""
    graph: dict[int, dict[int, int]] = {1: {}}
    ends = {}
    for key, value in keys.items():
        base = 1
        for byte in key:
            if byte not in graph[base]:
                graph[base][byte] = len(graph) + 1
                graph[len(graph) + 1] = {}
            base = graph[base][byte]
        ends[base] = value
    return trie(graph, ends)


def pack(units: bytes, pool: bytes) -> bytes:
    """Put a blob together."""
    return struct.pack("<I", len(units)) + units + pool


def charsmap(rules: Mapping[str, str]) -> bytes:
    """Build a map from rules."""
    values, pool = {}, b""
    for key, replacement in rules.items():
        values[key.encode()] = len(pool)
        pool += replacement.encode() + b"\0"
    return pack(tree(values), pool or b"\0")


def patch(units: bytearray, number: int, unit: int) -> bytearray:
    """Overwrite one unit."""
    out = bytearray(units)
    struct.pack_into("<I", out, 4 * number, unit)
    return out


def compiled(rules: Mapping[str, str]) -> bytes:
    """Let SentencePiece build a map from rules."""
    normalizer = SentencePieceNormalizer(norm_map=sorted(rules.items()), **FLAGS)
    spec = sentencepiece_model_pb2.NormalizerSpec.FromString(normalizer.serialized_normalizer_spec())
    return spec.precompiled_charsmap


def sentencepiece(blob: bytes) -> SentencePieceNormalizer:
    """Return SentencePiece with a map; RuntimeError where it refuses it."""
    return SentencePieceNormalizer(
        normalizer_spec=sentencepiece_model_pb2.NormalizerSpec(precompiled_charsmap=blob), **FLAGS
    )


def is_accepted(blob: bytes) -> bool:
    """Tell whether SentencePiece takes a map."""
    try:
        sentencepiece(blob)
    except RuntimeError:
        return False
    return True
