"""Commands about time: versions of Unicode, generations of the maps."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from hebrus_analysis.cli.options import echo_json, json_option, output_option, working, write

if TYPE_CHECKING:
    import pandas as pd


@click.command()
@click.option("--rule", metavar="R", help="Only this rule: nfkc, nmt_nfkc, nfkc_cf or nmt_nfkc_cf.")
@click.option("--map", "map_", metavar="NAME", help="Only this map, such as nmt_nfkc@0.1.95.")
@click.option("--unicode", "unicode", metavar="V", multiple=True, help="Only this version; may be given again.")
@click.option("--moves", "ask_moves", is_flag=True, help="Instead, what entered and left every cell, with names.")
@json_option
@output_option
def drift(
    rule: str | None,
    map_: str | None,
    unicode: tuple[str, ...],
    ask_moves: bool,
    as_json: bool,
    output: Path | None,
) -> None:
    """Count the divergences of every map at every Unicode version, or say what entered and left."""
    from hebrus_analysis.charsmap.generations import resolve
    from hebrus_analysis.divergence.drift import VERSIONS
    from hebrus_analysis.divergence.drift import drift as matrix
    from hebrus_analysis.divergence.lineage import of_rule
    from hebrus_analysis.divergence.moves import moves
    from hebrus_analysis.views import terminal_time

    with working("every map against every version"):
        names = [generation.name for generation in of_rule(rule)] if rule is not None else None
        if map_ is not None:
            names = [name for name in names or [resolve(map_).name] if name == resolve(map_).name]
        versions = unicode or VERSIONS
        frame = moves(names, versions) if ask_moves else matrix(names, versions)
    if output:
        write(frame, output)
    if as_json:
        echo_json(_records(frame, ask_moves))
    elif not output:
        (terminal_time.print_moves if ask_moves else terminal_time.print_drift)(frame)


@click.command()
@click.option("--rule", metavar="R", default="nmt_nfkc", show_default=True, help="The chain of this rule.")
@json_option
def lineage(rule: str, as_json: bool) -> None:
    """Show what each new generation of a rule changed, and which edits were made by hand."""
    from hebrus_analysis.divergence import lineage as chain
    from hebrus_analysis.views import terminal_time

    with working("reading every rule"):
        steps = chain.lineage(rule)
    if as_json:
        echo_json([chain.as_record(step) for step in steps])
    else:
        terminal_time.print_lineage(steps, chain.joiners())


@click.command()
@click.argument("subject", metavar="FILE|NAME")
@json_option
def date(subject: str, as_json: bool) -> None:
    """Say which Unicode a model file, a stock map or a runtime was frozen at.

    NAME is a stock map, such as nmt_nfkc@0.2.0; a package that is installed here: unicodedata, unicodedata2 or
    tokenizers; or a runtime as it was recorded, such as node, java17 or mono (`hebrus-analysis runtimes` lists them).
    """
    from hebrus_analysis.divergence import dating
    from hebrus_analysis.views import terminal_time

    with working("asking every code point"):
        found = dating.date(subject)
    if as_json:
        echo_json(dating.as_record(subject, found))
    else:
        terminal_time.print_dating(subject, found)


@click.command()
@click.argument("rule")
@click.option("--freeze", required=True, metavar="V", help="The Unicode version to cut back to.")
@click.option(
    "-o",
    "output",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="A compiled map, or rules as SentencePiece's TSV where it ends in .tsv.",
)
def rebuild(rule: str, freeze: str, output: Path) -> None:
    """Write the map that sentencepiece would have made at another Unicode version."""
    from hebrus_analysis.charsmap import rebuild as maps
    from hebrus_analysis.views import writers

    with working("cutting and compiling"):
        made = maps.rebuild(rule, freeze)
        if output.suffix.lower() == ".tsv":
            writers.write_text(output, maps.rules_tsv(made.rules))
        else:
            writers.write_bytes(output, made.compile().blob)
    click.echo(f"{output}: {len(made.rules):,} rules of {made.source} cut back to Unicode {made.freeze}")


def _records(frame: "pd.DataFrame", moves: bool) -> list[dict[str, object]]:
    """Return rows as plain values; of a move with every name, where the terminal has room for the first and last."""
    from hebrus_analysis.unicode.codepoints import parse_range
    from hebrus_analysis.unicode.names import name

    rows = [{str(key): value for key, value in row.items()} for row in frame.to_dict("records")]
    if not moves:
        return rows
    return [{**row, "name": list(map(name, parse_range(str(row["codepoints"]))))} for row in rows]
