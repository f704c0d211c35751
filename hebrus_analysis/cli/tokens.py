"""Commands about tokenizers: what they make of a text, and where two that should agree do not."""

import json
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hebrus_analysis.cli.options import json_option, output_option, working

if TYPE_CHECKING:
    from hebrus_analysis.runtimes.encoders import Encoder

_FILE = click.Path(path_type=Path, exists=True, dir_okay=False)


@click.command()
@click.argument("text", required=False)
@click.option(
    "--tokenizer", "path", type=_FILE, required=True, metavar="FILE", help="A tokenizer.json or spiece.model."
)
@click.option(
    "--against",
    "other",
    metavar="FILE|RUNTIME",
    help="Another file of the same model, or an implementation that reads this one: tokenizers, sentencepiece, "
    "kitoken, onnxruntime-extensions, hf-tokenizers.",
)
@json_option
@output_option
def tokens(text: str | None, path: Path, other: str | None, as_json: bool, output: Path | None) -> None:
    """Follow a text through a tokenizer, step by step, to its ids; TEXT may be written as U+XXXX U+XXXX ....

    With --against, say at which step the two part, and exit with 1 if they do. Without TEXT, run the texts that divide
    implementations through both; -o writes each of them.
    """
    from hebrus_analysis.unicode.codepoints import read_text

    if text is None and other is None:
        raise click.UsageError("give a TEXT, or --against FILE|RUNTIME to run the texts that divide implementations")
    if text is None:
        sys.exit(_probe(path, str(other), as_json, output))
    if output:
        raise click.UsageError("-o writes the texts that divide implementations; leave TEXT out")
    sys.exit(_one(read_text(text), path, other, as_json))


def _one(text: str, path: Path, other: str | None, as_json: bool) -> int:
    from hebrus_analysis.charsmap import utf8
    from hebrus_analysis.runtimes.encoders import reference
    from hebrus_analysis.tokenization import attribution, trace
    from hebrus_analysis.unicode.codepoints import spell
    from hebrus_analysis.views import terminal_tokens

    utf8.encode(text)
    found = trace.trace(text, path)
    if other is None:
        if as_json:
            click.echo(json.dumps(trace.as_record(found), indent=1, ensure_ascii=False))
        else:
            terminal_tokens.print_trace(found, str(path))
        return 0
    if Path(other).is_file():
        second = trace.trace(text, other)
        parted = trace.parted(found, second)
        if as_json:
            both = {"one": trace.as_record(found), "other": trace.as_record(second), "parted": parted}
            click.echo(json.dumps(both, indent=1, ensure_ascii=False))
        else:
            terminal_tokens.print_traces(found, second, str(path), other, parted)
        return int(bool(parted))
    with ExitStack() as stack:
        one, asked = (_open(stack, name, path) for name in (reference(found.container), other))
        (ids,) = asked.encode([text])
        (step,) = attribution.steps([text], path, other)
        part = attribution.shortest(text, one, asked) if step else ""
    if as_json:
        answer = list(ids) if isinstance(ids, tuple) else ids.message
        runtime = {"runtime": asked.name, "version": asked.version, "ids": answer}
        both = {"one": trace.as_record(found), "other": runtime, "parted": step, "shortest": spell(part)}
        click.echo(json.dumps(both, indent=1, ensure_ascii=False))
    else:
        terminal_tokens.print_trace(found, str(path))
        terminal_tokens.print_answer(f"{asked.name} {asked.version}", ids, step, part)
    return int(bool(step))


def _probe(path: Path, other: str, as_json: bool, output: Path | None) -> int:
    from hebrus_analysis.runtimes.encoders import reference
    from hebrus_analysis.tokenization import contract, document
    from hebrus_analysis.views import terminal_tokens, writers

    container = document.read(path).spec.container
    with ExitStack() as stack, working("running the texts that divide implementations"):
        one = _open(stack, reference(container), path)
        if Path(other).is_file():
            second = Path(other)
            two = _open(stack, reference(document.read(second).spec.container), second)
        else:
            two = _open(stack, other, path)
        found = contract.told(contract.compare(one, two), path, other)
    if output:
        writers.write(terminal_tokens.spelled(found), output)
    if as_json:
        click.echo(json.dumps(contract.counts(found), indent=1, ensure_ascii=False))
    elif not output:
        terminal_tokens.print_comparison(found)
    return int(not found.same.all())


def _open(stack: ExitStack, name: str, path: Path) -> "Encoder":
    """Load a file into an implementation, closed with the stack.

    Raises:
        MalformedTokenizer: it is not here, or does not load the file.
    """
    from hebrus_analysis.errors import MalformedTokenizer
    from hebrus_analysis.runtimes.encoders import encoder
    from hebrus_analysis.runtimes.runtime import NotInstalled
    from hebrus_analysis.tokenization import document

    try:
        opened = encoder(name, path, document.read(path).spec.container)
    except NotInstalled as error:
        raise MalformedTokenizer(f"{name} cannot be asked about {path}: {error}") from None
    stack.callback(opened.close)
    return opened


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
@json_option
def pretokenize(text: str, expressions: tuple[str, ...], as_json: bool) -> None:
    r"""Cut a text by the expression of a published pre-tokenizer, or by your own.

    Given two, exits with 1 where they cut it differently. TEXT may be written as U+XXXX U+XXXX ....
    """
    from hebrus_analysis.charsmap import utf8
    from hebrus_analysis.tokenization.expressions import splits
    from hebrus_analysis.unicode.codepoints import read_text, spell
    from hebrus_analysis.views import terminal_tokens

    given = read_text(text)
    utf8.encode(given)
    found = splits(given, expressions)
    if as_json:
        click.echo(json.dumps({"text": spell(given), "splits": found}, indent=1, ensure_ascii=False))
    else:
        terminal_tokens.print_splits(given, found)
    sys.exit(int(len(set(map(tuple, found.values()))) > 1))
