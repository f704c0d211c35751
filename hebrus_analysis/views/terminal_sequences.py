"""What the commands about texts of several code points print for a person."""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any, Final

import pandas as pd
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from hebrus_analysis.divergence.causes import CAUSES, EXAMPLES
from hebrus_analysis.divergence.explain import Explained
from hebrus_analysis.unicode.codepoints import label, spell
from hebrus_analysis.unicode.names import name as name_of
from hebrus_analysis.unicode.steps import Piece
from hebrus_analysis.views.cards import shown
from hebrus_analysis.views.terminal import console, safe

_STEPS: Final = 40


@contextmanager
def bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar on standard error, on a terminal only; yields what to call with (done, total)."""
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task(what)
        yield lambda done, total: progress.update(task, completed=done, total=total)


def print_pairs(frame: pd.DataFrame) -> None:
    """Print the counts of a pair sweep, each cause with its smallest example."""
    out = console()
    facts = frame.attrs
    out.print(f"[bold]{facts['map']}[/bold] against {facts['reference']} at Unicode {facts['unicode']}")
    out.print(f"{facts['pairs_tested']:,} pairs tested, {len(frame):,} differ though each of the two alone agrees")
    table = Table("cause", "pairs", "smallest", "charsmap", "reference", box=None, pad_edge=False)
    table.columns[0].no_wrap = True
    table.columns[1].justify = "right"
    for cause, number in facts["by_cause"].items():
        rows = frame[frame.cause == cause].head(1)
        pair = [f"{label(row.first)} {label(row.second)}" for row in rows.itertuples()]
        made = [spell(text) for row in rows.itertuples() for text in (row.charsmap, row.reference)]
        table.add_row(cause, f"{number:,}", *(pair + made or ["", "", ""]))
    out.print(table)
    for cause, number in facts["by_cause"].items():
        if number:
            out.print(f"[bold]{cause}[/bold]: {CAUSES[cause]}{_living(cause)}")


def _living(cause: str) -> str:
    if cause not in EXAMPLES:
        return ""
    (first, second), language, what = EXAMPLES[cause]
    return f"; {language}: {label(first)} {label(second)}, {what}"


def print_rules(found: Mapping[str, Any]) -> None:
    """Print what is to be said of all rules of a map."""
    out = console()
    out.print(f"[bold]{found['map']}[/bold] against {found['reference']} at Unicode {found['unicode']}")
    lengths = ", ".join(f"{number:,} of {length}" for length, number in found["by_length"].items())
    out.print(f"{found['rules']:,} rules by code points of the key: {lengths}")
    families = ", ".join(f"{number} {why}" for why, number in found["contradicted"].items()) or "none"
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(justify="right")
    for number, what in (
        (sum(found["contradicted"].values()), f"contradicted by the reference: {families}"),
        (found["contradicted_of_several"], "of these have several code points"),
        (found["younger"], f"hold a character younger than Unicode {found['unicode']}"),
        (found["hidden"], "begin a longer rule, which takes their place where the text goes on so"),
        (found["not_stable"], "give what the map would change again"),
        (found["not_nfkc"], "give what is not its own NFKC"),
    ):
        table.add_row(f"{number:,}", what)
    out.print(table)


def print_stability(found: Mapping[str, Any]) -> None:
    """Print how far one has to look to cut a text under a map, and what comes out that is not final."""
    out = console()
    reach, corpus = found["reach"], found["corpus"]
    out.print(f"[bold]{found['map']}[/bold], NFC and NFKC of Unicode {found['unicode']}")
    out.print("to know whether a match runs over a place where a text is cut:")
    out.print(f"  look ahead {reach['ahead']} code points, {reach['ahead_bytes']} bytes: the longest rule")
    if reach["back"] < 0:
        out.print("  look back to the beginning: no bound was found; two readers of this, repeated, may never meet")
    else:
        out.print(
            f"  look back {reach['back']} code points, {reach['back_bytes']} bytes: the longest chain of rules is"
        )
    out.print(f"  {reach['chain'] or '(none)'}")
    out.print(f"{found['unstable']:,} known inputs change again when normalized again; -o FILE writes them")
    out.print(
        f"of the {corpus['texts']:,} texts of the sequence corpus {corpus['not_NFC']:,} come out that are not NFC, "
        f"{corpus['not_NFKC']:,} that are not NFKC"
    )


def print_explained(found: Explained) -> None:
    """Print what each subject makes of a text, and how."""
    out, parts = console(), found.divergences
    out.print(f"[bold]{spell(found.text) or '(nothing)'}[/bold] under {found.map}, Unicode {found.unicode}")
    out.print(f"[bold]{found.verdict}[/bold]")
    if found.flags and any(each.n_flags for each in found.explanations):
        said = [name for name, on in asdict(found.flags).items() if on]
        out.print(f"whitespace flags, which follow leftmost-longest alone: {', '.join(said) or 'none'}")
    if parts:
        out.print(f"where the map and its reference, {found.reference}, part:")
        table = Table(box=None, show_header=False, pad_edge=False)
        for part in parts[:_STEPS]:
            times = f" ({part.times:,} times)" if part.times > 1 else ""
            made = f"{shown(spell(part.made))}, not {shown(spell(part.wanted))}"
            table.add_row(
                f"  byte {part.byte}",
                f"{spell(part.source)}{times}",
                made,
                f"[bold]{part.name}[/bold]: {safe(part.why)}",
            )
        out.print(table)
        if len(parts) > _STEPS:
            out.print(f"  and {len(parts) - _STEPS:,} more; --json lists all")
    out.print()
    for each in found.explanations:
        out.print(f"[bold]{each.subject}[/bold]: {safe(each.about)}")
        for step in each.stages:
            acted = [piece for piece in step.pieces if piece.why]
            if acted:
                out.print(f"  {step.name}")
                _print_steps(out, step.pieces)
        out.print(f"  = {spell(each.result) or '(nothing)'}")
    out.print()
    for char in dict.fromkeys("".join((found.text, *(each.result for each in found.explanations)))):
        out.print(f"{label(ord(char))} {safe(name_of(ord(char)))}", style="dim")


def _print_steps(out: Console, pieces: tuple[Piece, ...]) -> None:
    table = Table(box=None, show_header=False, pad_edge=False)
    at, rows = 0, 0
    for piece in pieces:
        if piece.why:
            rows += 1
            lost = f", which loses {spell(piece.lost)}" if piece.lost else ""
            why = "" if piece.why == f"rule {spell(piece.source)}" else f"({piece.why}{lost})"
            if rows <= _STEPS:
                source = spell(piece.source) or "(nothing)"
                table.add_row(f"    byte {at}", f"{source} to {shown(spell(piece.made))}", why)
        at += len(piece.source.encode())
    out.print(table)
    if rows > _STEPS:
        out.print(f"    and {rows - _STEPS:,} steps more; --json lists all")
