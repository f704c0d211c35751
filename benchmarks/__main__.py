"""Print the table; exit with 1 where a target is missed."""

import sys
from importlib.metadata import version

from rich.console import Console
from rich.table import Table

from benchmarks import tasks
from benchmarks.race import Result


def amount(result: Result, value: float) -> str:
    return f"{value:,.0f} MB" if "peak MB" in result.task else f"{1000 * value:,.1f} ms"


def main() -> int:
    results = [
        result for task in (tasks.sweep, tasks.matrix, tasks.start, tasks.text, tasks.sequences) for result in task()
    ]
    versions = ", ".join(f"{name} {version(name)}" for name in ("sentencepiece", "tokenizers", "numpy", "pandas"))
    table = Table(title=f"Python {sys.version.split(maxsplit=1)[0]}, {versions}", title_justify="left")
    for column in ("task", "ours", "peer", "theirs", "ratio", "target", ""):
        table.add_column(column, justify="left" if column in ("task", "peer", "") else "right")
    for result in results:
        target = f"{'at least' if result.faster else 'at most'} {result.target:g} x"
        ratio = f"{result.ratio:.2f} x {'faster' if result.faster else ''}".strip()
        ours, theirs = amount(result, result.ours), amount(result, result.theirs)
        table.add_row(result.task, ours, result.peer, theirs, ratio, target, "met" if result.met else "MISSED")
    Console(width=None if sys.stdout.isatty() else 160).print(table)
    return not all(result.met for result in results)


if __name__ == "__main__":
    sys.exit(main())
