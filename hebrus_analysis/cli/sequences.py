"""Commands about texts of several code points: pairs, rules, and what becomes of one text."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hebrus_analysis.cli.options import (
    charsmap_of,
    echo_json,
    json_option,
    map_option,
    output_option,
    text_of,
    unicode_option,
    working,
    write,
)

if TYPE_CHECKING:
    from hebrus_analysis.charsmap.flags import Flags


@click.command()
@map_option
@unicode_option
@json_option
@output_option
@click.option(
    "--corpus",
    "ask_corpus",
    is_flag=True,
    help="Instead, the texts to run an implementation over, and what becomes of them.",
)
def sequences(map_: str, unicode: str, as_json: bool, output: Path | None, ask_corpus: bool) -> None:
    """Count the pairs on which a map and NFKC part though each of the two alone agrees, by cause.

    With -o, write each of them.
    """
    from hebrus_analysis.divergence import corpus, pairs
    from hebrus_analysis.views import terminal_sequences, writers

    if ask_corpus:
        with working("running the corpus"):
            frame = corpus.measured(charsmap_of(map_), unicode)
        if output:
            write(frame, output)
        if as_json or not output:
            click.echo(writers.json_records(frame) if as_json else writers.tsv(frame), nl=False)
        return
    charsmap = charsmap_of(map_)
    with terminal_sequences.bar("pairs") as progress:
        frame = pairs.pairs(charsmap, unicode, progress)
    if output:
        write(frame, output)
    if as_json:
        echo_json(pairs.counts(frame))
    elif not output:
        terminal_sequences.print_pairs(frame)


@click.command()
@map_option
@unicode_option
@click.option("--format", "form", type=click.Choice(["tsv"]), help="Print the rules as SentencePiece's own TSV.")
@json_option
@output_option
def rules(map_: str, unicode: str, form: str | None, as_json: bool, output: Path | None) -> None:
    """Say of all rules of a map how many NFKC contradicts, are hidden, or give what is not final.

    With -o, write each of them.
    """
    from hebrus_analysis.charsmap.rebuild import rules_tsv
    from hebrus_analysis.divergence import rules as measured
    from hebrus_analysis.views import terminal_sequences, writers

    if form and as_json:
        raise click.UsageError("--format tsv is no JSON; leave one of --format and --json out")
    if form and output and output.suffix in (".json", ".csv", ".md", ".parquet"):
        raise click.UsageError(f"--format tsv is no {output.suffix[1:]}; name the file .tsv, or leave --format out")
    charsmap = charsmap_of(map_)
    if form:
        text = rules_tsv(charsmap.rules())
        if output:
            writers.write_text(output, text)
        else:
            click.echo(text, nl=False)
        return
    with working("reading every rule"):
        frame = measured.rules(charsmap, unicode)
    if output:
        write(frame, output)
    if as_json:
        echo_json(measured.counts(frame))
    elif not output:
        terminal_sequences.print_rules(measured.counts(frame))


@click.command()
@map_option
@unicode_option
@json_option
@output_option
def stability(map_: str, unicode: str, as_json: bool, output: Path | None) -> None:
    """Say where a text must not be cut under a map, and how much comes out that is not final.

    With -o, write each known input that normalizing again changes again.
    """
    from hebrus_analysis.divergence import stability as measured
    from hebrus_analysis.views import terminal_sequences

    charsmap = charsmap_of(map_)
    with working("normalizing twice"):
        found = measured.counts(charsmap, unicode)
    if output:
        write(measured.unstable(charsmap), output)
    if as_json:
        echo_json(found)
    elif not output:
        terminal_sequences.print_stability(found)


@click.command()
@click.argument("text", required=False)
@map_option
@unicode_option
@click.option(
    "--by",
    "asked",
    metavar="WHO",
    multiple=True,
    help="leftmost-longest, grapheme-shortest, another reading, an implementation that reads so (sentencepiece, "
    "tokenizers, llama.cpp ...), a form or a trim rule; may be given again. Every reading and NFKC if not given.",
)
@click.option("--all", "everybody", is_flag=True, help="By every reading, form and trim rule.")
@click.option(
    "--flags",
    metavar="FLAGS",
    help="Whitespace flags that are on, of add_dummy_prefix, remove_extra_whitespaces, escape_whitespaces and "
    "treat_whitespace_as_suffix, with commas; '-' for none; name=false for off. They follow leftmost-longest. If not "
    "given, those of the model file.",
)
@json_option
@click.option("--html", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write a page.")
def explain(
    text: str | None,
    map_: str,
    unicode: str,
    asked: tuple[str, ...],
    everybody: bool,
    flags: str | None,
    as_json: bool,
    html: Path | None,
) -> None:
    """Explain step by step what becomes of a text: which rule matched where, what it made, what was lost.

    TEXT may be written as U+XXXX U+XXXX ...; everything else stands for itself. Without TEXT standard input is read,
    as UTF-8, with its last line break if it has one.
    """
    from hebrus_analysis.divergence import explain as explaining
    from hebrus_analysis.views import terminal_sequences, writers

    given = _stdin() if text is None else text_of(text)
    who = explaining.subjects() if everybody else asked
    found = explaining.explain(given, charsmap_of(map_), unicode, who, _flags(flags, map_))
    if flags and not any(each.subject == "leftmost-longest" for each in found.explanations):
        raise click.UsageError("--flags follow leftmost-longest, which was not asked for; add --by leftmost-longest")
    if html:
        from hebrus_analysis.views.explanation import page

        writers.write_text(html, page(found))
    if as_json:
        echo_json(explaining.as_record(found))
    elif not html:
        terminal_sequences.print_explained(found)


def _flags(names: str | None, map_: str) -> "Flags | None":
    from dataclasses import fields

    from hebrus_analysis.charsmap import containers
    from hebrus_analysis.charsmap.flags import Flags, of
    from hebrus_analysis.errors import UnknownName

    if names is None:
        return of(containers.read(map_)) if Path(map_).is_file() else None
    known = [field.name for field in fields(Flags)]
    on = dict.fromkeys(known, False)
    for part in names.split(","):
        name, _, value = map(str.strip, part.partition("="))
        if name in ("", "-"):
            continue
        if name not in known:
            raise UnknownName("whitespace flag", name, known)
        if value.lower() not in ("", "true", "false"):
            raise UnknownName("value of a whitespace flag", value, ("true", "false"))
        on[name] = value.lower() != "false"
    return Flags(**on)


def _stdin() -> str:
    from hebrus_analysis.errors import NotText

    try:
        return sys.stdin.buffer.read().decode() if sys.stdin else ""
    except UnicodeDecodeError as error:
        raise NotText(f"standard input is no UTF-8: {error.reason} at byte {error.start}") from None
