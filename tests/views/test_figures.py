from collections.abc import Iterator
from itertools import combinations

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.axis import Axis, Tick
from matplotlib.transforms import Bbox

from hebrus_analysis.divergence.families import FAMILIES, counts, divergent, families
from hebrus_analysis.divergence.sweep import sweep
from hebrus_analysis.views import figures, tables
from hebrus_analysis.views.figures import hilbert
from hebrus_analysis.views.figures.pages import crowded

mpl.use("Agg")

PICTURES = ("planes", "pages", "blocks", "ages", "actions", "generations")
#: The stock map; one that only lacks what is young; one without any divergence; one that folds case, at the newest
#: Unicode; an old Unicode, where all planes but one and the freeze itself are yet to come.
CASES = [
    ("nmt_nfkc@0.1.95", "15.0"),
    ("nfkc@0.2.1", "18.0"),
    ("nfkc@0.2.1", "15.0"),
    ("nmt_nfkc_cf@0.1.7", "18.0"),
    ("nmt_nfkc@0.2.3", "3.0"),
]


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    plt.close("all")


@pytest.fixture(scope="module", params=CASES, ids="@".join)
def any_frame(request: pytest.FixtureRequest) -> pd.DataFrame:
    return families(sweep(*request.param))


def _data(name: str, frame: pd.DataFrame) -> pd.DataFrame:
    # The bars by generation are the same for every map; the Unicode versions that are locked will do.
    unicode = frame.attrs["unicode"] if frame.attrs["unicode"] in tables.LOCKED_VERSIONS else "15.0"
    return tables.counts_by_map(unicode) if name == "generations" else frame


def _texts(axes: Axes) -> list[tuple[str, Bbox]]:
    """Return every visible text of the figure with the box that it covers."""
    axes.figure.canvas.draw()
    renderer = axes.figure.canvas.get_renderer()
    found = [text for text in axes.figure.findobj(mpl.text.Text) if text.get_visible() and text.get_text().strip()]
    hidden = {
        tick.label1 for axis in (axes.xaxis, axes.yaxis) for tick in axis.get_major_ticks() if not _shown(axis, tick)
    }
    return [(text.get_text(), text.get_window_extent(renderer)) for text in found if text not in hidden]


def _shown(axis: Axis, tick: Tick) -> bool:
    low, high = sorted(axis.get_view_interval())
    return bool(axis.axes.axison and low <= tick.get_loc() <= high)


@pytest.mark.parametrize("name", PICTURES)
def test_no_text_is_cut_or_overlaps_another(name: str, any_frame: pd.DataFrame) -> None:
    axes = getattr(figures, name)(_data(name, any_frame))
    texts = _texts(axes)
    width, height = axes.figure.canvas.get_width_height()
    for text, box in texts:
        assert min(box.x0, box.y0, width - box.x1, height - box.y1) >= -1, text
    for (one, box), (other, other_box) in combinations(texts, 2):
        overlap = Bbox.intersection(box, other_box)
        assert overlap is None or min(overlap.width, overlap.height) < 1.5, (one, other)


@pytest.mark.parametrize("name", PICTURES)
def test_the_title_is_the_finding_and_the_footer_names_unicode_and_map(name: str, any_frame: pd.DataFrame) -> None:
    picture, data = getattr(figures, name), _data(name, any_frame)
    axes = picture(data)
    assert axes.get_title(loc="left").replace("\n", " ") == picture.finding(data)
    shown = [text.get_text() for text in axes.texts]
    footer = next(text for text in shown if text.startswith("Unicode ") and "sha256" in text)
    if name == "generations":
        assert {sha256[:12] for sha256 in data.sha256} <= set(shown)
    else:
        assert data.attrs["map"] in footer
        assert data.attrs["sha256"][:12] in footer


def test_titles_hold_the_computed_counts(stock: pd.DataFrame) -> None:
    assert figures.planes.finding(stock) == (
        "nmt_nfkc@0.1.95 and NFKC differ on 181 of 149,251 code points: "
        "30 dropped, 15 spaced, 1 exempt and 135 post-freeze"
    )
    assert figures.pages.finding(stock) == "5 pages of 256 code points hold 169 of the 181 divergences"
    assert figures.blocks.finding(stock) == (
        "3 of 16 blocks hold 150 of the 181 divergences: "
        "Cyrillic Extended-D (62), Latin Extended-F (56) and Basic Latin (32)"
    )
    assert figures.ages.finding(stock) == (
        "Nothing younger than Unicode 8.0 is known to the map: "
        "it leaves alone all 135 later characters that NFKC changes"
    )
    assert figures.actions.finding(stock) == (
        "Of the 25 White_Space characters the map keeps U+0020 and U+0085, deletes U+000B "
        "and makes a space of the other 22"
    )
    assert figures.generations.finding(tables.counts_by_map("15.0")) == (
        "4 of 21 stock maps follow Unicode 15.0 exactly; the other 17 differ on 45 to 181 code points"
    )


def test_titles_move_with_the_data(stock: pd.DataFrame) -> None:
    fewer = stock[stock.codepoint != 0xFF5E]
    fewer.attrs = {**stock.attrs, "population": len(fewer)}
    assert "180 of 149,250" in figures.planes.finding(fewer)
    assert "exempt" not in figures.planes.finding(fewer)


@pytest.mark.parametrize("name", PICTURES)
def test_alt_text_says_the_finding_and_more(name: str, any_frame: pd.DataFrame) -> None:
    picture, data = getattr(figures, name), _data(name, any_frame)
    text = picture.alt_text(data)
    assert text.startswith(picture.finding(data) + ". ")
    assert len(text) > len(picture.finding(data)) + 40
    assert text.isprintable()
    assert text.isascii()


@pytest.mark.parametrize("name", ["planes", "blocks", "ages"])
def test_the_legend_counts_every_family(name: str, any_frame: pd.DataFrame) -> None:
    axes = getattr(figures, name)(any_frame)
    shown = [text.get_text() for text in axes.get_legend().get_texts()]
    numbers = counts(any_frame)
    assert {f"{family} ({numbers[family.replace('-', '_')]:,})" for family in FAMILIES} <= set(shown)


def test_every_divergence_is_marked(stock: pd.DataFrame) -> None:
    axes = figures.planes(stock)
    marks = [group for group in axes.collections if group.get_label().split(" (")[0] in FAMILIES]
    marked = sum(len(group.get_offsets()) for group in marks)
    assert marked == len(divergent(stock))


def test_bars_add_up(stock: pd.DataFrame) -> None:
    for picture in (figures.blocks, figures.ages):
        bars = picture(stock).containers
        lengths = [
            bar.get_width() if picture is figures.blocks else bar.get_height() for group in bars for bar in group
        ]
        assert sum(lengths) == len(divergent(stock))


def test_a_family_is_told_by_shape_and_by_colour() -> None:
    looks = figures.style.LOOKS
    assert tuple(looks) == FAMILIES
    for attribute in ("color", "marker", "hatch"):
        assert len({getattr(look, attribute) for look in looks.values()}) == len(FAMILIES)


@pytest.mark.parametrize("name", PICTURES)
def test_draws_into_the_axes_it_is_given(name: str, stock: pd.DataFrame) -> None:
    _, axes = plt.subplots(figsize=(12, 10))
    assert getattr(figures, name)(_data(name, stock), ax=axes) is axes
    assert len(plt.get_fignums()) == 1


def test_svg_is_the_same_bytes_and_whatever_the_user_has_set(stock: pd.DataFrame) -> None:
    first = figures.ages.svg(stock)
    with mpl.rc_context({"font.size": 30, "svg.hashsalt": None, "axes.titlesize": 3}):
        assert figures.ages.svg(stock) == first
    assert b"<dc:date>" not in first
    assert not plt.get_fignums()


def test_hilbert_curve_visits_each_cell_once_and_steps_to_a_neighbour() -> None:
    x, y = hilbert.positions(np.arange(hilbert.SIDE**2))
    assert len(set(zip(x.tolist(), y.tolist(), strict=True))) == hilbert.SIDE**2
    assert (np.abs(np.diff(x)) + np.abs(np.diff(y)) == 1).all()
    assert (x[0], y[0]) == (0, 0)


def test_a_page_is_an_aligned_square_of_the_curve(stock: pd.DataFrame) -> None:
    for page in crowded(stock):
        x, y = hilbert.positions(np.arange(page, page + 256) % hilbert.SIDE**2)
        assert len(set(x // 16)) == len(set(y // 16)) == 1


def test_outlines_surround_a_patch() -> None:
    patches = np.zeros((4, 4), dtype=int)
    patches[1:3, 1:3] = 1
    x, y = hilbert.outlines(patches)
    ends = set(zip(*x.tolist(), *y.tolist(), strict=True))
    assert ends == {(1, 1, 1, 3), (3, 3, 1, 3), (1, 3, 1, 1), (1, 3, 3, 3)}
    assert hilbert.deepest(patches == 1) == (2.0, 2.0)
