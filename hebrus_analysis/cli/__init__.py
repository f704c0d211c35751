"""The command line: parse, call, print; nothing else."""

import errno
import os
import signal
import sys

import click

from hebrus_analysis.cli import ask, inspecting, lock, runtimes, sequences, time, tokens
from hebrus_analysis.errors import HebrusAnalysisError


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120}, invoke_without_command=True
)
@click.version_option(package_name="hebrus-analysis", prog_name="hebrus-analysis")
@click.pass_context
def cli(context: click.Context) -> None:
    """Find out where Unicode makes two implementations disagree.

    A code point is written U+200B, 200B, 0x200b or as the character itself. A stock map is named rule@wheel, such as
    nmt_nfkc@0.1.95; any sentencepiece version that carries it will do.
    """
    if context.invoked_subcommand is None:
        click.echo(_start(len(cli.commands)))


for command in (
    *(ask.families, ask.show, ask.search, inspecting.inspect, ask.sweep),
    *(sequences.sequences, sequences.rules, sequences.stability, sequences.explain),
    *(tokens.tokens, tokens.pretokenize),
    *(time.drift, time.lineage, time.date, time.rebuild),
    *(runtimes.whitespace, runtimes.compare, runtimes.trim, runtimes.export, runtimes.runtimes, runtimes.ask),
    *(lock.tables, lock.report, lock.check, lock.accept),
):
    cli.add_command(command)


def _start(n_commands: int) -> str:
    """Say what to do next, by what is at hand."""
    rows = {
        "nothing yet": "hebrus-analysis families",
        "a character": "hebrus-analysis show U+200D",
        "a set to paste": "hebrus-analysis search --family dropped --form c",
        "a text": 'hebrus-analysis explain "fi 1"',
        "a model file": "hebrus-analysis inspect FILE",
        "two tokenizers": "hebrus-analysis tokens TEXT --tokenizer FILE --against FILE",
        "a port that trims": 'hebrus-analysis compare "jinja2: trim" "node: trim"',
        "two minutes": "hebrus-analysis report -o report",
    }
    listed = "\n".join(f"  {have:<18} {command}" for have, command in rows.items())
    return (
        f"Find out where Unicode makes two tokenizer implementations disagree. What do you have?\n\n{listed}\n\n"
        "The last writes everything; open report/index.html in a browser then.\n"
        f"`hebrus-analysis --help` lists all {n_commands} commands, and COMMAND --help says what one takes."
    )


def main() -> None:
    """Run the command line; a known error is one sentence on standard error and exit status 2."""
    if sys.stdout is None or sys.stderr is None:  # closed by the caller, who wants no word from us
        sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
        sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    signal.signal(signal.SIGTERM, _terminated)
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
    except OSError as error:
        if error.errno == errno.EPIPE:
            _silence()
            sys.exit(0)
        place = f"{error.filename}: " if error.filename else ""
        click.echo(f"hebrus-analysis: {place}{error.strerror or error}; nothing was written there", err=True)
        _silence()
        code = 2
    sys.exit(code)


def _terminated(number: int, _frame: object) -> None:
    """Leave as any exception does, so that programs we started are ended and files half written are removed."""
    sys.exit(128 + number)


def _silence() -> None:
    """Keep the interpreter from complaining when it flushes, at exit, into an output that is gone or full."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
