"""Search code space: of all assigned code points those that meet every condition, with what a map makes of each.

Columns of the frame: those of `sweep`, with ``name`` (object, str) behind ``codepoint``; ``family`` (category) and
``cause`` (category), missing where map and reference agree. ``frame.attrs`` holds what a sweep's holds and ``query``,
the conditions that were given.
"""

import time
from collections.abc import Iterable, Sequence
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
    """Tell whose name or alias a pattern is found in."""
    out = _found(pattern, titles)
    aliased = [(at, alias) for at in _places(codepoints) for alias in names.aliases(int(codepoints[at]))]
    by_alias = _found(pattern, [alias for _, alias in aliased])
    out[[at for (at, _), is_found in zip(aliased, by_alias, strict=True) if is_found]] = True
    return out


def _places(codepoints: NDArray[np.uint32]) -> list[int]:
    places: list[int] = np.flatnonzero(np.isin(codepoints, names.aliased())).tolist()
    return places


def _found(pattern: str, texts: list[str]) -> NDArray[np.bool_]:
    if not regex.search(r"[^A-Za-z0-9 <>-]", pattern):  # every name is of such characters, in capitals
        wanted = pattern.upper()
        return np.fromiter((wanted in text for text in texts), dtype=bool, count=len(texts))
    # What repeats nothing cannot backtrack without end, and the clock would take most of the time.
    deadline = time.monotonic() + TIMEOUT if _QUANTIFIERS & set(pattern) else None
    try:
        together = _together(pattern, texts, deadline)
        if together is not None:
            return together
        expression = _compiled(pattern)
        return np.fromiter(
            (bool(expression.search(text, timeout=_left(deadline))) for text in texts), dtype=bool, count=len(texts)
        )
    except TimeoutError:
        raise BadExpression(
            f"the expression {pattern!r} backtracks: the names were not done in {TIMEOUT:g} s; repeat less in it"
        ) from None


def _together(pattern: str, texts: list[str], deadline: float | None) -> NDArray[np.bool_] | None:
    """Look in all texts at once, a line each, which is far faster; None where an expression reaches beyond its line."""
    if r"\A" in pattern or r"\Z" in pattern:
        return None
    expression, lines = _compiled(pattern, regex.MULTILINE), "\n".join(texts)
    out, at = np.zeros(len(texts), dtype=bool), 0
    hits = []
    while texts and (match := expression.search(lines, at, timeout=_left(deadline))):
        if "\n" in match[0]:
            return None
        hits.append(match.start())
        at = lines.find("\n", match.end()) + 1
        if not at:
            break
    ends = np.cumsum([len(text) + 1 for text in texts])
    out[np.searchsorted(ends, hits, side="right")] = True
    return out


def _left(deadline: float | None) -> float | None:
    return None if deadline is None else max(deadline - time.monotonic(), 1e-6)


def _compiled(pattern: str, flags: int = 0) -> "regex.Pattern[str]":
    # Names are in capitals: only small letters in the expression need the case to be ignored, which takes time.
    small = any(map(str.islower, regex.sub(r"\\[pPN]\{[^}]*\}|\\.", "", pattern)))
    try:
        return regex.compile(pattern, regex.V0 | flags | (regex.IGNORECASE if small else 0))
    except (regex.error, OverflowError, RecursionError, ValueError) as error:
        raise BadExpression(
            f"{pattern!r} is no regular expression: {error}; put a backslash before a character that stands for itself"
        ) from None
