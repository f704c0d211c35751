"""Trims keep their laws on every text and on every sequence of bytes."""

import ctypes
import subprocess
import sys
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hebrus_analysis.errors import NotText, UnknownName
from hebrus_analysis.unicode import whitespace
from hebrus_analysis.unicode.trims import RULES, SIDES, Edge, find, trim, trim_bytes

SETS = {rule.name: rule.codepoints for rule in RULES.values() if rule.codepoints is not None}
#: Whitespace, its neighbours, characters that end in 85 or A0, and letters; so that most examples have edges.
TEXT = st.text(
    st.one_of(
        st.sampled_from([chr(cp) for cp in sorted(frozenset().union(*SETS.values()))]),
        st.sampled_from("x\0\x08\x0e\x1b!\x84\x86\u00e0\u0105\u4e05\u180e\u200b\u2060\u00ad\U0001f605"),
        st.characters(exclude_categories=["Cs"]),
    )
)
FRAGMENTS = (
    *("20", "78", "00", "0b", "1c", "80", "85", "a0", "bf", "c0", "c2", "c3", "e0", "e1", "e2", "e3", "ed", "ef"),
    *("f0", "f4", "9a", "90", "bb", "ff", "c2a0", "c285", "e28083", "e280", "e38080", "efbbbf", "c0a0", "e080a0"),
    *("eda080", "f4908080"),
)
DATA = st.one_of(st.binary(), st.lists(st.sampled_from(FRAGMENTS)).map(lambda parts: bytes.fromhex("".join(parts))))
EVERY = [(rule, side) for rule in RULES for side in SIDES]
EVERY_SET = [(rule, side) for rule, side in EVERY if rule in SETS]

# The same examples everywhere, and a slow machine breaks no law.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")


def test_members_and_what_sets_the_rules_apart() -> None:
    assert {name: len(members) for name, members in SETS.items()} == {
        "python-strip": 29,
        "white-space": 25,
        "ecmascript": 25,
        "ascii": 6,
        "ascii-no-vt": 5,
    }
    assert SETS["python-strip"] - SETS["white-space"] == {0x1C, 0x1D, 0x1E, 0x1F}
    assert SETS["white-space"] - SETS["python-strip"] == set()
    assert SETS["ecmascript"] - SETS["white-space"] == {0xFEFF}
    assert SETS["white-space"] - SETS["ecmascript"] == {0x85}
    assert SETS["ascii"] - SETS["ascii-no-vt"] == {0x0B}
    assert SETS["ascii-no-vt"] < SETS["ascii"] < SETS["ecmascript"] & SETS["white-space"]


def test_each_edge_derives_from_a_locked_predicate_and_changes_it() -> None:
    for rule in RULES.values():
        for edge in (rule.left, rule.right):
            locked = whitespace.predicate(edge.predicate)
            assert edge.minus <= locked
            assert not edge.plus & locked
    assert Edge("White_Space", bytewise=True).members == {*range(0x09, 0x0E), 0x20, 0x85, 0xA0}


@pytest.mark.skipif(sys.platform == "win32", reason="the C library is loaded by its own name there")
def test_c_bytes_is_what_the_c_library_says_in_the_c_locale() -> None:
    libc = ctypes.CDLL(None)
    said = {byte for byte in range(256) if libc.isspace(byte)}
    assert said == {byte for byte in range(256) if not trim_bytes(bytes([byte]), "c-bytes")}


def test_ecmascript_is_what_v8_trims() -> None:
    script = (
        "const all = Array.from({length: 0x110000}, (_, cp) => cp).filter((cp) => cp < 0xd800 || cp > 0xdfff);"
        "console.log(all.filter((cp) => String.fromCodePoint(cp).trim() === '').join(' '))"
    )
    try:
        done = subprocess.run(["node", "-e", script], capture_output=True, text=True, check=True)
    except FileNotFoundError:
        pytest.skip("there is no node on PATH")
    assert set(map(int, done.stdout.split())) == SETS["ecmascript"]


@given(text=TEXT)
def test_python_strip_is_str_strip_where_the_host_has_the_locked_set(text: str) -> None:
    if host_whitespace() != whitespace.predicate("str.strip"):
        pytest.skip("the host's str.isspace is not the locked set")
    assert trim(text) == text.strip()
    assert trim(text, side="left") == text.lstrip()
    assert trim(text, side="right") == text.rstrip()


@given(data=DATA)
def test_a_trim_is_idempotent(data: bytes) -> None:
    for rule, side in EVERY:
        once = trim_bytes(data, rule, side)
        assert trim_bytes(once, rule, side) == once


@given(data=DATA)
def test_both_is_left_then_right_and_the_order_tells_only_where_the_sides_read_otherwise(data: bytes) -> None:
    for rule in RULES:
        both = trim_bytes(data, rule)
        assert trim_bytes(trim_bytes(data, rule, "left"), rule, "right") == both
        if rule != "reverse-byte-scan":
            assert trim_bytes(trim_bytes(data, rule, "right"), rule, "left") == both


def test_the_two_sides_of_a_reverse_byte_scan_do_not_commute() -> None:
    no_break = "\xa0".encode()
    assert trim_bytes(no_break, "reverse-byte-scan") == b""
    assert trim_bytes(trim_bytes(no_break, "reverse-byte-scan", "right"), "reverse-byte-scan", "left") == b"\xc2"


@given(data=DATA)
def test_what_is_left_is_a_part_of_what_was_given(data: bytes) -> None:
    for rule, side in EVERY:
        left = trim_bytes(data, rule, side)
        assert {"left": data.endswith(left), "right": data.startswith(left), "both": left in data}[side]


@given(text=TEXT)
def test_text_and_its_bytes_are_trimmed_alike(text: str) -> None:
    for rule, side in EVERY_SET:
        trimmed = trim(text, rule, side)
        assert trimmed.encode() == trim_bytes(text.encode(), rule, side)
        members = "".join(map(chr, SETS[rule]))
        assert trimmed == {"left": str.lstrip, "right": str.rstrip, "both": str.strip}[side](text, members)


@given(data=DATA)
def test_only_whole_members_are_removed_and_what_is_ill_formed_never(data: bytes) -> None:
    for rule, side in EVERY_SET:
        kept = trim_bytes(data, rule, side)
        start = 0 if side == "right" else len(data) - len(trim_bytes(data, rule, "left"))
        removed = data[:start] + data[start + len(kept) :]
        assert set(map(ord, removed.decode())) <= SETS[rule]
        # And nothing more could go: what a decoder sees at the edge is no member.
        seen = kept.decode(errors="replace")
        assert side == "right" or ord(seen[:1] or "x") not in SETS[rule]
        assert side == "left" or ord(seen[-1:] or "x") not in SETS[rule]


@pytest.mark.parametrize("rule", SETS)
@pytest.mark.parametrize(
    "hexadecimal", ["c0a0", "e080a0", "f08080a0", "eda080", "f4908080", "c2", "e280", "80", "a0", "ff"]
)
def test_an_ill_formed_sequence_stops_a_trim(rule: str, hexadecimal: str) -> None:
    bad = bytes.fromhex(hexadecimal)
    assert trim_bytes(b" \n" + bad + b"\t ", rule) == bad
    assert trim_bytes(bad + b" x " + bad, rule) == bad + b" x " + bad


@pytest.mark.parametrize("rule", RULES)
def test_a_nul_is_kept_and_ends_nothing(rule: str) -> None:
    assert trim_bytes(b" \0 x \0 ", rule) == b"\0 x \0"


@given(data=DATA)
def test_an_ascii_rule_is_the_same_over_code_points_and_over_bytes(data: bytes) -> None:
    """An ASCII byte is never a part of another character, so no input sets these two apart."""
    for side in SIDES:
        assert trim_bytes(data, "ascii", side) == trim_bytes(data, "c-bytes", side)


@given(data=DATA)
def test_a_reverse_byte_scan_is_right_at_the_left(data: bytes) -> None:
    assert trim_bytes(data, "reverse-byte-scan", "left") == trim_bytes(data, "python-strip", "left")


@pytest.mark.parametrize(
    ("char", "latin1", "scan"),
    [
        ("\u00e0", "c3", "c3"),  # a letter
        ("\u5145", "e5", "e5"),  # E5 85 85: two bytes go
        ("\ucc20", "ecb0", "ecb0"),  # a Hangul syllable
        ("\u00a0", "c2", "c2"),
        ("\u2005", "e280", "e280"),  # a space, cut
        ("\u2003", "e28083", "e28083"),  # a space, kept
        ("\x1c", "1c", ""),
    ],
)
def test_bytewise_trims_cut_characters(char: str, latin1: str, scan: str) -> None:
    assert trim_bytes(char.encode(), "latin1-bytes", "right").hex() == latin1
    assert trim_bytes(char.encode(), "reverse-byte-scan", "right").hex() == scan


def test_a_cut_character_is_shown_as_a_decoder_shows_it() -> None:
    assert trim("\u5145", "latin1-bytes") == "\ufffd"


def test_a_surrogate_is_no_text() -> None:
    with pytest.raises(NotText, match=r"U\+D800 at index 1 is a surrogate"):
        trim(" \ud800")


def test_unknown_names_list_the_known() -> None:
    with pytest.raises(UnknownName, match=r"unknown trim rule 'jinja'; use one of: python-strip, white-space"):
        find("jinja")
    with pytest.raises(UnknownName, match="unknown trim rule"):
        trim("", "isspace")
    with pytest.raises(UnknownName, match="unknown side 'end'; use one of: both, left, right"):
        trim_bytes(b"", side="end")


def test_every_two_rules_differ_by_what_they_are() -> None:
    for one, other in combinations(RULES.values(), 2):
        assert (one.left, one.right) != (other.left, other.right)
        assert one.title != other.title


@cache
def host_whitespace() -> set[int]:
    return {cp for cp in range(sys.maxunicode + 1) if chr(cp).isspace()}
