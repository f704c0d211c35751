"""What the commands about runtimes print for a person."""

from collections.abc import Collection, Mapping, Sequence

from rich.table import Column, Table

from hebrus_analysis.divergence.compare import Comparison, named
from hebrus_analysis.runtimes.live import Answer
from hebrus_analysis.unicode.codepoints import label, spans
from hebrus_analysis.unicode.names import name as name_of
from hebrus_analysis.views.terminal import console, safe

_SHOWN = 40
_LONG = 1000


def print_classes(classes: Mapping[frozenset[int], Sequence[str]], chosen: Collection[str]) -> None:
    """Print each distinct set, and under it the chosen names that are it."""
    out = console()
    for found, who in classes.items():
        names = [name for name in who if name in chosen]
        if not names:
            continue
        shown = spans(found)
        said = " ".join(shown[:_SHOWN]) + (f" and {len(shown) - _SHOWN:,} more" if len(shown) > _SHOWN else "")
        out.print(f"[bold]{len(found):,}[/bold] code points: {said or '(none)'}")
        out.print("".join(f"  {safe(name)}\n" for name in names), end="")
    known = [name for who in classes.values() for name in who]
    if left := [name for name in chosen if name not in known]:
        out.print("[bold]more than 1,000[/bold] code points, which --json lists:")
        out.print("".join(f"  {safe(name)}\n" for name in left), end="")


def print_comparison(found: Comparison, show_all: bool) -> None:
    """Print what only one has, and how much both have."""
    out = console()
    if not found.only_first and not found.only_second:
        out.print(f"the same: {len(found.both):,} code points")
    elif found.made:
        out.print(f"code points that differ: {len(found.made):,}; that both change alike: {len(found.both):,}")
        table = Table("code point", "name", safe(found.first), safe(found.second), box=None, pad_edge=False)
        for codepoint, pair in found.made.items():
            table.add_row(label(codepoint), name_of(codepoint), *map(safe, pair))
        out.print(table)
    else:
        _print_sides(found)
    if found.unanswered:
        out.print(f"no answer of one of the two: {len(found.unanswered):,}, such as {label(found.unanswered[0])}")
    if show_all:
        out.print("".join(f"  {safe(line)}\n" for line in named(found.both)), end="")


def print_trims(rows: Sequence[Mapping[str, object]]) -> None:
    """Print what each rule leaves."""
    table = Table(Column("rule", no_wrap=True), "left over", "bytes", "what it is", box=None, pad_edge=False)
    for row in rows:
        table.add_row(*(safe(_cut(str(row[key]))) for key in ("rule", "left_over", "output", "title")))
    console().print(table)


def _cut(text: str) -> str:
    """Shorten what nobody would read to its end in a table."""
    return text if len(text) <= _LONG else f"{text[:_LONG]} and {len(text) - _LONG:,} characters more; see --json"


def _print_sides(found: Comparison) -> None:
    out = console()
    for title, members in (
        (f"only {found.first}", found.only_first),
        (f"only {found.second}", found.only_second),
    ):
        out.print(f"[bold]{safe(title)}[/bold]: {len(members):,}")
        out.print("".join(f"  {safe(line)}\n" for line in named(members)), end="")
    out.print(f"[bold]both[/bold]: {len(found.both):,}")


def print_status(rows: Sequence[Mapping[str, object]]) -> None:
    """Print the registered runtimes."""
    out = console()
    here = [row for row in rows if not row["missing"]]
    columns = {
        "runtime": "runtime",
        "what it is": "title",
        "here": "installed",
        "NFKC of": "nfkc",
        "recorded": "recorded",
    }
    table = Table(*columns, box=None, pad_edge=False)
    table.columns[0].no_wrap = True
    for row in here:
        table.add_row(*(safe(str(row[key])) for key in columns.values()))
    out.print(table)
    if gone := [row for row in rows if row["missing"]]:
        out.print(f"\n[bold]not here[/bold]: {len(gone)}")
        out.print("".join(f"  {row['runtime']}: {safe(str(row['missing']))}\n" for row in gone), end="")


def print_answer(answer: Answer) -> None:
    """Print what came of asking one runtime."""
    out = console()
    if answer.record is None:
        what = "[bold]broken[/bold]" if answer.is_broken else "not here"
        out.print(f"{answer.name}: {what}, {safe(answer.missing)}", style=None if answer.is_broken else "dim")
    elif not answer.is_recorded:
        out.print(f"{answer.name}: {safe(answer.record.version)}, not recorded yet")
    elif not answer.moved:
        out.print(f"{answer.name}: {safe(answer.record.version)}, as recorded")
    else:
        out.print(f"[bold]{answer.name}[/bold] moved:")
        out.print("".join(f"  {safe(line)}\n" for line in answer.moved), end="")
