"""Search code space: of all assigned code points those that meet every condition, with what a map makes of each.

Columns of the frame: those of `sweep`, with ``name`` (object, str) behind ``codepoint``; ``family`` (category) and
``cause`` (category), missing where map and reference agree. ``frame.attrs`` holds what a sweep's holds and ``query``,
the conditions that were given.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Final

import numpy as np
import pandas as pd
import regex
from numpy.typing import NDArray

from hebrus_analysis.charsmap import generations
from hebrus_analysis.divergence.families import families
from hebrus_analysis.divergence.sweep import sweep
from hebrus_analysis.errors import BadExpression, UnknownName
from hebrus_analysis.unicode import names, properties
from hebrus_analysis.unicode.codepoints import parse_range

#: What one condition may name: a value, or several of which one must be met.
OneOf = str | Sequence[str]

#: The conditions that name values of a column.
COLUMNS: Final = ("block", "script", "age", "category", "family", "cause")
#: Seconds that an expression may take over all names; it can backtrack without end.
TIMEOUT: Final = 5.0
_QUANTIFIERS: Final = frozenset("*+?{")


def search(
    charsmap: str = generations.STOCK,
    unicode: str = properties.DEFAULT_VERSION,
    *,
    codepoints: str = "",
    name: str = "",
    block: OneOf = (),
    script: OneOf = (),
    age: OneOf = (),
    category: OneOf = (),
    family: OneOf = (),
    cause: OneOf = (),
) -> pd.DataFrame:
    """Return the rows of all assigned code points that meet every condition given, in code point order.

    Args:
        charsmap: the name of a stock map.
        unicode: a Unicode version.
        codepoints: ``U+200B``, ``200B``, ``0x200b``, a range ``U+2000..U+200A``, a literal character, or several of
            these with blanks or commas between them, of which one must be met.
        name: a name, a part of one, or a regular expression, searched in name and formal aliases, in any case.
        block: of which one must be met, here and below.
        script: by ISO 15924 code.
        age: the Unicode version that assigned it.
        category: General_Category, by its short name.
        family: of the divergence.
        cause: of the divergence, whole.

    Raises:
        InvalidCodePoint: a notation names no code point.
        BadExpression: the name is an expression that does not compile, or does not end.
        UnknownName: no such map, version or value; the message lists all, or the nearest.

    >>> search(name="zero width").codepoint.map(hex).tolist()
    ['0x200b', '0x200c', '0x200d', '0xfeff']
    >>> len(search()), len(search(codepoints="U+2000..U+200F", category="Cf", family="spaced"))
    (149251, 5)
    """
    asked = {
        "codepoints": codepoints.strip() or codepoints,
        "name": name,
        "block": _several(block),
        "script": _several(script),
        "age": _several(age),
        "category": _several(category),
        "family": _several(family),
        "cause": _several(cause),
    }
    frame = everything(generations.resolve(charsmap).name, properties.version(unicode))
    keep = np.ones(len(frame), dtype=bool)
    for column in COLUMNS:
        if asked[column]:
            keep &= _among(frame[column], column, asked[column])
    if codepoints:
        keep &= _listed(codepoints)[frame.codepoint.to_numpy()]
    if name:
        keep[keep] = _named(frame.codepoint.to_numpy()[keep], frame.name[keep].tolist(), name)
    out = frame[keep].reset_index(drop=True)
    out.attrs = frame.attrs | {"query": {key: value for key, value in asked.items() if value}}
    return out


@lru_cache(maxsize=4)
def everything(charsmap: str, unicode: str) -> pd.DataFrame:
    """Return the rows of all assigned code points, made once for each map and version; to be read, not written."""
    swept = families(sweep(charsmap, unicode))
    frame = swept.assign(cause=swept.cause.astype("category"))
    frame.insert(1, "name", pd.Series(_names(unicode), dtype=object))
    frame.attrs = swept.attrs
    return frame


def choices(charsmap: str = generations.STOCK, unicode: str = properties.DEFAULT_VERSION) -> dict[str, list[str]]:
    """Return the values of each of `COLUMNS` that some code point has, blocks in the order of code space.

    >>> choices()["family"]
    ['dropped', 'spaced', 'exempt', 'post-freeze']
    """
    frame = everything(generations.resolve(charsmap).name, properties.version(unicode))
    found = {column: list(frame[column].cat.remove_unused_categories().cat.categories) for column in COLUMNS}
    return found | {column: sorted(found[column]) for column in ("script", "category")}


@lru_cache(maxsize=4)
def _names(unicode: str) -> tuple[str, ...]:
    return tuple(map(names.name, properties.population(unicode).tolist()))


def _several(values: OneOf) -> tuple[str, ...]:
    return ((values,) if values else ()) if isinstance(values, str) else tuple(values)


def _among(column: "pd.Series[str]", kind: str, wanted: Iterable[str]) -> NDArray[np.bool_]:
    known = list(column.cat.categories)
    for value in wanted:
        if value not in known:
            raise UnknownName(kind, value, known)
    return np.asarray(column.isin(list(wanted)), dtype=bool)


def _listed(codepoints: str) -> NDArray[np.bool_]:
    """Tell which code points are named, shape (0x110000,); alone, even a blank or a comma is a literal character."""
    words = [codepoints] if len(codepoints) == 1 else codepoints.replace(",", " ").split()
    out = np.zeros(properties.N_CODEPOINTS, dtype=bool)
    for span in map(parse_range, words):
        out[span.start : span.stop] = True
    return out


def _named(codepoints: NDArray[np.uint32], titles: list[str], pattern: str) -> NDArray[np.bool_]:
    found = _finder(pattern)
    try:
        out = np.fromiter(map(bool, map(found, titles)), dtype=bool, count=len(titles))
        for at in np.flatnonzero(np.isin(codepoints, names.aliased())).tolist():
            out[at] |= any(map(found, names.aliases(int(codepoints[at]))))
    except TimeoutError:
        raise BadExpression(
            f"the expression {pattern!r} backtracks: the names were not done in {TIMEOUT:g} s; repeat less in it"
        ) from None
    return out


def _finder(pattern: str) -> Callable[[str], object]:
    """Return what finds an expression in a name; its answer is true or false as a match is."""
    if not regex.search(r"[^A-Za-z0-9 <>-]", pattern):  # every name is of such characters, in capitals
        wanted = pattern.upper()
        return lambda text: wanted in text
    try:
        expression = regex.compile(pattern, regex.IGNORECASE | regex.V0)
    except (regex.error, OverflowError, RecursionError, ValueError) as error:
        raise BadExpression(
            f"{pattern!r} is no regular expression: {error}; put a backslash before a character that stands for itself"
        ) from None
    if not _QUANTIFIERS & set(pattern):  # cannot backtrack without end, and the clock would take most of the time
        return expression.search
    deadline = time.monotonic() + TIMEOUT
    return lambda text: expression.search(text, timeout=max(deadline - time.monotonic(), 1e-6))
