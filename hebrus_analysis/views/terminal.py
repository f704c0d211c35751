"""What the commands print for a person."""

import errno
import sys
from typing import Any, TextIO, cast

import pandas as pd
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from hebrus_analysis.charsmap import generations
from hebrus_analysis.charsmap.containers import NormalizerSpec
from hebrus_analysis.divergence.card import Card
from hebrus_analysis.divergence.inspection import Inspection
from hebrus_analysis.unicode import properties
from hebrus_analysis.views import cards, writers
from hebrus_analysis.views.found import columns as columns_of
from hebrus_analysis.views.found import said

_MEANING = {
    "dropped": "the map deletes it, NFKC keeps it",
    "spaced": "the map makes a space of it, NFKC does not",
    "exempt": "the map's Unicode knew it, yet it has no rule",
    "post_freeze": "younger than the map: NFKC changes it, the map leaves it alone",
    "other": "anything else",
}


#: How many characters a search prints; a file has all.
_MOST = 100
_WIDE = 100_000


class _Unpadded:
    """A file to which lines are written without the blanks that pad a table's last column."""

    def __init__(self, file: TextIO) -> None:
        self.file = file

    def write(self, text: str) -> int:
        return self.file.write("\n".join(line.rstrip(" ") for line in text.split("\n")))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)


class _Console(Console):
    def on_broken_pipe(self) -> None:
        raise BrokenPipeError(errno.EPIPE, "the reader has gone")  # which is no failure: the caller ends quietly


def console() -> Console:
    """Return a console on standard output; piped, its lines are as long as they need to be."""
    out = _Console(highlight=False)
    return out if out.is_terminal else _Console(file=cast(TextIO, _Unpadded(sys.stdout)), highlight=False, width=_WIDE)


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
    for key, value in cards.rows(card).items():
        if value and key != "name":
            table.add_row(key, safe(value))
    out.print(table)


def print_found(found: pd.DataFrame) -> None:
    """Print the first of what a search found, and how many of how many they are."""
    out = console()
    out.print(said(found, _MOST))
    columns = [name for name in columns_of(found) if name not in ("script", "action", "cause")]
    table = Table(*columns, box=None, pad_edge=False)
    for row in writers.readable(found[columns].head(_MOST)).to_numpy().tolist():
        table.add_row(*map(safe, row))
    if len(found):
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


def _denormalizer(spec: NormalizerSpec | None) -> str:
    return f"{spec.name or '(no name)'}, {len(spec.precompiled_charsmap):,} bytes" if spec else ""


def safe(text: str) -> str:
    """Make text from a file fit for a terminal: no control character, no direction mark, no markup of ours.

    >>> safe("\\x1b[31mred [/bold]")
    '\\\\x1b[31mred \\\\[/bold]'
    """
    return escape("".join(char if char.isprintable() else ascii(char)[1:-1] for char in text))
