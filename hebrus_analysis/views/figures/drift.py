"""How the gap grows: every map against every Unicode version, and what a freeze leaves undone."""

from itertools import cycle
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hebrus_analysis.charsmap.generations import STOCK
from hebrus_analysis.divergence.freezes import by_freeze, frozen
from hebrus_analysis.oracle import manifest
from hebrus_analysis.unicode import properties
from hebrus_analysis.views.figures.style import (
    BLUE,
    GREEN,
    GREY,
    INK,
    RULE,
    VERMILLION,
    Axes,
    Picture,
    joined,
)

_BETWEEN: Final = 0.16  # half the width of a freeze that lies between two columns
#: From the least to the most: near white, a tint of the palette's blue, a shade of it, nearly black.
_SCALE: Final = np.array([[0xF4, 0xF8, 0xFB], [0xA9, 0xCF, 0xE6], [0x00, 0x5E, 0x95], [0x00, 0x2B, 0x4D]])
_ROOM: Final = 0.07  # of the height of the steps: what a number takes
_LINES: Final[tuple[dict[str, Any], ...]] = (
    {"color": BLUE, "linestyle": "-", "marker": "o"},
    {"color": VERMILLION, "linestyle": (0, (5, 2)), "marker": "s"},
    {"color": GREEN, "linestyle": (0, (1, 1.2)), "marker": "^"},
)


def _matrix(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the divergences, one row per map and one column per version, both in the frame's order."""
    table = frame.pivot(index="map", columns="unicode", values="divergent")
    return table.reindex(index=frame["map"].unique(), columns=frame["unicode"].unique())


def _span(low: int, high: int) -> str:
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


def _at_freeze(table: pd.DataFrame) -> pd.Series:
    """Return the divergences of each map at the newest column that is no younger than its freeze; missing if none."""
    found = {}
    for name, row in table.iterrows():
        own = frozen(str(name))
        known = [v for v in table.columns if own and properties.key(v) <= properties.key(own.newest)]
        found[name] = row[known[-1]] if known else np.nan
    return pd.Series(found)


def _drift_finding(frame: pd.DataFrame) -> str:
    table = _matrix(frame)
    newest, before = table.iloc[:, -1], _at_freeze(table)
    behind = newest > before
    if not behind.any():
        return f"None of {len(table)} maps falls behind up to Unicode {table.columns[-1]}"
    who = f"All {len(table)}" if behind.all() else f"{behind.sum()} of {len(table)}"
    then, now = before[behind].astype(int), newest[behind]
    return (
        f"{who} maps fall behind NFKC: they differ on {_span(then.min(), then.max())} code points at their freeze, "
        f"on {_span(now.min(), now.max())} at Unicode {table.columns[-1]}"
    )


def _drift_details(frame: pd.DataFrame) -> str:
    table = _matrix(frame)
    ends = f"Unicode {table.columns[0]} and {table.columns[-1]}"
    rows = [
        f"{name} (frozen at {frozen(str(name))}) {row.iloc[0]:,} and {row.iloc[-1]:,}" for name, row in table.iterrows()
    ]
    kind = "A heat map of maps by Unicode versions, with the number of divergences in each cell"
    return f"{kind}. At {ends}: {'; '.join(rows)}."


def _drift_source(frame: pd.DataFrame) -> str:
    table = _matrix(frame)
    return (
        f"Unicode {table.columns[0]} to {table.columns[-1]}   {len(table)} stock maps   "
        "the first 12 digits of each sha256 on the right"
    )


def _shade(table: pd.DataFrame) -> NDArray[np.uint8]:
    """Return the colour of each cell; by the root of the number, so that the small ones can be told apart."""
    part = np.sqrt(table.to_numpy(float) / max(table.to_numpy().max(), 1)) * (len(_SCALE) - 1)
    channels = [np.interp(part, range(len(_SCALE)), _SCALE[:, channel]) for channel in range(3)]
    return np.stack(channels, axis=-1).astype(np.uint8)


def luminance(color: NDArray[np.uint8]) -> float:
    """Return the relative luminance of a colour, as the Web Content Accessibility Guidelines define it."""
    part = color / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    return float(linear @ (0.2126, 0.7152, 0.0722))


def _ink(cell: NDArray[np.uint8]) -> str:
    """Return black or white, whichever stands out more: their contrast is equal at a luminance of 0.179."""
    return "white" if luminance(cell) < 0.179 else "black"


def _place(version: str, columns: list[str]) -> float:
    """Return where a version stands on the axis of columns, half way where it has none of its own."""
    older = [column for column in columns if properties.key(column) <= properties.key(version)]
    at = len(older) - 1.0
    return at if version in columns else at + 0.5


def _extent(name: str, columns: list[str]) -> tuple[float, float] | None:
    own = frozen(name)
    if not own:
        return None
    left, right = _place(own.oldest, columns), _place(own.newest, columns)
    return (left - 0.5 if left % 1 == 0 else left - _BETWEEN, right + 0.5 if right % 1 == 0 else right + _BETWEEN)


def _draw_drift(frame: pd.DataFrame, axes: Axes) -> None:
    table = _matrix(frame)
    rules = table.index.to_series().str.partition("@")[0]
    # Half a row of room in front of each rule.
    place = (np.arange(len(table)) + (rules != rules.shift()).cumsum().to_numpy() / 2).tolist()
    columns, shades = list(map(str, table.columns)), _shade(table)
    for y, row, colors in zip(place, table.to_numpy(), shades, strict=True):
        axes.imshow(colors[None], extent=(-0.5, len(columns) - 0.5, y + 0.5, y - 0.5), interpolation="nearest")
        for x, number in enumerate(row.tolist()):
            axes.text(x, y, f"{number:,}", ha="center", va="center", fontsize=9, color=_ink(colors[x]), in_layout=False)
    axes.vlines(np.arange(len(columns) - 1) + 0.5, place[0] - 0.5, place[-1] + 0.5, color="white", linewidth=1.5)
    axes.hlines([y + s for y in place for s in (-0.5, 0.5)], -0.5, len(columns) - 0.5, color="white", linewidth=1.5)
    for y, name in zip(place, map(str, table.index), strict=True):
        extent = _extent(name, columns)
        if extent:
            (left, right), top, bottom = extent, y - 0.44, y + 0.44
            outline = [left, right, right, left, left], [top, top, bottom, bottom, top]
            axes.plot(*outline, color="white", linewidth=4.6, solid_joinstyle="miter")
            axes.plot(*outline, color=VERMILLION, linewidth=2.4, solid_joinstyle="miter")
    look: dict[str, Any] = {"marker": "s", "markerfacecolor": "none", "markeredgecolor": VERMILLION}
    label = "framed: the Unicode versions that the map may have been frozen at"
    axes.plot([], [], linestyle="", markersize=12, markeredgewidth=2.4, label=label, **look)
    for y, sha256 in zip(place, frame.drop_duplicates("map").sha256, strict=True):
        axes.text(len(columns) - 0.35, y, sha256[:12], color=GREY, fontsize=8, va="center", family="DejaVu Sans Mono")
    axes.set_yticks(place, table.index.tolist())
    axes.set_xticks(range(len(columns)), columns)
    axes.set(xlim=(-0.6, len(columns) - 0.4), ylim=(place[-1] + 0.6, place[0] - 0.6), aspect="auto")
    axes.set_xlabel("Unicode version that map and NFKC are compared at; in each cell the code points that differ")
    axes.tick_params(left=False, bottom=False)
    axes.spines[:].set_visible(False)
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0.3)


def _lines(frame: pd.DataFrame) -> dict[str, pd.Series]:
    """Return the numbers by freeze, for each Unicode version."""
    return {
        str(unicode): part.set_index("freeze").post_freeze for unicode, part in frame.groupby("unicode", sort=False)
    }


def _misses(frame: pd.DataFrame, freeze: str) -> str:
    return joined([f"{line[freeze]:,}" for line in _lines(frame).values()])


def _freezes_finding(frame: pd.DataFrame) -> str:
    stock, last = frozen(STOCK), by_freeze().freeze.iloc[-1]
    assert stock is not None
    own = [f"{line[stock.newest]:,} at {unicode}" for unicode, line in _lines(frame).items()]
    return (
        f"Frozen at Unicode {stock.newest}, the stock map lacks {joined(own)} of the characters that NFKC changes; "
        f"frozen at {last}, as the newest maps are, it would lack {_misses(frame, last)}"
    )


def _freezes_details(frame: pd.DataFrame) -> str:
    lines = _lines(frame)
    rows = [f"{freeze}: {_misses(frame, freeze)}" for freeze in next(iter(lines.values())).index]
    kind = "Steps: by the freeze of a map, how many younger characters that NFKC changes it leaves alone"
    return f"{kind}, at Unicode {joined(list(lines))}. {'; '.join(rows)}."


def _freezes_source(frame: pd.DataFrame) -> str:
    return (
        f"Unicode {joined(list(_lines(frame)))}   NFKC of single code points, table sha256 "
        f"{manifest()['unicode/nfkc.tsv'][:12]}   without what a map is exempt from by hand"
    )


def _draw_freezes(frame: pd.DataFrame, axes: Axes) -> None:
    lines = _lines(frame)
    freezes = list(next(iter(lines.values())).index)
    top = max(*(int(line.max()) for line in lines.values()), 5)
    marks = by_freeze()
    at = [freezes.index(freeze) for freeze in marks.freeze]
    axes.vlines(at, 0, top * 1.1, color=RULE, linewidth=1, linestyle=(0, (1, 2)), zorder=0)
    for (unicode, line), look in zip(lines.items(), cycle(_LINES)):
        label = f"at Unicode {unicode} ({line.iloc[0]:,} to {line.iloc[-1]:,})"
        axes.step(range(len(freezes)), line, where="mid", label=label, markersize=5.5, linewidth=1.8, **look)
    for x in at:
        for number in _apart([int(line.iloc[x]) for line in lines.values()], top * _ROOM):
            axes.annotate(f"{number:,}", (x, number), (4, 10), textcoords="offset points", va="center")
    for x, row in zip(at, marks.to_numpy().tolist(), strict=True):
        axes.text(x, top * 1.14, _wheels(*row[1:]), ha="center", va="bottom", fontsize=8.5, linespacing=1.15)
    label = "freeze of stock maps, and their wheels"
    axes.plot(at, [top * 1.1] * len(at), marker="D", markersize=7, linestyle="", color=INK, label=label)
    axes.set_xticks(range(len(freezes)), freezes)
    axes.set(xlim=(-0.6, len(freezes) - 0.4), ylim=(0, top * 1.32))
    axes.set(xlabel="Unicode version that the map is frozen at", ylabel="younger characters that NFKC changes")
    axes.tick_params(bottom=False)
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=4, borderaxespad=0.3, handlelength=3)


def _apart(numbers: list[int], room: float) -> list[int]:
    """Return the numbers that can be written without touching, from the greatest down."""
    kept: list[int] = []
    for number in sorted(numbers, reverse=True):
        if not kept or kept[-1] - number > room:
            kept.append(number)
    return kept


def _wheels(first: str, last: str, maps: int) -> str:
    return "\n".join([first, *([f"to {last}"] if last != first else []), f"{maps} map{'s' * (maps > 1)}"])


drift: Final = Picture(
    "drift",
    lambda frame: (12.5, 2.2 + 0.29 * (frame["map"].nunique() + 2)),
    _draw_drift,
    _drift_finding,
    _drift_details,
    _drift_source,
    margin=1.8,
    legend=True,
)
freezes: Final = Picture(
    "freezes", lambda _: (12.5, 5.6), _draw_freezes, _freezes_finding, _freezes_details, _freezes_source, 0.8, True
)
