"""What each runtime once answered, frozen in ``oracles/runtimes``: predicates as sets, normalizers as differences."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache
from typing import Any, cast

from hebrus_analysis import oracle
from hebrus_analysis.errors import UnknownName
from hebrus_analysis.runtimes.asking import SCALARS, Record, expected, members
from hebrus_analysis.unicode import properties
from hebrus_analysis.unicode.codepoints import label, spell
from hebrus_analysis.unicode.forms import Form

_FOLDER = "runtimes/"


@lru_cache(maxsize=1)
def names() -> tuple[str, ...]:
    """Return the runtimes that are recorded, in order."""
    return tuple(
        path.removeprefix(_FOLDER).removesuffix(".json")
        for path in sorted(oracle.manifest())
        if path.startswith(_FOLDER) and path.endswith(".json")
    )


@lru_cache
def record(name: str) -> Record:
    """Return what a runtime answered.

    Raises:
        UnknownName: it is not recorded; the message lists all that are.
    """
    if name not in names():
        raise UnknownName("recorded runtime", name, names())
    return from_json(oracle.document(f"{_FOLDER}{name}.json"))


def versions() -> dict[str, str]:
    """Return the version of each runtime that is recorded, by its name."""
    return {name: record(name).version for name in names()}


def to_json(found: Record) -> str:
    """Return a record as the text of its oracle."""
    about = f"hebrus-analysis ask --live --only {found.name}"
    return json.dumps({"ask": about, **asdict(found)}, indent=1) + "\n"


def from_json(read: Mapping[str, Any]) -> Record:
    """Return the record of an oracle."""
    return Record(**{key: value for key, value in read.items() if key != "ask"})


@lru_cache(maxsize=1)
def predicates() -> dict[str, frozenset[int]]:
    """Return every recorded set of code points that somebody calls space or trims, by ``runtime: name``.

    A trim whose two sides differ is two sets; a side on which it takes nothing off is none.
    """
    found: dict[str, frozenset[int]] = {}
    for runtime in names():
        for name, answers in record(runtime).predicates.items():
            found[f"{runtime}: {name}"] = frozenset(members(answers["members"]))
        for name, answers in record(runtime).trims.items():
            left, right = (frozenset(members(answers[side])) for side in ("left", "right"))
            sides = {"": left} if left == right else {" (left)": left, " (right)": right}
            found |= {f"{runtime}: {name}{side}": taken for side, taken in sides.items() if taken or len(sides) == 1}
    return found


def unanswered(name: str) -> frozenset[int]:
    """Return the code points about which a recorded predicate or trim gave no answer; none of anything else."""
    runtime, colon, what = name.partition(": ")
    if not colon or runtime not in names():
        return frozenset()
    kinds = record(runtime).predicates, record(runtime).trims
    what = what.removesuffix(" (left)").removesuffix(" (right)")
    failed = [ranges for kind in kinds for ranges in kind.get(what, {}).get("failed", {}).values()]
    return frozenset(cp for ranges in failed for cp in members(ranges))


def answers(runtime: str, form: str) -> dict[int, str]:
    """Return what a recorded normalizer makes of each scalar value that it changes, or on which it fails.

    As U+XXXX, ``(nothing)``, or ``! message``.
    """
    lane = record(runtime).normalizers[form]
    made = standard(cast(Form, form), lane["oldest"]) if lane["oldest"] else {}
    for said, found in lane["differences"].items():
        made |= dict.fromkeys(members(found), said)
    return {cp: said for cp, said in made.items() if said != label(cp)}


def standard(form: Form, unicode: str) -> dict[int, str]:
    """Return what a form makes of each scalar value that it changes at a version, as U+XXXX."""
    limit = properties.versions().index(unicode) + 1
    ages, wanted = properties.ages(), expected(form)
    return {cp: spell(wanted[cp]) for cp in map(ord, SCALARS) if 0 < ages[cp] <= limit and wanted[cp] != chr(cp)}


def explanation(runtime: str, form: str, codepoint: int) -> str:
    """Say why a recorded normalizer differs from the Unicode that it agrees with best; "" where nobody knows."""
    for name, forms, spans, why in oracle.table("runtimes/explanations.tsv"):
        if name == runtime and form in forms.split() and (spans == "*" or codepoint in members(spans.split())):
            return why
    return ""
