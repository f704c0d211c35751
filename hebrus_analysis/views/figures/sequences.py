"""What single code points cannot show: rules by length, pairs by cause, readings by kind of text."""

from typing import Any, Final

import pandas as pd

from hebrus_analysis.divergence.causes import CAUSES, EXAMPLES
from hebrus_analysis.divergence.rules import YOUNG
from hebrus_analysis.unicode.codepoints import label
from hebrus_analysis.views.figures.style import (
    BLUE,
    GREY,
    INK,
    PALE,
    VERMILLION,
    Axes,
    Picture,
    source,
)

_NOTE: Final[dict[str, Any]] = {"textcoords": "offset points", "fontsize": 9, "va": "center"}


def _contradicted(frame: pd.DataFrame) -> pd.DataFrame:
    return frame[~frame.agrees & (frame.why != YOUNG)]


def _lengths_finding(frame: pd.DataFrame) -> str:
    several, wrong = int((frame.length > 1).sum()), int((_contradicted(frame).length > 1).sum())
    how_many = f"{wrong:,}" if wrong else "none"
    return f"{several:,} of {len(frame):,} rules replace several code points, and NFKC contradicts {how_many} of these"


def _lengths_details(frame: pd.DataFrame) -> str:
    wrong = _contradicted(frame).length.value_counts()
    rows = [
        f"{length}: {number:,} rules, {int(wrong.get(length, 0)):,} contradicted"
        for length, number in frame.length.value_counts().sort_index().items()
    ]
    return f"Rules by the number of code points that they replace. {'; '.join(rows)}."


def _draw_lengths(frame: pd.DataFrame, axes: Axes) -> None:
    numbers, wrong = frame.length.value_counts().sort_index(), _contradicted(frame).length.value_counts()
    for place, (length, number) in enumerate(numbers.items()):
        bad = int(wrong.get(length, 0))
        axes.plot([1, number], [place, place], color=BLUE, linewidth=6, solid_capstyle="butt", zorder=1)
        axes.plot([number], [place], color=BLUE, marker="o", markersize=9, linestyle="", zorder=2)
        axes.annotate(f"{number:,}", (number, place), (10, 0), color=INK, **_NOTE)
        if bad:
            axes.plot([bad], [place], color=VERMILLION, marker="X", markersize=10, linestyle="", zorder=3)
            axes.annotate(f"{bad:,}", (bad, place), (0, 12), color=VERMILLION, ha="center", **_NOTE)
    total = sum(wrong.tolist())
    axes.plot([], [], color=BLUE, marker="o", markersize=9, linewidth=6, label=f"rules ({len(frame):,})")
    axes.plot([], [], color=VERMILLION, marker="X", markersize=10, linestyle="", label=f"contradicted ({total:,})")
    axes.set_yticks(range(len(numbers)), [f"{n} code point{'s' * (n > 1)}" for n in numbers.index.tolist()])
    axes.set(xscale="log", xlim=(1, max(numbers.tolist(), default=1) * 4), ylim=(len(numbers) - 0.4, -0.7))
    axes.minorticks_off()
    axes.set_xlabel("rules, on a scale where each step is ten times the one before")
    axes.grid(axis="x", color=PALE, linewidth=0.6)
    axes.tick_params(left=False)
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, borderaxespad=0.3)


def _causes_finding(frame: pd.DataFrame) -> str:
    return (
        f"On {len(frame):,} pairs the map and NFKC part, though on each of the two characters they agree: "
        "no sweep of single code points shows any of these"
    )


def _causes(frame: pd.DataFrame) -> dict[str, int]:
    found = {name: int(number) for name, number in frame.cause.value_counts().items() if number}
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def _causes_details(frame: pd.DataFrame) -> str:
    found = _causes(frame)
    rows = [f"{name} {number:,} ({CAUSES[name]})" for name, number in found.items()]
    return f"Bars by cause, of {frame.attrs['pairs_tested']:,} pairs tested. {'; '.join(rows)}."


def _draw_causes(frame: pd.DataFrame, axes: Axes) -> None:
    found = _causes(frame)
    for place, (name, number) in enumerate(found.items()):
        axes.plot([0.7, number], [place, place], color=BLUE, linewidth=13, solid_capstyle="butt")
        if name in EXAMPLES:
            (first, second), language, _ = EXAMPLES[name]
            said = f"{number:,}   {language}: {label(first)} {label(second)}"
        else:
            said = f"{number:,}"
        axes.annotate(said, (number, place), (7, 0), color=INK, **_NOTE)
    axes.set_yticks(range(len(found)), list(found))
    axes.set(xscale="log", xlim=(0.7, 3e8), ylim=(len(found) - 0.4, -0.7))
    axes.set_xticks([1, 10, 100, 1_000, 10_000, 100_000], ["1", "10", "100", "1,000", "10,000", "100,000"])
    axes.minorticks_off()
    axes.set_xlabel("pairs, on a scale where each step is ten times the one before")
    axes.tick_params(left=False)


def _readings(frame: pd.DataFrame) -> list[str]:
    return [str(name) for name in frame.columns if name not in ("group", "texts")]


def _readings_finding(frame: pd.DataFrame) -> str:
    worst = max(_readings(frame), key=lambda name: int(frame[name].sum()))
    return (
        f"One map, {len(_readings(frame)) + 1} ways to read it: {worst} makes something else than SentencePiece of "
        f"{frame[worst].sum():,} of {frame.texts.sum():,} texts"
    )


def _readings_details(frame: pd.DataFrame) -> str:
    rows = [f"{name} {frame[name].sum():,}" for name in _readings(frame)]
    groups = [f"{row.group} {row.texts:,}" for row in frame.itertuples()]
    return f"How many texts of each group a reading gives otherwise: {', '.join(rows)}. Groups: {', '.join(groups)}."


def _draw_readings(frame: pd.DataFrame, axes: Axes) -> None:
    for place, name in enumerate(_readings(frame)):
        for row, (number, texts) in enumerate(zip(frame[name].tolist(), frame.texts.tolist(), strict=True)):
            share = number / texts
            color = VERMILLION if number else GREY
            axes.scatter(
                [place - 0.32], [row], s=20 + 380 * share, color=color, marker="X" if number else "o", linewidths=0
            )
            axes.text(place - 0.12, row, f"{number:,}", va="center", fontsize=10, color=INK if number else GREY)
            axes.text(place + 0.2, row, f"{share:.0%}", va="center", fontsize=8, color=GREY)
    for row in range(len(frame)):
        axes.axhline(row - 0.5, color=PALE, linewidth=0.6)
    axes.set_xticks(range(len(_readings(frame))), _readings(frame), fontsize=9.5)
    axes.set_yticks(range(len(frame)), [f"{row.group} ({row.texts:,})" for row in frame.itertuples()])
    axes.set(xlim=(-0.55, len(_readings(frame)) - 0.45), ylim=(len(frame) - 0.4, -0.6))
    axes.tick_params(left=False, bottom=False)


rule_lengths: Final = Picture(
    "rule_lengths", lambda _: (11.0, 3.9), _draw_lengths, _lengths_finding, _lengths_details, source, 1.6, legend=True
)
pair_causes: Final = Picture(
    "pair_causes",
    lambda frame: (12.0, 2.2 + 0.42 * max(len(_causes(frame)), 1)),
    _draw_causes,
    _causes_finding,
    _causes_details,
    source,
    2.6,
)
readings: Final = Picture(
    "readings",
    lambda frame: (13.0, 2.4 + 0.36 * len(frame)),
    _draw_readings,
    _readings_finding,
    _readings_details,
    lambda frame: f"{frame.attrs['map']}   a cross, its size and the share: texts that come out otherwise",
    2.4,
)
