"""Ask a runtime everything it can do, about every scalar value, and record the answers.

A set is recorded by its members. A normalizer is recorded by the Unicode versions that it agrees with best, and by
every answer that the oldest of these does not give; so a record is small, and still says all.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from hebrus_analysis.runtimes.runtime import Failure, Map, Runtime, Test
from hebrus_analysis.unicode import forms, properties
from hebrus_analysis.unicode.codepoints import MAX, spans, spell

#: Every scalar value, ascending, as text.
SCALARS: Final = tuple(map(chr, [*range(0xD800), *range(0xE000, 0x110000)]))
#: What stands beside a character whose trimming is asked: nobody's space, nobody's combining mark.
_SOLID: Final = "x"
_NUL: Final = "a\0b"
_SHOWN: Final = 8


@dataclass(frozen=True)
class Record:
    """What a runtime answered, as plain values; code points as U+XXXX or ranges of them.

    Attributes:
        name, version, unicode: what it is.
        predicates: name to its members, and to what it said where it failed.
        trims: name to what it takes off at the left, at the right and in the middle, and what it makes of a NUL.
        normalizers: form to the Unicode versions it agrees with ("" if it changes nothing), where it differs from the
            first of them, and what it makes of a NUL.
    """

    name: str
    version: str
    unicode: str
    predicates: dict[str, dict[str, Any]]
    trims: dict[str, dict[str, Any]]
    normalizers: dict[str, dict[str, Any]]


def ask(runtime: Runtime, chars: Sequence[str] = SCALARS, like: Record | None = None) -> Record:
    """Ask a runtime about each of some characters.

    Args:
        runtime: whom to ask.
        chars: scalar values, ascending; all of them if not given.
        like: a record whose Unicode versions are taken as they stand, since some characters alone cannot date.
    """
    dated = like.normalizers if like else {}
    return Record(
        runtime.name,
        runtime.version,
        runtime.unicode,
        {name: _predicate(test, chars) for name, test in runtime.predicates.items()},
        {name: _trim(trim, chars) for name, trim in runtime.trims.items()},
        {
            form: _normalizer(cast(forms.Form, form), normalize, chars, dated.get(form))
            for form, normalize in runtime.normalizers.items()
        },
    )


def restricted(record: Record, chars: Sequence[str]) -> Record:
    """Return what a record says of some characters."""
    kept = set(map(ord, chars))

    def cut(value: Any) -> Any:
        if isinstance(value, dict):
            found = {key: cut(inner) for key, inner in value.items() if key != "rewritten"}
            return {key: inner for key, inner in found.items() if inner not in ([], {})}
        return spans(kept.intersection(members(value))) if isinstance(value, list) else value

    kinds = (record.predicates, record.trims, record.normalizers)
    answers = [{name: cut(answered) for name, answered in kind.items()} for kind in kinds]
    return Record(record.name, record.version, record.unicode, *answers)


def _predicate(test: Test, chars: Sequence[str]) -> dict[str, Any]:
    answers = test(chars)
    found = [ord(char) for char, answer in zip(chars, answers, strict=True) if answer is True]
    return {"members": spans(found), **_grouped(_failures(chars, answers))}


def _trim(trim: Map, chars: Sequence[str]) -> dict[str, Any]:
    sides: dict[str, list[str]] = {}
    half_taken = np.zeros(len(chars), dtype=bool)
    failed: dict[int, str] = {}
    for side, texts in zip(("left", "right"), _beside(tuple(chars)), strict=True):
        answers = trim(texts)
        made = _objects(answers)
        taken, kept = made == _SOLID, made == _objects(texts)
        sides[side] = [chars[place] for place in np.flatnonzero(taken).tolist()]
        failed.update(_failures(chars, answers))
        half_taken[[p for p in np.flatnonzero(~(taken | kept)).tolist() if not isinstance(answers[p], Failure)]] = True
    # A trim that touches the middle is none; it is asked about what it takes at an end.
    candidates = sorted({*sides["left"], *sides["right"]})
    middle = trim([f"{_SOLID}{char}{_SOLID}" for char in candidates])
    failed.update(_failures(candidates, middle))
    asked = zip(candidates, middle, strict=True)
    inner = [char for char, made in asked if made != f"{_SOLID}{char}{_SOLID}" and not isinstance(made, Failure)]
    found: dict[str, Any] = {side: spans(map(ord, taken)) for side, taken in sides.items()}
    found |= {"inner": spans(map(ord, inner))} if inner else {}
    rewritten = [ord(chars[place]) for place in np.flatnonzero(half_taken).tolist()]
    if rewritten:  # neither kept nor taken off, such as half of it taken by a scan over bytes
        found["rewritten"] = {"count": len(rewritten), "first": spans(rewritten[:_SHOWN])}
    return found | {"nul": _said(trim([_NUL])[0])} | _grouped(failed)


@lru_cache(maxsize=2)
def _beside(chars: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return each character at the left and at the right of something solid."""
    return tuple(char + _SOLID for char in chars), tuple(_SOLID + char for char in chars)


def _objects(values: Sequence[object]) -> NDArray[np.object_]:
    out = np.empty(len(values), dtype=object)
    out[:] = values
    return out


def _normalizer(
    form: forms.Form, normalize: Map, chars: Sequence[str], dated: Mapping[str, Any] | None
) -> dict[str, Any]:
    answers = normalize(chars)
    made = _objects(answers)
    codepoints = np.array(list(map(ord, chars)))
    as_new, as_old = made == expected(form)[codepoints], made == _objects(chars)
    ages = properties.ages()[codepoints].astype(int)
    ages[ages == 0] = len(properties.versions()) + 1
    versions = forms.exact_versions()
    limits = {version: properties.versions().index(version) + 1 for version in versions}
    differs = {version: ~np.where(ages <= limit, as_new, as_old) for version, limit in limits.items()}
    if dated:
        oldest, newest = dated["oldest"], dated["newest"]
    elif as_old.all():
        oldest = newest = ""  # it changes nothing, which no version does
    else:
        distance = {version: int(places.sum()) for version, places in differs.items()}
        best = [version for version in versions if distance[version] == min(distance.values())]
        oldest, newest = best[0], best[-1]
    differences: dict[str, list[int]] = defaultdict(list)
    for place in np.flatnonzero(differs[oldest] if oldest else ~as_old).tolist():
        differences[_said(answers[place])].append(ord(chars[place]))
    return {
        "oldest": oldest,
        "newest": newest,
        "differences": {what: spans(found) for what, found in differences.items()},
        "nul": _said(normalize([_NUL])[0]),
    }


@lru_cache
def expected(form: forms.Form) -> NDArray[np.object_]:
    """Return what a form makes of each code point at the newest Unicode; shape (0x110000,), None for surrogates."""
    # U+0000 is changed by no form, so it can part them; it stands first and parts nothing.
    made = forms.normalize(form, "\0".join(SCALARS[1:]), properties.versions()[-1]).split("\0")
    out = np.empty(MAX + 1, dtype=object)
    out[list(map(ord, SCALARS))] = ["\0", *made]
    return out


def _failures(texts: Sequence[str], answers: Sequence[object]) -> dict[int, str]:
    """Return what was said where a question failed, by code point."""
    asked = zip(texts, answers, strict=True)
    return {ord(text): answer.message for text, answer in asked if isinstance(answer, Failure)}


def _grouped(failures: Mapping[int, str]) -> dict[str, dict[str, list[str]]]:
    if not failures:
        return {}
    grouped: dict[str, list[int]] = defaultdict(list)
    for codepoint, message in failures.items():
        grouped[message].append(codepoint)
    return {"failed": {message: spans(codepoints) for message, codepoints in grouped.items()}}


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
        for name in (name for name in old if name in new):
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
