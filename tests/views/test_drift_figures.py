from collections.abc import Callable, Iterator
from itertools import combinations

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from matplotlib import colors
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from hebrus_analysis.divergence import drift, freezes
from hebrus_analysis.unicode import properties
from hebrus_analysis.views import figures
from hebrus_analysis.views.figures.drift import luminance
from hebrus_analysis.views.figures.style import Picture

mpl.use("Agg")

#: A few maps at a few versions, oldest and newest among them; a matrix in which nothing falls behind.
_MAPS = ("nfkc@0.0.9", "nfkc@0.2.3", "nmt_nfkc@0.1.95", "nmt_nfkc_cf@0.2.0")
_CASES: dict[str, tuple[Picture, Callable[[], pd.DataFrame]]] = {
    "drift": (figures.drift, lambda: drift.drift(_MAPS)),
    "drift-known": (figures.drift, lambda: drift.drift(["nfkc@0.2.3"], ["9.0", "17.0"])),
    "freezes": (figures.freezes, lambda: freezes.post_freeze_by_freeze("15.0", "18.0")),
    "freezes-one": (figures.freezes, lambda: freezes.post_freeze_by_freeze("18.0")),
    "freezes-old": (figures.freezes, lambda: freezes.post_freeze_by_freeze("3.2", "9.0", "16.0")),
    "lineage": (figures.lineage, freezes.chains),
    "dates": (figures.dates, freezes.installed),
    "dates-few": (figures.dates, lambda: freezes.installed().head(4)),
}


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    plt.close("all")


@pytest.fixture(
    scope="module",
    params=[pytest.param(name, marks=pytest.mark.slow) if name == "lineage" else name for name in _CASES],
)
def case(request: pytest.FixtureRequest) -> tuple[Picture, pd.DataFrame]:
    picture, data = _CASES[request.param]
    return picture, data()


def _texts(axes: Axes) -> list[tuple[str, Bbox]]:
    """Return every visible text of the figure with the box that it covers."""
    axes.figure.canvas.draw()
    renderer = axes.figure.canvas.get_renderer()
    ticks = {tick.label1 for axis in (axes.xaxis, axes.yaxis) for tick in axis.get_major_ticks() if not axes.axison}
    shown = [text for text in axes.figure.findobj(Text) if text.get_visible() and text.get_text().strip()]
    # An annotation's own extent takes its arrow in; the extent of the text alone does not.
    return [(text.get_text(), Text.get_window_extent(text, renderer)) for text in shown if text not in ticks]


def test_no_text_is_cut_or_overlaps_another(case: tuple[Picture, pd.DataFrame]) -> None:
    picture, data = case
    axes = picture(data)
    texts = _texts(axes)
    width, height = axes.figure.canvas.get_width_height()
    for text, box in texts:
        assert min(box.x0, box.y0, width - box.x1, height - box.y1) >= -1, text
    for (one, box), (other, other_box) in combinations(texts, 2):
        overlap = Bbox.intersection(box, other_box)
        assert overlap is None or min(overlap.width, overlap.height) < 1.5, (one, other)


def test_the_title_is_the_finding_and_the_footer_tells_the_source(case: tuple[Picture, pd.DataFrame]) -> None:
    picture, data = case
    axes = picture(data)
    assert axes.get_title(loc="left").replace("\n", " ") == picture.finding(data)
    footer = picture.source(data)
    assert footer in [text.get_text() for text in axes.texts]
    assert footer.startswith("Unicode ")
    assert "sha256" in footer


def test_alt_text_says_the_finding_and_more(case: tuple[Picture, pd.DataFrame]) -> None:
    picture, data = case
    text = picture.alt_text(data)
    assert text.startswith(picture.finding(data) + ". ")
    assert len(text) > len(picture.finding(data)) + 40
    assert text.isprintable()
    assert text.isascii()


def test_draws_into_the_axes_it_is_given_and_svg_is_the_same_bytes(case: tuple[Picture, pd.DataFrame]) -> None:
    picture, data = case
    _, axes = plt.subplots(figsize=(13, 10))
    assert picture(data, ax=axes) is axes
    assert len(plt.get_fignums()) == 1
    assert picture.svg(data) == picture.svg(data)


def test_every_cell_holds_its_number_in_a_readable_ink() -> None:
    frame = drift.drift(_MAPS)
    axes = figures.drift(frame)
    assert len(axes.images) == len(_MAPS)
    shown = [text for text in axes.texts if text.get_text().replace(",", "").isdecimal()]
    assert [int(text.get_text().replace(",", "")) for text in shown] == frame.divergent.tolist()
    cells = np.concatenate([image.get_array()[0] for image in axes.images])
    for text, cell in zip(shown, cells, strict=True):
        ink = luminance(np.round(np.array(colors.to_rgb(text.get_color())) * 255).astype(np.uint8))
        lighter, darker = sorted([ink, luminance(cell)], reverse=True)
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5, text.get_text()


def test_every_row_frames_its_own_freeze() -> None:
    axes = figures.drift(drift.drift(_MAPS))
    frames = [line.get_xdata() for line in axes.lines if len(line.get_xdata()) == 5][1::2]
    columns = list(drift.VERSIONS)
    spans = [(min(x), max(x)) for x in frames]
    assert spans[0] == pytest.approx((0.34, 0.66))  # 6.1..6.3, between 3.2 and 7.0
    assert spans[1] == (columns.index("17.0") - 0.5, columns.index("17.0") + 0.5)
    assert spans[2] == (columns.index("7.0") - 0.5, columns.index("8.0") + 0.5)
    assert spans[3] == (columns.index("13.0") - 0.5, columns.index("13.0") + 0.5)


def test_titles_hold_the_computed_counts() -> None:
    assert figures.drift.finding(drift.drift(_MAPS)) == (
        "All 4 maps fall behind NFKC: they differ on 0 to 46 code points at their freeze, on 68 to 286 at Unicode 18.0"
    )
    assert figures.drift.finding(drift.drift(["nfkc@0.2.1", "nfkc@0.2.3"], ["16.0", "17.0"])) == (
        "1 of 2 maps fall behind NFKC: they differ on 0 code points at their freeze, on 1 at Unicode 17.0"
    )
    assert figures.drift.finding(drift.drift(["nfkc@0.2.3"], ["9.0", "17.0"])) == (
        "None of 1 maps falls behind up to Unicode 17.0"
    )
    assert figures.freezes.finding(freezes.post_freeze_by_freeze("15.0", "18.0")) == (
        "Frozen at Unicode 8.0, the stock map lacks 135 at 15.0 and 240 at 18.0 of the characters that NFKC changes; "
        "frozen at 17.0, as the newest maps are, it would lack 0 and 68"
    )
    maps = freezes.installed()
    maps = maps[maps.kind == "stock map"]
    assert figures.dates.finding(maps) == "17 of 21 tables date to one Unicode version"


@pytest.mark.slow
def test_the_title_of_the_lineage_counts_its_steps() -> None:
    assert figures.lineage.finding(freezes.chains()) == (
        "The 17 steps of 4 chains add 2,867 rules, remove 2 and never change a value"
    )


def test_a_line_is_told_by_dash_and_marker_and_passes_through_its_numbers() -> None:
    axes = figures.freezes(freezes.post_freeze_by_freeze("15.0", "18.0"))
    lines = [line for line in axes.lines if line.get_drawstyle().startswith("steps")]
    for attribute in ("linestyle", "marker", "color"):
        assert len({str(plt.getp(line, attribute)) for line in lines}) == 2
    at = list(properties.versions()[properties.versions().index("5.0") :]).index("8.0")
    assert [line.get_ydata()[at] for line in lines] == [135, 240]


def test_every_bar_ends_at_its_versions() -> None:
    table = freezes.installed()
    axes = figures.dates(table)
    labels = [text.get_text() for text in axes.get_xticklabels()]
    bars = [line for line in axes.lines if line.get_linestyle() == "-" and len(line.get_xdata())]
    ends = [tuple(labels[x] for x in line.get_xdata()) for line in bars]
    assert ends == list(zip(table.oldest, table.newest, strict=True))
