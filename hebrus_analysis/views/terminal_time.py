"""What the commands about time print for a person: drift, moves, lineage, dates."""

from itertools import groupby
from typing import Final

import pandas as pd
from rich.table import Column, Table

from hebrus_analysis.divergence.dating import Dating
from hebrus_analysis.divergence.lineage import Step
from hebrus_analysis.unicode import properties
from hebrus_analysis.unicode.codepoints import label, spell
from hebrus_analysis.unicode.names import name as name_of
from hebrus_analysis.views.cards import shown
from hebrus_analysis.views.terminal import console, safe

_RESIDUE: Final = 10
#: Columns that a map's name and a version's count take.
_NAME, _COUNT = 20, 6


def print_drift(frame: pd.DataFrame) -> None:
    """Print the matrix: a row per map, a column per version, the number of divergent code points in each cell."""
    out = console()
    versions = list(dict.fromkeys(frame.unicode))
    fit = max((out.width - _NAME) // _COUNT, 1)
    for start in range(0, len(versions), fit):
        shown_here = versions[start : start + fit]
        table = Table(box=None, pad_edge=False)
        table.add_column("map", no_wrap=True)
        for version in shown_here:
            table.add_column(version, justify="right", no_wrap=True)
        for name, cells in frame[frame.unicode.isin(shown_here)].groupby("map", sort=False):
            table.add_row(str(name), *map(str, cells.divergent))
        out.print(table)


def print_moves(frame: pd.DataFrame) -> None:
    """Print what entered and left: a heading per cell and neighbour, a line per run of code points.

    Neighbouring versions at which the same moved between two generations share one heading.
    """
    out = console()
    lines = frame.assign(sign=frame.change.map({"entered": "+", "left": "-"}))
    cells = [
        (
            name,
            against,
            before,
            unicode,
            tuple(rows[["sign", "count", "family", "codepoints", "name"]].itertuples(index=False)),
        )
        for (name, unicode, against, before), rows in lines.groupby(["map", "unicode", "against", "before"], sort=False)
    ]
    for (name, against, before, rows), alike in groupby(cells, lambda cell: (*cell[:3], cell[4])):
        versions = [cell[3] for cell in alike]
        where = versions[0] if len(versions) == 1 else f"{versions[0]}..{versions[-1]}"
        other = f"Unicode {before}" if against == "version" else before
        out.print(f"[bold]{name}[/bold] at Unicode [bold]{where}[/bold] against {other}")
        table = Table(box=None, show_header=False, pad_edge=False)
        table.add_column(justify="right")
        for row in rows:
            table.add_row(f"  {row.sign}{row.count}", row.family, row.codepoints, row.name)
        out.print(table)


def print_lineage(steps: tuple[Step, ...], joiners: pd.DataFrame) -> None:
    """Print the chain of a rule, and what its generations make of the joiners."""
    out = console()
    table = Table(
        Column("generation", no_wrap=True),
        "wheels",
        "freeze",
        "added",
        "removed",
        "changed",
        "by hand",
        box=None,
        pad_edge=False,
    )
    for step in steps:
        first, last = step.wheels
        counts = [f"{len(part):,}" if step.before else "" for part in (step.added, step.removed, step.changed)]
        wheels = first if first == last else f"{first} to {last}"
        table.add_row(step.after, wheels, step.freeze, *counts, _edits(step))
    out.print(table)
    out.print("by hand: how the map differs from the newest one cut back to its freeze", style="dim")
    rows = joiners[joiners["map"].isin([step.after for step in steps])]
    rule_of_thumb = Table(*rows.columns, box=None, pad_edge=False)
    for row in rows.itertuples(index=False):
        rule_of_thumb.add_row(*row)
    out.print()
    out.print(rule_of_thumb)


def _edits(step: Step) -> str:
    parts = [f"+ {spell(key)} to {spell(value) or 'nothing'}" for key, value in list(step.edits_added.items())[:3]]
    if len(step.edits_removed) > 3:
        parts.append(f"- {len(step.edits_removed)} rules")
    else:
        parts += [f"- {spell(key)}" for key in step.edits_removed]
    return ", ".join(parts) or "nothing"


def print_dating(name: str, found: Dating) -> None:
    """Print the interval, the witnesses on each side, and what no version explains."""
    out = console()
    who = f", {safe(found.version)}" if found.version else ""
    out.print(f"[bold]{safe(name)}[/bold]{who}: {f'Unicode {found}' if found.oldest else 'nothing dates it'}")
    for what, codepoints in (("knows", found.knows), ("does not know", found.lacks)):
        for codepoint in codepoints[:3]:
            out.print(f"  {what} {label(codepoint)} {name_of(codepoint)}, of Unicode {properties.age(codepoint)}")
    if found.why:
        out.print(f"  {safe(found.why)}")
    for codepoint, made in list(found.residue.items())[:_RESIDUE]:
        out.print(f"  besides, of {label(codepoint)} {name_of(codepoint)} it makes {shown(made)}")
    if len(found.residue) > _RESIDUE:
        out.print(f"  and {len(found.residue) - _RESIDUE:,} code points more; --json lists all")
