"""The explorer of notebook 06: pickers over `search`, its picture, table, cards and files.

Everything that is shown comes from a function that does the same without a widget.
"""

from html import escape
from pathlib import Path
from typing import Any, Final

import pandas as pd

from hebrus_analysis.charsmap import generations
from hebrus_analysis.divergence.card import card
from hebrus_analysis.divergence.compare import normalizers, predicates
from hebrus_analysis.divergence.families import FAMILIES
from hebrus_analysis.divergence.search import COLUMNS, choices, search
from hebrus_analysis.errors import HebrusAnalysisError, MissingPackage
from hebrus_analysis.unicode import properties
from hebrus_analysis.views import cards, found, interactive, writers
from hebrus_analysis.views.boxes import WIDE, box, grid, picker, problem
from hebrus_analysis.views.codespace import place

try:
    import ipywidgets
    from itables.widget import ITable

    from hebrus_analysis.views.anywidgets import CodeSpaceView, CopyButton
except ImportError:
    raise MissingPackage("widgets need ipywidgets, anywidget and itables", "notebooks") from None

_ANY: Final = ("any", ())
_STALE: Final = "a condition cannot be read; mend it first, for what is shown was found before"
#: What a picker offers beside single values.
_ALL: Final = {"family": [("any of them", FAMILIES)]}


class Explorer(ipywidgets.VBox):  # type: ignore[misc]
    """Pickers, and what they find; ``rows`` is the last that was found, as `search` returns it."""

    rows: pd.DataFrame
    _opened: int | None = None
    _is_current = True

    def __init__(self, charsmap: str = generations.STOCK, unicode: str = properties.DEFAULT_VERSION) -> None:
        self._sources = {
            "charsmap": picker("map", list(generations.catalogue()), generations.resolve(charsmap).name),
            "unicode": picker("Unicode", list(properties.versions()), properties.version(unicode)),
        }
        self._conditions = {
            "codepoints": box("code points", "U+200D, 200D, 0x200d, U+2000..U+200A, a character"),
            "name": box("name", "a part of it, or a regular expression"),
            **{column: picker(column, [_ANY], ()) for column in COLUMNS},
        }
        self._differ = [_implementation(label) for label in ("differ: one", "and other")]
        self._said, self._done = ipywidgets.HTML(), ipywidgets.HTML()
        self._view = CodeSpaceView()
        self._table = ITable(
            select="single",
            lengthMenu=[10, 25, 100],
            autoWidth=False,  # it would be measured before it stands on the page
            language={"search": "look in these rows:"},
            **interactive.LOOK,
        )
        clear = ipywidgets.Button(description="Clear all")
        clear.on_click(self._clear)
        form = [*map(grid, (list(self._conditions.values()), self._differ, list(self._sources.values()))), clear]
        super().__init__([*form, self._said, self._view, self._table, self._exports(), self._done])
        for each in (*self._conditions.values(), *self._differ):
            each.observe(self._look, "value")
        self._refill()
        for each in self._sources.values():
            each.observe(self._refill, "value")
        self._view.observe(self._click, "clicked")
        self._table.observe(self._pick, "selected_rows")

    def _exports(self) -> ipywidgets.Widget:
        self._notation = picker("copy as", list(found.NOTATIONS), "U+XXXX")
        self._form = picker("write as", list(found.FILES), "tsv")
        self._file = box("file", "where to write")
        self._copied = ipywidgets.Textarea(layout={"display": "none", "width": "99%"})
        copy, write = CopyButton(), ipywidgets.Button(description="Write")
        self._form.observe(self._name_file, "value")
        copy.on_msg(self._copy)
        write.on_click(self._write)
        self._name_file()
        copying, writing = (ipywidgets.HBox(row) for row in ([self._notation, copy], [self._form, self._file, write]))
        return ipywidgets.VBox([copying, self._copied, writing])

    def _asked(self, of: dict[str, Any]) -> dict[str, Any]:
        return {name: each.value for name, each in of.items()}

    def _refill(self, _: Any = None) -> None:
        """Offer the values that the map and version have, keep what is chosen where it still is one, and look."""
        self._said.value = "working ..."
        known = choices(**self._asked(self._sources))
        for column in COLUMNS:
            each, chosen = self._conditions[column], self._conditions[column].value
            each.unobserve(self._look, "value")
            each.options = [_ANY, *_ALL.get(column, ()), *((value, (value,)) for value in known[column])]
            each.value = chosen if chosen in [value for _, value in each.options] else ()
            each.observe(self._look, "value")
        self._look()

    def _look(self, _: Any = None) -> None:
        one, other = (each.value for each in self._differ)
        try:
            self.rows = search(
                **self._asked(self._sources),
                **self._asked(self._conditions),
                differ=(one, other) if one and other else (),
            )
        except HebrusAnalysisError as error:
            self._said.value = f"{problem(error)}<br>Below stands what was found before."
            self._is_current = False
            return
        self._is_current = True
        self._view.show(self.rows)  # before the table, which takes the browser longer
        alone = " <i>differ</i> waits for a second name." if bool(one) != bool(other) else ""
        told = f"<b>{found.said(self.rows, interactive.MOST)}</b>{alone}"
        self._said.value = f"{told}<br><code>{escape(found.call(self.rows))}</code>"
        self._follow()
        self._table.update(
            writers.readable(self.rows[found.columns(self.rows)].head(interactive.MOST)), selected_rows=[]
        )
        self._copied.layout.display, self._done.value = "none", ""

    def _follow(self) -> None:
        """Open the card of what was found alone, and close one that was found no more."""
        codepoints = self.rows.codepoint.tolist()
        if len(codepoints) == 1:
            self._open(codepoints[0])
        elif self._opened is not None and self._opened in codepoints:
            self._open(self._opened)  # by the map and the version that are chosen now
        else:
            self._opened, self._view.card, self._view.marked = None, "", {}

    def _click(self, change: Any) -> None:
        if change.new >= 0:
            self._open(change.new)

    def _pick(self, change: Any) -> None:
        if change.new:
            self._open(int(self.rows.codepoint.iloc[change.new[0]]))
            self._view.send({"look": "card"})  # which stands above the table, and may be out of sight

    def _clear(self, _: Any) -> None:
        """Forget every condition, and look once."""
        boxes = [*self._conditions.values(), *self._differ]
        for each in boxes:
            each.unobserve(self._look, "value")
            each.value = "" if isinstance(each, ipywidgets.Text | ipywidgets.Combobox) else ()
            each.observe(self._look, "value")
        self._look()

    def _open(self, codepoint: int) -> None:
        self._opened, self._view.marked = codepoint, place(codepoint)
        try:
            self._view.card = cards.page(card(codepoint, **self._asked(self._sources)))
        except HebrusAnalysisError as error:  # a surrogate has its cell, and no card
            self._view.card = problem(error)

    def _copy(self, button: CopyButton, *_: Any) -> None:
        if not self._is_current:
            self._done.value = problem(_STALE)
            return
        try:
            text = found.copied(self.rows, self._notation.value)
        except HebrusAnalysisError as error:
            self._done.value = problem(error)
            return
        self._copied.value, self._copied.layout.display = text, "block"
        button.send({"text": text})

    def _name_file(self, _: Any = None) -> None:
        self._file.value = found.FILES[self._form.value]

    def _write(self, _: Any) -> None:
        if not self._is_current:
            self._done.value = problem(_STALE)
            return
        path = Path(self._file.value).expanduser()
        try:
            found.write(self.rows, self._form.value, path)
        except (HebrusAnalysisError, OSError, ValueError) as error:  # a name may hold what no file system takes
            self._done.value = problem(error)
        else:
            self._done.value = (
                f"wrote {len(self.rows):,} code points to {escape(str(path))}: {path.stat().st_size:,} bytes"
            )


def _implementation(label: str) -> ipywidgets.Combobox:
    """Return a box that proposes what `compare` knows, and looks when a name is whole."""
    known = [*predicates(), *normalizers()]
    return ipywidgets.Combobox(
        description=label, options=known, placeholder="rust: trim, node: NFKC", continuous_update=False, **WIDE
    )
