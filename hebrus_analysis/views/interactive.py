"""Tables of a notebook: sortable, searchable and whole; itables, of the extra ``notebooks``, draws them."""

from typing import Final

import pandas as pd

from hebrus_analysis.errors import MissingPackage

try:
    import itables
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
