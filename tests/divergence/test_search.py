"""A search finds what a plain loop over the names and properties finds, in all of code space."""

import itertools
import re
from dataclasses import asdict
from types import SimpleNamespace

import pandas as pd
import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from hebrus_analysis.divergence.card import card
from hebrus_analysis.divergence.compare import compare
from hebrus_analysis.divergence.families import FAMILIES, divergent
from hebrus_analysis.divergence.search import COLUMNS, choices, everything, search
from hebrus_analysis.errors import BadExpression, InvalidCodePoint, NotComparable, UnknownName
from hebrus_analysis.unicode import names, properties
from hebrus_analysis.unicode.codepoints import label


def found(**conditions) -> list[int]:
    return search(**conditions).codepoint.tolist()


def test_without_a_condition_all_that_is_assigned_is_found() -> None:
    assert found() == properties.population("15.0").tolist()
    assert found(unicode="1.1") == properties.population("1.1").tolist()


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("U+200B", [0x200B]),
        ("200b", [0x200B]),
        ("0x200B", [0x200B]),
        ("\u200b", [0x200B]),
        (" ", [0x20]),
        (",", [0x2C]),
        ("U+2000..U+2002, U+FF5E", [0x2000, 0x2001, 0x2002, 0xFF5E]),
        ("U+FF5E U+41", [0x41, 0xFF5E]),
        ("U+0378", []),
        ("U+D800..U+DFFF", []),
    ],
)
def test_code_points_in_every_notation(asked: str, expected: list[int]) -> None:
    assert found(codepoints=asked) == expected


@pytest.mark.parametrize("pattern", ["joiner", "^ZERO WIDTH", "SPACE$", "(?:HALF|FULL)WIDTH TIL", "^ZW", "O{2}", "^<"])
def test_names_and_aliases_as_a_plain_loop_finds_them(pattern: str) -> None:
    wanted = re.compile(pattern, re.IGNORECASE)
    assert found(name=pattern) == [
        codepoint
        for codepoint in properties.population("15.0").tolist()
        if any(map(wanted.search, (names.name(codepoint), *names.aliases(codepoint))))
    ]


def test_an_alias_alone_is_found() -> None:
    assert found(name="^LINE TABULATION$") == [0x0B]
    assert found(name="^ZWJ$") == [0x200D]
    assert found(name="byte order mark") == [0xFEFF]


def test_a_part_of_a_name_needs_no_expression() -> None:
    every = [name for codepoint in found() for name in (names.name(codepoint), *names.aliases(codepoint))]
    assert [name for name in every if not re.fullmatch("[A-Z0-9 <>-]*", name)] == []


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_conditions_are_joined_with_and_and_values_with_or(data: st.DataObject) -> None:
    known = choices()
    asked = {
        column: tuple(data.draw(st.lists(st.sampled_from(known[column]), min_size=1, max_size=5, unique=True)))
        for column in data.draw(st.sets(st.sampled_from(COLUMNS), min_size=1, max_size=3))
    }
    frame = search()
    keep = pd.Series(True, index=frame.index)
    for column, values in asked.items():
        keep &= frame[column].astype(object).isin(values)
    assert found(**asked) == frame.codepoint[keep].tolist()
    assert found(**asked) == sorted(set.intersection(*(set(found(**{key: value})) for key, value in asked.items())))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 0x10FFFF).filter(lambda codepoint: not 0xD800 <= codepoint < 0xE000))
def test_a_row_says_what_the_card_says(codepoint: int) -> None:
    rows, one = search(codepoints=label(codepoint)), asdict(card(codepoint))
    assert len(rows) == (one["category"] not in properties.UNASSIGNED)
    for row in rows.to_dict("records"):
        for key in ("name", "block", "script", "age", "category"):
            assert row[key] == one[key]
        for key in ("family", "cause"):
            assert ("" if pd.isna(row[key]) else row[key]) == one[key]


def test_every_family_together_is_all_that_diverges(stock: pd.DataFrame) -> None:
    assert found(family=FAMILIES) == divergent(stock).codepoint.tolist()
    assert len(search("nmt_nfkc@0.2.3", "18.0", family=FAMILIES)) == 114


def test_the_frame_knows_what_was_asked() -> None:
    attrs = search(name="tilde", category="Sm", block=("Specials", "Basic Latin")).attrs
    assert attrs["query"] == {"name": "tilde", "block": ("Specials", "Basic Latin"), "category": ("Sm",)}
    assert (attrs["map"], attrs["unicode"], attrs["population"]) == ("nmt_nfkc@0.1.95", "15.0", 149251)


def test_what_was_found_is_the_callers_own() -> None:
    rows = search(codepoints="U+0041")
    rows.loc[0, "name"] = "changed"
    assert search(codepoints="U+0041").name.tolist() == ["LATIN CAPITAL LETTER A"]


@pytest.mark.parametrize("column", COLUMNS)
def test_a_value_that_there_is_not_is_refused_with_the_nearest(column: str) -> None:
    with pytest.raises(UnknownName, match=f"unknown {column} 'Spezials'"):
        search(**{column: "Spezials"})


def test_what_is_no_code_point_or_expression_is_refused() -> None:
    for wrong in ("U+110000", "nothing", "U+2002..U+2000"):
        with pytest.raises(InvalidCodePoint):
            search(codepoints=wrong)
    with pytest.raises(BadExpression, match="is no regular expression"):
        search(name="(")


def test_an_expression_that_does_not_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hebrus_analysis.unicode.named.TIMEOUT", 0.2)
    with pytest.raises(BadExpression, match="backtracks"):
        search(name="(?:[A-Z -]+)+(?<=Q)(?<=X)$")


@pytest.mark.parametrize(
    "pattern", ["^ZERO|JOINER$", r"LETTER\s", "A[^B]C", r"\AZERO", r"SIGN\Z", "(?i)zero", "(?<!S)IGN", "^$", "[JQ]X?"]
)
def test_an_expression_finds_in_all_names_what_it_finds_in_each(pattern: str) -> None:
    """Looking in all of them at once is faster and must not reach from one name into the next."""
    frame = everything("nmt_nfkc@0.1.95", "15.0")
    expression = regex.compile(pattern, regex.IGNORECASE | regex.V0)
    wanted = {
        codepoint
        for codepoint, name in zip(frame.codepoint, frame.name, strict=True)
        if any(map(expression.search, [name, *names.aliases(codepoint)]))
    }
    assert set(search(name=pattern).codepoint) == wanted


@pytest.mark.parametrize(
    ("one", "other", "unicode"),
    [
        ("node: trim", "jinja2: trim", "15.0"),
        ("nmt_nfkc@0.1.95", "nmt_nfkc@0.2.3", "15.0"),
        ("NFKC of 12.0", "NFKC of 18.0", "15.0"),
        ("str.strip", "White_Space", "18.0"),
    ],
)
def test_two_implementations_part_where_compare_says(one: str, other: str, unicode: str) -> None:
    found = compare(one, other)
    parted = set(found.only_first) | set(found.only_second)
    rows = search(unicode=unicode, differ=(one, other))
    here = set(properties.population(unicode).tolist())
    assert set(rows.codepoint) == parted & here
    assert rows.attrs["unassigned"] == len(parted - here)
    for codepoint, said in zip(rows.codepoint.tolist(), rows.differ, strict=True):
        if found.made:
            assert said == f"{one}: {found.made[codepoint][0]}; {other}: {found.made[codepoint][1]}"
        else:
            assert said == f"only {one if codepoint in found.only_first else other}"


def test_implementations_are_found_whatever_their_case_and_refused_where_nothing_compares() -> None:
    assert search(differ=("RUST:trim", "Jinja2: Trim")).attrs["query"] == {"differ": ("rust: trim", "jinja2: trim")}
    with pytest.raises(UnknownName, match="unknown predicate, trim or normalizer 'rusty'"):
        search(differ=("rusty", "rust: trim"))
    with pytest.raises(NotComparable):
        search(differ=("NFKC of 15.0", "rust: trim"))


def test_what_is_unassigned_is_told_whatever_else_is_asked() -> None:
    differ = ("NFKC of 12.0", "NFKC of 18.0")
    whole, part = search(differ=differ), search(differ=differ, block="Specials")
    assert len(part) < len(whole)
    assert part.attrs["unassigned"] == whole.attrs["unassigned"] == 105


@pytest.mark.parametrize("text", ["  ", ",", " , ", "\u3000\u3000"])
def test_nothing_to_look_for_is_no_condition(text: str) -> None:
    if len(text) == 1:
        assert search(codepoints=text).codepoint.tolist() == [ord(text)]
    else:
        with pytest.raises(InvalidCodePoint, match="write a blank as"):
            search(codepoints=text)


@pytest.mark.parametrize("text", ["U+2000..", "..U+2000", "..", "...", "U+2000...U+2003"])
def test_a_range_without_an_end_is_named_whole(text: str) -> None:
    with pytest.raises(InvalidCodePoint, match="is no range; write both its ends") as caught:
        search(codepoints=text)
    assert repr(text) in str(caught.value)


def test_messages_are_short_whatever_they_are_about() -> None:
    for wrong in ({"codepoints": "x" * 100_000}, {"name": "(" * 5000}):
        with pytest.raises((InvalidCodePoint, BadExpression)) as caught:
            search(**wrong)
        assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "pattern",
    [r"JOINER(?!\s)", r"DIGIT ONE(?!\W)", "(?r)JOINER", "(?-m:^)ZERO", r"(?<=\n)ZERO", r"JOINER(?=\n)", r"\GZERO"],
)
def test_an_expression_that_looks_around_sees_one_name(pattern: str) -> None:
    frame = everything("nmt_nfkc@0.1.95", "15.0")
    expression = regex.compile(pattern, regex.V0)
    wanted = {cp for cp, name in zip(frame.codepoint, frame.name, strict=True) if expression.search(name)}
    aliased = {cp for cp in wanted | set(names.aliased()) if any(map(expression.search, names.aliases(cp)))}
    assert set(search(name=pattern).codepoint) == wanted | (aliased & set(frame.codepoint))


@pytest.mark.parametrize("pattern", ["((((A{1000}){1000}){1000}){1000})", "((A{400,}){400}){,400}"])
def test_repetitions_of_repetitions_are_refused_before_they_are_compiled(pattern: str) -> None:
    with pytest.raises(BadExpression, match="repeats over 100,000 times"):
        search(name=pattern)


def test_the_clock_runs_over_all_names_together(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = itertools.count()
    monkeypatch.setattr("hebrus_analysis.unicode.named.time", SimpleNamespace(monotonic=lambda: next(seconds)))
    with pytest.raises(BadExpression, match="backtracks"):
        search(name=r"(?=(?:[A-Z -]+)+[0-9])[A-Z]\Z")
    assert next(seconds) < 20


def test_blanks_around_a_name_are_no_part_of_it() -> None:
    assert search(name=" joiner ").equals(search(name="joiner"))


def test_what_the_map_does_is_a_condition() -> None:
    assert set(search(action="deleted").codepoint) >= set(search(family="dropped").codepoint)
    assert (search(action="space").charsmap == " ").all()
