"""The atlas: every committed table, every figure and one HTML page that needs nothing beside itself."""

import base64
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pandas as pd
from rich.console import Console
from rich.progress import track

from hebrus_analysis import oracle
from hebrus_analysis.charsmap import generations
from hebrus_analysis.divergence.families import FAMILIES, counts, divergent, families
from hebrus_analysis.divergence.sweep import sweep
from hebrus_analysis.errors import MissingPackage
from hebrus_analysis.unicode import properties
from hebrus_analysis.views import tables, writers

if TYPE_CHECKING:
    from hebrus_analysis.views.figures import Picture

_MEANINGS: Final = {
    "dropped": "the map deletes it; NFKC keeps it",
    "spaced": "the map makes a space of it; NFKC does not",
    "exempt": "the map leaves it alone, though its Unicode knew the character",
    "post-freeze": "NFKC changes it; it is younger than the map, which leaves it alone",
    "other": "anything else",
}
_CAPTIONS: Final = {
    "planes": "Code space, one Hilbert square of 256 by 256 for each plane that has a member: neighbours in "
    "number are neighbours on paper. A code point is too small to see, so each divergence is marked.",
    "pages": "The pages framed above as code charts: the row gives all digits of the code point but the last, "
    "the column gives the last.",
    "blocks": "The divergences by block, in the order of code space.",
    "ages": "The divergences by the Unicode version that assigned the code point. After the dashed line nothing has a "
    "rule in the map.",
    "actions": "What the map does to the members of each whitespace predicate. The more members, the larger the mark.",
    "generations": "Every content that a stock map ever had in a sentencepiece wheel, each against NFKC; a _cf map "
    "against NFKC followed by its own case folding.",
}
_HASH_DIGITS: Final = 12


@dataclass(frozen=True)
class Table:
    """A table of the page.

    Attributes:
        caption: what it shows.
        command: what prints it, or writes it, again.
        head: the column headings.
        rows: the cells as text; the first of each row is its heading.
        numeric: which columns hold numbers.
        code: which columns hold a command.
        anchored: whether the first cell of a row is its anchor.
    """

    caption: str
    command: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[bool, ...]
    code: tuple[bool, ...]
    anchored: bool = False


def write_report(folder: Path) -> list[Path]:
    """Write tables, figures and, last of all, ``index.html``; each file atomically, the same bytes every time.

    A bar on standard error shows the progress, on a terminal only.

    Raises:
        MissingPackage: jinja2 or matplotlib is not installed.
    """
    console = Console(stderr=True)
    paths = []
    steps = track(
        _contents(),
        "Report",
        total=len(tables.TABLES) + len(_CAPTIONS) + 1,
        console=console,
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    for name, data in steps:
        writers.write_bytes(folder / name, data)
        paths.append(folder / name)
    return paths


def both_readings(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the number of each family as this suite counts and as the published analysis does.

    The published analysis has no exempt family: it counts what the map leaves alone as one thing, so that U+FF5E,
    which is Unicode 1.1, stands among the post-freeze additions. Shape (5, 2), one row per family.

    >>> both_readings(sweep()).T.to_dict("list")  # doctest: +NORMALIZE_WHITESPACE
    {'dropped': [30, 30], 'spaced': [15, 15], 'exempt': [1, 0], 'post-freeze': [135, 136], 'other': [0, 0]}
    """
    ours = divergent(frame).family.value_counts().reindex(list(FAMILIES))
    published = ours.copy()
    published["post-freeze"] += published["exempt"]
    published["exempt"] = 0
    return pd.DataFrame({"this suite": ours, "published": published})


def _contents() -> Iterator[tuple[str, bytes]]:
    """Make every file of the report, the page last."""
    template = _template()
    for name, make in tables.TABLES.items():
        yield f"tables/{name}.tsv", writers.tsv(make()).encode()
    frame = families(sweep())
    drawn = {}
    for picture, data in _pictures(frame):
        drawn[picture.name] = picture.svg(data)
        yield f"figures/{picture.name}.svg", drawn[picture.name]
    yield "index.html", template.render(**_page(frame, drawn)).encode()


def _pictures(frame: pd.DataFrame) -> list[tuple["Picture", pd.DataFrame]]:
    from hebrus_analysis.views import figures  # an extra, with matplotlib behind it

    by_map = tables.counts_by_map(properties.DEFAULT_VERSION)
    return [(getattr(figures, name), by_map if name == "generations" else frame) for name in _CAPTIONS]


def _template() -> Any:
    try:
        import jinja2  # an extra
    except ImportError:
        raise MissingPackage("the report needs jinja2; run `pip install hebrus-analysis[report]`") from None
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("hebrus_analysis", "views"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template("report.html.jinja")


def _page(frame: pd.DataFrame, drawn: Mapping[str, bytes]) -> dict[str, Any]:
    """Return everything that the template prints."""
    numbers = counts(frame)
    return {
        "counts": numbers,
        "freeze": str(frame.attrs["freeze"]),
        "reference": frame.attrs["reference"],
        "charsmap": generations.resolve(frame.attrs["map"]),
        "families": _families_table(frame),
        "readings": both_readings(frame),
        "figures": [
            {
                "name": picture.name,
                "alt": picture.alt_text(data),
                "caption": _CAPTIONS[picture.name],
                "uri": f"data:image/svg+xml;base64,{base64.b64encode(drawn[picture.name]).decode()}",
            }
            for picture, data in _pictures(frame)
        ],
        "divergences": _divergences_table(),
        "generations": [_generations_table(unicode) for unicode in tables.LOCKED_VERSIONS],
        "whitespace": [
            _plain(
                "How many members of each whitespace predicate the map keeps, deletes, makes a space of, replaces",
                "actions-by-predicate",
            ),
            _plain(
                "Every code point that is whitespace to anyone, or that the map deletes or makes a space of",
                "whitespace-by-action",
            ),
        ],
        "files": list(tables.TABLES),
        "provenance": oracle.provenance(),
    }


def _families_table(frame: pd.DataFrame) -> Table:
    numbers, readings = counts(frame), both_readings(frame)
    command = "hebrus-analysis families"
    rows = [
        (family, ours, published, _MEANINGS[family], f"{command} --json | grep {family.replace('-', '_')}")
        for family, (ours, published) in zip(readings.index, readings.to_numpy().tolist(), strict=True)
    ]
    for key, meaning in (
        ("divergent", "the sum of the families"),
        ("identical", "the map and NFKC make the same of it"),
        ("population", "code points assigned in this Unicode version: no surrogate, no private use"),
    ):
        rows.append((key, numbers[key], numbers[key], meaning, f"{command} --json | grep {key}"))
    head = ["family", "this suite", "published", "meaning", "reproduce"]
    caption = f"{numbers['map']} against {frame.attrs['reference']} at Unicode {numbers['unicode']}"
    return _table(pd.DataFrame(rows, columns=head), caption, command)


def _divergences_table() -> Table:
    frame = tables.stock_divergences()
    caption = (
        f"All {len(frame):,} divergences; the code point of a row is its anchor, and `show U+XXXX` prints its card"
    )
    return replace(_table(frame, caption, "hebrus-analysis families -o divergences.tsv"), anchored=True)


def _generations_table(unicode: str) -> Table:
    frame = tables.counts_by_map(unicode)
    frame = frame.assign(
        sha256=frame.sha256.str[:_HASH_DIGITS],
        reproduce=[f"hebrus-analysis families --map {name} --unicode {unicode}" for name in frame["map"]],
    ).drop(columns="unicode")
    return _table(frame, f"The {len(frame)} stock maps at Unicode {unicode}", "hebrus-analysis tables -o tables")


def _plain(caption: str, name: str) -> Table:
    return _table(tables.TABLES[name](), caption, "hebrus-analysis tables -o tables")


def _table(frame: pd.DataFrame, caption: str, command: str) -> Table:
    """Return a frame as a table, its numbers grouped by thousands, a deletion spelled out."""
    numeric = [name != "codepoint" and pd.api.types.is_integer_dtype(frame[name]) for name in frame]
    text = writers.readable(frame)
    for name, is_number in zip(frame, numeric, strict=True):
        if is_number:
            text[name] = [f"{value:,}" for value in frame[name].tolist()]
        elif name in writers.TEXT_COLUMNS:
            text[name] = [value or "(nothing)" for value in text[name]]
    return Table(
        caption=caption,
        command=command,
        head=tuple(map(str, frame.columns)),
        rows=tuple(map(tuple, text.to_numpy().tolist())),
        numeric=tuple(numeric),
        code=tuple(name == "reproduce" for name in frame),
    )
