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


def print_traces(one: Trace, other: Trace, path: str, second: str, parted: str) -> None:
    """Print both, and the first step at which they part."""
    print_trace(one, path)
    console().print()
    print_trace(other, second)
    said = f"they part at: {parted}" if parted else "the same, at every step"
    console().print(f"\n[bold]{said}[/bold]")


def print_answer(name: str, ids: "tuple[int, ...] | Failure", step: str, shortest: str) -> None:
    """Print the ids of another implementation, the step at which it parts and the shortest text on which it does."""
    out = console()
    said = " ".join(map(str, ids)) or "(none)" if isinstance(ids, tuple) else safe(ids.message)
    out.print(f"ids  {said}  of {safe(name)}")
    if not step:
        out.print("[bold]the same ids[/bold]")
        return
    out.print(f"[bold]other ids; they part at {safe(step)}[/bold]")
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


def print_splits(text: str, found: Mapping[str, Sequence[str]]) -> None:
    """Print what each expression cuts a text into."""
    out = console()
    out.print(f"[bold]{spell(text) or '(nothing)'}[/bold]")
    for name, pieces in found.items():
        out.print(f"{safe(name)}: {len(pieces)} pieces")
        for piece in pieces:
            out.print(f"  {piece}")
    if len(found) > 1:
        same = len(set(map(tuple, found.values()))) == 1
        out.print(f"[bold]{'cut alike' if same else 'cut differently'}[/bold]")


def print_pipeline(found: Pipeline, has_head: bool = True) -> None:
    """Print the steps of a tokenizer file, below its name and hash unless they stand there already."""
    out = console()
    if has_head:
        out.print(f"[bold]{safe(found.path)}[/bold]: {found.container}, sha256 {found.sha256}")
    table = Table("fingerprint", "stage", "step", "says", box=None, pad_edge=False)
    for step in found.steps:
        table.add_row(step.fingerprint[:12], step.stage, safe(step.type), _says(step))
    out.print(table)


def print_differences(differences: Sequence[tuple[str, tuple[Step, ...], tuple[Step, ...]]]) -> None:
    """Print the stages on which two files differ."""
    out = console()
    for stage, one, other in differences:
        out.print(f"[bold]{stage}[/bold]")
        for sign, steps in (("-", one), ("+", other)):
            for step in steps:
                out.print(f"  {sign} {safe(step.type)} {_says(step)} {step.fingerprint[:12]}")
    out.print("[bold]no step differs[/bold]" if not differences else f"{len(differences)} stages differ")


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
