"""Bar charts: the families by block, by age and by generation of the map."""

from typing import Final

import numpy as np
import pandas as pd

from hebrus_analysis.divergence.families import FAMILIES, divergent
from hebrus_analysis.unicode import properties
from hebrus_analysis.unicode.codepoints import label
from hebrus_analysis.views.figures.style import GREY, INK, PALE, Axes, Picture, joined, listed, source, stacked, tally

_MOST: Final = 0.8  # of the divergences: what "hold most" means in the finding about blocks
_SAID: Final = 4  # blocks that a title has room to name


def _crosstab(frame: pd.DataFrame, column: str) -> pd.DataFrame:
    """Count divergences: one row per age, or per block in code point order; one column per family."""
    rows = divergent(frame)
    found = pd.crosstab(rows[column].astype(str), rows.family.astype(str))
    order = (rows.sort_values(column) if column == "age" else rows)[column].astype(str).drop_duplicates()
    return found.reindex(index=order, columns=list(FAMILIES), fill_value=0)


def _numbers(row: pd.Series) -> dict[str, int]:
    return {family: int(row[family]) for family in FAMILIES}


def _labels(frame: pd.DataFrame) -> dict[str, str]:
    return {family: f"{family} ({number:,})" for family, number in tally(frame).items()}


def _blocks_finding(frame: pd.DataFrame) -> str:
    totals = _crosstab(frame, "block").sum(axis=1).sort_values(ascending=False, kind="stable")
    if not len(totals):
        return "No block holds a divergence"
    n_blocks = int((totals.cumsum() < _MOST * totals.sum()).sum()) + 1
    holds = "1 block holds" if n_blocks == 1 else f"{n_blocks} of {len(totals)} blocks hold"
    most = totals.head(n_blocks)
    said = f"{holds} {most.sum():,} of the {totals.sum():,} divergences"
    named = joined([f"{name} ({number:,})" for name, number in most.items()])
    return f"{said}: {named}" if n_blocks <= _SAID else said


def _blocks_details(frame: pd.DataFrame) -> str:
    rows = [f"{block}: {listed(_numbers(row))}" for block, row in _crosstab(frame, "block").iterrows()]
    return f"Stacked bars, one per block. {'; '.join(rows) or 'There is none'}."


def _draw_blocks(frame: pd.DataFrame, axes: Axes) -> None:
    table = _crosstab(frame, "block")
    first = divergent(frame).drop_duplicates("block").codepoint
    names = [f"{name}   {label(cp)[:-1]}x" for name, cp in zip(table.index, first.tolist(), strict=True)]
    if not names:
        table, names = pd.DataFrame(0, index=[0], columns=list(FAMILIES)), ["no block"]
    stacked(axes, table.reset_index(drop=True), _labels(frame), horizontal=True)
    axes.set_yticks(range(len(table)), names)
    axes.set_ylim(len(table) - 0.4, -0.6)
    axes.set_xlabel("divergent code points; U+XXXx is where the first of them stands")
    axes.tick_params(left=False)


def _young(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the code points younger than the map's freeze that the reference changes."""
    newest = properties.versions().index(frame.attrs["freeze"].newest)
    chars = np.array(list(map(chr, frame.codepoint.tolist())), dtype=object)
    young: pd.DataFrame = frame[(frame.age.cat.codes > newest) & (frame.reference.to_numpy() != chars)]
    return young


def _ages_finding(frame: pd.DataFrame) -> str:
    frozen, reference = frame.attrs["freeze"], frame.attrs["reference"]
    if frozen is None:
        return f"The map does not follow NFKC, so its {sum(tally(frame).values()):,} divergences date nothing"
    young = _young(frame)
    known = int((young.action != "kept").sum())
    if not len(young):
        freeze = f"the map's freeze at Unicode {frozen.newest}"
        return f"Nothing that {reference} changes at Unicode {frame.attrs['unicode']} is younger than {freeze}"
    if known:
        later = f"{len(young):,} characters after Unicode {frozen.newest} that {reference} changes"
        return f"The map knows {known:,} of the {later}"
    return (
        f"Nothing younger than Unicode {frozen.newest} is known to the map: "
        f"it leaves alone all {len(young):,} later characters that {reference} changes"
    )


def _ages_details(frame: pd.DataFrame) -> str:
    rows = [f"{age}: {listed(_numbers(row))}" for age, row in _crosstab(frame, "age").iterrows()]
    return f"Stacked bars, one per Unicode version that assigned the code points. {'; '.join(rows) or 'There is none'}."


def _draw_ages(frame: pd.DataFrame, axes: Axes) -> None:
    shown = list(properties.versions()[: properties.versions().index(frame.attrs["unicode"]) + 1])
    table = _crosstab(frame, "age").reindex(shown, fill_value=0)
    stacked(axes, table.reset_index(drop=True), _labels(frame), horizontal=False)
    axes.set_xticks(range(len(shown)), shown)
    axes.set_xlim(-0.6, len(shown) - 0.4)
    axes.set(xlabel="Unicode version that assigned the code point", ylabel="divergent code points")
    axes.tick_params(bottom=False)
    frozen = frame.attrs["freeze"]
    if frozen is not None and frozen.newest in shown[:-1]:
        after = shown.index(frozen.newest) + 0.5
        axes.axvspan(after, len(shown) - 0.4, color=PALE, alpha=0.45, zorder=0, linewidth=0)
        axes.axvline(after, color=GREY, linewidth=1, linestyle=(0, (4, 3)))
        axes.annotate(
            f"map frozen at Unicode {frozen}",
            (after, 0.97),
            (-6, 0),
            ("data", "axes fraction"),
            "offset points",
            ha="right",
            va="top",
            color=INK,
        )


def _n_blocks(frame: pd.DataFrame) -> int:
    return max(len(_crosstab(frame, "block")), 1)


def _generations_finding(counts: pd.DataFrame) -> str:
    differing = counts.divergent[counts.divergent > 0]
    exact = len(counts) - len(differing)
    start = f"{exact} of {len(counts)} stock maps follow Unicode {counts.unicode.iloc[0]} exactly"
    if not len(differing):
        return start
    return f"{start}; the other {len(differing)} differ on {differing.min():,} to {differing.max():,} code points"


def _generations_details(counts: pd.DataFrame) -> str:
    rows = [f"{row.map} {row.divergent:,}" for row in counts.itertuples()]
    return f"Stacked bars, one per map, grouped by rule. Divergences: {', '.join(rows)}."


def _generations_source(counts: pd.DataFrame) -> str:
    return (
        f"Unicode {counts.unicode.iloc[0]}   {len(counts)} stock maps   the first 12 digits of each sha256 on the right"
    )


def _rule_of(counts: pd.DataFrame) -> pd.Series:
    return counts["map"].str.partition("@")[0]


def _draw_generations(counts: pd.DataFrame, axes: Axes) -> None:
    table = counts.rename(columns={"post_freeze": "post-freeze"})[list(FAMILIES)]
    rules = _rule_of(counts)
    # Half a row of room in front of each rule.
    place = np.arange(len(counts)) + (rules != rules.shift()).cumsum().to_numpy() / 2
    labels = {family: f"{family} ({_span(table[family])})" for family in FAMILIES}
    stacked(axes, table.set_axis(pd.Index(place)), labels, horizontal=True)
    axes.set_yticks(place, counts["map"].tolist())
    for at, sha256 in zip(place.tolist(), counts.sha256, strict=True):
        axes.annotate(
            sha256[:12],
            (1, at),
            (6, 0),
            ("axes fraction", "data"),
            "offset points",
            color=GREY,
            fontsize=8,
            va="center",
            fontfamily="DejaVu Sans Mono",
        )
    axes.set_ylim(place[-1] + 0.6, place[0] - 0.6)
    axes.set_xlabel("divergent code points; a map is named by its rule and the newest sentencepiece wheel that has it")
    axes.tick_params(left=False)


def _span(column: pd.Series) -> str:
    low, high = int(column.min()), int(column.max())
    return f"{low}" if low == high else f"{low} to {high}"


blocks: Final = Picture(
    "blocks",
    lambda frame: (12.0, 2.2 + 0.27 * _n_blocks(frame)),
    _draw_blocks,
    _blocks_finding,
    _blocks_details,
    source,
    margin=3.3,
    legend=True,
)
ages: Final = Picture(
    "ages", lambda _: (11.0, 5.2), _draw_ages, _ages_finding, _ages_details, source, margin=0.8, legend=True
)
generations: Final = Picture(
    "generations",
    lambda counts: (11.0, 2.2 + 0.27 * (len(counts) + _rule_of(counts).nunique() / 2)),
    _draw_generations,
    _generations_finding,
    _generations_details,
    _generations_source,
    margin=2.2,
    legend=True,
)
