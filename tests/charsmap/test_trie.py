"""What makes a trie unsound, each kind on a map crafted for it, with SentencePiece's opinion of the same bytes."""

import tracemalloc
from collections.abc import Callable

import craft
import pytest
from craft import LEAF, VALUE, charsmap, is_accepted, pack, patch, tree, trie, unit_number

from hebrus_analysis.charsmap import generations
from hebrus_analysis.charsmap import trie as tries
from hebrus_analysis.charsmap.blob import decode
from hebrus_analysis.errors import MalformedCharsmap

POOL = b"x\0yy\0"
AB = tree({b"a": 0, b"ab": 2})
A = unit_number(1, ord("a"))


def ladder(rungs: int) -> bytes:
    """Two ways over each rung, all sharing what comes after: 2 ** rungs keys in 2 * rungs units."""
    return pack(trie({n: {97: n + 1, 98: n + 1} for n in range(1, rungs + 1)}, {rungs + 1: 0}), POOL)


def dead_ladder(rungs: int) -> bytes:
    """The same, but no key ever ends: nothing to apply, and still too much to walk."""
    return pack(trie({n: {97: n + 1, 98: n + 1} for n in range(1, rungs + 1)}, {}), POOL)


def long_way_round(depth: int) -> bytes:
    """A chain with a way in at every twentieth step: no base is far from the root, but a long key exists."""
    chain = {n: {97: n + 1} for n in range(3, depth)}
    return pack(trie({1: {98: 2, 99: 3}, 2: {98 + n // 20: n for n in range(3, depth, 20)}, **chain}, {depth: 0}), POOL)


#: What is wrong, the blob, the message, and whether SentencePiece takes it all the same.
UNSOUND: dict[str, tuple[bytes, str, bool]] = {
    "size no multiple of 1024": (pack(AB[:-4], POOL), "trie size is 4092 bytes.*blocks of 1024", False),
    "no trie": (pack(b"", POOL), "trie size is 0 bytes", False),
    "root with a rule": (pack(patch(AB, 0, 256 << 10 | LEAF), POOL), "rule for the empty string", False),
    "root with a label": (pack(patch(AB, 0, 256 << 10 | 1), POOL), r"unit 0 \(byte 4\) is no root", False),
    "root that is a value": (pack(patch(AB, 0, VALUE), POOL), "unit 0 .* is no root", False),
    "root without children": (pack(patch(AB, 0, 0), POOL), "unit 0 .* is no root", False),
    "root outside": (pack(patch(AB, 0, 1 << 30), POOL), "unit 0 .* points outside the trie of 1,024 units", False),
    "offset outside": (pack(patch(AB, A, 1 << 20 | 97), POOL), f"unit {A} .*points outside the trie", False),
    "wide offset outside": (pack(patch(AB, A, 1 << 12 | 0x200 | 97), POOL), f"unit {A} .*points outside", False),
    "idle unit outside": (pack(patch(AB, 300, 1 << 30 | 7), POOL), r"unit 300 \(byte 1204\) points outside", False),
    "leaf without value": (pack(patch(AB, 512, 5), POOL), f"unit {A} .*ends a rule but leads to no value", False),
    "idle leaf without value": (pack(patch(AB, 300, LEAF | 7), POOL), "unit 300 .*leads to no value", False),
    "value outside the pool": (pack(patch(AB, 512, VALUE | 5), POOL), "points to byte 5 of the pool.* has 5", False),
    "value far outside": (pack(patch(AB, 512, 0xFFFFFFFF), POOL), "points to byte 2,147,483,647 of the pool", False),
    "idle value outside": (pack(patch(AB, 300, VALUE | 99), POOL), "unit 300 .*points to byte 99", False),
    "loop": (pack(trie({1: {97: 2}, 2: {98: 3}, 3: {99: 2}}, {3: 0}), POOL), "leads back into itself", True),
    "loop at the root": (pack(trie({1: {97: 1, 98: 2}}, {2: 0}), POOL), "leads back into itself", True),
    "loop without a rule": (pack(trie({1: {97: 2}, 2: {97: 2}}, {}), POOL), "leads back into itself", True),
    "key that is not UTF-8": (pack(tree({b"\xff": 0}), POOL), f"unit {256 ^ 0xFF} .*byte that is not UTF-8", True),
    "key that is a surrogate": (pack(tree({b"\xed\xa0\x80": 0}), POOL), "byte that is not UTF-8 there", True),
    "key that is overlong": (pack(tree({b"\xc0\x80": 0}), POOL), "byte that is not UTF-8 there", True),
    "key beyond U+10FFFF": (pack(tree({b"\xf4\x90\x80\x80": 0}), POOL), "byte that is not UTF-8 there", True),
    "key ending inside a character": (pack(tree({b"\xc3": 0, b"a": 2}), POOL), "ends a rule inside a character", True),
    "key ending inside a shared one": (
        pack(trie({1: {0xC3: 2, 0xE3: 3}, 2: {0x80: 4}, 3: {0x80: 2}}, {2: 0, 4: 2}), POOL),
        "ends a rule inside a character",
        True,
    ),
    "key with U+0000 in it": (pack(trie({1: {97: 2}, 2: {0: 3, 98: 4}}, {3: 0, 4: 0}), POOL), "with U\\+0000", True),
    "overlong key": (pack(tree({b"a" * 257: 0}), POOL), "key of over 256 bytes", True),
    "overlong key on the long way round": (long_way_round(400), "a key over 256 bytes", True),
    "a million million keys": (ladder(40), "made to exhaust memory", True),
    "2 ** 250 keys": (ladder(250), "made to exhaust memory", True),
    "as many ways to no key": (dead_ladder(250), "made to exhaust memory", True),
    "33 keys that begin one another": (
        charsmap({"a" * n: str(n) for n in range(1, 34)}),
        "over 32 keys that begin one another",
        True,
    ),
}


@pytest.mark.parametrize(("blob", "message", "sentencepiece_accepts"), UNSOUND.values(), ids=UNSOUND)
def test_unsound_tries_are_refused(blob: bytes, message: str, sentencepiece_accepts: bool) -> None:
    with pytest.raises(MalformedCharsmap, match=message):
        decode(blob)
    assert is_accepted(blob) == sentencepiece_accepts


@pytest.mark.parametrize("make", [ladder, dead_ladder])
def test_refusing_an_explosion_takes_little_memory(make: Callable[[int], bytes]) -> None:
    blob = make(250)
    tracemalloc.start()
    with pytest.raises(MalformedCharsmap):
        decode(blob)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 100 * len(blob)


def test_sentencepiece_reads_only_the_shortest_keys_of_a_deep_nest() -> None:
    """This is why such a map is refused: it could not be applied whole."""
    deep = craft.sentencepiece(charsmap({"a" * n: f"<{n}>" for n in range(1, 34)}))
    assert deep.Normalize("a" * 33) == "<32><1>"
    rules = {"a" * n: f"<{n}>" for n in range(1, 33)}
    for length in (1, 31, 32, 33, 70):
        assert decode(charsmap(rules)).normalize("a" * length) == craft.sentencepiece(charsmap(rules)).Normalize(
            "a" * length
        )


def test_longest_keys_that_are_taken() -> None:
    taken = decode(charsmap({"a" * 256: "x"}))
    assert taken.trie.longest == 256
    assert taken.rules() == {"a" * 256: "x"}


def test_equal_subtrees_may_be_shared_between_utf8_states() -> None:
    """After E0 only A0..BF may follow, after E1 more; a builder may share what follows both."""
    blob = pack(trie({1: {0xE0: 2, 0xE1: 2}, 2: {0xA0: 3}, 3: {0x80: 4}}, {4: 2}), POOL)
    assert decode(blob).rules() == {"\u0800": "yy", "\u1800": "yy"} == dict(craft.sentencepiece(blob).Decompile())


def test_paths_that_lead_to_no_rule_change_nothing() -> None:
    blob = pack(trie({1: {97: 2}, 2: {98: 3, 99: 4}}, {4: 0}), POOL)
    taken = decode(blob)
    assert taken.rules() == {"ac": "x"}
    assert taken.normalize("a ab ac abc") == "a ab x abc" == craft.sentencepiece(blob).Normalize("a ab ac abc")


def test_a_map_without_rules_changes_nothing() -> None:
    for graph in ({1: {}}, {1: {97: 2}}):
        taken = decode(pack(trie(graph, {}), POOL))
        assert (taken.n_rules, taken.rules(), taken.trie.longest) == (0, {}, 0)
        assert taken.normalize("ab") == "ab"
        assert taken.normalize(b"a\xff") == "a\ufffd".encode()
        assert taken.sweep([0x61, 0xAD]).tolist() == ["a", "\xad"]
        assert [len(part) for part in taken.single_rules()] == [0, 0]


def test_counts_of_the_stock_map() -> None:
    stock = generations.load().trie
    assert (stock.n_nodes, stock.n_rules, stock.longest) == (29_403, 224_711, 10)
    assert not stock.children.flags.writeable


def test_find_takes_whole_keys_alone() -> None:
    stock = generations.load().trie
    assert stock.find("\ufb01".encode()) >= 0
    for key in (b"", b"\0", "\ufb01".encode()[:2], "\ufb01\0".encode(), "\ufb01a".encode(), b"\xff" * 300):
        assert stock.find(key) == -1


def test_known_maps_stay_far_from_every_bound() -> None:
    for name in generations.catalogue():
        known = generations.load(name).trie
        assert known.longest * 8 < tries.MAX_KEY_BYTES
        assert known.n_rules * 8 < tries.MAX_PREFIXES
