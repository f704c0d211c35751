"""Names and formal aliases of code points, for people to read."""

from bisect import bisect_right
from collections import defaultdict
from functools import lru_cache
from typing import Final

from hebrus_analysis import oracle

HANGUL_BASE: Final = 0xAC00
HANGUL_END: Final = 0xD7A3
# Jamo short names: The Unicode Standard, section 3.12, table 3-11 (Jamo.txt).
_LEAD: Final = "G,GG,N,D,DD,R,M,B,BB,S,SS,,J,JJ,C,K,T,P,H".split(",")
_VOWEL: Final = "A,AE,YA,YAE,EO,E,YEO,YE,O,WA,WAE,OE,YO,U,WEO,WE,WI,YU,EU,YI,I".split(",")
_TRAIL: Final = ",G,GG,GS,N,NJ,NH,D,L,LG,LM,LB,LS,LT,LP,LH,M,B,BS,S,SS,NG,J,C,K,T,P,H".split(",")


@lru_cache(maxsize=1)
def _names() -> tuple[list[int], list[tuple[int, str]]]:
    starts, rows = [], []
    for span, pattern in oracle.table("unicode/names.tsv"):
        start, _, end = span.partition("..")
        starts.append(int(start, 16))
        rows.append((int(end or start, 16), pattern))
    return starts, rows


@lru_cache(maxsize=1)
def _aliases() -> dict[int, list[tuple[str, str]]]:
    found: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for codepoint, alias, kind in oracle.table("unicode/aliases.tsv"):
        found[int(codepoint, 16)].append((alias, kind))
    return found


def aliases(codepoint: int) -> list[str]:
    """Return the formal name aliases of a code point.

    >>> aliases(0x0B)
    ['LINE TABULATION', 'VERTICAL TABULATION', 'VT']
    """
    return [alias for alias, _ in _aliases().get(codepoint, [])]


def aliased() -> list[int]:
    """Return the code points that have a formal name alias."""
    return list(_aliases())


def name(codepoint: int) -> str:
    """Return the name of a code point; a control's first alias in angle brackets; "" where it has neither.

    >>> name(0x200D), name(0x0B), name(0x4E00), name(0xAC01), name(0x0378)
    ('ZERO WIDTH JOINER', '<LINE TABULATION>', 'CJK UNIFIED IDEOGRAPH-4E00', 'HANGUL SYLLABLE GAG', '')
    """
    if HANGUL_BASE <= codepoint <= HANGUL_END:
        lead, rest = divmod(codepoint - HANGUL_BASE, 588)
        vowel, trail = divmod(rest, 28)
        return f"HANGUL SYLLABLE {_LEAD[lead]}{_VOWEL[vowel]}{_TRAIL[trail]}"
    starts, rows = _names()
    at = bisect_right(starts, codepoint) - 1
    if at >= 0 and codepoint <= rows[at][0]:
        return rows[at][1].replace("*", f"{codepoint:04X}")
    known = aliases(codepoint)
    return f"<{known[0]}>" if known else ""
