"""The code space that follows a search: a Hilbert square for each plane, what was found in colour, as arrays and PNG.

A kind of which little was found is drawn larger than its cells, over what there is much of: one cell among 65,536
cannot be seen.
"""

import io
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from PIL import Image

from hebrus_analysis.divergence.families import FAMILIES
from hebrus_analysis.divergence.search import everything
from hebrus_analysis.unicode import properties
from hebrus_analysis.unicode.codepoints import label, spell
from hebrus_analysis.views import cards
from hebrus_analysis.views.figures import hilbert
from hebrus_analysis.views.figures.planes import OUTLINED, PLANE_NAMES, large_blocks
from hebrus_analysis.views.figures.style import BLUE, LOOKS, ORANGE, PURPLE, VERMILLION
from hebrus_analysis.views.templates import template

_UNASSIGNED, _LEFT_OUT, _KEPT, _CHANGED, _FAMILY = range(5)
#: What a cell can be where two implementations were held against each other.
SIDES: Final = ("only the first", "only the second", "the two make other texts")
#: What a cell can be; its number is its place here.
KINDS: Final = ("not assigned", "not found", "kept, agrees", "changed, agrees", *FAMILIES, *SIDES)
#: Greys let the page shine through, and no family is black, so that one picture serves light and dark.
COLORS: Final[Mapping[str, str]] = {
    "not assigned": "#80808000",
    "not found": "#80808048",
    "kept, agrees": "#808080b0",
    "changed, agrees": ORANGE,
    **{family: LOOKS[family].color for family in FAMILIES},
    "other": "#8c6d31",
    **dict(zip(SIDES, (BLUE, VERMILLION, PURPLE), strict=True)),
}
#: What is kept is grey, as the sea of a map is blue, but for a few that must be seen on the grey of all others.
_FEW_KEPT: Final = "#56b4e9"
#: A kind of which at most so many were found is drawn so many cells farther to each side.
_GROWN: Final = ((256, 2), (2048, 1))
_PLANE: Final = hilbert.SIDE * hilbert.SIDE
_FARTHEST: Final = 2


@dataclass(frozen=True)
class CodeSpace:
    """What was found, laid out.

    Attributes:
        unicode: the version whose code points are assigned.
        kinds: the kind of each code point, uint8, shape (0x110000,).
        planes: for each plane with an assigned code point, which code point each cell shows, uint32, shape (256, 256).
        counts: how many assigned code points are of each kind, zeros too.
        labels: what the legend calls a kind that it calls otherwise.
    """

    unicode: str
    kinds: NDArray[np.uint8]
    planes: dict[int, NDArray[np.uint32]]
    counts: dict[str, int]
    labels: dict[str, str]

    def drawn(self, plane: int) -> NDArray[np.uint8]:
        """Return the kind that each cell of a plane shows, uint8, shape (256, 256)."""
        return self.kinds[self.planes[plane]]

    def at(self, plane: int, column: int, row: int) -> int:
        """Return the code point that a cell shows; a place beyond the edge is the cell at the edge."""
        last = hilbert.SIDE - 1
        return int(self.planes[plane][min(max(row, 0), last), min(max(column, 0), last)])


def codespace(found: pd.DataFrame) -> CodeSpace:
    """Lay out what a search found.

    Args:
        found: what `search` returns.

    >>> from hebrus_analysis.divergence.search import search
    >>> space = codespace(search(name="zero width", family="spaced"))
    >>> list(space.planes), space.counts["spaced"], space.counts["not found"]
    ([0, 1, 2, 3, 14], 4, 149247)
    """
    codepoints = found.codepoint.to_numpy()
    of_found, labels = _kinds(found)
    kinds = _assigned(found.attrs["unicode"]).copy()
    kinds[codepoints] = of_found
    numbers = np.bincount(of_found, minlength=len(KINDS)).tolist()
    numbers[_LEFT_OUT] = found.attrs["population"] - len(found)
    planes = {plane: _cells(plane).copy() for plane in _planes(found.attrs["unicode"])}
    few = {kind: codepoints[of_found == kind] for kind in range(_KEPT, len(KINDS)) if _reach(numbers[kind])}
    # The nearest is written last, so that each code point shows in its own cell.
    for distance in range(_FARTHEST, -1, -1):
        for kind, members in few.items():
            if distance <= _reach(numbers[kind]):
                _write(planes, members, distance)
    return CodeSpace(found.attrs["unicode"], kinds, planes, dict(zip(KINDS, numbers, strict=True)), labels)


def _kinds(found: pd.DataFrame) -> tuple[NDArray[np.uint8], dict[str, str]]:
    """Return the kind of each row, and what the legend calls some kinds."""
    if "differ" not in found:
        changed = np.where(found.action == "kept", _KEPT, _CHANGED)
        return np.where(found.agrees, changed, _FAMILY + found.family.cat.codes).astype(np.uint8), {}
    first, second, otherwise = map(KINDS.index, SIDES)
    labels = [f"only {name}" for name in found.attrs["query"]["differ"]]
    sides = np.select([found.differ == label for label in labels], [first, second], otherwise)
    return sides.astype(np.uint8), dict(zip(SIDES, labels, strict=False))


def place(codepoint: int) -> dict[str, int]:
    """Return plane, column and row of the cell of a code point.

    >>> place(0x1F600)
    {'plane': 1, 'column': 208, 'row': 48}
    """
    column, row = hilbert.positions(codepoint % _PLANE)
    return {"plane": codepoint // _PLANE, "column": int(column), "row": int(row)}


def png(cells: NDArray[np.uint8], colors: Mapping[str, str] = COLORS) -> bytes:
    """Return kinds as a picture, a pixel for each, PNG with a palette that is partly transparent.

    Args:
        cells: places in `KINDS`, shape (rows, columns).
        colors: of each kind.
    """
    palette = [bytes.fromhex(f"{colors[kind][1:]:f<8}") for kind in KINDS]
    image = Image.fromarray(cells)
    image.putpalette(b"".join(color[:3] for color in palette))
    out = io.BytesIO()
    image.save(out, "PNG", transparency=bytes(color[3] for color in palette), compress_level=1)
    return out.getvalue()


def page(space: CodeSpace) -> str:
    """Return the picture of each plane and the legend as HTML that can stand inside a page and needs nothing beside.

    Raises:
        MissingPackage: jinja2 is not installed.
    """
    colors = {**COLORS, "kept, agrees": _FEW_KEPT} if _reach(space.counts["kept, agrees"]) else COLORS
    planes = [
        {
            "number": plane,
            "name": PLANE_NAMES.get(plane, ""),
            "source": "data:image/png;base64," + b64encode(png(space.drawn(plane), colors)).decode(),
            "outlines": _outlines(plane, space.unicode),
            "found": int(np.count_nonzero(space.kinds[plane * _PLANE : (plane + 1) * _PLANE] >= _KEPT)),
        }
        for plane in space.planes
    ]
    html: str = template("codespace.html.jinja").render(
        planes=planes, counts=space.counts, labels=space.labels, colors=colors, side=hilbert.SIDE, outlined=OUTLINED
    )
    return html


def told(codepoint: int, charsmap: str, unicode: str) -> str:
    """Say in three lines what a code point is and what a map and its reference make of it.

    >>> print(told(0x200D, "nmt_nfkc@0.1.95", "15.0"))
    U+200D ZERO WIDTH JOINER
    General Punctuation, Cf, Unicode 1.1
    spaced: the map makes U+0020, NFKC U+200D
    """
    frame = everything(charsmap, unicode)
    at = int(np.searchsorted(frame.codepoint.to_numpy(), codepoint))
    if at == len(frame) or frame.codepoint.iloc[at] != codepoint:
        return f"{label(codepoint)}\n{properties.block(codepoint) or 'no block'}\nnot assigned in Unicode {unicode}"
    row = frame.iloc[at]
    made, wanted = (cards.shown(spell(text)) for text in (row.charsmap, row.reference))
    if not row.agrees:
        verdict = f"{row.family}: the map makes {made}, {frame.attrs['reference']} {wanted}"
    else:
        verdict = "kept by both" if row.action == "kept" else f"both make {made}"
    return f"{label(codepoint)} {row['name']}\n{row.block}, {row.category}, Unicode {row.age}\n{verdict}"


@lru_cache(maxsize=4)
def _assigned(unicode: str) -> NDArray[np.uint8]:
    kinds = np.full(properties.N_CODEPOINTS, _UNASSIGNED, dtype=np.uint8)
    kinds[properties.population(unicode)] = _LEFT_OUT
    return kinds


@lru_cache(maxsize=4)
def _planes(unicode: str) -> list[int]:
    return [int(plane) for plane in np.unique(properties.population(unicode) // _PLANE)]


@lru_cache
def _cells(plane: int) -> NDArray[np.uint32]:
    return hilbert.square(np.arange(plane * _PLANE, (plane + 1) * _PLANE, dtype=np.uint32))


@lru_cache
def _outlines(plane: int, unicode: str) -> str:
    """Return the edges of the large blocks of a plane as a path of SVG, whose unit is a cell."""
    assigned = properties.population(unicode)
    x, y = hilbert.outlines(large_blocks(plane, assigned[assigned // _PLANE == plane])[0])
    return "".join(f"M{x0} {y0}L{x1} {y1}" for x0, x1, y0, y1 in zip(*x.tolist(), *y.tolist(), strict=True))


def _reach(number: int) -> int:
    """Return how many cells farther to each side a kind is drawn of which so many were found."""
    return next((reach for most, reach in _GROWN if number <= most), 0)


def _write(planes: dict[int, NDArray[np.uint32]], codepoints: NDArray[np.uint32], distance: int) -> None:
    """Let code points show in every cell at a distance, which is the greater one of columns and rows."""
    x, y = hilbert.positions(codepoints % _PLANE)
    for plane, cells in planes.items():
        here = codepoints // _PLANE == plane
        for down in range(-distance, distance + 1):
            for right in range(-distance, distance + 1):
                if max(abs(down), abs(right)) == distance:
                    rows, columns = (np.clip(at[here] + by, 0, hilbert.SIDE - 1) for at, by in ((y, down), (x, right)))
                    cells[rows, columns] = codepoints[here]
