"""Who calls what a space: code points by class of predicates, as a matrix of dots."""

from typing import Final

import pandas as pd

from hebrus_analysis.views.figures.style import (
    ACTION_LOOKS,
    ACTION_VERBS,
    GREY,
    PALE,
    Axes,
    Picture,
)

_ABOUT: Final = ["codepoints", "count", "name", "action"]
_NAME: Final = 34  # characters of a name that fit beside a row


def _classes(frame: pd.DataFrame) -> list[str]:
    return [str(column) for column in frame.columns if column not in _ABOUT]


def _finding(frame: pd.DataFrame) -> str:
    number = len(_classes(frame))
    return (
        f"What is a space? {frame.attrs['predicates']} predicates and trims of {frame.attrs['runtimes']} runtimes give "
        f"{number} different answers"
    )


def _details(frame: pd.DataFrame) -> str:
    sizes = [f"{name} {int(frame['count'][frame[name]].sum())}" for name in _classes(frame)]
    return (
        "Rows are code points that no predicate tells apart, columns are predicates with the same members, a mark is "
        f"membership. Where they disagree, by the first name of each column: {', '.join(sizes)}."
    )


def _source(frame: pd.DataFrame) -> str:
    facts = frame.attrs
    return f"every scalar value asked   map {facts['map']}   without sets of more than {facts['largest']:,} members"


def _label(name: str, codepoints: str) -> str:
    first, *others = codepoints.split()
    return f"{name[:_NAME].lower()}  {first}{f' and {len(others)} more' if others else ''}"


def _draw(frame: pd.DataFrame, axes: Axes) -> None:
    columns = _classes(frame)
    for action, look in ACTION_LOOKS.items():
        rows = frame.index[frame.action.str.split(" / ").str[0] == action]
        if rows.empty:
            continue
        marks = [(place, row) for place, name in enumerate(columns) for row in rows if frame[name][row]]
        total = int(frame["count"][rows].sum())
        axes.scatter(
            [x for x, _ in marks],
            [y for _, y in marks],
            s=46,
            color=look.color,
            marker=look.marker,
            linewidths=0,
            label=f"the map {ACTION_VERBS[action]} it ({total})",
            zorder=2,
        )
    for row in range(len(frame)):
        axes.axhline(row, color=PALE, linewidth=0.6, zorder=0)
    for place in range(len(columns)):
        axes.axvline(place, color=PALE, linewidth=0.6, zorder=0)
    axes.set_yticks(range(len(frame)), list(map(_label, frame.name, frame.codepoints)), fontsize=8)
    axes.set_xticks(range(len(columns)), columns, rotation=90, fontsize=8)
    axes.set(xlim=(-0.7, len(columns) - 0.3), ylim=(len(frame) - 0.4, -0.6))
    for text in axes.get_yticklabels():
        text.set_color(GREY)
    axes.set_xlabel(_source(frame), loc="left", color=GREY, fontsize=8.5)  # below labels of any length
    axes.tick_params(left=False, bottom=False)
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=len(ACTION_LOOKS), borderaxespad=0.3)


predicates: Final = Picture(
    "predicates",
    lambda frame: (max(5.2 + 0.27 * len(_classes(frame)), 11.0), 5.0 + 0.22 * len(frame)),
    _draw,
    _finding,
    _details,
    lambda _: "",
    margin=4.2,
    legend=True,
)
