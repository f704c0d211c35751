"""What the commands about runtimes print for a person."""

from collections.abc import Mapping, Sequence

from rich.table import Table

from hebrus_analysis.divergence.compare import Comparison, named
from hebrus_analysis.runtimes.live import Answer
from hebrus_analysis.unicode.codepoints import label, spans
from hebrus_analysis.unicode.names import name as name_of
from hebrus_analysis.views.terminal import console, safe

_SHOWN = 40


def print_classes(classes: Mapping[frozenset[int], Sequence[str]], part: str) -> None:
    """Print each distinct set with the names of all that are it and that hold a part."""
    out = console()
    table = Table("members", "", "who", box=None, pad_edge=False)
    for found, who in classes.items():
        names = [name for name in who if part in name]
        if not names:
            continue
        shown = spans(found)
        said = " ".join(shown[:_SHOWN]) + (f" and {len(shown) - _SHOWN:,} more" if len(shown) > _SHOWN else "")
        table.add_row(f"{len(found):,}", safe(", ".join(names)), said or "(none)", end_section=True)
    out.print(table)


def print_comparison(found: Comparison, show_all: bool) -> None:
    """Print what only one has, and how much both have."""
    out = console()
    if not found.only_first and not found.only_second:
        out.print(f"the same: {len(found.both):,} code points")
    elif found.made:
        out.print(f"{len(found.made):,} code points differ; {len(found.both):,} are changed alike")
        table = Table("", "", safe(found.first), safe(found.second), box=None, pad_edge=False)
        for codepoint, pair in found.made.items():
            table.add_row(label(codepoint), name_of(codepoint), *map(safe, pair))
        out.print(table)
    else:
        _print_sides(found)
    if show_all:
        out.print("".join(f"  {safe(line)}\n" for line in named(found.both)), end="")


def print_trims(rows: Sequence[Mapping[str, object]]) -> None:
    """Print what each rule leaves."""
    table = Table("rule", "left over", "bytes", "what it is", box=None, pad_edge=False)
    for row in rows:
        table.add_row(*(safe(str(row[key])) for key in ("rule", "left_over", "output", "title")))
    console().print(table)


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
    table = Table("runtime", "", "installed here", "Unicode", "recorded", box=None, pad_edge=False)
    for row in rows:
        here = str(row["installed"]) or f"no: {row['missing']}"
        table.add_row(
            *map(safe, (str(row["runtime"]), str(row["title"]), here, str(row["unicode"]), str(row["recorded"])))
        )
    console().print(table)


def print_answer(answer: Answer) -> None:
    """Print what came of asking one runtime."""
    out = console()
    if answer.record is None:
        out.print(f"{answer.name}: not here, {safe(answer.missing)}", style="dim")
    elif not answer.is_recorded:
        out.print(f"{answer.name}: {safe(answer.record.version)}, not recorded yet")
    elif not answer.moved:
        out.print(f"{answer.name}: {safe(answer.record.version)}, as recorded")
    else:
        out.print(f"[bold]{answer.name}[/bold] moved:")
        out.print("".join(f"  {safe(line)}\n" for line in answer.moved), end="")
