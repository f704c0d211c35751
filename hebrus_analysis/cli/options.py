"""What several commands share: their options, and how a long command shows that it works."""

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    import pandas as pd
    from rich.status import Status

    from hebrus_analysis.charsmap.blob import Charsmap

STOCK: Final = "nmt_nfkc@0.1.95"

map_option = click.option(
    "--map",
    "map_",
    default=STOCK,
    show_default=True,
    metavar="NAME|FILE",
    help="A stock map, or a file that carries one.",
)
unicode_option = click.option(
    "--unicode", default="15.0", show_default=True, metavar="V", help="The Unicode version of the sweep."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
output_option = click.option(
    "-o",
    "output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write to a file, by its ending.",
)


def charsmap_of(name: str) -> "Charsmap":
    """Return a stock map by name, or the map that a file carries.

    Raises:
        NoCharsmap: the file asks for no map.
        HebrusAnalysisError: there is no such map, or it cannot be applied whole.
    """
    from hebrus_analysis.charsmap import containers, generations
    from hebrus_analysis.errors import MalformedContainer, NoCharsmap

    if not Path(name).is_file():
        if os.sep in name:
            raise MalformedContainer(f"{name}: there is no such file")
        return generations.load(name)
    charsmap = containers.read(name).charsmap
    if charsmap is None:
        raise NoCharsmap(f"{name}: the model asks for no map, so text passes unchanged and there is nothing to compare")
    return charsmap


def write(frame: "pd.DataFrame", path: Path) -> None:
    """Write a frame to a file by its ending, and say so."""
    from hebrus_analysis.views import writers

    writers.write(frame, path)
    click.echo(f"{path}: {len(frame):,} rows", err=True)


def text_of(given: str) -> str:
    """Return a text as it was given, or of the code points that it spells; say so where it looks like both.

    Raises:
        InvalidCodePoint: it spells one beyond U+10FFFF.
    """
    from hebrus_analysis.unicode.codepoints import read_text

    text = read_text(given)
    if text == given and (spelled := re.search(r"U\+[0-9A-Fa-f]{4,6}", given)):
        click.echo(
            f"hebrus-analysis: {spelled[0]} is taken as the {len(spelled[0])} characters that it is written with, for "
            "the text is not made of code points alone; write the character itself, or each as U+XXXX",
            err=True,
        )
    return text


def echo_json(value: object) -> None:
    """Print JSON; a lone surrogate of a damaged file, which no encoding has, by its escape."""
    text = json.dumps(value, indent=1, ensure_ascii=False)
    click.echo(text if _encodes(text) else json.dumps(value, indent=1))


def _encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def working(what: str) -> "Status":
    """Show that something is being done: on standard error, and only on a terminal."""
    from rich.console import Console

    return Console(stderr=True).status(f"{what} ...")
