"""The two widgets with a script of their own, which is under ``frontend``: the picture of code space, and *Copy*."""

from pathlib import Path
from typing import Any, Final

import anywidget
import pandas as pd
import traitlets

from hebrus_analysis.views.codespace import codespace, page, told

_FRONTEND: Final = Path(__file__).parent / "frontend"


class CodeSpaceView(anywidget.AnyWidget):
    """The picture of a search, which says what the pointer is over, and below it a card.

    ``clicked`` is the code point last clicked on, -1 for none; ``card`` the card as HTML; ``marked`` the `place` of its
    code point, which has a ring. The message ``{"look": "card"}`` brings the card into sight.
    """

    _esm = _FRONTEND / "codespace.js"
    _css = _FRONTEND / "codespace.css"
    html = traitlets.Unicode().tag(sync=True)
    card = traitlets.Unicode().tag(sync=True)
    clicked = traitlets.Int(-1)
    marked = traitlets.Dict().tag(sync=True)

    def __init__(self) -> None:
        super().__init__()
        self.on_msg(self._answer)

    def show(self, rows: pd.DataFrame) -> None:
        """Draw what a search found."""
        self._facts, self.clicked = rows.attrs, -1
        self._differences = dict(zip(rows.codepoint.tolist(), rows.differ, strict=True)) if "differ" in rows else {}
        self._space = codespace(rows)
        self.html = page(self._space)

    def _answer(self, _: Any, content: dict[str, Any], __: Any) -> None:
        if content["plane"] not in self._space.planes:
            return  # of the picture before, which had more
        codepoint = self._space.at(content["plane"], content["column"], content["row"])
        if content["event"] == "click":
            self.clicked = codepoint
        else:
            said = told(codepoint, self._facts["map"], self._facts["unicode"])
            self.send({"told": "\n".join(filter(None, [said, self._differences.get(codepoint)]))})


class CopyButton(anywidget.AnyWidget):
    """A button that lays the text of an area on the clipboard."""

    _esm = _FRONTEND / "copy.js"
