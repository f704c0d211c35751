"""The planes of code space, one Hilbert square each, with every divergence marked."""

import textwrap
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hebrus_analysis.divergence.families import divergent
from hebrus_analysis.unicode import properties
from hebrus_analysis.unicode.codepoints import label
from hebrus_analysis.views.figures import hilbert
from hebrus_analysis.views.figures.pages import crowded
from hebrus_analysis.views.figures.style import GREY, INK, LOOKS, RULE, Axes, Picture, listed, source, tally

PLANE_NAMES: Final = {
    0: "Basic Multilingual",
    1: "Supplementary Multilingual",
    2: "Supplementary Ideographic",
    3: "Tertiary Ideographic",
    14: "Supplementary Special-purpose",
}
OUTLINED: Final = 1024  # code points a block must have to be outlined
NAMED: Final = 4000  # ... to have room for its name
_PER_ROW: Final = 3
_STEP: Final = (hilbert.SIDE + 18, hilbert.SIDE + 42)
_PLANE: Final = hilbert.SIDE * hilbert.SIDE
_PAGE_SIDE: Final = 16  # a page of 256 is an aligned square of the curve
_LABEL: Final = (46.0, 13.0)  # cells that the label of a page covers
_ROOM: Final = 3  # cells around a page, so that its frame holds the markers too
_UNASSIGNED, _KEPT, _CHANGED = 0, 1, 2
_SHADES: Final = np.array([[255, 255, 255], [228, 228, 228], [188, 188, 188]], dtype=np.uint8)


def _finding(frame: pd.DataFrame) -> str:
    facts, numbers = frame.attrs, tally(frame)
    total = sum(numbers.values())
    if not total:
        return f"{facts['map']} and {facts['reference']} agree on all {facts['population']:,} code points"
    both = f"{facts['map']} and {facts['reference']}"
    present = [family for family, number in numbers.items() if number]
    said = f"all {present[0]}" if len(present) == 1 else listed(numbers)
    return f"{both} differ on {total:,} of {facts['population']:,} code points: {said}"


def _details(frame: pd.DataFrame) -> str:
    shown = [f"plane {plane} {sum(tally(part).values()):,}" for plane, part in _by_plane(frame).items()]
    return (
        "Each plane is a Hilbert square of 256 by 256 code points, large blocks outlined, each divergent code point "
        f"marked by its family. Divergent code points by plane: {', '.join(shown)}."
    )


def _by_plane(frame: pd.DataFrame) -> dict[int, pd.DataFrame]:
    planes = frame.codepoint // _PLANE
    return {int(plane): frame[planes == plane] for plane in sorted(planes.unique())}


def _draw(frame: pd.DataFrame, axes: Axes) -> None:
    corners = {
        plane: (number % _PER_ROW * _STEP[0], number // _PER_ROW * _STEP[1])
        for number, plane in enumerate(_by_plane(frame))
    }
    for plane, part in _by_plane(frame).items():
        _draw_plane(axes, plane, part, corners[plane])
    _mark(axes, frame, corners)
    _legend(axes, frame, len(corners))
    width = _PER_ROW * _STEP[0] - (_STEP[0] - hilbert.SIDE)
    height = _n_rows(frame) * _STEP[1] - (_STEP[1] - hilbert.SIDE)
    axes.set(xlim=(-_ROOM - 1, width + _ROOM + 1), ylim=(height + 1, -32), aspect="equal")
    axes.set_axis_off()


def _draw_plane(axes: Axes, plane: int, part: pd.DataFrame, corner: tuple[int, int]) -> None:
    x, y = corner
    shade = np.zeros(_PLANE, dtype=np.intp)
    shade[part.codepoint.to_numpy() % _PLANE] = np.where(part.action == "kept", _KEPT, _CHANGED)
    extent = (x, x + hilbert.SIDE, y + hilbert.SIDE, y)
    axes.imshow(hilbert.square(_SHADES[shade]), extent=extent, interpolation="nearest")
    patches, names = large_blocks(plane, part.codepoint.to_numpy())
    edges_x, edges_y = hilbert.outlines(patches)
    axes.plot(edges_x + x, edges_y + y, color=RULE, linewidth=0.6, solid_capstyle="projecting")
    axes.plot(*_frame(x, y, hilbert.SIDE), color=GREY, linewidth=0.9)
    axes.text(x, y - 16, f"Plane {plane}: {PLANE_NAMES.get(plane, '')}", fontsize=10, va="bottom")
    said = f"{len(part):,} code points, {sum(tally(part).values()):,} divergent"
    axes.text(x, y - 4, said, fontsize=8.5, color=GREY, va="bottom")
    for code, name in names.items():
        column, row = hilbert.deepest(patches == code)
        axes.text(x + column, y + row, name, fontsize=7.5, color=GREY, ha="center", va="center", linespacing=1.0)


def large_blocks(plane: int, assigned: NDArray[np.uint32]) -> tuple[NDArray[np.int64], dict[int, str]]:
    """Return the large block of each cell of a plane, 0 for none, shape (256, 256), and the names with room for them.

    Args:
        plane: by its number.
        assigned: its assigned code points; a block without any is not there yet.
    """
    codes, names = properties.blocks()
    block = codes[plane * _PLANE : (plane + 1) * _PLANE].astype(np.int64)
    sizes = np.bincount(block, minlength=len(names))
    # Private use never is assigned.
    there = np.array(["Private Use" in name for name in names])
    there[np.unique(codes[assigned])] = True
    there[0] = False
    block[~(there & (sizes >= OUTLINED))[block]] = 0
    named = np.flatnonzero(there & (sizes >= NAMED)).tolist()
    return hilbert.square(block), {code: _wrapped(names[code]) for code in named}


def _wrapped(name: str) -> str:
    short = name.replace("CJK Unified Ideographs Extension ", "CJK Ext.\u00a0").replace("-", "\u2011")
    return textwrap.fill(short, 9, break_long_words=False)


def _mark(axes: Axes, frame: pd.DataFrame, corners: dict[int, tuple[int, int]]) -> None:
    rows = divergent(frame)
    for family, number in tally(frame).items():
        look = LOOKS[family]
        x, y = _spot(rows.codepoint[rows.family == family].to_numpy(), corners)
        style: dict[str, Any] = {"color": look.color, "marker": look.marker, "edgecolors": "white", "linewidths": 0.3}
        axes.scatter(x, y, s=36, zorder=4, label=f"{family} ({number:,})", **style)
    side = _PAGE_SIDE + 2 * _ROOM
    taken = list(zip(*_spot(rows.codepoint.to_numpy(), corners), strict=True))
    names = [text.get_position() for text in axes.texts]
    taken += [(x + aside, y + below) for x, y in names for aside in (-18, 0, 18) for below in (-6, 6)]
    framed = []
    for page in crowded(frame):
        column, row = (int(place) // _PAGE_SIDE * _PAGE_SIDE for place in hilbert.positions(page % _PLANE))
        left, top = corners[page // _PLANE][0] + column - _ROOM, corners[page // _PLANE][1] + row - _ROOM
        axes.plot(*_frame(left, top, side), color=INK, linewidth=1.1, zorder=5)
        framed.append((page, left, top))
        taken += [(left + side * i / 4, top + side * j / 4) for i in range(5) for j in range(5)]
    for page, left, top in framed:
        middle, level = _free_spot(left, top, side, taken, corners[page // _PLANE])
        axes.text(middle, level, label(page), fontsize=8, va="center", ha="center")
        taken += [(middle + _LABEL[0] * i / 4, level) for i in range(-2, 3)]


def _free_spot(
    left: float, top: float, side: float, taken: list[tuple[float, float]], corner: tuple[int, int]
) -> tuple[float, float]:
    """Return the middle of the place beside, above or below a frame that covers the fewest marks, within the plane."""
    width, height = _LABEL
    middle, level = left + side / 2, top + side / 2
    far = (side + width) / 2
    spots = [(middle + far, level), (middle - far, level)]
    spots += [(middle + x, level + y) for y in (-(side + height) / 2, (side + height) / 2) for x in (0, -8, 8)]
    inside = [
        (x, y)
        for x, y in spots
        if corner[0] <= x - width / 2 <= corner[0] + hilbert.SIDE - width and corner[1] <= y <= corner[1] + hilbert.SIDE
    ]
    marks = np.array(taken)

    def covered(spot: tuple[float, float]) -> int:
        near = np.abs(marks - spot) < (width / 2, height / 2)
        return int(near.all(axis=1).sum())

    return min(inside, key=covered)


def _spot(codepoints: NDArray[Any], corners: dict[int, tuple[int, int]]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the middle of each code point's cell, shape of the input."""
    whole = codepoints.astype(np.int64)
    offset = np.array([corners[plane] for plane in (whole // _PLANE).tolist()]).reshape(-1, 2)
    column, row = hilbert.positions(whole % _PLANE)
    return offset[:, 0] + column + 0.5, offset[:, 1] + row + 0.5


def _frame(x: float, y: float, side: float) -> tuple[list[float], list[float]]:
    return [x, x + side, x + side, x, x], [y, y, y + side, y + side, y]


def _legend(axes: Axes, frame: pd.DataFrame, slot: int) -> None:
    same = frame[frame.agrees]
    kept = int((same.action == "kept").sum())
    backgrounds = {f"left alone by both ({kept:,})": _KEPT, f"changed alike ({len(same) - kept:,})": _CHANGED}
    for text, shade in (*backgrounds.items(), ("unassigned, surrogate or private use", _UNASSIGNED)):
        axes.scatter([], [], s=80, marker="s", color=_SHADES[shade] / 255, edgecolors=RULE, linewidths=0.6, label=text)
    axes.plot([], [], color=RULE, linewidth=1.2, label=f"edge of a block of {OUTLINED:,} or more")
    if crowded(frame):
        style: dict[str, Any] = {"marker": "s", "color": "white", "edgecolors": INK, "linewidths": 1.1}
        axes.scatter([], [], s=80, label="page magnified in the next picture", **style)
    spot = (slot % _PER_ROW * _STEP[0], slot // _PER_ROW * _STEP[1])
    legend = axes.legend(
        loc="upper left",
        bbox_to_anchor=spot,
        bbox_transform=axes.transData,
        fontsize=10.5,
        borderaxespad=0,
        title="one code point is one cell",
        labelspacing=0.75,
        alignment="left",
    )
    legend.get_title().set_fontweight("bold")


def _n_rows(frame: pd.DataFrame) -> int:
    """Count rows of planes; the legend takes the place of one plane."""
    return len(_by_plane(frame)) // _PER_ROW + 1


planes: Final = Picture("planes", lambda frame: (12.0, 1.1 + 4.3 * _n_rows(frame)), _draw, _finding, _details, source)
