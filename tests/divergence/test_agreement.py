"""Who agrees with whom: classes by members, the fewest code points that tell them apart, comparisons, trims."""

import re
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hebrus_analysis.divergence import agreement, compare
from hebrus_analysis.errors import NotComparable, UnknownName
from hebrus_analysis.runtimes import recorded
from hebrus_analysis.unicode import trims, whitespace
from hebrus_analysis.unicode.codepoints import spans

SETS = st.lists(st.frozensets(st.integers(0, 9), max_size=6), min_size=1, max_size=7, unique=True)


@given(SETS)
def test_the_telling_code_points_tell_all_sets_apart_and_no_fewer_do(sets: list[frozenset[int]]) -> None:
    found = agreement.telling(sets)
    assert _apart(sets, found)
    everything = sorted(frozenset[int]().union(*sets))
    assert not found or not any(_apart(sets, fewer) for fewer in combinations(everything, len(found) - 1))


def _apart(sets: list[frozenset[int]], chosen: tuple[int, ...]) -> bool:
    return len({members & frozenset(chosen) for members in sets}) == len(sets)


def test_the_recorded_classes_are_told_apart_by_the_recorded_code_points() -> None:
    classes = list(agreement.classes())
    chosen = frozenset(int(label[2:], 16) for label in agreement.tells()["code point"])
    assert len({members & chosen for members in classes}) == len(classes)


def test_every_predicate_is_in_one_class_that_is_its_set() -> None:
    listed = [name for who in agreement.classes().values() for name in who]
    known = {name: found for name, found in compare.predicates().items() if len(found) <= agreement.LARGEST}
    assert sorted(listed) == sorted(known)
    assert all(known[name] == found for found, who in agreement.classes().items() for name in who)


def test_equal_sizes_hide_different_sets() -> None:
    sizes = [len(found) for found in agreement.classes()]
    assert len(sizes) > len(set(sizes))


def test_the_matrix_holds_every_membership() -> None:
    frame = agreement.matrix()
    for found, who in agreement.classes().items():
        assert int(frame["count"][frame[who[0]]].sum()) <= len(found)


@pytest.mark.parametrize(
    ("name", "kept", "dropped"),
    [
        ("jinja2: trim", {0x1C, 0x85, 0xA0, 0x3000}, {0x180E, 0x200B, 0xFEFF, 0}),
        ("node: trim", {0xFEFF, 0xA0, 0x3000}, {0x1C, 0x85, 0x180E, 0x200B}),
        ("rust: trim", {0x85, 0xA0, 0x3000}, {0x1C, 0xFEFF, 0x180E, 0x200B}),
    ],
)
def test_what_a_porter_meets_first(name: str, kept: set[int], dropped: set[int]) -> None:
    found = compare.predicates()[name]
    assert kept <= found
    assert not dropped & found


def test_the_readme_says_what_ports_leave_and_take(root: Path) -> None:
    known = compare.predicates()
    rows = re.findall(r"^\| `([^`]+)` \| ([U+.\w ]+) \| ([U+.\w ]+) \|$", (root / "README.md").read_text("utf-8"), re.M)
    rows = [row for row in rows if row[0] in known]
    assert len(rows) == 6
    for name, left, taken in rows:
        assert left == (" ".join(spans(known["jinja2: trim"] - known[name])) or "nothing")
        assert taken == (" ".join(spans(known[name] - known["jinja2: trim"])) or "nothing")


def test_a_name_is_found_whatever_its_case_and_blanks() -> None:
    assert compare.compare("NODE:trim", "node: trim").only_first == ()
    with pytest.raises(NotComparable, match="'node: NFKC' is a normalizer and 'White_Space' a set"):
        compare.compare("white_space", "node: NFKC")


def test_white_space_over_time() -> None:
    found = list(whitespace.history().values())
    assert [len(members) for members in found] == [25, 24, 26, 25]
    assert found[0] - found[1] == {0x200B}
    assert found[2] - found[1] == {0x180E, 0x205F}
    assert found[2] - found[3] == {0x180E}
    assert found[3] == whitespace.predicate("White_Space")


def test_sentencepiece_s_spaces_are_those_of_its_maps() -> None:
    """What the real SentencePiece makes a space of is what the map says, for every generation."""
    from hebrus_analysis.charsmap import generations

    for name in generations.catalogue():
        codepoints, values = generations.load(name).single_rules()
        spaced = {cp for cp, value in zip(codepoints.tolist(), values, strict=True) if value == " "} | {0x20}
        assert recorded.predicates()[f"sentencepiece: {name} makes a space"] == spaced


def test_normalizers_are_compared_where_they_differ() -> None:
    found = compare.compare("tokenizers: NFKC", "unicodedata2: NFKC")
    assert found.made[0x1E030] == ("U+1E030", "U+0430")
    assert 0xFB01 in found.both
    assert set(found.only_second) >= {0x1E030}


def test_hugging_face_nfkc_differs_from_15_0_on_134_code_points() -> None:
    from hebrus_analysis.unicode import forms, properties
    from hebrus_analysis.unicode.codepoints import spell

    made = recorded.answers("tokenizers", "NFKC")
    codepoints, values = forms.nfkc_changes("15.0")
    wanted = {cp: spell(text) for cp, text in zip(codepoints.tolist(), values.tolist(), strict=True)}
    assigned = set(properties.population("15.0").tolist())
    differing = {cp for cp in made.keys() | wanted.keys() if made.get(cp) != wanted.get(cp)} & assigned
    assert len(differing) == 134


def test_an_unknown_name_lists_the_nearest() -> None:
    with pytest.raises(UnknownName, match=r"unknown .* 'javascript: trim'; the nearest of \d+ are: "):
        compare.compare("javascript: trim", "node: trim")


def test_each_rule_is_shown_on_a_text() -> None:
    frame = agreement.trims_of("\x1c à ")
    assert set(frame.rule) == set(trims.RULES)
    left = frame.set_index("rule")["left over"]
    assert left["python-strip"] == '"\\u00e0"'
    assert left["white-space"] == '"\\x1c \\u00e0"'
    assert left["latin1-bytes"] == '"\\x1c \\xc3"'
