"""What the map does to the members of each whitespace predicate, as a matrix of dots."""

import textwrap
from typing import Final

import numpy as np
import pandas as pd

from hebrus_analysis.divergence.sweep import ACTIONS
from hebrus_analysis.unicode import whitespace
from hebrus_analysis.unicode.codepoints import label
from hebrus_analysis.views.figures.style import (
    ACTION_LOOKS,
    ACTION_VERBS,
    GREY,
    PALE,
    Axes,
    Picture,
    joined,
    source,
)

_STANDARD: Final = "White_Space"
_SAID: Final = 2  # code points that a sentence names rather than counts
_LISTED: Final = 5  # code points that a cell has room to name


def _members(frame: pd.DataFrame) -> dict[str, dict[str, list[int]]]:
    """Return the code points by predicate and action."""
    columns = [*whitespace.predicates(), "becomes space"]
    masks = {name: frame[name] for name in columns} | {"none of these": ~frame[columns].any(axis=1)}
    return {
        name: {action: frame.codepoint[mask & (frame.action == action)].tolist() for action in ACTIONS}
        for name, mask in masks.items()
    }


def _finding(frame: pd.DataFrame) -> str:
    found = _members(frame)[_STANDARD]
    total = sum(map(len, found.values()))
    said = [f"{ACTION_VERBS[action]} {_some(cps, total)}" for action, cps in found.items() if cps]
    return f"Of the {total} {_STANDARD} characters the map {joined(said)}"


def _some(codepoints: list[int], total: int) -> str:
    if len(codepoints) <= _SAID:
        return joined([label(cp) for cp in codepoints])
    return f"{len(codepoints)}" if len(codepoints) * 2 < total else f"the other {len(codepoints)}"


def _details(frame: pd.DataFrame) -> str:
    rows = [
        f"{name}: " + ", ".join(f"{len(cps):,} {action}" for action, cps in found.items() if cps)
        for name, found in _members(frame).items()
    ]
    return f"A matrix of whitespace predicates by what the map does to their members. {'; '.join(rows)}."


def _draw(frame: pd.DataFrame, axes: Axes) -> None:
    table = _members(frame)
    totals = frame.action.value_counts()
    for column, action in enumerate(ACTIONS):
        cells = [(row, found[action]) for row, found in enumerate(table.values())]
        drawn = [(row, len(cps)) for row, cps in cells if cps]
        look = ACTION_LOOKS[action]
        axes.scatter(
            [column - 0.34] * len(drawn),
            [row for row, _ in drawn],
            s=[30 * (1 + np.log2(n)) for _, n in drawn],
            color=look.color,
            marker=look.marker,
            linewidths=0,
        )
        axes.scatter([], [], s=70, color=look.color, marker=look.marker, label=f"{action} ({totals[action]:,} in all)")
        for row, cps in cells:
            axes.text(
                column - 0.18,
                row,
                f"{len(cps):,}",
                fontsize=12,
                va="center",
                ha="left",
                fontweight="bold" if cps else "normal",
                color="#222222" if cps else GREY,
            )
            if 0 < len(cps) <= _LISTED:
                names = textwrap.fill(" ".join(map(label, cps)), 14)
                axes.text(column + 0.06, row, names, fontsize=7.5, va="center", color=GREY, linespacing=1.1)
    for line in range(1, len(table)):
        axes.axhline(line - 0.5, color=PALE, linewidth=0.8)
    axes.set_xticks(range(len(ACTIONS)), [f"the map {ACTION_VERBS[action]} it" for action in ACTIONS])
    axes.set_yticks(range(len(table)), [f"{name} ({sum(map(len, found.values())):,})" for name, found in table.items()])
    axes.set(xlim=(-0.5, len(ACTIONS) - 0.5), ylim=(len(table) - 0.5, -0.5))
    axes.tick_params(left=False, bottom=False)
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=len(ACTIONS), borderaxespad=0.3)


actions: Final = Picture("actions", lambda _: (11.0, 5.8), _draw, _finding, _details, source, margin=2.2, legend=True)
