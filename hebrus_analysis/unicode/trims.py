"""What implementations remove at the two edges of a text: eight rules, on text and on bytes.

A chat template is trimmed by Jinja, which is Python's ``str.strip``. A port that asks another predicate, or asks it
byte by byte, removes more or less and shifts the prompt by a token, or cuts a character in two.

A rule of code points reads bytes as UTF-8 by one policy: an ill-formed sequence is never whitespace, is never removed
and stops the trim. Overlong forms, surrogates and what is beyond U+10FFFF are ill-formed (The Unicode Standard 16.0,
section 3.9, table 3-7). U+0000 is a character like any other and ends nothing.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, get_args

from hebrus_analysis.errors import NotText, UnknownName
from hebrus_analysis.unicode import whitespace

Side = Literal["both", "left", "right"]
SIDES: Final[tuple[Side, ...]] = get_args(Side)


@dataclass(frozen=True)
class Edge:
    """What a rule removes at one edge, as a locked predicate and the difference from it.

    Attributes:
        predicate: the name in `whitespace.predicates` that the members derive from.
        plus: members that the predicate does not have.
        minus: members of the predicate that this edge leaves.
        bytewise: the members are tested against single bytes of UTF-8, not against code points.
    """

    predicate: str
    plus: frozenset[int] = frozenset()
    minus: frozenset[int] = frozenset()
    bytewise: bool = False

    @property
    def members(self) -> frozenset[int]:
        """Return the code points, or the byte values, that the edge removes."""
        members = whitespace.predicate(self.predicate) | self.plus
        return frozenset(value for value in members - self.minus if value < 0x100 or not self.bytewise)


@dataclass(frozen=True)
class Rule:
    """One way to trim.

    Attributes:
        name: the name that every function and command takes.
        title: what it is, in a phrase.
        source: the authority for what it removes.
        left: what it removes at the beginning.
        right: what it removes at the end.
    """

    name: str
    title: str
    source: str
    left: Edge
    right: Edge

    @property
    def codepoints(self) -> frozenset[int] | None:
        """Return the code points that the rule removes at both edges; None where a rule is no such set."""
        bytewise = self.left.bytewise or self.right.bytewise
        return self.left.members if self.left == self.right and not bytewise else None


def _same(name: str, title: str, source: str, edge: Edge) -> Rule:
    return Rule(name, title, source, left=edge, right=edge)


_PYTHON: Final = Edge("str.strip")
_LISTED: Final = (
    _same("python-strip", "Python's str.strip, and so Jinja's trim", "CPython, asked about every value", _PYTHON),
    _same("white-space", "Unicode White_Space", "PropList.txt, by the regex package", Edge("White_Space")),
    _same(
        "ecmascript",
        "String.prototype.trim of ECMAScript",
        "ECMA-262, WhiteSpace and LineTerminator: White_Space without U+0085 (tc39/ecma262#3303), with U+FEFF",
        Edge("White_Space", plus=frozenset({0xFEFF}), minus=frozenset({0x85})),
    ),
    _same("ascii", "the six of C isspace, as code points", "ISO/IEC 9899, 7.4.1.10", Edge("C isspace")),
    _same(
        "ascii-no-vt",
        "ASCII whitespace of WHATWG and of Rust's is_ascii_whitespace",
        "WHATWG Infra, ASCII whitespace: C isspace without U+000B",
        Edge("C isspace", minus=frozenset({0x0B})),
    ),
    _same(
        "c-bytes",
        "C isspace in the C locale, byte by byte",
        "ISO/IEC 9899, 7.4.1.10; glibc, asked about every byte",
        Edge("C isspace", bytewise=True),
    ),
    _same(
        "latin1-bytes",
        "isspace of a Latin-1 table, byte by byte",
        "macOS isspace in a UTF-8 locale (xbmc/xbmc#4896, 0xA0); a table with NEL (libgit2/libgit2#2778, 0x85)",
        Edge("C isspace", plus=frozenset({0x85, 0xA0}), bytewise=True),
    ),
    # The left edge is decoded, since a port reads forward anyway. At the right edge it would have to find where a
    # character begins; this port asks chr(last byte).isspace() instead, so C2 A0 leaves C2 and C3 A0 is cut.
    Rule(
        "reverse-byte-scan",
        "decoded at the left, at the right each last byte taken for a code point of Python's str.isspace",
        "defined here: the shortest wrong port of str.strip",
        left=_PYTHON,
        right=Edge("str.isspace", bytewise=True),
    ),
)
RULES: Final = {rule.name: rule for rule in _LISTED}


def find(rule: str) -> Rule:
    """Return a rule by its name.

    Raises:
        UnknownName: no such rule; the message lists all.
    """
    if rule not in RULES:
        raise UnknownName("trim rule", rule, RULES)
    return RULES[rule]


def trim(text: str, rule: str = "python-strip", side: Side = "both") -> str:
    """Return a text without what a rule removes.

    A bytewise rule can cut a character; what is left of one is shown as U+FFFD, as decoders do. `trim_bytes` is exact.

    Raises:
        NotText: the text holds a surrogate.
        UnknownName: no such rule, or no such side; the message lists all.

    >>> trim("\\x1f\\u2003a\\ufeff\\n"), trim("\\x1f\\u2003a\\ufeff\\n", "ecmascript")
    ('a\\ufeff', '\\x1f\\u2003a')
    >>> trim("voil\\u00e0", "latin1-bytes"), trim("voil\\u00e0", "white-space", "right")
    ('voil\ufffd', 'voilà')
    """
    try:
        data = text.encode()
    except UnicodeEncodeError as error:
        where = f"U+{ord(text[error.start]):04X} at index {error.start}"
        raise NotText(f"{where} is a surrogate and no character; pair it, or trim bytes") from None
    return trim_bytes(data, rule, side).decode(errors="replace")


def trim_bytes(data: bytes, rule: str = "python-strip", side: Side = "both") -> bytes:
    """Return UTF-8 bytes, well-formed or not, without what a rule removes; ``both`` is left, then right.

    Raises:
        UnknownName: no such rule, or no such side; the message lists all.

    >>> trim_bytes(b" \\xc3\\xa0\\xc2\\xa0"), trim_bytes(b" \\xc3\\xa0\\xc2\\xa0", "latin1-bytes")
    (b'\\xc3\\xa0', b'\\xc3\\xa0\\xc2')
    >>> trim_bytes(b" \\xe0\\x80\\xa0 ")  # an overlong space is ill-formed, no space
    b'\\xe0\\x80\\xa0'
    """
    found = find(rule)
    if side not in SIDES:
        raise UnknownName("side", side, SIDES)
    if side != "right":
        data = _left(data, found.left)
    if side != "left":
        data = _right(data, found.right)
    return data


def _left(data: bytes, edge: Edge) -> bytes:
    if edge.bytewise:
        return data.lstrip(bytes(edge.members))
    return _encode(_decode(data).lstrip(_characters(edge)))


def _right(data: bytes, edge: Edge) -> bytes:
    if edge.bytewise:
        return data.rstrip(bytes(edge.members))
    return _encode(_decode(data).rstrip(_characters(edge)))


@cache
def _characters(edge: Edge) -> str:
    # Named, for a bare strip() would ask the host, whose Unicode may be another.
    return "".join(map(chr, edge.members))


def _decode(data: bytes) -> str:
    # Each byte of an ill-formed sequence becomes a surrogate (PEP 383), which is in no rule and so stops a trim.
    return data.decode(errors="surrogateescape")


def _encode(text: str) -> bytes:
    return text.encode(errors="surrogateescape")
