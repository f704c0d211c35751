"""The atlas: every committed table, every figure and one HTML page that needs nothing beside itself."""

import base64
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pandas as pd
from rich.console import Console
from rich.progress import track

from hebrus_analysis.divergence import agreement, drift, freezes, pairs, rules
from hebrus_analysis.divergence.families import families
from hebrus_analysis.divergence.sweep import sweep
from hebrus_analysis.unicode import properties
from hebrus_analysis.views import tables, writers
from hebrus_analysis.views.page import page
from hebrus_analysis.views.templates import template

if TYPE_CHECKING:
    from hebrus_analysis.views.figures import Picture

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
    "drift": "Every stock map at every Unicode version. The frame marks the map's own freeze.",
    "freezes": "What a map frozen at each Unicode version would leave alone, among what NFKC changes.",
    "lineage": "The generations of each rule as a chain, with the rules that came and went.",
    "predicates": "Every distinct answer to the question what a space is, by the first predicate that gives it. The "
    "shape of a mark is what the stock map does to the character.",
    "rule_lengths": "The rules of the stock map by the number of code points that they replace, and how many of "
    "them NFKC contradicts.",
    "pair_causes": "Every pair of characters on which the stock map and NFKC part though on each alone they agree, by "
    "cause, with a pair that somebody writes.",
    "dates": "The NFKC of each runtime that was asked, on one axis of Unicode versions.",
}


def write_report(folder: Path, notebooks: Path | None = None) -> list[Path]:
    """Write tables, figures, notebooks and, last of all, ``index.html``; each atomically, the same bytes every time.

    A bar on standard error shows the progress, on a terminal only.

    Args:
        folder: where to.
        notebooks: a folder of notebooks to execute and render too, which takes minutes; None for none.

    Raises:
        MissingPackage: jinja2 or matplotlib is not installed, or nbconvert for notebooks.
        NotebookFailed: a cell of a notebook raised.
    """
    sources = sorted(notebooks.glob("*.ipynb")) if notebooks else []
    console = Console(stderr=True)
    paths = []
    steps = track(
        chain(_tables(), _notebooks(sources), atlas([path.stem for path in sources])),
        "Report",
        total=len(tables.TABLES) + len(sources) + len(_CAPTIONS) + 1,
        console=console,
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    for name, data in steps:
        writers.write_bytes(folder / name, data)
        paths.append(folder / name)
    return paths


def atlas(notebooks: Sequence[str] = ()) -> Iterator[tuple[str, bytes]]:
    """Make every figure and, last, the page, each with its path below the folder of the report.

    Args:
        notebooks: the names of those that the page links to.
    """
    report = template("report.html.jinja")
    frame = families(sweep())
    shown = []
    for picture, data in _pictures(frame):
        drawn = picture.svg(data)
        yield f"figures/{picture.name}.svg", drawn
        shown.append(_figure(picture, data, drawn))
    yield "index.html", report.render(**page(frame), figures=shown, notebooks=notebooks).encode()


def _tables() -> Iterator[tuple[str, bytes]]:
    for name, make in tables.TABLES.items():
        yield f"tables/{name}.tsv", writers.tsv(make()).encode()


def _notebooks(sources: Sequence[Path]) -> Iterator[tuple[str, bytes]]:
    if sources:
        from hebrus_analysis.views import notebooks  # an extra, with Jupyter behind it

        for path in sources:
            yield f"notebooks/{path.stem}.html", notebooks.rendered(path).encode()


def _pictures(frame: pd.DataFrame) -> list[tuple["Picture", pd.DataFrame]]:
    from hebrus_analysis.views import figures  # an extra, with matplotlib behind it

    others: dict[str, Callable[[], pd.DataFrame]] = {
        "generations": partial(tables.counts_by_map, properties.DEFAULT_VERSION),
        "drift": drift.drift,
        "freezes": partial(freezes.post_freeze_by_freeze, *tables.LOCKED_VERSIONS),
        "lineage": freezes.chains,
        "predicates": agreement.matrix,
        "rule_lengths": rules.rules,
        "pair_causes": pairs.pairs,
        "dates": agreement.lanes,
    }
    return [(getattr(figures, name), others[name]() if name in others else frame) for name in _CAPTIONS]


def _figure(picture: "Picture", data: pd.DataFrame, drawn: bytes) -> dict[str, str]:
    return {
        "name": picture.name,
        "alt": picture.alt_text(data),
        "caption": _CAPTIONS[picture.name],
        "uri": f"data:image/svg+xml;base64,{base64.b64encode(drawn).decode()}",
    }
