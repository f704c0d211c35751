"""Commands that ask about a map, a character or a file."""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hebrus_analysis.cli.options import (
    STOCK,
    charsmap_of,
    echo_json,
    json_option,
    map_option,
    output_option,
    unicode_option,
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
        from hebrus_analysis.views import tables, writers

        writers.write(tables.with_names(rows), output)
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
        writers.write(frame, output)
    else:
        click.echo(writers.json_records(frame) if as_json else writers.tsv(frame), nl=False)


@click.command()
@click.argument("codepoints", nargs=-1, required=True, metavar="U+XXXX...")
@click.option(
    "--map", "map_", default=STOCK, show_default=True, metavar="NAME", help="The stock map of family and cause."
)
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


@click.command()
@click.argument("path", type=click.Path(path_type=Path, exists=True), metavar="FILE|FOLDER")
@click.argument("other", type=click.Path(path_type=Path, exists=True, dir_okay=False), metavar="[FILE]", required=False)
@json_option
def inspect(path: Path, other: Path | None, as_json: bool) -> None:
    """Say what a spiece.model, a tokenizer.json, a raw map, or a folder with a model in it will do to text.

    Of a tokenizer every step is shown with its fingerprint. Given two files, only the steps on which they differ. Exits
    with 1 where the two differ, or the two containers of one model disagree.
    """
    from hebrus_analysis.divergence import inspection
    from hebrus_analysis.views.terminal import print_inspection

    if other:
        sys.exit(_differ(path, other, as_json))

    files = inspection.model_files(path)
    if len(files) == 1 and _has_no_map(files[0]):
        _print_pipeline(files[0], as_json)
        return
    # Alone, a file that cannot be applied is an error; beside its counterpart, it is what the user came to find.
    found = [inspection.inspect(file) for file in (files if len(files) == 1 else inspection.applicable(files))]
    verdict = inspection.verdict(path)
    if as_json:
        value = {
            "files": [{**_inspection(one), "pipeline": _steps(one.path)} for one in found],
            "disagreement": verdict.disagreement,
        }
        echo_json(value)
    else:
        for one in found:
            print_inspection(one)
            _print_steps(one)
        click.echo(str(verdict), nl=bool(str(verdict)))
    sys.exit(1 if verdict.disagreement else 0)


def _sweep(map_: str, unicode: str) -> "pd.DataFrame":
    from hebrus_analysis.divergence.sweep import sweep

    return sweep(charsmap_of(map_), unicode)


def _differ(path: Path, other: Path, as_json: bool) -> int:
    from hebrus_analysis.tokenization.classes import record
    from hebrus_analysis.tokenization.pipeline import differences, pipeline, shared
    from hebrus_analysis.views.terminal_tokens import print_differences

    one, two = pipeline(path), pipeline(other)
    found = differences(one, two)
    if as_json:
        rows = [
            {"stage": stage, "one": [record(step) for step in mine], "other": [record(step) for step in theirs]}
            for stage, mine, theirs in found
        ]
        alike = [record(step) for step in shared(one, two)]
        echo_json({"one": str(path), "other": str(other), "differences": rows, "alike": alike})
    else:
        print_differences(found, shared(one, two))
    return int(bool(found))


def _has_no_map(path: Path) -> bool:
    """Tell whether a file is a tokenizer.json that asks for no map, so that its steps are all that can be said."""
    from hebrus_analysis.charsmap import containers
    from hebrus_analysis.errors import HebrusAnalysisError

    try:
        spec = containers.parse(containers.content(path))
    except HebrusAnalysisError:  # which is said with the file's name where it is read for its map
        return False
    return spec.container == "tokenizer.json" and not spec.precompiled_charsmap and "Precompiled" not in spec.steps


def _print_pipeline(path: Path, as_json: bool) -> None:
    from hebrus_analysis.tokenization.classes import record
    from hebrus_analysis.tokenization.pipeline import pipeline
    from hebrus_analysis.views.terminal_tokens import print_pipeline

    found = pipeline(path)
    if as_json:
        file = {"path": str(path), "sha256": "", "pipeline": [record(step) for step in found.steps]}
        echo_json({"files": [file], "disagreement": None})
    else:
        print_pipeline(found)


def _steps(path: str) -> list[dict[str, Any]]:
    """Return the steps of a tokenizer as plain values; none of a raw map or of a file that is no whole tokenizer."""
    from hebrus_analysis.errors import MalformedContainer, MalformedTokenizer
    from hebrus_analysis.tokenization.classes import record
    from hebrus_analysis.tokenization.pipeline import pipeline

    try:
        return [record(step) for step in pipeline(path).steps]
    except (MalformedContainer, MalformedTokenizer):
        return []


def _print_steps(found: Any) -> None:
    from hebrus_analysis.errors import MalformedTokenizer
    from hebrus_analysis.tokenization.pipeline import pipeline
    from hebrus_analysis.views.terminal_tokens import print_pipeline

    if found.spec.container == "blob":
        return
    try:
        print_pipeline(pipeline(found.path), has_head=False)
    except MalformedTokenizer as error:  # the map can be applied, so it is shown all the same
        click.echo(f"steps not shown: {error}")


def _inspection(found: Any) -> dict[str, Any]:
    value = asdict(found)
    spec = value.pop("spec")
    for one in (spec, spec.get("denormalizer") or {}):
        one["precompiled_charsmap_bytes"] = len(one.pop("precompiled_charsmap", b""))
    return {**value, "normalizer": spec}
