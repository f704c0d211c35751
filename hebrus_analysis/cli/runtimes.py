"""Commands about runtimes: what each calls a space, what it trims, and how two of them differ."""

import os
import sys
from pathlib import Path
from typing import cast

import click

from hebrus_analysis.cli.options import echo_json, json_option, output_option, text_of, working


@click.command()
@click.argument("part", default="")
@json_option
def whitespace(part: str, as_json: bool) -> None:
    """List every recorded predicate and trim with its members; those that are the same set stand together.

    With PART, such as "rust", only those whose name holds it, whatever its case.
    """
    from hebrus_analysis.divergence import agreement, compare
    from hebrus_analysis.errors import UnknownName
    from hebrus_analysis.unicode.codepoints import label
    from hebrus_analysis.views import terminal_runtimes

    known = compare.predicates()
    chosen = {name: found for name, found in known.items() if part.casefold() in name.casefold()}
    if not chosen:
        raise UnknownName("part of a predicate's name", part, known)
    if as_json:
        members = {name: list(map(label, sorted(found))) for name, found in chosen.items()}
        echo_json(members)
    else:
        terminal_runtimes.print_classes(agreement.classes(), chosen.keys())


@click.command()
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option("--all", "show_all", is_flag=True, help="List what both have, too.")
@json_option
def compare(first: str, second: str, show_all: bool, as_json: bool) -> None:
    """Compare two predicates, trims or normalizers: only in A, only in B, in both.

    A is written as `whitespace` prints it, such as "node: trim". A normalizer is a runtime and a form, "mono: NFKC", or
    a form and a version of Unicode, "NFKC of 4.1"; only in A is then what A makes something else of than B does.
    """
    from hebrus_analysis.divergence import compare as comparing
    from hebrus_analysis.views import terminal_runtimes

    with working("comparing"):
        found = comparing.compare(first, second)
    if as_json:
        echo_json(comparing.as_record(found))
    else:
        terminal_runtimes.print_comparison(found, show_all)


@click.command()
@json_option
def runtimes(as_json: bool) -> None:
    """List the registered runtimes: what is recorded, and what is installed here."""
    from hebrus_analysis.runtimes import live
    from hebrus_analysis.views import terminal_runtimes

    with working("starting what is here"):
        rows = live.status()
    if as_json:
        echo_json(rows)
    else:
        terminal_runtimes.print_status(rows)


@click.command()
@click.option("--live", is_flag=True, required=True, help="Ask what is installed here, and compare with the record.")
@click.option("--only", metavar="NAME", multiple=True, help="Only this runtime; may be given again.")
@click.option("--quick", is_flag=True, help="Ask only the code points on which any runtime differs, in seconds.")
@click.option(
    "-o", "folder", type=click.Path(path_type=Path, file_okay=False), metavar="DIR", help="Write the records."
)
@json_option
def ask(live: bool, only: tuple[str, ...], quick: bool, folder: Path | None, as_json: bool) -> None:
    """Ask the real runtimes again, and report what moved or broke (exit 1)."""
    del live  # there is nothing else to ask; the word says that programs are started
    if quick and folder:
        raise click.UsageError("--quick asks too little to be written; leave one of --quick and -o out")
    from hebrus_analysis.runtimes import live as asking
    from hebrus_analysis.runtimes import recorded
    from hebrus_analysis.views import terminal_runtimes, writers

    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    answers = []
    for name in asking.chosen(only):
        with working(f"asking {name}"):
            answers.append(asking.ask(name, quick=quick))
        if folder and (found := answers[-1].record):
            written = folder / f"{name}.json"
            writers.write_text(written, recorded.to_json(found))
            click.echo(f"{written} written; in oracles/runtimes, `hebrus-analysis accept` adopts it", err=True)
        if not as_json:
            terminal_runtimes.print_answer(answers[-1])
    if as_json:
        echo_json([answer.as_record() for answer in answers])
    if only and all(answer.record is None for answer in answers):
        sys.exit(2)
    sys.exit(1 if any(answer.moved or (answer.is_broken and answer.is_recorded) for answer in answers) else 0)


@click.command()
@click.argument("text", required=False)
@click.option("--rule", metavar="R", help="Only this rule, such as python-strip; all of them if not given.")
@click.option("--side", default="both", show_default=True, type=click.Choice(["left", "right", "both"]))
@json_option
def trim(text: str | None, rule: str | None, side: str, as_json: bool) -> None:
    """Trim a text by each rule, and show what is left, escaped, and its bytes.

    TEXT may be written as U+XXXX U+XXXX ...; in front of one that begins with a dash put --.
    Without TEXT the bytes of standard input are trimmed, which may hold what no argument can: U+0000, broken UTF-8.
    Broken bytes that are left show as \\xNN.
    """
    from hebrus_analysis.divergence import agreement
    from hebrus_analysis.unicode import trims
    from hebrus_analysis.views import terminal_runtimes

    text = None if text is None else text_of(text)
    rules = [trims.find(rule).name] if rule is not None else list(trims.RULES)
    given = sys.stdin.buffer.read() if text is None and sys.stdin else b""
    data = given if text is None else os.fsencode(text)
    rows = [agreement.trimmed(data, name, cast(trims.Side, side)) for name in rules]
    if as_json:
        echo_json(rows[0] if rule is not None else rows)
    else:
        terminal_runtimes.print_trims(rows)


@click.group()
def export() -> None:
    """Print what is measured here as source code of other languages."""


@export.command("whitespace")
@click.option("--rule", required=True, metavar="R", help="python-strip, white-space, ecmascript, ascii, ascii-no-vt.")
@click.option("--lang", required=True, metavar="L", help="c, rust, csharp, go, java, javascript or python.")
@output_option
def export_whitespace(rule: str, lang: str, output: Path | None) -> None:
    """Print a predicate to paste, and the two trims over bytes; proven equal to the rule by sweeping all values."""
    from hebrus_analysis.views import writers
    from hebrus_analysis.views.export import export as write_export

    source = write_export(rule, lang)
    if output:
        writers.write_text(output, source)
    else:
        click.echo(source, nl=False)
