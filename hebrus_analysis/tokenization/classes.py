r"""Which Unicode the classes of an expression are of, engine by engine: ``\p{L}`` does not hold the same in any two.

An engine's class is some Unicode version's exactly, or is listed member by member. With `runtimes.classes` the engines
that are here are asked again.
"""

import re
from dataclasses import asdict
from functools import lru_cache
from importlib.metadata import version
from typing import Any, Final

import numpy as np
import pandas as pd

from hebrus_analysis import oracle
from hebrus_analysis.divergence import agreement
from hebrus_analysis.errors import UnknownName
from hebrus_analysis.runtimes.classes import Engine, Ranges
from hebrus_analysis.tokenization.pipeline import Step
from hebrus_analysis.unicode import forms, properties
from hebrus_analysis.unicode.codepoints import label, parse, parse_range, spans

_PROPERTY: Final = re.compile(r"\\p\{(\w+)\}(?: of \w+)?")
#: A class that differs from a Unicode version by so few code points is told by these.
_FEW: Final = 16


@lru_cache(maxsize=1)
def recorded() -> pd.DataFrame:
    r"""Return what each engine was asked.

    Columns: engine, version, claims (the Unicode version that it tells), class, count, unicode, members. ``unicode`` is
    the newest version whose General_Category the class is, or is but for a few code points, which ``members`` then
    lists with + and -; "" where it is none or no such class, and ``members`` are all code points, as ranges.

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
    spelled = row.members.item().split()
    if not row.unicode.item():
        return frozenset(codepoint for span in spelled for codepoint in parse_range(span))
    whole = frozenset(np.flatnonzero(general_category(class_, row.unicode.item())).tolist())
    more, less = ({parse(span[1:]) for span in spelled if span[0] == sign} for sign in "+-")
    return (whole | more) - less


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
        wrong = {each: mask ^ general_category(class_, each) for each in reversed(properties.versions())}
        unicode = min(wrong, key=lambda each: int(wrong[each].sum()))
        few = np.flatnonzero(wrong[unicode]).tolist()
        if len(few) <= _FEW:
            return unicode, " ".join(f"{'+' if mask[each] else '-'}{label(each)}" for each in few)
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
    rows = frame[frame.engine.isin(["tokenizers", "steps of tokenizers"]) & (frame.unicode != "")]
    exact = rows.unicode + np.where(rows.members != "", " but for " + rows.members, "")
    return {**dict.fromkeys(forms.FORMS, span), **dict(zip(rows["class"], exact, strict=True))}


def engine(name: str) -> str:
    r"""Return an engine that cuts, with its version and, where it was recorded, the Unicode that its letters are of."""
    known = recorded()
    row = known[(known.engine == name) & (known["class"] == r"\p{L}")]
    here = version(name)
    return f"{name} {here}, of Unicode {row.unicode.item()}" if here == row.version.item() else f"{name} {here}"


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
