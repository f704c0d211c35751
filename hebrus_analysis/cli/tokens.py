"""Commands about tokenizers: what they make of a text, and where two that should agree do not."""

import sys
from pathlib import Path

import click

from hebrus_analysis.cli.options import echo_json, json_option, output_option, text_of, working, write

_FILE = click.Path(path_type=Path, exists=True, dir_okay=False)


@click.command()
@click.argument("text", required=False)
@click.option(
    "--tokenizer", "path", type=_FILE, required=True, metavar="FILE", help="A tokenizer.json or spiece.model."
)
@click.option(
    "--against",
    "other",
    metavar="FILE|RUNTIME|ANSWERS",
    help="Another file of the same model; an implementation that reads this one: tokenizers, sentencepiece, kitoken, "
    "onnxruntime-extensions, hf-tokenizers; or the answers of another, a .jsonl.",
)
@json_option
@output_option
def tokens(text: str | None, path: Path, other: str | None, as_json: bool, output: Path | None) -> None:
    """Follow a text through a tokenizer, step by step, to its ids; TEXT may be written as U+XXXX U+XXXX ....

    With --against, say at which step the two part, and exit with 1 if they give other ids. Without TEXT, run the texts
    that divide implementations through both; -o writes each of them. Without --against either, -o FILE.jsonl writes
    these texts with their ids; a file of the same shape with the ids of your own port can be given to --against. No
    special tokens are added at the ends.
    """
    from hebrus_analysis.views import writers

    if text is not None and output:
        raise click.UsageError("-o writes the texts that divide implementations; leave TEXT out")
    if output:
        writers.check(output, ".jsonl")
    if text is not None:
        sys.exit(_one(text_of(text), path, other, as_json))
    if other is not None:
        sys.exit(_probe(path, other, as_json, output))
    if output is None or output.suffix != ".jsonl":
        raise click.UsageError(
            "give a TEXT; or --against, to run the texts that divide implementations; or -o FILE.jsonl, to write these "
            "with their ids for a port of your own"
        )
    _write(path, output)


def _one(text: str, path: Path, other: str | None, as_json: bool) -> int:
    from hebrus_analysis.charsmap import utf8
    from hebrus_analysis.tokenization import attribution, contract, trace
    from hebrus_analysis.unicode.codepoints import spell
    from hebrus_analysis.views import terminal_tokens

    utf8.encode(text)
    found = trace.trace(text, path)
    if other is None:
        if as_json:
            echo_json(trace.as_record(found))
        else:
            terminal_tokens.print_trace(found, str(path))
        return 0
    one, two = contract.opened(path), contract.opened(path, other)
    try:
        (ids,) = two.encode([text])
        step = attribution.steps([text], path, other)[0] if ids != found.ids else ""
        part = attribution.shortest(text, one, two) if step and step != attribution.UNTOLD else ""
    finally:
        two.close()
    second = trace.trace(text, other) if contract.is_tokenizer(other) else None
    if as_json:
        answer = list(ids) if isinstance(ids, tuple) else ids.message
        told = trace.as_record(second) if second else {"runtime": two.name, "version": two.version, "ids": answer}
        echo_json({"one": trace.as_record(found), "other": told, "parted": step, "shortest": spell(part)})
    else:
        terminal_tokens.print_trace(found, str(path))
        if second:
            terminal_tokens.print_trace(second, other)
        else:
            terminal_tokens.print_answer(f"{two.name} {two.version}", ids)
        terminal_tokens.print_parting(step, part)
    return int(bool(step))


def _probe(path: Path, other: str, as_json: bool, output: Path | None) -> int:
    from hebrus_analysis.tokenization import contract
    from hebrus_analysis.views import terminal_tokens

    with working("running the texts that divide implementations"):
        found = contract.held(path, other)
    if output:
        write(terminal_tokens.spelled(found), output)
    if as_json:
        echo_json(contract.counts(found))
    else:
        terminal_tokens.print_comparison(found)
    return int(not found.same.all())


def _write(path: Path, output: Path) -> None:
    from hebrus_analysis.tokenization import answers, contract
    from hebrus_analysis.views import writers

    one = contract.opened(path)
    found = contract.compare(one, one, contract.texts(path))
    writers.write_bytes(output, answers.written(found).encode())
    click.echo(f"{len(found):,} texts with the ids of {one.name} {one.version}: give your port's to --against {output}")


@click.command()
@click.argument("text")
@click.option(
    "--expression",
    "expressions",
    required=True,
    multiple=True,
    metavar="NAME|REGEX",
    help="gpt2, cl100k, o200k, llama3, qwen2, qwen3.5, deepseek-v3, or an expression; given again, they are compared.",
)
@click.option("--engine", default="regex", show_default=True, help="Who cuts: regex or tokenizers.")
@json_option
def pretokenize(text: str, expressions: tuple[str, ...], engine: str, as_json: bool) -> None:
    r"""Cut a text by the expression of a published pre-tokenizer, or by your own.

    What is letters, digits, points and marks alone is a name; for an expression of these write (?:it). Given two, exits
    with 1 where they cut the text differently. TEXT may be written as U+XXXX U+XXXX ....
    """
    from hebrus_analysis.charsmap import utf8
    from hebrus_analysis.tokenization.classes import engine as told
    from hebrus_analysis.tokenization.expressions import splits
    from hebrus_analysis.unicode.codepoints import spell
    from hebrus_analysis.views import terminal_tokens

    given = text_of(text)
    utf8.encode(given)
    found = splits(given, expressions, engine)
    same = len(set(map(tuple, found.values()))) == 1
    if as_json:
        spelled = {name: [spell(piece) for piece in pieces] for name, pieces in found.items()}
        echo_json({"text": spell(given), "engine": told(engine), "splits": spelled, "same": same})
    else:
        terminal_tokens.print_splits(given, found, told(engine))
    sys.exit(int(not same))
