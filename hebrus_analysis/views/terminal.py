"""What the commands print for a person."""

import errno
from itertools import groupby

import pandas as pd
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from hebrus_analysis.charsmap import generations
from hebrus_analysis.charsmap.containers import NormalizerSpec
from hebrus_analysis.divergence.card import Card
from hebrus_analysis.divergence.dating import Dating
from hebrus_analysis.divergence.inspection import Inspection
from hebrus_analysis.divergence.lineage import Step
from hebrus_analysis.unicode import properties
from hebrus_analysis.unicode.codepoints import label, spell
from hebrus_analysis.unicode.names import name as name_of

_MEANING = {
    "dropped": "the map deletes it, NFKC keeps it",
    "spaced": "the map makes a space of it, NFKC does not",
    "exempt": "the map's Unicode knew it, yet it has no rule",
    "post_freeze": "younger than the map: NFKC changes it, the map leaves it alone",
    "other": "anything else",
}


class _Console(Console):
    def on_broken_pipe(self) -> None:
        raise BrokenPipeError(errno.EPIPE, "the reader has gone")  # which is no failure: the caller ends quietly


def console() -> Console:
    """Return a console on standard output; piped, its lines are as long as they need to be."""
    out = _Console(highlight=False)
    return out if out.is_terminal else _Console(highlight=False, width=160)


def print_families(counts: dict[str, str | int], reference: str, freeze: str) -> None:
    """Print the counts of one sweep, and the published reading beside ours."""
    out = console()
    out.print(f"[bold]{counts['map']}[/bold] against {reference} at Unicode {counts['unicode']}")
    out.print(f"sha256 {counts['sha256']}", style="dim")
    out.print(f"frozen at Unicode {freeze}" if freeze else "does not follow NFKC, so no freeze can be read off it")
    table = Table(box=None, pad_edge=False)
    table.add_column("family")
    table.add_column("code points", justify="right")
    table.add_column("meaning")
    for family, meaning in _MEANING.items():
        table.add_row(family.replace("_", "-"), f"{counts[family]:,}", meaning)
    table.add_row(
        "[bold]divergent", f"[bold]{counts['divergent']:,}", f"of {counts['population']:,} assigned code points"
    )
    table.add_row("identical", f"{counts['identical']:,}", "")
    out.print(table)
    dropped, spaced, exempt, young = (int(counts[key]) for key in ("dropped", "spaced", "exempt", "post_freeze"))
    if counts["map"] == generations.STOCK and counts["unicode"] == properties.DEFAULT_VERSION:
        out.print(
            f"Published reading: {dropped} / {spaced} / {young + exempt}. It counts the exempt among the post-freeze; "
            f"we do not, since Unicode had assigned them before the map was frozen.",
        )


def print_card(card: Card) -> None:
    """Print one character's card."""
    out = console()
    out.print(f"[bold]{card.codepoint}[/bold] {safe(card.name or '(no name)')}")
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    rows = {
        "aliases": ", ".join(card.aliases),
        "block": card.block,
        "script": card.script,
        "age": f"Unicode {card.age}" if card.age else "not assigned",
        "category": card.category,
        **card.escapes,
        "whitespace for": ", ".join(card.whitespace) or "nobody",
        f"NFKC {card.unicode}": shown(card.nfkc),
    }
    for result in dict.fromkeys(card.charsmaps.values()):
        makers = [name for name, value in card.charsmaps.items() if value == result]
        rows[shown(result)] = "made by " + (
            "every generation" if len(makers) == len(card.charsmaps) else _by_rule(makers)
        )
    rows[card.map] = f"{card.family}: {card.cause}" if card.family else _agreement(card)
    for key, value in rows.items():
        if value:
            table.add_row(key, safe(value))
    out.print(table)


def print_inspection(found: Inspection) -> None:
    """Print what a model file is."""
    out = console()
    out.print(f"[bold]{safe(found.path)}[/bold]: {found.spec.container}")
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    for key, value in inspection_rows(found).items():
        table.add_row(key, safe(value))
    out.print(table)
    if found.examples:
        rules = Table("rule", f"in {found.nearest}", "here", box=None, pad_edge=False)
        for row in found.examples:
            rules.add_row(*row)
        out.print(rules)


def inspection_rows(found: Inspection) -> dict[str, str]:
    """Return an inspection as labelled text."""
    spec = found.spec
    flags = ("add_dummy_prefix", "remove_extra_whitespaces", "escape_whitespaces")
    rows = {
        "declared name": spec.name or "(none)",
        "steps": " + ".join(spec.steps),
        "flags": ", ".join(
            f"{flag}={str(getattr(spec, flag)).lower()}" for flag in flags if getattr(spec, flag) is not None
        ),
        "rules trained from": spec.normalization_rule_tsv,
        "denormalizer": _denormalizer(spec.denormalizer),
    }
    if not found.sha256:
        rows["map"] = "none: text passes unchanged"
    else:
        rows |= {
            "map": f"{found.size:,} bytes, sha256 {found.sha256}",
            "rules": f"{found.n_rules:,}, of which {found.n_single_rules:,} have one code point",
            "generation": found.generation
            or f"unknown; nearest is {found.nearest}: {found.added:,} rules added, {found.removed:,} removed, "
            f"{found.changed:,} changed",
            "freeze": f"Unicode {found.freeze}" if found.freeze else "none: the map does not follow NFKC",
            "measured against": found.reference,
        }
    return {key: value for key, value in rows.items() if value}


def _agreement(card: Card) -> str:
    if not card.age or properties.key(card.age) > properties.key(card.unicode):
        return f"not assigned in Unicode {card.unicode}, so not counted"
    return f"agrees with its reference at {card.unicode}"


def _denormalizer(spec: NormalizerSpec | None) -> str:
    return f"{spec.name or '(no name)'}, {len(spec.precompiled_charsmap):,} bytes" if spec else ""


def _by_rule(names: list[str]) -> str:
    """Say each rule's name once: ``nfkc @0.2.0 @0.2.1, nmt_nfkc @0.2.0``."""
    wheels: dict[str, list[str]] = {}
    for name in names:
        rule, _, wheel = name.partition("@")
        wheels.setdefault(rule, []).append(f"@{wheel}")
    return ", ".join(f"{rule} {' '.join(known)}" for rule, known in wheels.items())


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


def safe(text: str) -> str:
    """Make text from a file fit for a terminal: no control character, no direction mark, no markup of ours.

    >>> safe("\\x1b[31mred [/bold]")
    '\\\\x1b[31mred \\\\[/bold]'
    """
    return escape("".join(char if char.isprintable() else ascii(char)[1:-1] for char in text))


def shown(spelled: str) -> str:
    """Show a spelled text so that nothing is visible as nothing.

    >>> shown(""), shown("U+0020")
    ('(deleted)', 'U+0020')
    """
    return spelled or "(deleted)"
