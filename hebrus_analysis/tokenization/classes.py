r"""Which Unicode the classes of an expression are of, engine by engine: ``\p{L}`` does not hold the same in any two.

An engine's class is some Unicode version's exactly, or is listed member by member. With `runtimes.classes` the engines
that are here are asked again.
"""

import re
from dataclasses import asdict
from functools import lru_cache
from typing import Any, Final

import numpy as np
import pandas as pd

from hebrus_analysis import oracle
from hebrus_analysis.divergence import agreement
from hebrus_analysis.errors import UnknownName
from hebrus_analysis.runtimes.classes import Engine, Ranges
from hebrus_analysis.tokenization.pipeline import Step
from hebrus_analysis.unicode import forms, properties
from hebrus_analysis.unicode.codepoints import parse_range, spans

_PROPERTY: Final = re.compile(r"\\p\{(\w+)\}")


@lru_cache(maxsize=1)
def recorded() -> pd.DataFrame:
    r"""Return what each engine was asked.

    Columns: engine, version, claims (the Unicode version that it tells), class, count, unicode, members. ``unicode`` is
    the newest version whose General_Category the class is exactly, "" where it is none or no such class; then
    ``members`` are the code points, as ranges.

    >>> frame = recorded()
    >>> frame[(frame.engine == "tokenizers") & (frame["class"] == r"\p{L}")].unicode.item()
    '16.0'
    """
    head, *rows = oracle.table("tokenization/classes.tsv")
    return pd.DataFrame(rows, columns=head, dtype=object).astype({"count": int})


def members(engine: str, class_: str) -> frozenset[int]:
    r"""Return the code points of a class in an engine, as recorded.

    Raises:
        UnknownName: no such engine, or it was not asked for that class; the message lists all.
    """
    frame = recorded()
    rows = frame[frame.engine == engine]
    if not len(rows):
        raise UnknownName("engine of expressions", engine, frame.engine.unique())
    row = rows[rows["class"] == class_]
    if not len(row):
        raise UnknownName(f"class of {engine}", class_, rows["class"])
    if row.unicode.item():
        return frozenset(np.flatnonzero(general_category(class_, row.unicode.item())).tolist())
    return frozenset(codepoint for span in row.members.item().split() for codepoint in parse_range(span))


def general_category(class_: str, unicode: str) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
    r"""Return which code points a class like ``\p{L}`` holds at a Unicode version; bool, by code point."""
    match = _PROPERTY.fullmatch(class_)
    codes, listed = properties.categories(unicode)
    wanted = [place for place, name in enumerate(listed) if match and name.startswith(match[1])]
    found: np.ndarray[tuple[int], np.dtype[np.bool_]] = np.isin(codes, wanted)
    return found


def rows_of(engine: Engine) -> list[tuple[str, ...]]:
    """Return the rows that record an engine's answers."""
    return [
        (engine.name, engine.version, engine.unicode, class_, str(_size(found)), *_exactly(class_, found))
        for class_, found in engine.members.items()
    ]


def _size(found: Ranges) -> int:
    return sum(last - first + 1 for first, last in found)


def _exactly(class_: str, found: Ranges) -> tuple[str, str]:
    mask = np.zeros(properties.N_CODEPOINTS, dtype=bool)
    for first, last in found:
        mask[first : last + 1] = True
    if _PROPERTY.fullmatch(class_):
        for unicode in reversed(properties.versions()):
            if np.array_equal(mask, general_category(class_, unicode)):
                return unicode, ""
    return "", " ".join(spans(np.flatnonzero(mask).tolist()))


@lru_cache(maxsize=1)
def tables() -> dict[str, str]:
    r"""Return which Unicode each function of Hugging Face tokenizers is of, as recorded: ``NFC``, ``\p{L}`` and others.

    >>> found = tables()
    >>> found["NFC"], found[r"\p{L}"]
    ('9.0..11.0', '16.0')
    """
    lane = agreement.lanes().set_index("what").loc["tokenizers"]
    span = "..".join(dict.fromkeys((lane.oldest, lane.newest)))
    frame = recorded()
    rows = frame[(frame.engine == "tokenizers") & (frame.unicode != "")]
    return {**dict.fromkeys(forms.FORMS, span), **dict(zip(rows["class"], rows.unicode, strict=True))}


def record(step: Step) -> dict[str, Any]:
    """Return a step as plain values, with the Unicode version of each of its functions in tokenizers; "" if unknown."""
    known = tables()
    return {**asdict(step), "unicode": {each: known.get(each, "") for each in step.unicode}}


def difference(class_: str, one: str, other: str) -> tuple[frozenset[int], frozenset[int]]:
    """Return what only one of two engines has in a class, and what only the other.

    Raises:
        UnknownName: no such engine, or it was not asked for that class; the message lists all.
    """
    first, second = members(one, class_), members(other, class_)
    return first - second, second - first
