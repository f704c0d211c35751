"""What entered and left every cell, against the older version and against the generation before."""

from itertools import pairwise

import pytest

from hebrus_analysis.charsmap import generations
from hebrus_analysis.divergence import drift, moves
from hebrus_analysis.errors import UnknownName
from hebrus_analysis.unicode import names, properties
from hebrus_analysis.unicode.codepoints import parse_range


@pytest.fixture(scope="module")
def table():
    return moves.moves()


@pytest.fixture(scope="module")
def cells():
    """Every cell as a set of (code point, family), made without `moves`."""
    return {
        (name, cell.unicode): cell.members() for name in generations.catalogue() for cell in drift.divergences(name)
    }


def _other(row) -> tuple[str, str]:
    return (row["map"], row.before) if row.against == "version" else (row.before, row.unicode)


def test_each_row_is_true_of_the_two_cells(table, cells) -> None:
    for _, row in table.iterrows():
        here, there = cells[row["map"], row.unicode], cells[_other(row)]
        had, has_not = (here, there) if row.change == "entered" else (there, here)
        members = {(cp, row.family) for cp in parse_range(row.codepoints)}
        assert members <= had - has_not
        assert len(members) == row["count"]


def test_the_rows_leave_nothing_out(table, cells) -> None:
    """Every cell is its neighbour plus what entered minus what left."""
    counted = table.groupby(["map", "unicode", "against", "change"])["count"].sum()
    by_rule = {
        rule: [name for name, found in generations.catalogue().items() if found.rule == rule]
        for rule in ("nfkc", "nmt_nfkc", "nfkc_cf", "nmt_nfkc_cf")
    }
    neighbours = [
        ((name, new), (name, old), "version")
        for name in generations.catalogue()
        for old, new in pairwise(drift.VERSIONS)
    ]
    neighbours += [
        ((after, unicode), (before, unicode), "generation")
        for chain in by_rule.values()
        for before, after in pairwise(chain)
        for unicode in drift.VERSIONS
    ]
    assert len(neighbours) == 21 * 14 + 17 * 15
    for here, there, against in neighbours:
        assert counted.get((*here, against, "entered"), 0) == len(cells[here] - cells[there])
        assert counted.get((*here, against, "left"), 0) == len(cells[there] - cells[here])


def test_rows_carry_the_names_of_their_ends(table) -> None:
    for row in table.itertuples():
        span = parse_range(row.codepoints)
        ends = dict.fromkeys([span[0], span[-1]])
        assert row.name == " .. ".join(names.name(cp) for cp in ends)


def test_nothing_leaves_as_unicode_grows_from_4_0_on(table) -> None:
    later = table[(table.against == "version") & (table.unicode != "7.0")]
    assert set(later.change) == {"entered"}
    for row in later.itertuples():
        assert {properties.age(cp) for cp in parse_range(row.codepoints)} == {row.unicode}


def test_what_moves_between_generations_is_named() -> None:
    (before,), (after,) = (drift.divergences(name, ["15.0"]) for name in ("nmt_nfkc@0.2.2", "nmt_nfkc@0.2.3"))
    assert moves.move(before, after) == moves.Move(frozenset({(0x061C, "spaced")}), frozenset())


def test_moved_names_what_entered_and_left() -> None:
    before, after = drift.divergences("nmt_nfkc@0.1.95", ["14.0", "15.0"])
    rows = moves.moved(before, after)
    assert rows.change.tolist() == ["entered"] * 62
    assert set(rows.age) == {"15.0"}
    assert set(moves.moved(after, before).change) == {"left"}
    assert moves.moved(after, after).empty


def test_a_chosen_map_is_compared_with_its_own_predecessor_alone() -> None:
    table = moves.moves(["nmt_nfkc@0.2.0"], ["14.0", "15.0", "16.0"])
    assert set(table["map"]) == {"nmt_nfkc@0.2.0"}
    assert set(table[table.against == "generation"].before) == {"nmt_nfkc@0.1.95"}
    by_version = table[table.against == "version"]
    assert dict(zip(by_version.unicode, by_version.before, strict=True)) == {
        "14.0": "13.0",
        "15.0": "14.0",
        "16.0": "15.0",
    }


def test_one_version_is_held_against_the_one_before_it() -> None:
    table = moves.moves(["nmt_nfkc@0.1.95"], ["16.0"])
    assert set(table.unicode) == {"16.0"}
    (row,) = table[table.against == "version"].itertuples()
    assert (row.before, row.change, row.family, row.codepoints) == (
        "15.1",
        "entered",
        "post-freeze",
        "U+1CCD6..U+1CCF9",
    )
    assert set(table[table.against == "generation"].before) == {"nmt_nfkc@0.1.7"}
    assert (moves.moves(["nmt_nfkc@0.1.95"], ["3.2"]).against == "generation").all()


@pytest.mark.parametrize(("maps", "versions"), [(["nothing"], ["15.0"]), (None, ["99"])])
def test_an_unknown_map_or_version_lists_the_valid(maps, versions) -> None:
    with pytest.raises(UnknownName, match="use one of"):
        moves.moves(maps, versions)
