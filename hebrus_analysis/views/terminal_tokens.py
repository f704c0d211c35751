"""What the commands about tokenizers print for a person."""

from collections.abc import Mapping, Sequence

import pandas as pd
from rich.table import Table

from hebrus_analysis.runtimes.runtime import Failure
from hebrus_analysis.tokenization import contract
from hebrus_analysis.tokenization.classes import tables
from hebrus_analysis.tokenization.pipeline import Pipeline, Step
from hebrus_analysis.tokenization.trace import Trace
from hebrus_analysis.unicode.codepoints import spell
from hebrus_analysis.views.terminal import console, safe

_SHORT = 90


def print_trace(found: Trace, path: str) -> None:
    """Print what became of a text in one tokenizer."""
    out = console()
    out.print(f"[bold]{spell(found.text) or '(nothing)'}[/bold] through {safe(path)}")
    for content in found.added:
        out.print(f"added       {safe(content)}")
    out.print(f"normalized  {spell(found.normalized) or '(nothing)'}")
    for number, piece in enumerate(found.splits):
        out.print(f"{'split' if not number else '':<10}  {spell(piece)}")
    table = Table("id", "piece", "code points", "from", box=None, pad_edge=False)
    table.columns[0].justify = "right"
    for token in found.tokens:
        table.add_row(
            str(token.id), safe(token.piece), f"{token.start}..{token.end}", spell(token.source) or "(nothing)"
        )
    out.print(table)
    out.print(f"ids  {' '.join(map(str, found.ids)) or '(none)'}")


def print_answer(name: str, ids: "tuple[int, ...] | Failure") -> None:
    """Print the ids of another implementation."""
    said = " ".join(map(str, ids)) or "(none)" if isinstance(ids, tuple) else safe(ids.message)
    console().print(f"ids  {said}  of {safe(name)}")


def print_parting(step: str, shortest: str) -> None:
    """Print the step at which two part, and the shortest part of the text on which they do."""
    out = console()
    out.print(f"[bold]other ids; they part at {safe(step)}[/bold]" if step else "[bold]the same ids[/bold]")
    if shortest:
        out.print(f"the shortest part of the text that does: {spell(shortest)}")


def print_comparison(found: pd.DataFrame) -> None:
    """Print how many texts differ, and by which step, group, script and language."""
    out = console()
    wrong = int((~found.same).sum())
    out.print(f"[bold]{safe(found.attrs['one'])}[/bold] against [bold]{safe(found.attrs['other'])}[/bold]")
    out.print(f"{len(found):,} texts that divide implementations, {wrong:,} give other ids")
    for column in contract.BY:
        rows = contract.by(column, found)
        rows = rows[rows.differ > 0]
        if len(rows):
            table = Table(column, "differ", "of", "worst", box=None, pad_edge=False)
            for row in rows.itertuples(index=False):
                text = row.worst if len(row.worst) <= _SHORT else f"{row.worst[:_SHORT]} ..."
                table.add_row(safe(row[0]), f"{row.differ:,}", f"{row.texts:,}", text)
            out.print(table)


def print_splits(text: str, found: Mapping[str, Sequence[str]], engine: str) -> None:
    """Print what expressions cut a text into, those that cut it alike together."""
    out = console()
    out.print(f"[bold]{spell(text) or '(nothing)'}[/bold] cut by {safe(engine)}")
    alike: dict[tuple[str, ...], list[str]] = {}
    for name, pieces in found.items():
        alike.setdefault(tuple(pieces), []).append(name)
    for pieces, names in alike.items():
        out.print(f"{safe(', '.join(names))}: {len(pieces)} {'piece' if len(pieces) == 1 else 'pieces'}")
        for piece in pieces:
            out.print(f"  {spell(piece)}")
    out.print("[bold]cut alike[/bold]" if len(alike) == 1 else f"[bold]{len(alike)} different cuts[/bold]")


def print_pipeline(found: Pipeline, has_head: bool = True) -> None:
    """Print the steps of a tokenizer file, below its name and hash unless they stand there already."""
    out = console()
    if has_head:
        out.print(f"[bold]{safe(found.path)}[/bold]: {found.container}, sha256 {found.sha256}")
    table = Table("fingerprint", "stage", "step", "says", box=None, pad_edge=False)
    for step in found.steps:
        table.add_row(step.fingerprint[:12], step.stage, safe(step.type), _says(step))
    out.print(table)


def print_differences(
    differences: Sequence[tuple[str, tuple[Step, ...], tuple[Step, ...]]], shared: Sequence[Step]
) -> None:
    """Print the stages on which two files differ, and the steps on which they agree."""
    out = console()
    for stage, one, other in differences:
        out.print(f"[bold]{stage}[/bold]")
        for sign, steps in (("-", one), ("+", other)):
            for step in steps:
                out.print(f"  {sign} {safe(step.type)} {_says(step)} {step.fingerprint[:12]}")
    alike = ", ".join(f"{step.stage} {safe(step.type)}" for step in shared) or "nothing"
    out.print(f"[bold]{'some steps differ' if differences else 'no step differs'}[/bold]; alike: {alike}")


def _says(step: Step) -> str:
    said = {key: value for key, value in step.settings.items() if value not in (None, "", {}) and key != "sha256"}
    settings = ", ".join(f"{key}={value}" for key, value in said.items())
    known = tables()
    unicode = ", ".join(f"{each} of {known[each]}" if each in known else each for each in step.unicode)
    parts = [step.about, settings, f"Unicode in tokenizers: {unicode}" if unicode else ""]
    return safe("; ".join(part for part in parts if part))


def spelled(found: pd.DataFrame) -> pd.DataFrame:
    """Return a comparison as text: ids with blanks between them, errors as they are."""

    def written(ids: "tuple[int, ...] | Failure") -> str:
        return " ".join(map(str, ids)) if isinstance(ids, tuple) else ids.message

    out = found.assign(one=found.one.map(written), other=found.other.map(written))
    out.attrs = found.attrs
    return out
