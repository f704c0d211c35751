"""The chain of each stock rule: one lane per rule, one box per generation, what each recompile changed between them."""

import textwrap
from typing import Any, Final

import pandas as pd

from hebrus_analysis.unicode import properties
from hebrus_analysis.views.figures.style import BLUE, GREY, INK, PALE, Axes, Picture

_STEP: Final = 1.0  # from one column of wheels to the next
_GAP: Final = 0.37  # of it, free for an arrow
_HALF: Final = 0.27  # of the height of a box
_LINE: Final = 22  # characters of a note under a box that spans one column
_PALE_BLUE: Final = "#e4eff7"
_RED: Final = "#a34700"  # the palette's vermillion, dark enough for small text


def _columns(frame: pd.DataFrame) -> list[tuple[str, str]]:
    """Return the runs of wheels between which some map changed, as first and last wheel, oldest first."""
    lasts = sorted(frame["last wheel"].unique(), key=properties.key)
    firsts = sorted(frame["first wheel"].unique(), key=properties.key)
    runs = []
    for number, last in enumerate(lasts):
        after = properties.key(lasts[number - 1]) if number else ()
        runs.append((next(first for first in firsts if after < properties.key(first)), last))
    return runs


def _box(first: str, last: str, columns: list[tuple[str, str]]) -> tuple[float, float]:
    """Return the left and the right end of a generation's box; it spans every run of wheels that carries it."""
    inside = [
        number
        for number, (_, end) in enumerate(columns)
        if properties.key(first) <= properties.key(end) <= properties.key(last)
    ]
    return inside[0] * _STEP + _GAP / 2, (inside[-1] + 1) * _STEP - _GAP / 2


def _change(added: int, removed: int, changed: int) -> str:
    parts = [f"+{added:,}" * bool(added), f"\N{MINUS SIGN}{removed:,}" * bool(removed), f"~{changed:,}" * bool(changed)]
    return " ".join(filter(None, parts)) or "\N{PLUS-MINUS SIGN}0"


def _wheels(first: str, last: str) -> str:
    return first if first == last else f"{first} to {last}"


def _finding(frame: pd.DataFrame) -> str:
    recompiles = len(frame) - frame.rule.nunique()
    added, removed, changed = (int(frame[column].sum()) for column in ("added", "removed", "changed"))
    value = "and never change a value" if not changed else f"and change {changed:,} values"
    return f"The {recompiles} steps of {frame.rule.nunique()} chains add {added:,} rules, remove {removed:,} {value}"


def _details(frame: pd.DataFrame) -> str:
    rows = []
    for row in frame.itertuples(index=False):
        facts = dict(zip(frame.columns, row, strict=True))
        wheels = _wheels(facts["first wheel"], facts["last wheel"])
        by_hand = f", by hand {facts['edits']}" if facts["edits"] else ""
        change = f", rules added {facts['added']:,}, removed {facts['removed']:,}" if _follows(frame, facts) else ""
        rows.append(f"{facts['map']}: wheels {wheels}, frozen at {facts['freeze']}{change}{by_hand}")
    return f"A diagram with one lane per rule and one box per generation, arrows between. {'; '.join(rows)}."


def _follows(frame: pd.DataFrame, facts: dict[str, Any]) -> bool:
    return bool(frame["map"][frame.rule == facts["rule"]].iloc[0] != facts["map"])


def _source(frame: pd.DataFrame) -> str:
    return (
        f"Unicode of each map in its box   {len(frame)} stock maps, each with the first 12 digits of its sha256   "
        "by hand: against the newest map cut back to the same Unicode"
    )


def _draw(frame: pd.DataFrame, axes: Axes) -> None:
    columns, rules = _columns(frame), list(frame.rule.unique())
    for number, (first, last) in enumerate(columns):
        ends = [number * _STEP + 0.02, (number + 1) * _STEP - 0.02]
        axes.fill_between(ends, -0.74, -0.5, facecolor=PALE, linewidth=0)
        axes.text((number + 0.5) * _STEP, -0.62, _wheels(first, last), ha="center", va="center", fontsize=9, color=INK)
    axes.text(-0.05, -0.62, "wheels", ha="right", va="center", fontsize=9, color=GREY)
    for lane, rule in enumerate(rules):
        axes.text(-0.05, lane, rule, ha="right", va="center", fontsize=11, fontweight="bold")
        end: float | None = None
        for row in frame[frame.rule == rule].to_dict("records"):
            left, right = _box(row["first wheel"], row["last wheel"], columns)
            if end is not None:
                _draw_arrow(axes, end, left, lane, _change(row["added"], row["removed"], row["changed"]))
            _draw_box(axes, left, right, lane, row)
            end = right
    axes.set(xlim=(-0.75, len(columns) * _STEP), ylim=(len(rules) - 0.4, -0.75))
    axes.set_axis_off()


def _draw_box(axes: Axes, left: float, right: float, lane: int, row: dict[Any, Any]) -> None:
    middle, by_hand = (left + right) / 2, bool(row["edits"])
    x, y = [left, right, right, left, left], [lane - _HALF, lane - _HALF, lane + _HALF, lane + _HALF, lane - _HALF]
    axes.fill(x, y, facecolor=_PALE_BLUE, edgecolor=BLUE, linewidth=1.4)
    axes.text(middle, lane - 0.13, f"@{row['map'].partition('@')[2]}", ha="center", va="center", fontweight="bold")
    axes.text(middle, lane + 0.03, f"Unicode {row['freeze']}", ha="center", va="center", fontsize=8)
    axes.text(
        middle,
        lane + 0.17,
        row["sha256"][:12],
        ha="center",
        va="center",
        fontsize=7,
        color=GREY,
        family="DejaVu Sans Mono",
    )
    if by_hand:
        note = textwrap.fill(f"by hand: {row['edits']}", _LINE)
        axes.text(left, lane + _HALF + 0.03, note, va="top", fontsize=8, color=_RED, linespacing=1.1)


def _draw_arrow(axes: Axes, start: float, end: float, lane: int, text: str) -> None:
    axes.annotate(
        "", (end, lane), (start, lane), arrowprops={"arrowstyle": "-|>", "color": INK, "shrinkA": 0, "shrinkB": 0}
    )
    middle = (start + end) / 2
    axes.text(middle, lane - 0.04, text, ha="center", va="bottom", fontsize=8, fontweight="bold")
    axes.text(middle, lane + 0.04, "rules", ha="center", va="top", fontsize=7.5, color=GREY)


lineage: Final = Picture(
    "lineage", lambda frame: (13.5, 1.3 + 1.45 * frame.rule.nunique()), _draw, _finding, _details, _source
)
