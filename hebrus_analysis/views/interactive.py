"""What a notebook shows: tables, sortable, searchable and whole, by itables; pictures; and explanations of a text."""

from pathlib import Path
from typing import Any, Final

import pandas as pd

from hebrus_analysis.divergence.explain import Explained
from hebrus_analysis.errors import MissingPackage
from hebrus_analysis.tokenization import attribution, contract
from hebrus_analysis.tokenization.trace import of_ids, trace
from hebrus_analysis.views import explanation, found, traces, writers
from hebrus_analysis.views.figures import Picture

try:
    import itables
    from IPython.display import HTML, display
    from matplotlib import pyplot as plt
except ImportError:
    raise MissingPackage("notebooks need itables and matplotlib", "notebooks") from None

#: How many rows of a search a table is given; a browser is slow with more.
MOST: Final = 500
#: How every table looks, of a call and of a widget.
LOOK: Final[dict[str, Any]] = {
    "classes": "display compact",
    "columnDefs": [{"className": "dt-left", "targets": "_all"}],
    "maxBytes": 0,
}
_MENU: Final = (25, 100, 500)


def begin() -> None:
    """Carry what the tables need into the notebook itself, so that they work without a network."""
    itables.init_notebook_mode(all_interactive=False, connected=False)


def show(frame: pd.DataFrame) -> None:
    """Show every row of a table, in pages if it is long."""
    itables.show(frame, lengthMenu=_MENU, paging=len(frame) > _MENU[0], **LOOK)


def searched(rows: pd.DataFrame, most: int = MOST) -> None:
    """Show the first of what a search found, and how many of how many they are."""
    print(found.said(rows, most))
    show(writers.readable(rows[found.columns(rows)].head(most)))


def picture(drawn: Picture, data: pd.DataFrame) -> None:
    """Show a picture with what it shows as text: as its alt text, and beside it, since JupyterLab hides the former."""
    drawn(data)
    figure, said = plt.gcf(), drawn.alt_text(data)
    display(figure, metadata={"image/png": {"alt": said}})  # type: ignore[no-untyped-call]
    print(said)
    plt.close(figure)  # else it is shown once more at the end of the cell


def page(html: str) -> None:
    """Show what a function returned as HTML: a picture of code space, a card, two cards compared."""
    display(HTML(html))  # type: ignore[no-untyped-call]


def traced(text: str, path: Path | str, other: Path | str) -> None:
    """Show a text side by side in a tokenizer file and in another, or in an implementation that reads the first.

    Raises:
        As `contract.opened`.
    """
    one = trace(text, path)
    if contract.is_tokenizer(other):
        two = trace(text, other)
    else:
        (ids,) = contract.opened(path, other).encode([text])
        two = of_ids(text, path, ids if isinstance(ids, tuple) else ())
    (step,) = attribution.steps([text], path, other)
    page(traces.page(one, two, (str(path), str(other)), step))


def explained(text: Explained) -> None:
    """Show what becomes of a text, step by step."""
    page(explanation.page(text, whole=False))
