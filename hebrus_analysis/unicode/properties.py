"""Age, category, block and script of every code point, at a chosen Unicode version.

Each property is a dense array of 0x110000 elements, made from the ranges in ``oracles/unicode``.
"""

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hebrus_analysis import oracle
from hebrus_analysis.errors import UnknownName

N_CODEPOINTS: Final = 0x110000
#: The version that the published analysis counts at.
DEFAULT_VERSION: Final = "15.0"
UNASSIGNED: Final = frozenset({"Cn", "Cs", "Co"})

Codes = NDArray[np.uint16]
#: A property as one code per code point, and the values that the codes stand for; code 0 stands for no value.
Table = tuple[Codes, tuple[str, ...]]


def key(version: str) -> tuple[int, ...]:
    """Return a version as numbers, to be ordered by."""
    return tuple(map(int, version.split(".")))


@lru_cache(maxsize=1)
def versions() -> tuple[str, ...]:
    """Return every Unicode version that assigned something, oldest first: 1.1 to the newest captured."""
    return tuple(sorted({row[1] for row in oracle.table("unicode/ages.tsv")}, key=key))


def version(text: str | float) -> str:
    """Return the name of a Unicode version in the form that this package uses.

    Raises:
        UnknownName: no such version; the message lists all.

    >>> version("15"), version(15.1), version("16.0.0")
    ('15.0', '15.1', '16.0')
    """
    given = str(text).removeprefix("v")
    if given.count(".") == 2:
        given = given.removesuffix(".0")
    if given.isdecimal():
        given += ".0"
    if given not in versions():
        raise UnknownName("Unicode version", text, versions())
    return given


@lru_cache
def _dense(name: str) -> Table:
    rows = oracle.table(f"unicode/{name}.tsv")
    values = ("", *dict.fromkeys(value for _, value in rows))
    code = {value: number for number, value in enumerate(values)}
    codes = np.zeros(N_CODEPOINTS, dtype=np.uint16)
    for span, value in rows:
        start, _, end = span.partition("..")
        codes[int(start, 16) : int(end or start, 16) + 1] = code[value]
    codes.setflags(write=False)
    return codes, values


@lru_cache(maxsize=1)
def ages() -> Codes:
    """Return the index into `versions` of each code point's age, plus one; 0 where it has none. Shape (0x110000,)."""
    codes, values = _dense("ages")
    order = np.array([0, *(versions().index(value) + 1 for value in values[1:])], dtype=np.uint16)
    return order[codes]


def age(codepoint: int) -> str:
    """Return the version that assigned a code point, "" for none.

    >>> age(0x200D), age(0x1FAE8), age(0x0378)
    ('1.1', '15.0', '')
    """
    number = int(ages()[codepoint])
    return versions()[number - 1] if number else ""


@lru_cache
def categories(unicode: str) -> Table:
    """Return General_Category at a version as codes and values; unassigned code points have code 0, "".

    Before 9.0, the oldest version captured, categories are those of 9.0; which code points are assigned is exact.
    """
    codes, values = _dense("categories")
    codes = codes.copy()
    for codepoint, value in changed("category", unicode).items():
        codes[codepoint] = values.index(value)
    codes[ages() > versions().index(unicode) + 1] = 0
    return codes, values


def changed(prop: str, unicode: str) -> dict[int, str]:
    """Return the code points whose property at a version is not the newest value, with the value then."""
    found: dict[int, str] = {}
    for codepoint, name, last, value in oracle.table("unicode/changes.tsv"):
        if name == prop and key(unicode) <= key(last):
            found.setdefault(int(codepoint, 16), value)
    return found


def population(unicode: str = DEFAULT_VERSION) -> NDArray[np.uint32]:
    """Return the code points assigned at a version (General_Category not Cn, Cs, Co), ascending, uint32, read-only.

    >>> len(population("15.0"))
    149251
    """
    return _population(version(unicode))


@lru_cache
def _population(unicode: str) -> NDArray[np.uint32]:
    codes, values = categories(unicode)
    excluded = [number for number, value in enumerate(values) if value in UNASSIGNED or not value]
    found = np.flatnonzero(~np.isin(codes, excluded)).astype(np.uint32)
    found.setflags(write=False)
    return found


def category(codepoint: int, unicode: str = DEFAULT_VERSION) -> str:
    """Return General_Category at a version, "Cn" for an unassigned code point."""
    codes, values = categories(version(unicode))
    return values[int(codes[codepoint])] or "Cn"


def blocks() -> Table:
    """Return Block as codes and values."""
    return _dense("blocks")


def scripts() -> Table:
    """Return Script (ISO 15924) as codes and values."""
    return _dense("scripts")


def block(codepoint: int) -> str:
    """Return the block of a code point, "" outside all blocks.

    >>> block(0x200D)
    'General Punctuation'
    """
    codes, values = blocks()
    return values[int(codes[codepoint])]


def script(codepoint: int) -> str:
    """Return the ISO 15924 code of the script, "Zzzz" for none.

    >>> script(0x0915)
    'Deva'
    """
    codes, values = scripts()
    return values[int(codes[codepoint])] or "Zzzz"
