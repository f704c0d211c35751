"""The pictures about sequences: drawn with warnings as errors, titled by their finding, the same bytes every time."""

from collections.abc import Callable

import matplotlib as mpl
import pandas as pd
import pytest
from matplotlib import pyplot as plt

from hebrus_analysis.charsmap import generations
from hebrus_analysis.divergence import audit, pairs, rules
from hebrus_analysis.views import figures
from hebrus_analysis.views.figures.style import Picture

mpl.use("Agg")
_LARGE = ("decomposable characters", "NormalizationTest", "composites", "emoji")
_CASES: dict[str, tuple[Picture, Callable[[], pd.DataFrame]]] = {
    "rule_lengths": (figures.rule_lengths, rules.rules),
    "pair_causes": (figures.pair_causes, pairs.pairs),
    "pair_causes-new": (figures.pair_causes, lambda: pairs.pairs("nmt_nfkc@0.2.3", "18.0")),
    "readings": (figures.readings, lambda: audit.by_group(without=_LARGE)),
}


@pytest.fixture(scope="module", params=list(_CASES))
def case(request: pytest.FixtureRequest) -> tuple[Picture, pd.DataFrame]:
    picture, data = _CASES[request.param]
    return picture, data()


def test_draws_into_the_axes_it_is_given_and_svg_is_the_same_bytes(case) -> None:
    picture, data = case
    figure, axes = plt.subplots(figsize=picture.size(data), layout="constrained")
    assert picture(data, axes) is axes
    figure.canvas.draw()
    assert picture.finding(data).split(",")[0].split()[0] in axes.get_title(loc="left")
    assert picture.svg(data) == picture.svg(data)
    plt.close("all")


def test_the_alt_text_has_the_finding_and_every_number(case) -> None:
    picture, data = case
    said = picture.alt_text(data)
    assert said.startswith(picture.finding(data))
    if "cause" in data:
        assert all(f"{number:,}" in said for number in data.cause.value_counts() if number)


def test_the_finding_is_about_the_stock_map() -> None:
    frame = rules.rules()
    rest = (
        f"of {generations.resolve(generations.STOCK).n_rules:,} rules replace several code points, and NFKC contradicts"
    )
    assert figures.rule_lengths.finding(frame) == f"{(frame.length > 1).sum():,} {rest} none of these"
