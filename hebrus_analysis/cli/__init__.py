"""The command line: parse, call, print; nothing else."""

import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hebrus_analysis.errors import HebrusAnalysisError

if TYPE_CHECKING:
    import pandas as pd
    from rich.status import Status

    from hebrus_analysis.locks import Drift

STOCK = "nmt_nfkc@0.1.95"

_map = click.option(
    "--map",
    "map_",
    default=STOCK,
    show_default=True,
    metavar="NAME|FILE",
    help="A stock map, or a file that carries one.",
)
_unicode = click.option(
    "--unicode", default="15.0", show_default=True, metavar="V", help="The Unicode version of the sweep."
)
_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
_output = click.option(
    "-o",
    "output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write to a file, by its ending.",
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.version_option(package_name="hebrus-analysis", prog_name="hebrus-analysis")
@click.pass_context
def cli(context: click.Context) -> None:
    """Find out where Unicode makes two implementations disagree.

    A code point is written U+200B, 200B, 0x200b or as the character itself. A stock map is named rule@wheel, such as
    nmt_nfkc@0.1.95; any sentencepiece version that carries it will do.

    \b
    Start with one of these:
      hebrus-analysis families           where the stock map and NFKC part, and why
      hebrus-analysis show U+200D        what this character is, and what everybody makes of it
      hebrus-analysis inspect FILE       what a spiece.model or tokenizer.json will do to text
      hebrus-analysis report -o DIR      everything, as tables, figures and one HTML page
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@cli.command()
@_map
@_unicode
@_json
@_output
def families(map_: str, unicode: str, as_json: bool, output: Path | None) -> None:
    """Count where a map and NFKC part, by family; with -o, write each divergent code point."""
    from hebrus_analysis.divergence.families import counts, divergent

    rows = divergent(_sweep(map_, unicode))
    if output:
        from hebrus_analysis.views import tables, writers

        writers.write(tables.with_names(rows), output)
    if as_json:
        click.echo(json.dumps(counts(rows), indent=1))
    elif not output:
        from hebrus_analysis.views.terminal import print_families

        print_families(counts(rows), rows.attrs["reference"], str(rows.attrs["freeze"] or ""))


@cli.command()
@_map
@_unicode
@_json
@_output
def sweep(map_: str, unicode: str, as_json: bool, output: Path | None) -> None:
    """Write the whole frame, a row per assigned code point: .tsv .csv .json .md .parquet, or TSV on standard output."""
    from hebrus_analysis.divergence.families import families as with_families
    from hebrus_analysis.views import writers

    frame = with_families(_sweep(map_, unicode))
    if output:
        writers.write(frame, output)
    else:
        click.echo(writers.json_records(frame) if as_json else writers.tsv(frame), nl=False)


@cli.command()
@click.argument("codepoints", nargs=-1, required=True, metavar="U+XXXX...")
@click.option(
    "--map", "map_", default=STOCK, show_default=True, metavar="NAME", help="The stock map of family and cause."
)
@_unicode
@_json
def show(codepoints: tuple[str, ...], map_: str, unicode: str, as_json: bool) -> None:
    """Show the card of a character or of each in a range."""
    from hebrus_analysis.divergence.card import card
    from hebrus_analysis.unicode.codepoints import parse_range

    cards = [card(codepoint, map_, unicode) for text in codepoints for codepoint in parse_range(text)]
    if as_json:
        click.echo(json.dumps([asdict(one) for one in cards], indent=1, ensure_ascii=False))
        return
    from hebrus_analysis.views.terminal import print_card

    for number, one in enumerate(cards):
        if number:
            click.echo()
        print_card(one)


@cli.command()
@click.argument("path", type=click.Path(path_type=Path, exists=True))
@_json
def inspect(path: Path, as_json: bool) -> None:
    """Say what a spiece.model, a tokenizer.json, a raw map, or a folder with a model in it will do to text.

    Exits with 1 where the two containers of one model disagree.
    """
    from hebrus_analysis.divergence import inspection
    from hebrus_analysis.views.terminal import print_inspection

    found = [(inspection.inspect(file), inspection.disagreement(file)) for file in inspection.model_files(path)]
    if as_json:
        click.echo(json.dumps([_inspection(one, differs) for one, differs in found], indent=1, ensure_ascii=False))
    else:
        for one, differs in found:
            print_inspection(one, differs)
    sys.exit(1 if any(differs for _, differs in found) else 0)


@cli.command()
@click.option("--check", "only_check", is_flag=True, help="Compare with the committed tables instead of writing.")
@click.option("-o", "folder", type=click.Path(path_type=Path, file_okay=False), metavar="DIR", help="Where to write.")
def tables(only_check: bool, folder: Path | None) -> None:
    """Write the committed tables as TSV, or compare them with what the code makes now (exit 1 on a difference)."""
    from hebrus_analysis import locks

    if only_check:
        with _working("making every table"):
            drifts = locks.tables_drift()
        _report(drifts, "the committed tables are what the code makes", as_json=False)
        return
    with _working("making every table"):
        paths = locks.write_tables(folder or Path("tables"))
    click.echo("\n".join(map(str, paths)))


@cli.command()
@_json
def check(as_json: bool) -> None:
    """Compare every lock with what the code makes now: hashes, counts, tables (exit 1 on a difference)."""
    from hebrus_analysis import locks

    with _working("comparing every lock"):
        drifts = locks.local_drift()
    _report(drifts, "oracles, counts and tables are what they were locked as", as_json)


@cli.command()
def accept() -> None:
    """Adopt captured candidates and lock oracles, counts and tables anew; review the diff afterwards."""
    from hebrus_analysis import locks

    with _working("making tables and counts anew"):
        changed = locks.accept()
    click.echo(changed or "nothing changed")


@cli.command()
@click.option(
    "-o", "folder", type=click.Path(path_type=Path, file_okay=False), default=Path("report"), show_default=True
)
def report(folder: Path) -> None:
    """Write all tables, all figures and one self-contained HTML page."""
    from hebrus_analysis.views.report import write_report

    paths = write_report(folder)
    click.echo(f"{len(paths)} files; open {folder / 'index.html'}")


def main() -> None:
    """Run the command line; a known error is one sentence on standard error and exit status 2."""
    try:
        code = cli.main(prog_name="hebrus-analysis", standalone_mode=False)
        sys.stdout.flush()
    except HebrusAnalysisError as error:
        click.echo(f"hebrus-analysis: {error}", err=True)
        code = 2
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("hebrus-analysis: interrupted", err=True)
        code = 130
    except BrokenPipeError:
        # The reader has left; without this the interpreter would complain when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    sys.exit(code)


def _sweep(map_: str, unicode: str) -> "pd.DataFrame":
    from hebrus_analysis.charsmap import containers
    from hebrus_analysis.divergence.sweep import sweep
    from hebrus_analysis.errors import NoCharsmap

    if not Path(map_).is_file():
        return sweep(map_, unicode)
    charsmap = containers.read(map_).charsmap
    if charsmap is None:
        raise NoCharsmap(f"{map_}: the model asks for no map, so text passes unchanged and there is nothing to compare")
    return sweep(charsmap, unicode)


def _report(drifts: "list[Drift]", fine: str, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps([asdict(drift) for drift in drifts], indent=1, ensure_ascii=False))
    else:
        click.echo("\n".join(map(str, drifts)) or fine)
    sys.exit(1 if drifts else 0)


def _working(what: str) -> "Status":
    """Show that something is being done: on standard error, and only on a terminal."""
    from rich.console import Console

    return Console(stderr=True).status(f"{what} ...")


def _inspection(found: Any, differs: str | None) -> dict[str, Any]:
    value = asdict(found)
    spec = value.pop("spec")
    for one in (spec, spec.get("denormalizer") or {}):
        one["precompiled_charsmap_bytes"] = len(one.pop("precompiled_charsmap", b""))
    return {**value, "normalizer": spec, "disagreement": differs}
