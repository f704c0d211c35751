"""How code points are written and read: U+XXXX, ranges, literals, escapes."""

import re
from collections.abc import Iterable
from typing import Final

from hebrus_analysis.errors import InvalidCodePoint

_QUOTED: Final = 80  # characters of a text that a message repeats
_NUMBER: Final = re.compile(
    r"(?:(?:u\+|0x|\\u|\\x)([0-9a-f]{1,8})|\\[ux]\{([0-9a-f]{1,8})\}|&#x([0-9a-f]{1,8});|([0-9a-f]{2,8}))",
    re.IGNORECASE,
)
_NO_REFERENCE: Final = frozenset({0, *range(0x80, 0xA0)} - {0x81, 0x8D, 0x8F, 0x90, 0x9D})
_SPELLED: Final = re.compile(r"U\+[0-9A-F]{4,8}", re.IGNORECASE)
MAX: Final = 0x10FFFF


def label(codepoint: int) -> str:
    """Write a code point.

    >>> label(0x200D), label(0x1F600)
    ('U+200D', 'U+1F600')
    """
    return f"U+{codepoint:04X}"


def spell(text: str) -> str:
    """Write a text as its code points.

    >>> spell("e\\u0301")
    'U+0065 U+0301'
    """
    return " ".join(label(ord(char)) for char in text)


def parse(text: str) -> int:
    """Read one code point: ``U+200B``, ``200B``, ``0x200b`` or the literal character.

    A single character always stands for itself; two to eight hexadecimal digits are a number.

    Raises:
        InvalidCodePoint: the notation names no code point, or one beyond U+10FFFF.

    >>> label(parse("200b")), label(parse("é")), label(parse("0x1F600")), label(parse("7"))
    ('U+200B', 'U+00E9', 'U+1F600', 'U+0037')
    """
    if len(text) == 1:
        return ord(text)
    if len(text) > _QUOTED:
        raise InvalidCodePoint(f"a text of {len(text):,} characters names no code point; name them one by one")
    match = _NUMBER.fullmatch(text.strip())
    if not match and len(text) > 1 and not text.isascii():
        raise InvalidCodePoint(f"{text!r} is {len(text)} code points, {spell(text)}; name them one by one")
    if not match:
        raise InvalidCodePoint(f"{text!r} names no code point; write U+200B, 200B, 0x200b or the character itself")
    codepoint = int(match[match.lastindex or 1], 16)
    if codepoint > MAX:
        raise InvalidCodePoint(f"{text!r} is beyond U+10FFFF, the last code point")
    return codepoint


def read_text(text: str) -> str:
    """Read a text that may be written as its code points.

    Raises:
        InvalidCodePoint: one is beyond U+10FFFF.

    >>> read_text("U+0065 U+0301") == "e\\u0301", read_text("U+0065x")
    (True, 'U+0065x')
    """
    words = text.split()
    if words and all(_SPELLED.fullmatch(word) for word in words):
        return "".join(chr(parse(word)) for word in words)
    return text


def parse_range(text: str) -> range:
    """Read one code point or a range of them.

    Raises:
        InvalidCodePoint: an end names no code point, or the range runs backwards.

    >>> parse_range("U+2000..U+200A")
    range(8192, 8203)
    """
    first, dots, last = text.partition("..") if len(text) > 1 else (text, "", "")
    if not dots:
        start = parse(text)
        return range(start, start + 1)
    if not first or not last or last.startswith("."):
        raise InvalidCodePoint(f"{text!r} is no range; write both its ends, as U+2000..U+200A")
    start, end = parse(first), parse(last)
    if end < start:
        raise InvalidCodePoint(f"the range {text!r} runs backwards; write {label(end)}..{label(start)}")
    return range(start, end + 1)


def spans(codepoints: Iterable[int]) -> list[str]:
    """Write a set of code points as ascending ranges.

    >>> spans([0x2003, 0x20, 0x2002, 0x2001])
    ['U+0020', 'U+2001..U+2003']
    """
    runs: list[list[int]] = []
    for codepoint in sorted(set(codepoints)):
        if runs and codepoint == runs[-1][1] + 1:
            runs[-1][1] = codepoint
        else:
            runs.append([codepoint, codepoint])
    return [label(first) if first == last else f"{label(first)}..{label(last)}" for first, last in runs]


def escapes(codepoint: int) -> dict[str, str]:
    """Return how a string literal names the code point in five languages, "" where a language has no way to.

    A numeric reference of HTML from 80 to 9F names the character that Windows-1252 has there, if any, and one of 0
    names U+FFFD: HTML Standard, 13.2.5, numeric character reference end state.

    >>> escapes(0x200D)["Rust"], escapes(0x1F600)["JavaScript"], escapes(0x85)["HTML"]
    ('\\\\u{200D}', '\\\\u{1F600}', '')
    """
    short = f"\\u{codepoint:04X}" if codepoint <= 0xFFFF else f"\\U{codepoint:08X}"
    # C forbids \\u below U+00A0 (ISO/IEC 9899, 6.4.3), so bytes are the only form that always works there.
    encoded = "".join(f"\\x{byte:02X}" for byte in chr(codepoint).encode("utf-8", "surrogatepass"))
    braced = f"\\u{{{codepoint:04X}}}"
    reference = "" if codepoint in _NO_REFERENCE else f"&#x{codepoint:04X};"
    return {"Python": short, "C": encoded, "Rust": braced, "JavaScript": braced, "HTML": reference}
