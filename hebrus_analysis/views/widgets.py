"""The explorer of notebook 06: pickers over `search`, its picture, table, cards and files; and two smaller boxes.

Everything that is shown comes from a function that does the same without a widget.
"""

from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any, Final

import pandas as pd

from hebrus_analysis.charsmap import generations
from hebrus_analysis.divergence.card import card
from hebrus_analysis.divergence.compare import normalizers, predicates
from hebrus_analysis.divergence.explain import explain
from hebrus_analysis.divergence.families import FAMILIES
from hebrus_analysis.divergence.search import COLUMNS, choices, search
from hebrus_analysis.errors import HebrusAnalysisError, MissingPackage
from hebrus_analysis.unicode import properties
from hebrus_analysis.unicode.codepoints import parse, read_text
from hebrus_analysis.views import cards, found, interactive, writers
from hebrus_analysis.views import explanation as explained
from hebrus_analysis.views.codespace import place

try:
    import ipywidgets
    from itables.widget import ITable

    from hebrus_analysis.views.anywidgets import CodeSpaceView, CopyButton
except ImportError:
    raise MissingPackage(
        "widgets need ipywidgets, anywidget and itables; run `pip install hebrus-analysis[notebooks]`"
    ) from None

_ANY: Final = ("any", ())
#: What a picker offers beside single values.
_ALL: Final = {"family": [("any of them", FAMILIES)]}
_WIDE: Final[dict[str, Any]] = {"layout": {"width": "auto"}, "style": {"description_width": "78px"}}


class Explorer(ipywidgets.VBox):  # type: ignore[misc]
    """Pickers, and what they find; ``rows`` is the last that was found, as `search` returns it."""

    rows: pd.DataFrame

    def __init__(self, charsmap: str = generations.STOCK, unicode: str = properties.DEFAULT_VERSION) -> None:
        self._sources = {
            "charsmap": _picker("map", list(generations.catalogue()), generations.resolve(charsmap).name),
            "unicode": _picker("Unicode", list(properties.versions()), properties.version(unicode)),
        }
        self._conditions = {
            "codepoints": _box("code points", "U+200D, 200D, 0x200d, U+2000..U+200A, a character"),
            "name": _box("name", "a part of it, or a regular expression"),
            **{column: _picker(column, [_ANY], ()) for column in COLUMNS},
        }
        self._differ = [_implementation(label) for label in ("differ: one", "other")]
        self._said, self._card, self._done = ipywidgets.HTML(), ipywidgets.HTML(), ipywidgets.HTML()
        self._view = CodeSpaceView()
        self._table = ITable(
            select="single",
            lengthMenu=[10, 25, 100],
            autoWidth=False,  # it would be measured before it stands on the page
            language={"search": "look in these rows:"},
            **interactive.LOOK,
        )
        form = _grid([*self._conditions.values(), *self._differ, *self._sources.values()])
        super().__init__([form, self._said, self._view, self._card, self._table, self._exports(), self._done])
        self._refill()
        for each in self._sources.values():
            each.observe(self._refill, "value")
        for each in (*self._conditions.values(), *self._differ):
            each.observe(self._look, "value")
        self._view.observe(lambda change: self._open(change.new), "clicked")
        self._table.observe(self._pick, "selected_rows")

    def _exports(self) -> ipywidgets.Widget:
        self._notation = _picker("copy as", list(found.NOTATIONS), "U+XXXX")
        self._form = _picker("write as", list(found.FILES), "tsv")
        self._file = _box("file", "where to write")
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
            picker, chosen = self._conditions[column], self._conditions[column].value
            picker.unobserve_all("value")
            picker.options = [_ANY, *_ALL.get(column, ()), *((value, (value,)) for value in known[column])]
            picker.value = chosen if chosen in [value for _, value in picker.options] else ()
            picker.observe(self._look, "value")
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
            self._said.value = _error(error)
            return
        self._view.show(self.rows)  # before the table, which takes the browser longer
        self._said.value = f"<b>{found.said(self.rows, interactive.MOST)}</b>"
        self._table.update(
            writers.readable(self.rows[found.columns(self.rows)].head(interactive.MOST)), selected_rows=[]
        )
        self._copied.layout.display, self._done.value = "none", ""

    def _pick(self, change: Any) -> None:
        if change.new:
            self._open(int(self.rows.codepoint.iloc[change.new[0]]))

    def _open(self, codepoint: int) -> None:
        self._view.marked = place(codepoint)
        try:
            self._card.value = cards.page(card(codepoint, **self._asked(self._sources)))
        except HebrusAnalysisError as error:  # a surrogate has its cell, and no card
            self._card.value = _error(error)

    def _copy(self, button: CopyButton, *_: Any) -> None:
        text = found.copied(self.rows, self._notation.value)
        self._copied.value, self._copied.layout.display = text, "block"
        button.send({"text": text})

    def _name_file(self, _: Any = None) -> None:
        self._file.value = found.FILES[self._form.value]

    def _write(self, _: Any) -> None:
        path = Path(self._file.value)
        try:
            found.write(self.rows, self._form.value, path)
        except (HebrusAnalysisError, OSError) as error:
            self._done.value = _error(error)
        else:
            self._done.value = (
                f"wrote {len(self.rows):,} code points to {escape(str(path))}: {path.stat().st_size:,} bytes"
            )


def comparison(
    first: str, second: str, charsmap: str = generations.STOCK, unicode: str = properties.DEFAULT_VERSION
) -> ipywidgets.Widget:
    """Return two boxes for a code point each, and what `cards.compared` says of the two."""

    def show(first: str, second: str) -> str:
        return cards.compared(*(card(parse(text), charsmap, unicode) for text in (first, second)))

    return _boxes(show, first=first, second=second)


def explanation(
    text: str, charsmap: str = generations.STOCK, unicode: str = properties.DEFAULT_VERSION
) -> ipywidgets.Widget:
    """Return a box for a text, and what `explain` says of it, reading by reading."""

    def show(text: str) -> str:
        return explained.page(explain(read_text(text), charsmap, unicode), whole=False)

    return _boxes(show, text=text)


def _boxes(show: Callable[..., str], **given: str) -> ipywidgets.Widget:
    """Return a box for each text, and below what a function makes of all."""
    boxes = {name: _box(name, "") for name in given}
    shown = ipywidgets.HTML()

    def look(_: Any = None) -> None:
        try:
            shown.value = show(**{name: box.value for name, box in boxes.items()})
        except HebrusAnalysisError as error:
            shown.value = _error(error)

    for name, box in boxes.items():
        box.value = given[name]
        box.observe(look, "value")
    look()
    return ipywidgets.VBox([_grid(list(boxes.values())), shown])


def _box(label: str, hint: str) -> ipywidgets.Text:
    return ipywidgets.Text(description=label, placeholder=hint, **_WIDE)


def _implementation(label: str) -> ipywidgets.Combobox:
    """Return a box that proposes what `compare` knows, and looks when a name is whole."""
    known = [*predicates(), *normalizers()]
    return ipywidgets.Combobox(
        description=label, options=known, placeholder="rust: trim, node: NFKC", continuous_update=False, **_WIDE
    )


def _picker(label: str, options: list[Any], value: Any) -> ipywidgets.Dropdown:
    return ipywidgets.Dropdown(description=label, options=options, value=value, **_WIDE)


def _grid(parts: list[ipywidgets.Widget]) -> ipywidgets.Widget:
    layout = {"grid_template_columns": "repeat(auto-fill, minmax(310px, 1fr))", "max_width": "1056px"}
    return ipywidgets.GridBox(parts, layout=layout)


def _error(error: Exception) -> str:
    return f'<span role="alert" style="color: #d55e00">{escape(str(error))}</span>'
