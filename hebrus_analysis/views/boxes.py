"""Boxes and pickers, and two things that boxes are enough for: two characters compared, a text explained."""

from collections.abc import Callable
from html import escape
from typing import Any, Final

from hebrus_analysis.charsmap import generations
from hebrus_analysis.divergence.card import card
from hebrus_analysis.divergence.explain import explain
from hebrus_analysis.errors import HebrusAnalysisError, MissingPackage
from hebrus_analysis.unicode import properties
from hebrus_analysis.unicode.codepoints import parse, read_text
from hebrus_analysis.views import cards
from hebrus_analysis.views import explanation as explained

try:
    import ipywidgets
except ImportError:
    raise MissingPackage("widgets need ipywidgets", "notebooks") from None

#: The longest text that is explained at each key.
MOST: Final = 4000
WIDE: Final[dict[str, Any]] = {"layout": {"width": "auto"}, "style": {"description_width": "78px"}}


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
        if len(text) > MOST:
            raise HebrusAnalysisError(
                f"a text of {len(text):,} characters takes too long while it is typed; `ha.explain` takes any"
            )
        return explained.page(explain(read_text(text), charsmap, unicode), whole=False)

    return _boxes(show, text=text)


def _boxes(show: Callable[..., str], **given: str) -> ipywidgets.Widget:
    """Return a box for each text, and below what a function makes of all."""
    made = {name: box(name, "") for name in given}
    shown = ipywidgets.HTML()

    def look(_: Any = None) -> None:
        try:
            shown.value = show(**{name: each.value for name, each in made.items()})
        except HebrusAnalysisError as error:
            shown.value = problem(error)

    for name, each in made.items():
        each.value = given[name]
        each.observe(look, "value")
    look()
    return ipywidgets.VBox([grid(list(made.values())), shown])


def box(label: str, hint: str) -> ipywidgets.Text:
    """Return a box to type into."""
    return ipywidgets.Text(description=label, placeholder=hint, **WIDE)


def picker(label: str, options: list[Any], value: Any) -> ipywidgets.Dropdown:
    """Return a list to pick from."""
    return ipywidgets.Dropdown(description=label, options=options, value=value, **WIDE)


def grid(parts: list[ipywidgets.Widget]) -> ipywidgets.Widget:
    """Lay boxes in columns, as many as there is room for."""
    layout = {"grid_template_columns": "repeat(auto-fill, minmax(310px, 1fr))", "max_width": "1056px"}
    return ipywidgets.GridBox(parts, layout=layout)


def problem(error: Exception | str) -> str:
    """Return what is wrong as HTML."""
    return f'<span role="alert" style="color: #d55e00">{escape(str(error))}</span>'
