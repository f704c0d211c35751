"""Search code space: of all assigned code points those that meet every condition, with what a map makes of each.

Columns of the frame: those of `sweep`, with ``name`` (object, str) behind ``codepoint``; ``family`` (category) and
``cause`` (category), missing where map and reference agree; and, where two implementations were held against each
other, ``differ`` (object, str), how they part. ``frame.attrs`` holds what a sweep's holds, ``query``, the conditions
that were given, and ``unassigned``, on how many code points the two part, whatever else was asked, that are no assigned
characters of this Unicode.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hebrus_analysis.charsmap import generations
from hebrus_analysis.divergence.compare import Comparison, compare
from hebrus_analysis.divergence.families import families
from hebrus_analysis.divergence.sweep import sweep
from hebrus_analysis.errors import InvalidCodePoint, UnknownName
from hebrus_analysis.unicode import names, properties
from hebrus_analysis.unicode.codepoints import parse_range
from hebrus_analysis.unicode.named import named

#: What one condition may name: a value, or several of which one must be met.
OneOf = str | Sequence[str]

#: The conditions that name values of a column.
COLUMNS: Final = ("block", "script", "age", "category", "action", "family", "cause")


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
    action: OneOf = (),
    family: OneOf = (),
    cause: OneOf = (),
    differ: tuple[str, str] | tuple[()] = (),
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
        action: what the map does to it: kept, deleted, space, replaced.
        family: of the divergence.
        cause: of the divergence, whole.
        differ: two predicates, trims, maps or normalizers, as `compare` takes them, which must part.

    Raises:
        InvalidCodePoint: a notation names no code point.
        BadExpression: the name is an expression that does not compile, or does not end.
        UnknownName: no such map, version, value or implementation; the message lists all, or the nearest.
        NotComparable: a normalizer beside a predicate or a trim.

    >>> search(name="zero width").codepoint.map(hex).tolist()
    ['0x200b', '0x200c', '0x200d', '0xfeff']
    >>> len(search()), len(search(codepoints="U+2000..U+200F", category="Cf", family="spaced"))
    (149251, 5)
    >>> search(differ=("node: trim", "jinja2: trim")).differ.value_counts().to_dict()
    {'only jinja2: trim': 5, 'only node: trim': 1}
    """
    asked = {
        "codepoints": codepoints,
        "name": name.strip(),
        "block": _several(block),
        "script": _several(script),
        "age": _several(age),
        "category": _several(category),
        "action": _several(action),
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
    if differ:
        compared = _compared(*differ)
        asked["differ"], parted = (compared.first, compared.second), compared.differences()
        keep &= np.isin(frame.codepoint.to_numpy(), list(parted))
    if asked["name"]:
        keep[keep] = named(frame.codepoint.to_numpy()[keep], frame.name[keep].tolist(), name.strip())
    out = frame[keep].reset_index(drop=True)
    out.attrs = frame.attrs | {"query": {key: value for key, value in asked.items() if value}, "unassigned": 0}
    if differ:
        out["differ"] = pd.Series([parted[codepoint] for codepoint in out.codepoint.tolist()], dtype=object)
        out.attrs["unassigned"] = len(parted.keys() - set(frame.codepoint.tolist()))
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


@lru_cache(maxsize=8)
def _compared(one: str, other: str) -> Comparison:
    return compare(one, other)


@lru_cache(maxsize=4)
def _names(unicode: str) -> tuple[str, ...]:
    return tuple(map(names.name, properties.population(unicode).tolist()))


def _several(values: OneOf) -> tuple[str, ...]:
    return ((str(values),) if values else ()) if isinstance(values, str) else tuple(map(str, values))


def _among(column: "pd.Series[str]", kind: str, wanted: Iterable[str]) -> NDArray[np.bool_]:
    known = list(column.cat.categories)
    for value in wanted:
        if value not in known:
            raise UnknownName(kind, value, known)
    return np.asarray(column.isin(list(wanted)), dtype=bool)


def _listed(codepoints: str) -> NDArray[np.bool_]:
    """Tell which code points are named, shape (0x110000,); alone, even a blank or a comma is a literal character."""
    words = [codepoints] if len(codepoints) == 1 else codepoints.replace(",", " ").split()
    if not words:
        raise InvalidCodePoint(f"{codepoints!r} names no code point; write a blank as U+0020, a comma as U+002C")
    out = np.zeros(properties.N_CODEPOINTS, dtype=bool)
    for span in map(parse_range, words):
        out[span.start : span.stop] = True
    return out
