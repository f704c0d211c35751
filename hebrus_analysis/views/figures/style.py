"""What all pictures share: one palette, one shape per family, the finding as title, the footer, the same bytes.

This is the only module that imports matplotlib; the pictures draw with the methods of the Axes they are given.
"""

import io
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import pandas as pd

from hebrus_analysis.divergence.families import FAMILIES, divergent
from hebrus_analysis.errors import MissingPackage

try:
    import matplotlib as mpl
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
except ImportError:
    raise MissingPackage("figures need matplotlib", "figures") from None


__all__ = [
    "ACTION_LOOKS",
    "ACTION_VERBS",
    "BLUE",
    "GREEN",
    "GREY",
    "INK",
    "LOOKS",
    "ORANGE",
    "PALE",
    "PURPLE",
    "RULE",
    "VERMILLION",
    "Axes",
    "Look",
    "Picture",
    "balanced",
    "joined",
    "listed",
    "source",
    "stacked",
    "tally",
]


@dataclass(frozen=True)
class Look:
    """How a kind of thing is told from the others, by more than its colour."""

    color: str
    marker: str
    hatch: str


# Okabe and Ito's palette, which colour-blind people can tell apart; see "Color Universal Design" (2008).
BLUE: Final = "#0072B2"
VERMILLION: Final = "#D55E00"
GREEN: Final = "#009E73"
PURPLE: Final = "#CC79A7"
ORANGE: Final = "#E69F00"
INK: Final = "#222222"
GREY: Final = "#6b6b6b"
RULE: Final = "#9a9a9a"
PALE: Final = "#dedede"

#: What a map does to a code point.
ACTION_LOOKS: Final[Mapping[str, Look]] = {
    "kept": Look(INK, "o", ""),
    "deleted": Look(VERMILLION, "X", ""),
    "space": Look(BLUE, "s", ""),
    "replaced": Look(ORANGE, "^", ""),
}
ACTION_VERBS: Final[Mapping[str, str]] = {
    "kept": "keeps",
    "deleted": "deletes",
    "space": "makes a space of",
    "replaced": "replaces",
}
#: The families of divergent code points.
LOOKS: Final[Mapping[str, Look]] = {
    "dropped": Look(VERMILLION, "X", "xxxx"),
    "spaced": Look(BLUE, "s", "\\\\\\\\"),
    "exempt": Look(PURPLE, "D", "++++"),
    "post-freeze": Look(GREEN, "o", "////"),
    "other": Look(INK, "P", "----"),
}

_RC: Final[Any] = {
    "font.family": ["DejaVu Sans"],  # matplotlib carries it, so that every machine draws the same glyphs
    "font.size": 10,
    "axes.edgecolor": RULE,
    "axes.labelcolor": INK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 13,
    "axes.titleweight": "bold",
    "hatch.linewidth": 0.5,
    "legend.frameon": False,
    "svg.fonttype": "path",
    "svg.hashsalt": "hebrus_analysis",
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}
_TITLE_POINTS: Final = 7.9  # mean advance of a character of the title


@dataclass(frozen=True)
class Picture:
    """One kind of picture; call it with the data and, to draw into a figure of your own, with an Axes.

    Attributes:
        name: of the file, and of the anchor in the report.
        size: of the figure in inches, from the data.
        draw: draws the data into the Axes.
        finding: what the data shows, as one sentence without a full stop; the title.
        details: what a reader who cannot see the picture is told after the finding.
        source: what the data is: its Unicode version and its map; the footer.
        margin: inches that the labels to the left of the Axes take away from the title.
        legend: whether a legend stands between the title and the Axes.
    """

    name: str
    size: Callable[[pd.DataFrame], tuple[float, float]]
    draw: Callable[[pd.DataFrame, Axes], None]
    finding: Callable[[pd.DataFrame], str]
    details: Callable[[pd.DataFrame], str]
    source: Callable[[pd.DataFrame], str]
    margin: float = 0.3
    legend: bool = False

    def __call__(self, data: pd.DataFrame, ax: Axes | None = None) -> Axes:
        """Draw, into a new figure of pyplot if no Axes is given, and return the Axes."""
        if ax is None:
            from matplotlib import pyplot as plt  # picks a window system, which a report has no use for

            # Outside the context, which would undo what a notebook sets up for its first figure.
            figure = plt.figure(figsize=self.size(data), layout="constrained")
        with mpl.rc_context(_RC):
            axes = figure.subplots() if ax is None else ax
            self.draw(data, axes)
            self._label(data, axes)
        return axes

    def alt_text(self, data: pd.DataFrame) -> str:
        """Return the finding and the numbers behind it as text."""
        return f"{self.finding(data)}. {self.details(data)}"

    def svg(self, data: pd.DataFrame) -> bytes:
        """Return the picture as SVG, the same bytes for the same data."""
        out = io.BytesIO()
        with mpl.rc_context(_RC):
            figure = Figure(figsize=self.size(data), layout="constrained")
            self(data, figure.subplots())
            figure.savefig(out, format="svg", metadata={"Date": None})
        return out.getvalue()

    def _label(self, data: pd.DataFrame, axes: Axes) -> None:
        room = (self.size(data)[0] - self.margin) * 72 / _TITLE_POINTS
        axes.set_title(balanced(self.finding(data), int(room)), loc="left", pad=32 if self.legend else 12)
        below = 18 + 16 * bool(axes.axison) + 18 * bool(axes.get_xlabel())
        axes.annotate(
            self.source(data), (0, 0), (0, -below), "axes fraction", "offset points", color=GREY, fontsize=8.5
        )


def balanced(text: str, room: int) -> str:
    r"""Break a text into as few lines as fit in the room, of much the same length.

    >>> balanced("one two three four", 15)
    'one two\nthree four'
    """
    n_lines = len(textwrap.wrap(text, room))
    widths = range(len(text) // max(n_lines, 1), room + 1)
    return next(filled for width in widths if (filled := textwrap.fill(text, width)).count("\n") < n_lines)


def source(frame: pd.DataFrame) -> str:
    """Say which Unicode and which map a swept frame is about."""
    facts = frame.attrs
    return f"Unicode {facts['unicode']}   {facts['map']}   sha256 {facts['sha256'][:12]}   against {facts['reference']}"


def tally(frame: pd.DataFrame) -> dict[str, int]:
    """Return the number of divergent code points of each family, in the order of families, zeros too."""
    found = divergent(frame).family.value_counts()
    return {family: int(found[family]) for family in FAMILIES}


def listed(numbers: Mapping[str, int]) -> str:
    """Write numbers as a phrase, zeros left out.

    >>> listed({"dropped": 30, "spaced": 15, "other": 0})
    '30 dropped and 15 spaced'
    """
    return joined([f"{number:,} {name}" for name, number in numbers.items() if number])


def joined(words: list[str]) -> str:
    """Join words as a phrase does.

    >>> joined(["a"]), joined(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def stacked(axes: Axes, table: pd.DataFrame, labels: Mapping[str, str], horizontal: bool) -> None:
    """Stack one bar per row of a table, one segment per family, with the row's total at its end.

    Args:
        axes: where to draw; row i stands at i.
        table: one row per bar, at least one; one column per family; counts.
        labels: what the legend calls each family.
        horizontal: whether bars run to the right.
    """
    base = pd.Series(0, index=table.index)
    place = table.index.to_numpy()
    for family, label in labels.items():
        look = LOOKS[family]
        style: dict[str, Any] = {"facecolor": look.color, "hatch": look.hatch, "edgecolor": "white", "linewidth": 0.6}
        if horizontal:
            axes.barh(place, table[family], left=base, height=0.78, label=label, **style)
        else:
            axes.bar(place, table[family], bottom=base, width=0.78, label=label, **style)
        base += table[family]
    # No axis is so short that its numbers would be broken ones.
    longest = max(int(base.max()), 5) * 1.08
    if horizontal:
        axes.set_xlim(0, longest)
    else:
        axes.set_ylim(0, longest)
    ends: dict[str, Any] = {"textcoords": "offset points", "fontsize": 9}
    for at, total in zip(place.tolist(), base.tolist(), strict=True):
        if horizontal:
            axes.annotate(f"{total:,}", (total, at), (4, 0), va="center", **ends)
        else:
            axes.annotate(f"{total:,}", (at, total), (0, 3), ha="center", **ends)
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=len(labels), borderaxespad=0.3, handlelength=1.6)
