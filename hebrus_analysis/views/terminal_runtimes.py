"""What the commands about runtimes print for a person."""

from collections.abc import Mapping, Sequence

from rich.table import Table

from hebrus_analysis.divergence.compare import Comparison, named
from hebrus_analysis.runtimes.live import Answer
from hebrus_analysis.unicode.codepoints import label, spans
from hebrus_analysis.unicode.names import name as name_of
from hebrus_analysis.views.terminal import console, safe

_SHOWN = 40


def print_classes(classes: Mapping[frozenset[int], Sequence[str]]) -> None:
    """Print each distinct set with the names of all that are it."""
    out = console()
    table = Table("members", "", "who", box=None, pad_edge=False)
    for found, names in classes.items():
        shown = spans(found)
        said = " ".join(shown[:_SHOWN]) + (f" and {len(shown) - _SHOWN:,} more" if len(shown) > _SHOWN else "")
        table.add_row(f"{len(found):,}", safe(", ".join(names)), said or "(none)", end_section=True)
    out.print(table)


def print_comparison(found: Comparison) -> None:
    """Print what only one has, then what both have."""
    out = console()
    if found.made:
        out.print(f"{len(found.made):,} code points differ; {len(found.both):,} are changed alike")
        table = Table("", "", safe(found.first), safe(found.second), box=None, pad_edge=False)
        for codepoint, pair in found.made.items():
            table.add_row(label(codepoint), name_of(codepoint), *map(safe, pair))
        out.print(table)
        return
    for title, members in (
        (f"only {found.first}", found.only_first),
        (f"only {found.second}", found.only_second),
        ("both", found.both),
    ):
        out.print(f"[bold]{safe(title)}[/bold]: {len(members):,}")
        out.print("".join(f"  {safe(line)}\n" for line in named(members)), end="")


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
