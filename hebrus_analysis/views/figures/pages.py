"""The most crowded pages of code space, laid out as a code chart: a magnifying glass for the picture of the planes."""

from typing import Final

import numpy as np
import pandas as pd

from hebrus_analysis.divergence.families import divergent
from hebrus_analysis.unicode.codepoints import label
from hebrus_analysis.views.figures.style import LOOKS, PALE, RULE, Axes, Picture, source, tally

PAGE: Final = 256
_SHOWN: Final = 5
_PER_ROW: Final = 3
_STEP: Final = (16 + 5.2, 16 + 3.6)
_HEADING: Final = 34  # characters of block names above a page
_DIGITS: Final = "0123456789ABCDEF"


def crowded(frame: pd.DataFrame) -> list[int]:
    """Return the first code points of the pages of 256 with the most divergences, at most five, ascending.

    >>> from hebrus_analysis.divergence.sweep import sweep
    >>> [label(page) for page in crowded(sweep())]
    ['U+0000', 'U+2000', 'U+10700', 'U+1E000', 'U+1FB00']
    """
    numbers = (divergent(frame).codepoint // PAGE * PAGE).value_counts().sort_index()
    return sorted(int(page) for page in numbers.nlargest(_SHOWN).index)


def _finding(frame: pd.DataFrame) -> str:
    rows, shown = divergent(frame), crowded(frame)
    if not shown:
        return f"No page of {PAGE} code points holds a divergence"
    inside = int((rows.codepoint // PAGE * PAGE).isin(shown).sum())
    holds = "1 page of 256 code points holds" if len(shown) == 1 else f"{len(shown)} pages of 256 code points hold"
    return f"{holds} {inside:,} of the {len(rows):,} divergences"


def _details(frame: pd.DataFrame) -> str:
    rows = divergent(frame)
    page = rows.codepoint // PAGE * PAGE
    shown = [f"{label(first)} {int((page == first).sum()):,}" for first in crowded(frame)]
    chart = "Each page is drawn as a code chart of 16 rows by 16 columns"
    return f"{chart}. Divergences by page: {', '.join(shown) or 'none'}."


def _draw(frame: pd.DataFrame, axes: Axes) -> None:
    shown = crowded(frame)
    corners = {page: (n % _PER_ROW * _STEP[0], n // _PER_ROW * _STEP[1]) for n, page in enumerate(shown)}
    for page, corner in corners.items():
        _draw_page(axes, page, frame, corner)
    rows = divergent(frame)
    rows = rows[(rows.codepoint // PAGE * PAGE).isin(shown)]
    for family, total in tally(frame).items():
        cells = rows.codepoint[rows.family == family].tolist()
        x = [corners[cp // PAGE * PAGE][0] + cp % 16 + 0.5 for cp in cells]
        y = [corners[cp // PAGE * PAGE][1] + cp % PAGE // 16 + 0.5 for cp in cells]
        look = LOOKS[family]
        text = f"{family} ({len(cells):,} here, {total:,} in all)"
        axes.scatter(x, y, s=62, color=look.color, marker=look.marker, edgecolors="white", linewidths=0.5, label=text)
    axes.scatter([], [], s=90, marker="s", color=PALE, edgecolors="white", label="assigned, no divergence")
    axes.scatter([], [], s=90, marker="s", color="white", edgecolors=RULE, linewidths=0.6, label="not assigned")
    spot = (len(shown) % _PER_ROW * _STEP[0], len(shown) // _PER_ROW * _STEP[1])
    axes.legend(
        loc="upper left",
        bbox_to_anchor=spot,
        bbox_transform=axes.transData,
        fontsize=10.5,
        borderaxespad=0,
        labelspacing=0.75,
    )
    axes.set(xlim=(-3.6, _PER_ROW * _STEP[0] - 5), ylim=(_n_rows(shown) * _STEP[1] - 3.4, -2.6), aspect="equal")
    axes.set_axis_off()


def _draw_page(axes: Axes, page: int, frame: pd.DataFrame, corner: tuple[float, float]) -> None:
    x, y = corner
    inside = frame[(frame.codepoint >= page) & (frame.codepoint < page + PAGE)]
    cells = np.full((16, 16, 3), 255, dtype=np.uint8)
    offset = inside.codepoint.to_numpy() % PAGE
    cells[offset // 16, offset % 16] = tuple(bytes.fromhex(PALE[1:]))
    axes.imshow(cells, extent=(x, x + 16, y + 16, y), interpolation="nearest")
    lines = np.arange(1, 16)
    axes.hlines(y + lines, x, x + 16, color="white", linewidth=0.8)
    axes.vlines(x + lines, y, y + 16, color="white", linewidth=0.8)
    axes.plot([x, x + 16, x + 16, x, x], [y, y, y + 16, y + 16, y], color=RULE, linewidth=0.9)
    blocks = divergent(inside).block.astype(str).drop_duplicates().tolist()
    axes.text(x, y - 1.1, f"{label(page)}  {_short(blocks)}", fontsize=8.5, fontweight="bold", va="bottom")
    for digit, name in enumerate(_DIGITS):
        axes.text(x + digit + 0.5, y - 0.15, name, fontsize=7, ha="center", va="bottom")
        axes.text(x - 0.3, y + digit + 0.5, f"{label(page + 16 * digit)[:-1]}x", fontsize=7, ha="right", va="center")


def _short(blocks: list[str]) -> str:
    whole = ", ".join(blocks)
    if len(whole) <= _HEADING:
        return whole
    return f"{blocks[0]} and {len(blocks) - 1} more" if len(blocks) > 1 else f"{whole[: _HEADING - 3]}..."


def _n_rows(shown: list[int]) -> int:
    """Count rows of pages; the legend takes the place of one page."""
    return len(shown) // _PER_ROW + 1


pages: Final = Picture(
    "pages", lambda frame: (12.0, 0.8 + 3.7 * _n_rows(crowded(frame))), _draw, _finding, _details, source
)
