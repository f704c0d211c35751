"""What several commands share: their options, and how a long command shows that it works."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from rich.status import Status

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


def working(what: str) -> "Status":
    """Show that something is being done: on standard error, and only on a terminal."""
    from rich.console import Console

    return Console(stderr=True).status(f"{what} ...")
