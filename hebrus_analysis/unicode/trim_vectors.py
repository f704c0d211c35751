"""The golden trim vectors: what each rule must leave of inputs that were chosen to tell the rules apart.

The design, in the order of the file:

- ``empty``: the empty string.
- ``member``: each code point that any rule removes; at the left, at the right, at both ends, alone, in the middle.
- ``neighbour``: each code point just before or after a range of any rule, in the same places.
- ``pair``: for each two rules of code points, the first member that only one has, between two members that both have,
  so that the other rule stops half-way: a run at the left, at the right, at both ends, alone.
- ``run``: all members together, up and down, in the same places; and texts of nothing but whitespace.
- ``look-alike``: what is invisible or empty and no rule, or one, removes: U+180E, U+200B, U+2060, U+00AD and others.
- ``last-byte``: characters whose UTF-8 ends in 85 or A0, which a bytewise trim removes, cutting the character.
- ``ill-formed``: each kind of ill-formed sequence alone, beside a letter, and on each side of U+0020 and of U+2003.
- ``nul``: U+0000 beside and within whitespace.

An input that two parts of the design make stands once, where it came first. ``python -m
hebrus_analysis.unicode.trim_vectors`` prints the file.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Any, Final

from hebrus_analysis.unicode.codepoints import label
from hebrus_analysis.unicode.names import name
from hebrus_analysis.unicode.trims import RULES, SIDES, trim_bytes

#: U+115F, U+1160, U+3164 and U+FFA0 are Hangul fillers, U+2800 a Braille cell without dots, U+E0020 a tag.
LOOK_ALIKES: Final = (
    *(0x00AD, 0x034F, 0x061C, 0x115F, 0x1160, 0x180E, 0x200B, 0x200C, 0x200D, 0x2060, 0x2063, 0x2420, 0x2423, 0x2581),
    *(0x2800, 0x3164, 0xFE0F, 0xFFA0, 0xFFFC, 0xFFFD, 0xFFFE, 0xE0020, 0xF00A0, 0x10FFFF),
)
#: Letters of many scripts, U+2020, four emoji; U+C8E0 and U+ACE0 are of xbmc/xbmc#4896, U+88C5 of libgit2/libgit2#2778.
LAST_BYTES: Final = (
    *(0x00C5, 0x00E0, 0x0105, 0x0120, 0x0160, 0x03A0, 0x0420, 0x0445, 0x05E0, 0x0645, 0x0905, 0x0E20),
    *(0x2020, 0x3045, 0x4E05, 0x4E20, 0x5145, 0x88C5, 0xACE0, 0xC8E0, 0x1F605, 0x1F620, 0x1F920, 0x1FA85),
)
ILL_FORMED: Final = {
    "80": "a continuation byte without a lead",
    "bf": "a continuation byte without a lead",
    "85": "a lone byte that is NEXT LINE in Latin-1",
    "a0": "a lone byte that is NO-BREAK SPACE in Latin-1",
    "c2": "the lead of U+0085 and U+00A0, cut short",
    "e2": "the lead of U+2003, cut short",
    "e280": "U+2003 without its last byte",
    "e380": "U+3000 without its last byte",
    "efbb": "U+FEFF without its last byte",
    "f09f98": "U+1F605 without its last byte",
    "c080": "an overlong U+0000",
    "c0a0": "an overlong U+0020",
    "c1bf": "an overlong U+007F",
    "e080a0": "an overlong U+0020",
    "e08285": "an overlong U+0085",
    "f08080a0": "an overlong U+0020",
    "f0828083": "an overlong U+2003",
    "eda080": "the surrogate U+D800",
    "edbfbf": "the surrogate U+DFFF",
    "eda0bdedb885": "U+1F605 as two surrogates (CESU-8)",
    "f4908080": "U+110000, beyond the last code point",
    "f5808080": "a lead beyond the last code point",
    "f8888080a0": "five bytes for one code point",
    "fe": "a byte that is in no UTF-8",
    "ff": "a byte that is in no UTF-8",
    "c260": "U+00A0 with a grave accent for its last byte, which has the same low bits",
    "e28043": "U+2003 with a letter for its last byte, which has the same low bits",
    "e24083": "U+2003 with an at sign for its second byte, which has the same low bits",
    "f28083": "the lead of four bytes before the rest of U+2003",
    "e2e28083": "a cut lead before a whole U+2003",
    "c2c2a0": "a cut lead before a whole U+00A0",
}
_PLACES: Final = {
    "left": ("{}x", "at the left"),
    "right": ("x{}", "at the right"),
    "both": ("{0}x{0}", "at both ends"),
    "alone": ("{}", "alone"),
    "middle": ("x{}y", "in the middle, where no trim reaches"),
}
_ENDS: Final = ("left", "right", "both", "alone")


@dataclass(frozen=True)
class Vector:
    """One input and why it is there.

    Attributes:
        id: unique and stable: the part of the design, what is asked about, and where it stands.
        data: the input.
        reason: one sentence.
        tags: the part of the design first, then the place.
    """

    id: str
    data: bytes
    reason: str
    tags: tuple[str, ...]

    @property
    def well_formed(self) -> bool:
        """Tell whether the input is UTF-8."""
        return self.data.decode(errors="replace").encode() == self.data

    def record(self) -> dict[str, Any]:
        """Return the vector as it stands in the file, with what every rule leaves on every side, in hexadecimal."""
        expected = {rule: {side: trim_bytes(self.data, rule, side).hex() for side in SIDES} for rule in RULES}
        return {
            "id": self.id,
            "input": self.data.hex(),
            "well_formed": self.well_formed,
            "expected": expected,
            "reason": self.reason,
            "tags": list(self.tags),
        }


def vectors() -> list[Vector]:
    """Return every vector of the design.

    >>> [vector.id for vector in vectors()[:3]]
    ['empty', 'member-0009-left', 'member-0009-right']
    """
    made = (
        *(_empty(), _members(), _neighbours(), _pairs(), _runs()),
        *(_look_alikes(), _last_bytes(), _ill_formed(), _nul()),
    )
    once: dict[bytes, Vector] = {}
    for part in made:
        for vector in part:
            once.setdefault(vector.data, vector)
    return list(once.values())


def jsonl() -> str:
    """Return the file: one object on each line, ASCII alone."""
    return "".join(json.dumps(vector.record(), separators=(",", ":")) + "\n" for vector in vectors())


def members() -> frozenset[int]:
    """Return each code point that any rule removes."""
    return frozenset().union(*_codepoint_rules().values())


def neighbours() -> frozenset[int]:
    """Return each code point that is no member and stands just before or just after a member."""
    beside = {codepoint + step for codepoint in members() for step in (-1, 1)}
    return frozenset(beside - members())


def _codepoint_rules() -> dict[str, frozenset[int]]:
    return {rule.name: rule.codepoints for rule in RULES.values() if rule.codepoints is not None}


def _placed(part: str, key: str, text: str, why: str, places: Iterable[str] = tuple(_PLACES)) -> Iterator[Vector]:
    for place in places:
        form, where = _PLACES[place]
        yield Vector(f"{part}-{key}-{place}", form.format(text).encode(), f"{why}, {where}.", (part, place))


def _empty() -> Iterator[Vector]:
    yield Vector("empty", b"", "Nothing to trim.", ("empty",))


def _members() -> Iterator[Vector]:
    for codepoint in sorted(members()):
        having = [rule for rule, its in _codepoint_rules().items() if codepoint in its]
        why = f"{_named(codepoint)}, a member of {', '.join(having)}"
        yield from _placed("member", f"{codepoint:04X}", chr(codepoint), why)


def _neighbours() -> Iterator[Vector]:
    for codepoint in sorted(neighbours()):
        beside = [label(near) for near in (codepoint - 1, codepoint + 1) if near in members()]
        why = f"{_named(codepoint)}, in no rule but next to {' and '.join(beside)}"
        yield from _placed("neighbour", f"{codepoint:04X}", chr(codepoint), why)


def _pairs() -> Iterator[Vector]:
    for (one, its), (other, others) in permutations(_codepoint_rules().items(), 2):
        if its - others:
            first, own, last = min(its & others), min(its - others), max(its & others)
            why = f"{label(own)}, which {one} removes and {other} keeps, between {label(first)} and {label(last)}"
            yield from _placed("pair", f"{one}-{other}", chr(first) + chr(own) + chr(last), why, _ENDS)


def _runs() -> Iterator[Vector]:
    up = "".join(map(chr, sorted(members())))
    yield from _placed("run", "ascending", up, "Every member of any rule, ascending", _ENDS)
    yield from _placed("run", "descending", up[::-1], "Every member of any rule, descending", _ENDS)
    for key, text in {
        "spaces-2": " " * 2,
        "spaces-64": " " * 64,
        "crlf": "\r\n",
        "ascii": "\t\n\v\f\r ",
        "separators": "\x1c\x1d\x1e\x1f",
        "no-break": "\xa0" * 3,
        "ideographic": "\u3000" * 3,
        "next-line": "\x85\n\x85",
    }.items():
        yield from _placed("run", key, text, f"Whitespace alone makes the run {text.encode().hex(' ')}", _ENDS)


def _look_alikes() -> Iterator[Vector]:
    for codepoint in LOOK_ALIKES:
        why = f"{_named(codepoint)}, which looks like whitespace or like nothing and is in no rule"
        yield from _placed("look-alike", f"{codepoint:04X}", chr(codepoint), why, _ENDS)


def _last_bytes() -> Iterator[Vector]:
    for codepoint in LAST_BYTES:
        char = chr(codepoint)
        why = f"{_named(codepoint)}, whose last byte {char.encode()[-1]:02X} is whitespace to a bytewise trim"
        yield from _placed("last-byte", f"{codepoint:04X}", char, why)
        yield from _placed("last-byte", f"{codepoint:04X}-space", f" {char} ", f"{why}, before U+0020", ("right",))


def _ill_formed() -> Iterator[Vector]:
    for sequence, what in ILL_FORMED.items():
        bad = bytes.fromhex(sequence)
        forms = {"alone": bad, "left": bad + b"x", "right": b"x" + bad}
        for key, space in (("0020", b" "), ("2003", "\u2003".encode())):
            forms |= {
                f"left-after-{key}": space + bad + b"x",
                f"left-before-{key}": bad + space + b"x",
                f"right-after-{key}": b"x" + space + bad,
                f"right-before-{key}": b"x" + bad + space,
            }
        for form, data in forms.items():
            place, _, beside = form.partition("-")
            where = {"alone": "alone", "left": "at the left", "right": "at the right"}[place]
            where += f", {beside.replace('-', ' U+')}" if beside else ""
            reason = f"{bad.hex(' ').upper()}, {what}, {where}."
            yield Vector(f"ill-formed-{sequence}-{form}", data, reason, ("ill-formed", place))


def _nul() -> Iterator[Vector]:
    for text in ("\0", "\0x", "x\0", "x\0y", "\0 x", " \0x", "x\0 ", "x \0", " \0 ", " x\0y ", "x\0\u2003"):
        data = text.encode()
        yield Vector(f"nul-{data.hex()}", data, "U+0000 is kept, stops the trim and ends no text.", ("nul",))


def _named(codepoint: int) -> str:
    return f"{label(codepoint)} {name(codepoint)}".rstrip()


if __name__ == "__main__":
    sys.stdout.write(jsonl())
