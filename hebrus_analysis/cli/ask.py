"""Commands that ask about a map, a character or a file."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hebrus_analysis.cli.options import (
    STOCK,
    charsmap_of,
    echo_json,
    json_option,
    map_option,
    output_option,
    unicode_option,
    write,
)

if TYPE_CHECKING:
    import pandas as pd


@click.command()
@map_option
@unicode_option
@json_option
@output_option
def families(map_: str, unicode: str, as_json: bool, output: Path | None) -> None:
    """Count where a map and NFKC part, by family; with -o, write each divergent code point."""
    from hebrus_analysis.divergence.families import counts, divergent

    rows = divergent(_sweep(map_, unicode))
    if output:
        from hebrus_analysis.views import tables

        write(tables.with_names(rows), output)
    if as_json:
        echo_json(counts(rows))
    elif not output:
        from hebrus_analysis.views.terminal import print_families

        print_families(counts(rows), rows.attrs["reference"], str(rows.attrs["freeze"] or ""))


@click.command()
@map_option
@unicode_option
@json_option
@output_option
def sweep(map_: str, unicode: str, as_json: bool, output: Path | None) -> None:
    """Write the whole frame, a row per assigned code point: .tsv .csv .json .md .parquet, or TSV on standard output."""
    from hebrus_analysis.divergence.families import families as with_families
    from hebrus_analysis.views import writers

    frame = with_families(_sweep(map_, unicode))
    if output:
        write(frame, output)
    else:
        click.echo(writers.json_records(frame) if as_json else writers.tsv(frame), nl=False)


_stock_map_option = click.option(
    "--map", "map_", default=STOCK, show_default=True, metavar="NAME", help="The stock map of family and cause."
)


@click.command()
@click.argument("codepoints", nargs=-1, metavar="[U+XXXX|U+XXXX..U+XXXX|CHARACTER]...")
@_stock_map_option
@unicode_option
@click.option("--name", default="", metavar="TEXT|REGEX", help="A part of name or alias, or a regular expression.")
@click.option("--block", multiple=True, metavar="B", help="As Unicode calls it; this and those below may be repeated.")
@click.option("--script", multiple=True, metavar="S", help="By ISO 15924 code, such as Latn.")
@click.option("--age", multiple=True, metavar="V", help="The Unicode version that assigned it.")
@click.option("--category", multiple=True, metavar="C", help="General_Category, such as Cf.")
@click.option("--action", multiple=True, metavar="A", help="What the map does: kept, deleted, space or replaced.")
@click.option("--family", multiple=True, metavar="F", help="dropped, spaced, exempt, post-freeze or other.")
@click.option("--cause", multiple=True, metavar="TEXT", help="As a table has it, whole.")
@click.option("--differ", nargs=2, metavar="A B", help="Two predicates, trims, maps or normalizers that must part.")
@click.option("--copy-as", "notation", metavar="HOW", help="Print one text to paste: U+XXXX, Python, C, Rust, ...")
@click.option("--form", metavar="FORM", help="tsv, csv, json, c, rust, 'map rules' or 'reference rules'.")
@json_option
@output_option
def search(
    codepoints: tuple[str, ...],
    map_: str,
    unicode: str,
    name: str,
    differ: tuple[str, str] | None,
    notation: str | None,
    form: str | None,
    as_json: bool,
    output: Path | None,
    **columns: tuple[str, ...],
) -> None:
    """Find the characters that meet every condition: print them, or write them in a form that a program takes.

    With -o, the form is what the ending says (.h and .rs are C and Rust) unless --form says otherwise; every file
    begins with what it is and how it is made again.
    """
    from hebrus_analysis.divergence import search as searching
    from hebrus_analysis.views import found, terminal

    asked = " ".join(codepoints)
    rows = searching.search(map_, unicode, codepoints=asked, name=name, differ=differ or (), **columns)
    form = form or ("json" if as_json else None)
    if output:
        found.write(rows, form or found.form_of(output), output)
        click.echo(f"{output}: {len(rows):,} code points", err=True)
    if notation:
        click.echo(found.copied(rows, notation))
    elif form and not output:
        click.echo(found.written(rows, form), nl=False)
    elif not output:
        terminal.print_found(rows)


@click.command()
@click.argument("codepoints", nargs=-1, required=True, metavar="U+XXXX...")
@_stock_map_option
@unicode_option
@json_option
def show(codepoints: tuple[str, ...], map_: str, unicode: str, as_json: bool) -> None:
    """Show the card of a character or of each in a range."""
    from hebrus_analysis.divergence.card import card
    from hebrus_analysis.unicode.codepoints import parse_range

    ranges = [parse_range(text) for text in codepoints]
    # A range may be long, so a card is printed when it is made; surrogates inside one are no characters and left out.
    asked = (cp for span in ranges for cp in span if len(span) == 1 or not 0xD800 <= cp < 0xE000)
    cards = (card(codepoint, map_, unicode) for codepoint in asked)
    if as_json:
        for number, one in enumerate(cards):
            click.echo(f"{',' if number else '['}\n{json.dumps(asdict(one), indent=1, ensure_ascii=False)}", nl=False)
        click.echo("\n]")
        return
    from hebrus_analysis.views.terminal import print_card

    for number, one in enumerate(cards):
        if number:
            click.echo()
        print_card(one)


def _sweep(map_: str, unicode: str) -> "pd.DataFrame":
    from hebrus_analysis.divergence.sweep import sweep

    return sweep(charsmap_of(map_), unicode)
