"""The generations of a rule as a chain: what each recompile and each edit by hand changed."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

import pandas as pd

from hebrus_analysis.charsmap import generations, rebuild
from hebrus_analysis.charsmap.rules import NONE, difference
from hebrus_analysis.divergence.freeze import freeze
from hebrus_analysis.divergence.reference import reference_for
from hebrus_analysis.unicode import names
from hebrus_analysis.unicode.codepoints import spell

#: Code points whose treatment changed by hand, which a porter meets first.
JOINERS: Final = (0x061C, 0x200B, 0x200C, 0x200D)


@dataclass(frozen=True)
class Step:
    """One step of the chain.

    Attributes:
        rule: the stock rule.
        before, after: generations; `before` is "" for the first.
        wheels: the first and last wheel that carry `after`.
        freeze: the Unicode versions `after` may have been compiled at.
        added, removed: rules that came and went, by key.
        changed: keys that kept their place with another value.
        edits_added, edits_removed: how `after` differs from the newest map cut back to its freeze: by hand.
    """

    rule: str
    before: str
    after: str
    wheels: tuple[str, str]
    freeze: str
    added: Mapping[str, str]
    removed: Mapping[str, str]
    changed: Mapping[str, tuple[str, str]]
    edits_added: Mapping[str, str]
    edits_removed: Mapping[str, str]


def of_rule(rule: str) -> list[generations.Generation]:
    """Return the generations of a stock rule, oldest first.

    Raises:
        UnknownName: no such rule; the message lists all.
    """
    last = rebuild.newest(rule)
    return [generation for generation in generations.catalogue().values() if generation.rule == last.rule]


@lru_cache
def lineage(rule: str) -> tuple[Step, ...]:
    """Return the chain of a stock rule, oldest first; kept, since each takes seconds and holds few rules.

    Raises:
        UnknownName: no such rule; the message lists all.
    """
    chain = of_rule(rule)
    steps = []
    before = NONE
    for number, generation in enumerate(chain):
        charsmap = generations.load(generation.name)
        rules = charsmap.rule_arrays()
        frozen = freeze(charsmap, reference_for(charsmap))
        added, removed, changed = difference(before, rules) if number else ({}, {}, {})
        cut = rebuild.rebuild(rule, frozen.newest).arrays if frozen else NONE
        edits_added, edits_removed, _ = difference(cut, rules)
        steps.append(
            Step(
                rule,
                chain[number - 1].name if number else "",
                generation.name,
                (generation.wheels[0], generation.wheels[-1]),
                str(frozen or ""),
                MappingProxyType(added),
                MappingProxyType(removed),
                MappingProxyType(changed),
                MappingProxyType(edits_added),
                MappingProxyType(edits_removed),
            )
        )
        before = rules
    return tuple(steps)


def as_record(step: Step) -> dict[str, object]:
    """Return a step as plain values, texts spelled as code points."""
    return {
        "rule": step.rule,
        "before": step.before,
        "after": step.after,
        "wheels": list(step.wheels),
        "freeze": step.freeze,
        "added": _spelled(step.added),
        "removed": _spelled(step.removed),
        "changed": {spell(key): [spell(before), spell(after)] for key, (before, after) in step.changed.items()},
        "edits_added": _spelled(step.edits_added),
        "edits_removed": _spelled(step.edits_removed),
    }


def _spelled(rules: Mapping[str, str]) -> dict[str, str]:
    return {spell(key): spell(value) for key, value in rules.items()}


def differences() -> pd.DataFrame:
    """Return the difference tables of every step of every rule, below each other, with the step before each row."""
    steps = [step for rule in sorted({g.rule for g in generations.catalogue().values()}) for step in lineage(rule)]
    tables = [difference_table(step).assign(before=step.before, after=step.after) for step in steps if step.before]
    joined = pd.concat(tables, ignore_index=True)
    return joined[["before", "after", *(column for column in joined.columns if column not in ("before", "after"))]]


def difference_table(step: Step) -> pd.DataFrame:
    """Return one step's rules as text: change, rule, replacement, name."""
    rows = [("added", key, value) for key, value in step.added.items()]
    rows += [("removed", key, value) for key, value in step.removed.items()]
    rows += [("changed", key, after) for key, (_, after) in step.changed.items()]
    return pd.DataFrame(
        [
            (change, spell(key), spell(value), " + ".join(names.name(ord(c)) for c in key))
            for change, key, value in rows
        ],
        columns=["change", "rule", "replacement", "name"],
    )


def joiners() -> pd.DataFrame:
    """Return what every generation makes of the joiners and marks that were edited by hand, as code points."""
    rows = []
    for name, generation in generations.catalogue().items():
        made = generations.load(name).sweep(JOINERS)
        first, last = generation.wheels[0], generation.wheels[-1]
        rows.append((name, first, last, *(spell(text) or "deleted" for text in made)))
    return pd.DataFrame(rows, columns=["map", "first wheel", "last wheel", *(f"U+{cp:04X}" for cp in JOINERS)])
