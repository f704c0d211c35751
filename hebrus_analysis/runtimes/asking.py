"""Ask a runtime everything it can do, about every scalar value, and record the answers.

A set is recorded by its members. A normalizer is recorded by the Unicode versions that it agrees with best, and by
every answer that the oldest of these does not give; so a record is small, and still says all.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from hebrus_analysis.runtimes.runtime import Failure, Map, Runtime, Test
from hebrus_analysis.unicode import forms, properties
from hebrus_analysis.unicode.codepoints import spans, spell

#: Every scalar value, ascending, as text.
SCALARS: Final = tuple(map(chr, [*range(0xD800), *range(0xE000, 0x110000)]))
#: What stands beside a character whose trimming is asked: nobody's space, nobody's combining mark.
_SOLID: Final = "x"
_NUL: Final = "a\0b"


@dataclass(frozen=True)
class Record:
    """What a runtime answered, as plain values; code points as U+XXXX or ranges of them.

    Attributes:
        name, version, unicode: what it is.
        predicates: name to its members, and to what it said where it failed.
        trims: name to what it takes off at the left, at the right and in the middle, and what it makes of a NUL.
        normalizers: form to the Unicode versions it agrees with, where it differs from the first of them, and what it
            makes of a NUL.
    """

    name: str
    version: str
    unicode: str
    predicates: dict[str, dict[str, Any]]
    trims: dict[str, dict[str, Any]]
    normalizers: dict[str, dict[str, Any]]


def ask(runtime: Runtime) -> Record:
    """Ask a runtime about every scalar value."""
    return Record(
        runtime.name,
        runtime.version,
        runtime.unicode,
        {name: _predicate(test) for name, test in runtime.predicates.items()},
        {name: _trim(trim) for name, trim in runtime.trims.items()},
        {form: _normalizer(cast(forms.Form, form), normalize) for form, normalize in runtime.normalizers.items()},
    )


def _predicate(test: Test) -> dict[str, Any]:
    answers = test(SCALARS)
    members = [ord(char) for char, answer in zip(SCALARS, answers, strict=True) if answer is True]
    return {"members": spans(members), **_failed(SCALARS, answers)}


def _trim(trim: Map) -> dict[str, Any]:
    left, right = trim([char + _SOLID for char in SCALARS]), trim([_SOLID + char for char in SCALARS])
    sides = [
        [char for char, answer in zip(SCALARS, answers, strict=True) if answer == _SOLID] for answers in (left, right)
    ]
    # A trim that touches the middle is none; it is asked about what it takes at an end.
    candidates = sorted({*sides[0], *sides[1], *map(chr, range(0x21))})
    middle = trim([f"{_SOLID}{char}{_SOLID}" for char in candidates])
    inner = [char for char, made in zip(candidates, middle, strict=True) if made != f"{_SOLID}{char}{_SOLID}"]
    found = {"left": spans(map(ord, sides[0])), "right": spans(map(ord, sides[1]))}
    rewritten = [
        char
        for side, answers in ((0, left), (1, right))
        for char, answer in zip(SCALARS, answers, strict=True)
        if answer not in (_SOLID, (char + _SOLID, _SOLID + char)[side]) and not isinstance(answer, Failure)
    ]
    found |= {"inner": spans(map(ord, inner))} if inner else {}
    found |= {"rewritten": spans(map(ord, rewritten))} if rewritten else {}
    return found | {"nul": _said(trim([_NUL])[0])} | _failed(SCALARS, right)


def _normalizer(form: forms.Form, normalize: Map) -> dict[str, Any]:
    answers = normalize(SCALARS)
    made = np.array([None if isinstance(answer, Failure) else answer for answer in answers], dtype=object)
    plain = np.array(SCALARS, dtype=object)
    wanted = expected(form)
    versions = forms.exact_versions()
    first = properties.versions().index(versions[0]) + 1
    ages = np.maximum(properties.ages()[_scalars()].astype(int), first)
    ages[properties.ages()[_scalars()] == 0] = len(properties.versions()) + 1
    as_new, as_old = made == wanted, made == plain
    limits = range(first, first + len(versions))
    distance = [int((~np.where(ages <= limit, as_new, as_old)).sum()) for limit in limits]
    best = [version for version, number in zip(versions, distance, strict=True) if number == min(distance)]
    limit = properties.versions().index(best[0]) + 1
    differs = np.flatnonzero(~np.where(ages <= limit, as_new, as_old)).tolist()
    differences: dict[str, list[int]] = defaultdict(list)
    for place in differs:
        differences[_said(answers[place])].append(ord(SCALARS[place]))
    return {
        "oldest": best[0],
        "newest": best[-1],
        "differences": {what: spans(codepoints) for what, codepoints in differences.items()},
        "nul": _said(normalize([_NUL])[0]),
    }


@lru_cache
def expected(form: forms.Form) -> NDArray[np.object_]:
    """Return what a form makes of each scalar value at the newest Unicode, in the order of `SCALARS`."""
    # U+0000 is changed by no form, so it can part them; it stands first and parts nothing.
    made = forms.normalize(form, "\0".join(SCALARS[1:]), properties.versions()[-1]).split("\0")
    return np.array(["\0", *made], dtype=object)


@lru_cache(maxsize=1)
def _scalars() -> NDArray[np.int64]:
    return np.array(list(map(ord, SCALARS)))


def _failed(texts: Sequence[str], answers: Sequence[object]) -> dict[str, dict[str, list[str]]]:
    failures: dict[str, list[int]] = defaultdict(list)
    for text, answer in zip(texts, answers, strict=True):
        if isinstance(answer, Failure):
            failures[answer.message].append(ord(text))
    return {"failed": {message: spans(codepoints) for message, codepoints in failures.items()}} if failures else {}


def _said(answer: object) -> str:
    """Write an answer: its code points, ``(nothing)``, or ``! message``."""
    return f"! {answer.message}" if isinstance(answer, Failure) else spell(str(answer)) or "(nothing)"


def moved(before: Record, after: Record) -> list[str]:
    """Say in lines what a runtime answers otherwise than was recorded."""
    lines = []
    if (before.version, before.unicode) != (after.version, after.unicode):
        lines.append(
            f"version {before.version} (Unicode {before.unicode or '?'}) -> {after.version} ({after.unicode or '?'})"
        )
    for kind in ("predicates", "trims", "normalizers"):
        old, new = getattr(before, kind), getattr(after, kind)
        lines += [f"{kind}: {name} is new" for name in new if name not in old]
        lines += [f"{kind}: {name} is gone" for name in old if name not in new]
        for name in old.keys() & new.keys():
            for key in sorted({*old[name], *new[name]}):
                if old[name].get(key) != new[name].get(key):
                    lines.append(f"{kind}: {name}, {key}: {_difference(old[name].get(key), new[name].get(key))}")
    return lines


def _difference(old: Any, new: Any) -> str:
    if isinstance(old, list) and isinstance(new, list):
        entered, left = sorted(set(new) - set(old)), sorted(set(old) - set(new))
        return f"entered {' '.join(entered) or 'nothing'}; left {' '.join(left) or 'nothing'}"
    return f"{old} -> {new}"


def members(found: Iterable[str]) -> list[int]:
    """Read recorded ranges.

    >>> members(["U+0020", "U+2000..U+2002"])
    [32, 8192, 8193, 8194]
    """
    ends = (span.partition("..")[::2] for span in found)
    return [cp for first, last in ends for cp in range(int(first[2:], 16), int((last or first)[2:], 16) + 1)]
