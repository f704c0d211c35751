"""The picture shows each code point that was found, in its place, and says which one a cell is."""

import io
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from hebrus_analysis.divergence.families import FAMILIES
from hebrus_analysis.divergence.search import search
from hebrus_analysis.unicode import properties
from hebrus_analysis.views.codespace import COLORS, KINDS, SIDES, codespace, page, place, png, told
from hebrus_analysis.views.figures import hilbert
from hebrus_analysis.views.figures.planes import large_blocks


def cell(codepoint: int) -> tuple[int, int, int]:
    column, row = hilbert.positions(codepoint % 65536)
    return codepoint // 65536, int(column), int(row)


def test_every_divergent_code_point_shows_its_family_among_all() -> None:
    rows = search()
    space = codespace(rows)
    for row in rows[~rows.agrees].itertuples():
        plane, column, line = cell(row.codepoint)
        assert KINDS[space.drawn(plane)[line, column]] == row.family
        assert space.at(plane, column, line) == row.codepoint


def test_counts_are_those_of_the_frame() -> None:
    rows = search()
    counts = codespace(rows).counts
    families = rows.family.value_counts()
    assert {family: counts[family] for family in FAMILIES} == {family: families[family] for family in FAMILIES}
    assert counts["kept, agrees"] == ((rows.action == "kept") & rows.agrees).sum()
    assert sum(counts.values()) == 149251
    assert sum(codespace(search(block="Specials")).counts.values()) == 149251


@settings(max_examples=40, deadline=None)
@given(st.sets(st.sampled_from(properties.population("15.0").tolist()), max_size=300))
def test_found_cells_are_their_own_and_no_other_is_far(codepoints: set[int]) -> None:
    space = codespace(search(codepoints=" ".join(f"U+{codepoint:04X}" for codepoint in codepoints) or "U+0378"))
    for codepoint in codepoints:
        assert space.at(*cell(codepoint)) == codepoint
    for plane, cells in space.planes.items():
        row, column = np.nonzero(space.kinds[cells] > KINDS.index("not found"))
        x, y = hilbert.positions(cells[row, column] % 65536)
        assert (cells[row, column] // 65536 == plane).all()
        assert (np.maximum(abs(x - column), abs(y - row)) <= 2).all()


def test_two_implementations_have_a_side_each() -> None:
    space = codespace(search(differ=("node: trim", "jinja2: trim")))
    assert {kind: space.counts[kind] for kind in SIDES} == {SIDES[0]: 1, SIDES[1]: 5, SIDES[2]: 0}
    assert KINDS[space.kinds[0xFEFF]] == SIDES[0]
    assert KINDS[space.kinds[0x85]] == SIDES[1]
    assert "only node: trim (1)" in page(space)
    otherwise = codespace(search(differ=("NFKC of 8.0", "NFKC of 15.0"))).counts
    assert otherwise[SIDES[2]] == 135
    assert sum(otherwise[kind] for kind in (*FAMILIES, *SIDES[:2])) == 0


def test_where_much_is_found_every_cell_is_its_own() -> None:
    space = codespace(search(block="Hangul Syllables"))
    assert (space.planes[0] == hilbert.square(np.arange(65536))).all()


def test_the_edge_is_a_cell() -> None:
    space = codespace(search())
    assert space.at(2, -1, -2) == space.at(2, 0, 0) == 0x20000
    assert space.at(2, 256, -1) == space.at(2, 255, 0) == 0x2FFFF


@pytest.mark.parametrize(("unicode", "planes"), [("1.1", [0]), ("15.0", [0, 1, 2, 3, 14])])
def test_only_planes_in_which_something_is(unicode: str, planes: list[int]) -> None:
    assert list(codespace(search(unicode=unicode)).planes) == planes


def test_the_png_is_the_kinds_in_colour() -> None:
    cells = codespace(search()).drawn(0)
    pixels = np.array(Image.open(io.BytesIO(png(cells))).convert("RGBA"))
    assert pixels.shape == (256, 256, 4)
    for number, kind in enumerate(KINDS):
        color = list(bytes.fromhex(f"{COLORS[kind][1:]:f<8}"))
        assert (pixels[cells == number] == color).all()


def test_the_page_has_each_plane_and_only_kinds_that_are_there() -> None:
    html = page(codespace(search(family="spaced")))
    assert html.count('src="data:image/png;base64,') == 5
    assert "spaced (15)" in html
    assert "dropped" not in html
    assert "http" not in html


@pytest.mark.parametrize(
    ("codepoint", "said"),
    [
        (0x01, "dropped: the map makes (deleted), NFKC U+0001"),
        (0x41, "kept by both"),
        (0xFB01, "both make U+0066 U+0069"),
        (0x378, "not assigned in Unicode 15.0"),
        (0x10FFFF, "not assigned in Unicode 15.0"),
    ],
)
def test_what_is_told_of_a_cell(codepoint: int, said: str) -> None:
    assert told(codepoint, "nmt_nfkc@0.1.95", "15.0").splitlines()[-1] == said


def test_the_page_outlines_the_large_blocks_and_counts_each_plane() -> None:
    text = page(codespace(search(family="post-freeze")))
    found = dict(re.findall(r"<b>Plane (\d+)</b>: ([\d,]+) found", text))
    assert found == {"0": "5", "1": "130", "2": "0", "3": "0", "14": "0"}
    drawn = re.findall(r'data-plane="0".*?<path d="([^"]*)"', text, flags=re.S)[0]
    ends = {tuple(map(int, re.findall(r"\d+", segment))) for segment in drawn.split("M")[1:]}
    assigned = properties.population("15.0")
    x, y = hilbert.outlines(large_blocks(0, assigned[assigned < 65536])[0])
    assert ends == {(x0, y0, x1, y1) for x0, x1, y0, y1 in zip(*x.tolist(), *y.tolist(), strict=True)}
    assert len(ends) > 20


def test_every_cell_has_its_place() -> None:
    for codepoint in (0, 1, 0x200D, 0xAC00, 0xFFFF, 0x1F600, 0xE0001, 0x10FFFF):
        at = place(codepoint)
        cells = hilbert.square(np.arange(65536))
        assert (at["plane"], cells[at["row"], at["column"]]) == divmod(codepoint, 65536)


def test_a_few_that_are_kept_can_be_seen_and_many_are_grey() -> None:
    assert "#56b4e9" in page(codespace(search(codepoints="U+00E9")))
    assert "#56b4e9" not in page(codespace(search(block="Hangul Syllables")))
