"""Where a text may be cut, by reading it; and what is not final."""

from functools import lru_cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hebrus_analysis import oracle
from hebrus_analysis.charsmap import generations
from hebrus_analysis.charsmap.rebuild import compile_rules
from hebrus_analysis.divergence.stability import reach, unstable
from hebrus_analysis.unicode import properties
from hebrus_analysis.unicode.codepoints import spell

NEWEST = "nmt_nfkc@0.2.3"
STOCK = generations.load()
reached = lru_cache(maxsize=4)(reach)


@lru_cache(maxsize=2)
def rules_of(name: str) -> dict[str, str]:
    return generations.load(name).rules()


@lru_cache(maxsize=1)
def keys() -> list[str]:
    return list(rules_of(generations.STOCK))


def cuts(rules: dict[str, str], text: str, start: int = 0) -> set[int]:
    """Return the places that no match runs over, for who begins to read at a place."""
    found, at = {start}, start
    while at < len(text):
        at += next((length for length in range(4, 0, -1) if text[at : at + length] in rules), 1)
        found.add(at)
    return {place for place in found if place <= len(text)}


part = st.one_of(
    st.integers(0, len(keys()) - 1).map(lambda index: keys()[index]),
    st.integers(0, len(keys()) - 1).map(lambda index: keys()[index][1:]),
    st.integers(0, len(keys()) - 1).map(lambda index: keys()[index][:-1]),
    st.sampled_from("\u03b1\u0313\u0300\u0345\u0301\u0308\u0342A\u0302\u0323\u1100\u1161\u11a8\u0fb2\u0f71\u0f80 \x01"),
    st.characters(exclude_categories=["Cs"]),
)
texts = st.lists(part, max_size=8).map("".join)


@given(texts)
@settings(deadline=None)
def test_a_text_may_be_cut_where_no_match_runs_over(text: str) -> None:
    whole = STOCK.normalize(text)
    for place in cuts(rules_of(generations.STOCK), text):
        assert STOCK.normalize(text[:place]) + STOCK.normalize(text[place:]) == whole


@given(texts)
@settings(deadline=None, max_examples=300)
def test_reading_so_far_back_and_ahead_is_enough_to_know_where(text: str) -> None:
    rules, found = rules_of(generations.STOCK), reached(generations.STOCK)
    true = cuts(rules, text)
    for place in range(1, len(text)):
        seen = text[max(0, place - found.back) : place + found.ahead - 1]
        assert (place in true) == (min(place, found.back) in cuts(rules, seen))


def test_reading_less_far_back_or_ahead_is_not_enough() -> None:
    rules, found = rules_of(generations.STOCK), reached(generations.STOCK)
    text = "\u03b1\u0313\u0300\u0345"
    assert text[1:] == found.chain
    assert cuts(rules, text) == {0, 4}
    assert 3 in cuts(rules, text, start=1)
    longest = next(key for key in rules if len(key) == found.ahead)
    assert 1 not in cuts(rules, longest)
    assert max(len(key.encode()) for key in rules) == found.ahead_bytes
    assert found.back_bytes == len(found.chain.encode())


@pytest.mark.parametrize("name", [generations.STOCK, NEWEST])
def test_the_reach_is_the_one_that_is_locked(name: str) -> None:
    rows = [line.split("\t") for line in oracle.read("tables/reach.tsv").decode().splitlines()]
    row = next(row for row in rows if row[0] == name)
    found = reached(name)
    bounds = (found.ahead, found.ahead_bytes, found.back, found.back_bytes)
    assert [*map(str, bounds), spell(found.chain)] == row[1:6]


@given(st.integers(2, 200))
@settings(deadline=None)
def test_under_the_newest_map_a_cut_depends_on_what_stands_any_distance_back(length: int) -> None:
    rules, chain, charsmap = rules_of(NEWEST), reached(NEWEST).chain, generations.load(NEWEST)
    assert reached(NEWEST).back == -1
    place = length * len(chain)
    assert {place in cuts(rules, chain * (length + 2), start) for start in (0, len(chain))} == {True, False}
    one, other = charsmap.normalize(chain * (2 * length)), charsmap.normalize(chain * (2 * length + 1))
    assert other == one + chain
    assert charsmap.normalize("x" + chain * (2 * length)) == "x" + one
    assert charsmap.normalize(chain) + charsmap.normalize(chain * (2 * length)) == chain + one != other


@given(
    st.dictionaries(st.text("ab", min_size=1, max_size=4), st.just("x"), min_size=1, max_size=5),
    st.text("ab", max_size=14),
)
@settings(deadline=None)
def test_the_reach_of_any_small_map_is_enough_or_endless(rules: dict[str, str], text: str) -> None:
    charsmap = compile_rules(rules)
    found = reach(charsmap)
    true = cuts(rules, text)
    assert found.ahead == max(map(len, rules))
    for place in range(1, len(text)):
        back = place if found.back < 0 else found.back
        seen = text[max(0, place - back) : place + found.ahead - 1]
        assert (place in true) == (min(place, back) in cuts(rules, seen))


@pytest.mark.parametrize(
    ("rules", "back", "chain"),
    [({"a": "x"}, 0, ""), ({"ab": "x"}, 1, "b"), ({"aa": "x"}, -1, "a"), ({"ab": "x", "ba": "y"}, -1, None)],
)
def test_the_reach_of_maps_that_can_be_read_by_eye(rules: dict[str, str], back: int, chain: str | None) -> None:
    found = reach(compile_rules(rules))
    assert found.back == back
    assert chain is None or found.chain == chain


@pytest.mark.parametrize("name", [generations.STOCK, NEWEST])
def test_what_is_not_final_changes_again_and_nothing_else_does(name: str) -> None:
    charsmap, frame = generations.load(name), unstable(name)
    once = [charsmap.normalize(text) for text in frame.text]
    assert once == frame.once.tolist()
    assert [charsmap.normalize(text) for text in once] == frame.twice.tolist()
    assert (frame.once != frame.twice).all()
    assert frame.text.is_unique

    population = np.array(properties.population("18.0"))
    used = np.array(sorted({ord(char) for key in rules_of(name) for char in key}))
    changed = np.array(sorted(ord(key) for key in rules_of(name) if len(key) == 1))
    rng = np.random.default_rng(6)
    listed = set(frame.text)
    for firsts, seconds in ((population, population), (used, used), (changed, used), (changed, changed)):
        both = np.column_stack([rng.choice(side, 60_000) for side in (firsts, seconds)]).tolist()
        drawn = [text for a, b in both if (text := chr(a) + chr(b)) not in listed and "\0" not in text]
        assert len(drawn) > 50_000
        first = charsmap.normalize("\0".join(drawn))
        assert charsmap.normalize(first) == first


@given(st.dictionaries(st.text("abc", min_size=1, max_size=3), st.text("abc", max_size=2), min_size=1, max_size=5))
@settings(deadline=None)
def test_a_pair_under_any_small_map_of_final_values_is_not_final_only_if_it_is_listed(rules: dict[str, str]) -> None:
    rules = {key: value for key, value in rules.items() if key != value}
    charsmap = compile_rules(rules or {"a": "b"})
    if any(charsmap.normalize(value) != value for value in charsmap.rules().values()):
        return
    pairs = {one + other for one in "abc" for other in "abc"}
    changing = {text for text in pairs if charsmap.normalize(once := charsmap.normalize(text)) != once}
    assert changing == set(unstable(charsmap).text) & pairs
