"""What the commands about time print for a person: drift, moves, lineage, dates."""

from itertools import groupby

import pandas as pd
from rich.table import Table

from hebrus_analysis.divergence.dating import Dating
from hebrus_analysis.divergence.lineage import Step
from hebrus_analysis.unicode import properties
from hebrus_analysis.unicode.codepoints import label, spell
from hebrus_analysis.unicode.names import name as name_of
from hebrus_analysis.views.terminal import console, safe, shown


def print_drift(frame: pd.DataFrame) -> None:
    """Print the matrix: a row per map, a column per version, the number of divergent code points in each cell."""
    out = console()
    versions = list(dict.fromkeys(frame.unicode))
    table = Table("map", *versions, box=None, pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for name, cells in frame.groupby("map", sort=False):
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
    table = Table("generation", "wheels", "freeze", "added", "removed", "changed", "by hand", box=None, pad_edge=False)
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
    out.print(f"[bold]{safe(name)}[/bold]: {f'Unicode {found}' if found.oldest else 'nothing dates it'}")
    for what, codepoints in (("knows", found.knows), ("does not know", found.lacks)):
        for codepoint in codepoints[:3]:
            out.print(f"  {what} {label(codepoint)} {name_of(codepoint)}, of Unicode {properties.age(codepoint)}")
    for codepoint, made in list(found.residue.items())[:10]:
        out.print(f"  no version explains {label(codepoint)} {name_of(codepoint)}: {shown(made)}")
    if len(found.residue) > 10:
        out.print(f"  and {len(found.residue) - 10:,} more; --json lists all")
