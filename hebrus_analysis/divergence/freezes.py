"""Freezes side by side: what each would leave undone, where the stock maps stand, and what is installed here."""

import platform
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from importlib.metadata import version
from typing import Final

import pandas as pd

from hebrus_analysis.charsmap import generations
from hebrus_analysis.divergence.dating import Dating, date
from hebrus_analysis.divergence.freeze import Freeze, freeze
from hebrus_analysis.divergence.lineage import JOINERS, Step, difference_table, lineage
from hebrus_analysis.divergence.reference import reference_for
from hebrus_analysis.divergence.subjects import INSTALLED
from hebrus_analysis.errors import MissingPackage
from hebrus_analysis.unicode import forms, properties
from hebrus_analysis.unicode.codepoints import label, spans, spell

#: The oldest freeze that is asked about; the oldest stock map is of 6.1..6.3.
FIRST: Final = "5.0"
_NAMED: Final = 4  # code points that a sentence about edits names rather than counts


def post_freeze_by_freeze(*unicodes: str) -> pd.DataFrame:
    """Return what a map frozen at each version from 5.0 on would leave alone: what NFKC changes and is younger.

    Columns: unicode, freeze (str), post_freeze (int). One row per freeze and Unicode version, freezes ascending. What a
    map leaves alone by hand is not counted: U+FF5E is as old as Unicode 1.1.

    Args:
        unicodes: the versions that NFKC is taken at; 15.0 if there is none.

    Raises:
        UnknownName: no such version; the message lists all.

    >>> table = post_freeze_by_freeze("15.0").set_index("freeze").post_freeze
    >>> table["8.0"].item(), table["14.0"].item(), table["15.0"].item()
    (135, 62, 0)
    """
    known = properties.versions()
    shown = known[known.index(FIRST) :]
    asked = dict.fromkeys(map(properties.version, unicodes or (properties.DEFAULT_VERSION,)))
    rows = []
    for unicode in asked:
        ages = properties.ages()[forms.nfkc_changes(unicode)[0]]
        rows += [(unicode, frozen, int((ages > known.index(frozen) + 1).sum())) for frozen in shown]
    return pd.DataFrame(rows, columns=["unicode", "freeze", "post_freeze"])


@lru_cache
def frozen(name: str) -> Freeze | None:
    """Return the freeze of a stock map.

    Raises:
        UnknownName: no such generation; the message lists all.

    >>> str(frozen("nmt_nfkc@0.1.95"))
    '7.0..8.0'
    """
    charsmap = generations.load(name)
    return freeze(charsmap, reference_for(charsmap))


def by_freeze() -> pd.DataFrame:
    """Return where the stock maps stand: one row per freeze, oldest first.

    Columns: freeze (the newest version of the interval), first wheel, last wheel, maps (how many).
    """
    rows = [
        (found.newest, generation.wheels[0], generation.wheels[-1])
        for name, generation in generations.catalogue().items()
        if (found := frozen(name))
    ]
    table = pd.DataFrame(rows, columns=["freeze", "first wheel", "last wheel"])
    spans = [
        (newest, min(part["first wheel"], key=properties.key), max(part["last wheel"], key=properties.key), len(part))
        for newest, part in table.groupby("freeze")
    ]
    spans.sort(key=lambda row: properties.key(row[0]))
    return pd.DataFrame(spans, columns=["freeze", "first wheel", "last wheel", "maps"])


def oldest(rule: str) -> str:
    """Return the name of the oldest generation of a rule; every rule has one.

    >>> oldest("nmt_nfkc")
    'nmt_nfkc@0.1.7'
    """
    return next(name for name, generation in generations.catalogue().items() if generation.rule == rule)


@lru_cache(maxsize=1)
def installed() -> pd.DataFrame:
    """Date everything here: the Unicode data of what is installed, then every stock map.

    Columns: what, kind ("runtime" or "stock map"), identity (version or SHA-256), oldest, newest, knows (the youngest
    code point that it knows), lacks (the oldest later one that it does not), residue (code points that no version
    explains, as text). Packages that are not installed are left out.
    """
    runtimes = [(what, "runtime", _version(what), found) for what, found in _runtimes()]
    maps = [
        (name, "stock map", generation.sha256, date(generations.load(name)))
        for name, generation in generations.catalogue().items()
    ]
    rows = [(what, kind, identity, *_dated(found)) for what, kind, identity, found in runtimes + maps]
    return pd.DataFrame(rows, columns=["what", "kind", "identity", "oldest", "newest", "knows", "lacks", "residue"])


def _dated(found: Dating) -> tuple[str, str, str, str, str]:
    knows, lacks = (label(witnesses[0]) if witnesses else "" for witnesses in (found.knows, found.lacks))
    return found.oldest, found.newest, knows, lacks, " ".join(spans(found.residue))


def _runtimes() -> Iterator[tuple[str, Dating]]:
    """Date each normalizer that this Python brings, by the name of its package."""
    for package in INSTALLED:
        with suppress(MissingPackage):
            yield package, date(package)


def _version(package: str) -> str:
    return platform.python_version() if package in sys.stdlib_module_names else version(package)


@lru_cache
def _steps(rule: str) -> tuple[Step, ...]:
    return tuple(lineage(rule))


@lru_cache(maxsize=1)
def chains() -> pd.DataFrame:
    """Return the generations of every stock rule in order, one row each.

    Columns: rule, map, sha256, first wheel, last wheel, freeze, added, removed, changed (rules, against the generation
    before), edits (what was done by hand, in words).
    """
    rows = [
        (
            *(step.rule, step.after, generations.resolve(step.after).sha256, *step.wheels, step.freeze),
            *(len(step.added), len(step.removed), len(step.changed), edits(step)),
        )
        for rule in dict.fromkeys(generation.rule for generation in generations.catalogue().values())
        for step in _steps(rule)
    ]
    columns = ["rule", "map", "sha256", "first wheel", "last wheel", "freeze", "added", "removed", "changed", "edits"]
    return pd.DataFrame(rows, columns=columns)


def differences(rule: str) -> pd.DataFrame:
    """Return every rule that came, went or changed along a chain: map, and the columns of `difference_table`.

    Raises:
        UnknownName: no such rule; the message lists all.
    """
    return pd.concat([difference_table(step).assign(map=step.after) for step in _steps(rule)], ignore_index=True)


def edits(step: Step) -> str:
    """Say what was done by hand, against the newest map cut back to the same Unicode; "" for nothing."""
    values = dict.fromkeys(step.edits_added.values())
    said = [f"{_does(value)} {_some([k for k, v in step.edits_added.items() if v == value])}" for value in values]
    if step.edits_removed:
        said.append(f"leaves {_some(list(step.edits_removed))} alone")
    return ", ".join(said)


def _does(value: str) -> str:
    return {"": "deletes", " ": "makes a space of"}.get(value, f"makes {spell(value)} of")


def _some(keys: list[str]) -> str:
    named = keys if len(keys) <= _NAMED else [key for key in keys if ord(key[0]) in JOINERS]
    rest = [f"{len(keys) - len(named)} {'more' if named else 'characters'}"] if len(named) < len(keys) else []
    return " and ".join(filter(None, [", ".join(map(spell, named)), *rest]))
