"""What a notebook shows: tables, sortable, searchable and whole, by itables; and explanations of a text."""

from pathlib import Path
from typing import Final

import pandas as pd

from hebrus_analysis.divergence.explain import Explained
from hebrus_analysis.errors import MissingPackage
from hebrus_analysis.tokenization import attribution, contract
from hebrus_analysis.tokenization.trace import of_ids, trace
from hebrus_analysis.views import traces
from hebrus_analysis.views.explanation import page

try:
    import itables
    from IPython.display import HTML, display
except ImportError:
    raise MissingPackage("interactive tables need itables; run `pip install hebrus-analysis[notebooks]`") from None

_MENU: Final = (25, 100, 500)


def begin() -> None:
    """Carry what the tables need into the notebook itself, so that they work without a network."""
    itables.init_notebook_mode(all_interactive=False, connected=False)


def show(frame: pd.DataFrame) -> None:
    """Show every row of a table, in pages if it is long."""
    itables.show(
        frame,
        classes="display compact",
        columnDefs=[{"className": "dt-left", "targets": "_all"}],
        lengthMenu=_MENU,
        maxBytes=0,
        paging=len(frame) > _MENU[0],
    )


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
    display(HTML(traces.page(one, two, (str(path), str(other)), step)))  # type: ignore[no-untyped-call]


def explained(found: Explained) -> None:
    """Show what becomes of a text, step by step."""
    display(HTML(page(found, whole=False)))  # type: ignore[no-untyped-call]
