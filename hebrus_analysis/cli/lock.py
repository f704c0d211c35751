"""Commands that write, check and accept what is locked."""

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hebrus_analysis.cli.options import echo_json, json_option, working

if TYPE_CHECKING:
    from hebrus_analysis.locks import Drift


@click.command()
@click.option("--check", "only_check", is_flag=True, help="Compare with the committed tables instead of writing.")
@click.option("-o", "folder", type=click.Path(path_type=Path, file_okay=False), metavar="DIR", help="Where to write.")
def tables(only_check: bool, folder: Path | None) -> None:
    """Write the committed tables as TSV, or compare them with what the code makes now (exit 1 on a difference)."""
    from hebrus_analysis import locks

    if only_check:
        with working("making every table"):
            drifts = locks.tables_drift()
        _report(drifts, "the committed tables are what the code makes", as_json=False)
        return
    with working("making every table"):
        paths = locks.write_tables(folder or Path("tables"))
    click.echo("\n".join(map(str, paths)))


@click.command()
@json_option
@click.option(
    "--upstream", is_flag=True, help="Compare a fresh capture with the oracles instead; `make capture` first."
)
def check(as_json: bool, upstream: bool) -> None:
    """Compare every lock with what the code makes now: hashes, counts, tables (exit 1 on a difference)."""
    if upstream:
        _check_upstream(as_json)
    from hebrus_analysis import locks

    with working("comparing every lock"):
        drifts = locks.local_drift()
    _report(drifts, "oracles, counts and tables are what they were locked as", as_json)


@click.command()
def accept() -> None:
    """Adopt captured candidates and lock oracles, counts and tables anew; review the diff afterwards."""
    from hebrus_analysis import accept as adoption

    with working("making tables and counts anew"):
        changed = adoption.accept()
    click.echo(changed or "nothing changed")


@click.command()
@click.option(
    "-o", "folder", type=click.Path(path_type=Path, file_okay=False), default=Path("report"), show_default=True
)
@click.option(
    "--notebooks",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    metavar="DIR",
    help="Execute and render the notebooks of this folder too; takes minutes.",
)
def report(folder: Path, notebooks: Path | None) -> None:
    """Write all tables, all figures and one self-contained HTML page."""
    from hebrus_analysis.views.report import write_report

    paths = write_report(folder, notebooks)
    click.echo(f"{len(paths)} files; open {folder / 'index.html'}")


def _check_upstream(as_json: bool) -> None:
    from hebrus_analysis import oracle
    from hebrus_analysis import upstream as watch

    with working("comparing the capture with the oracles"):
        found = watch.findings(oracle.root(), oracle.root() / "candidates")
    if as_json:
        echo_json([asdict(finding) for finding in found])
    elif found:
        click.echo("\n".join(["upstream drift: a fresh capture is not what is frozen", *map(str, found)]))
    else:
        click.echo("a fresh capture is what is frozen")
    sys.exit(1 if found else 0)


def _report(drifts: "list[Drift]", fine: str, as_json: bool) -> None:
    if as_json:
        echo_json([asdict(drift) for drift in drifts])
    else:
        click.echo("\n".join(map(str, drifts)) or fine)
    sys.exit(1 if drifts else 0)
