"""Which Unicode everything here is: one bar per table or runtime, on one axis of versions."""

from typing import Any, Final

import numpy as np
import pandas as pd

from hebrus_analysis.unicode import properties
from hebrus_analysis.unicode.codepoints import parse_range
from hebrus_analysis.views.figures.style import (
    BLUE,
    GREY,
    ORANGE,
    PALE,
    Axes,
    Look,
    Picture,
    joined,
)

_LOOKS: Final = {"runtime": Look(ORANGE, "o", ""), "stock map": Look(BLUE, "s", "")}
_NAMED: Final = 5  # so many runtimes are named in the title
_TALL: Final = 30  # rows, among which are runtimes with versions longer than a hash
_ROOMY: Final = 18  # versions on the axis whose labels have room
_IDENTITY: Final = 28  # characters of a version that fit beside the axis
_CLEAR: Final = {"facecolor": "white", "linewidth": 0, "pad": 1.5}


def _interval(oldest: str, newest: str) -> str:
    if not oldest:
        return "undated"
    return oldest if oldest == newest else f"{oldest}..{newest}"


def _dated(frame: pd.DataFrame) -> pd.DataFrame:
    return frame[frame.oldest != ""]


def _finding(frame: pd.DataFrame) -> str:
    dated = _dated(frame)
    exact = int((dated.oldest == dated.newest).sum())
    runtimes = dated[dated.kind == "runtime"]
    if len(runtimes) > _NAMED:
        known = properties.versions()
        ends = [min(runtimes.oldest, key=known.index), max(runtimes.newest, key=known.index)]
        sane = int((runtimes.residue == "").sum())
        return (
            f"The NFKC of {len(runtimes)} runtimes is of Unicode {ends[0]} to {ends[1]}, and {len(runtimes) - sane} of "
            "them differ where no version explains it"
        )
    said = [f"{row.what} is {_interval(row.oldest, row.newest)}" for row in runtimes.itertuples()]
    return "; ".join(filter(None, [f"{exact} of {len(frame)} tables date to one Unicode version", joined(said)]))


def _details(frame: pd.DataFrame) -> str:
    rows = [f"{row.what} {_interval(row.oldest, row.newest)}" for row in frame.itertuples()]
    return f"Bars from the oldest to the newest Unicode version that each agrees with. {', '.join(rows)}."


def _source(frame: pd.DataFrame) -> str:
    shown = _axis(frame)
    return (
        f"Unicode {shown[0]} to {shown[-1]}   dated by NFKC of single code points   "
        "on the right the version, or the first 12 digits of the sha256"
    )


def _axis(frame: pd.DataFrame) -> list[str]:
    """Return the versions of the axis: from the one before the oldest found to the newest known."""
    known = properties.versions()
    oldest = min((known.index(version) for version in _dated(frame).oldest), default=1)
    return list(known[max(oldest - 1, 0) :])


def _draw(frame: pd.DataFrame, axes: Axes) -> None:
    shown = _axis(frame)
    group = frame.kind + frame.what.str.partition("@")[0].where(frame.kind == "stock map", "")
    # Half a row of room in front of each rule.
    place = (np.arange(len(frame)) + (group != group.shift()).cumsum().to_numpy() / 2).tolist()
    axes.hlines(place, -0.6, len(shown) - 0.4, color=PALE, linewidth=0.8, zorder=0)
    for y, row in zip(place, frame.itertuples(), strict=True):
        if row.oldest:
            look, ends = _LOOKS[row.kind], [shown.index(row.oldest), shown.index(row.newest)]
            axes.plot(ends, [y, y], color=look.color, linewidth=5, solid_capstyle="butt")
            axes.plot(ends, [y, y], color=look.color, linestyle="", marker=look.marker, markersize=9)
        text = _interval(row.oldest, row.newest) + _unexplained(row.residue)
        first, last = (shown.index(version) if version else 0 for version in (row.oldest, row.newest))
        _note(axes, text, first, last, y, len(shown))
        axes.annotate(
            row.identity[:12] if row.kind == "stock map" else _shortened(row.identity),
            (1, y),
            (6, 0),
            ("axes fraction", "data"),
            "offset points",
            color=GREY,
            fontsize=8,
            va="center",
            fontfamily="DejaVu Sans Mono",
        )
    for kind, look in _LOOKS.items():
        n_rows = int((frame.kind == kind).sum())
        if not n_rows:
            continue
        axes.plot([], [], color=look.color, marker=look.marker, markersize=9, linewidth=5, label=f"{kind} ({n_rows})")
    axes.set_yticks(place, frame.what.tolist())
    axes.set_xticks(range(len(shown)), shown, fontsize=10 if len(shown) <= _ROOMY else 8)
    axes.set(xlim=(-0.6, len(shown) - 0.4), ylim=(place[-1] + 0.7, place[0] - 0.7))
    axes.set_xlabel("Unicode version")
    axes.tick_params(left=False, bottom=False)
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, borderaxespad=0.3, handlelength=2.4)


def _shortened(version: str) -> str:
    return version if len(version) <= _IDENTITY else f"{version[: _IDENTITY - 1]}…"


def _unexplained(residue: str) -> str:
    count = sum(len(parse_range(span)) for span in residue.split())
    said = residue if count == 1 else f"{count:,} code points"
    return f"   but for {said}" if count else ""


def _note(axes: Axes, text: str, first: int, last: int, y: float, n_shown: int) -> None:
    """Write behind a bar, or in front of it where there is no room behind."""
    left = last > 0.6 * n_shown
    where: dict[str, Any] = {"ha": "right", "xytext": (-9, 0)} if left else {"ha": "left", "xytext": (9, 0)}
    axes.annotate(
        text, (first if left else last, y), textcoords="offset points", fontsize=8.5, va="center", bbox=_CLEAR, **where
    )


dates: Final = Picture(
    "dates",
    lambda frame: (12.0 + 2.0 * (len(frame) > _TALL), 2.2 + 0.29 * (len(frame) + 3)),
    _draw,
    _finding,
    _details,
    _source,
    margin=3.2,
    legend=True,
)
