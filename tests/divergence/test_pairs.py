"""The pairs: the proof of the candidates by sampling the rest, and the sweep beside one written the slow, plain way."""

import importlib
import random
from functools import lru_cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import unicodedata2

from hebrus_analysis import oracle
from hebrus_analysis.charsmap import generations
from hebrus_analysis.charsmap.blob import decode
from hebrus_analysis.charsmap.rebuild import compile_rules
from hebrus_analysis.divergence.causes import CAUSES, EXAMPLES
from hebrus_analysis.divergence.pairs import counts, pairs
from hebrus_analysis.errors import UnknownName
from hebrus_analysis.unicode import composition, forms, properties

NEWEST = "nmt_nfkc@0.2.3"
SWEEPS = [(generations.STOCK, "15.0"), (NEWEST, "18.0")]
swept = lru_cache(maxsize=None)(pairs)


@pytest.fixture
def craft(root: Path, monkeypatch: pytest.MonkeyPatch):
    """What builds maps that SentencePiece's own builder refuses, such as one that changes nothing."""
    monkeypatch.syspath_prepend(root / "tests/charsmap")
    return importlib.import_module("craft")


def nfkc(text: str) -> str:
    """By the newest engine: a pair of old characters never composes into a young one."""
    return unicodedata2.normalize("NFKC", text)


@lru_cache(maxsize=2)
def plain_rules(name: str) -> tuple[dict[str, str], frozenset[str]]:
    rules = generations.load(name).rules()
    return rules, frozenset(key[:2] for key in rules)


def longest_match(rules: dict[str, str], text: str) -> str:
    out, at = "", 0
    while at < len(text):
        for end in range(len(text), at, -1):
            if text[at:end] in rules:
                out, at = out + rules[text[at:end]], end
                break
        else:
            out, at = out + text[at], at + 1
    return out


@lru_cache(maxsize=2)
def agreeing(name: str, unicode: str) -> frozenset[str]:
    rules, _ = plain_rules(name)
    return frozenset(
        char for char in map(chr, properties.population(unicode).tolist()) if rules.get(char, char) == nfkc(char)
    )


def outside(name: str, unicode: str, size: int, seed: int) -> str:
    """Draw pairs of agreeing code points that are no candidates, each behind a U+0000: all kinds of places alike."""
    met = composition.meetings(unicode)
    known = np.array(sorted(map(ord, agreeing(name, unicode) - {"\0"})), dtype=np.uint32)
    is_first, is_second = np.isin(known, met.firsts), np.isin(known, met.seconds)
    used = np.isin(known, [ord(char) for key in plain_rules(name)[0] for char in key])
    rng = np.random.default_rng(seed)
    drawn = []
    kinds = [
        (known, known[~is_second]),
        (known[~is_first], known),
        (known[is_first], known[~is_second]),
        (known[~is_first], known[is_second]),
        (known[used], known[used & ~is_second]),
        (known[used & ~is_first], known[used]),
    ]
    for firsts, seconds in kinds:
        drawn.append(np.column_stack([rng.choice(part, size // len(kinds)) for part in (firsts, seconds)]))
    both = np.concatenate(drawn)
    text = "".join(f"\0{chr(a)}{chr(b)}" for a, b in both.tolist() if chr(a) + chr(b) not in plain_rules(name)[0])
    assert text.count("\0") > 0.99 * size
    return text


def nothing_parts(name: str, unicode: str, size: int, seed: int) -> None:
    text = outside(name, unicode, size, seed)
    made, wanted = generations.load(name).normalize(text), forms.normalize("NFKC", text, unicode)
    if made != wanted:
        rows = zip(text.split("\0"), made.split("\0"), wanted.split("\0"), strict=True)
        assert [row for row in rows if row[1] != row[2]] == []


@pytest.mark.parametrize(("name", "unicode"), SWEEPS)
def test_no_pair_outside_the_candidates_parts(name: str, unicode: str) -> None:
    nothing_parts(name, unicode, 300_000, 5)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("name", "unicode"), SWEEPS)
def test_no_pair_of_millions_outside_the_candidates_parts(name: str, unicode: str) -> None:
    for seed in range(10, 15):
        nothing_parts(name, unicode, 300_000, seed)


def plain_loop(name: str, unicode: str, one_in: int) -> None:
    rules, _ = plain_rules(name)
    met, known = composition.meetings(unicode), agreeing(name, unicode)
    firsts = [char for char in map(chr, met.firsts.tolist()) if char in known]
    seconds = [char for char in map(chr, met.seconds.tolist()) if char in known]
    chosen = random.Random(one_in).sample(firsts, len(firsts) // one_in)
    found = [
        (first, second, made, wanted)
        for first in sorted(chosen)
        for second in seconds
        if (made := longest_match(rules, first + second)) != (wanted := nfkc(first + second))
    ]
    frame = swept(name, unicode)
    frame = frame[frame["first"].isin(list(map(ord, chosen)))]
    listed = zip(frame["first"].map(chr), frame.second.map(chr), frame.charsmap, frame.reference, strict=True)
    assert found
    assert list(listed) == found


@pytest.mark.parametrize(("name", "unicode"), SWEEPS)
def test_the_sweep_finds_what_a_plain_loop_finds(name: str, unicode: str) -> None:
    plain_loop(name, unicode, 900)


@pytest.mark.exhaustive
def test_the_sweep_finds_what_a_plain_loop_over_a_twentieth_finds() -> None:
    plain_loop(generations.STOCK, "15.0", 20)


@pytest.mark.parametrize(("name", "unicode"), SWEEPS)
def test_as_many_pairs_are_tested_as_there_are_candidates(name: str, unicode: str) -> None:
    met, known = composition.meetings(unicode), agreeing(name, unicode)
    firsts, seconds = (set(map(chr, part.tolist())) & known for part in (met.firsts, met.seconds))
    rules = [key for key in plain_rules(name)[0] if len(key) == 2 and set(key) <= known]
    beyond = [key for key in rules if key[0] not in firsts or key[1] not in seconds]
    assert swept(name, unicode).attrs["pairs_tested"] == len(firsts) * len(seconds) + len(beyond)


def locked() -> list[list[str]]:
    return [line.split("\t") for line in oracle.read("tables/pair-causes.tsv").decode().splitlines()]


OTHERS = [pytest.param(*row, marks=pytest.mark.exhaustive) for row in [(generations.STOCK, "18.0"), (NEWEST, "15.0")]]


@pytest.mark.parametrize(("name", "unicode"), [*SWEEPS, *OTHERS])
def test_the_counts_are_those_that_are_locked(name: str, unicode: str) -> None:
    header, *rows = locked()
    wanted = next(dict(zip(header, row, strict=True)) for row in rows if row[:2] == [name, unicode])
    found = counts(swept(name, unicode))
    assert found["by_cause"] == {cause: int(wanted[cause]) for cause in CAUSES}
    assert (found["pairs_tested"], found["divergent"]) == (int(wanted["pairs tested"]), int(wanted["divergent"]))
    assert sum(found["by_cause"].values()) == found["divergent"]


@pytest.mark.parametrize(("name", "unicode"), SWEEPS)
def test_every_pair_has_one_cause_and_none_is_other(name: str, unicode: str) -> None:
    frame = swept(name, unicode)
    assert list(frame.cause.cat.categories) == list(CAUSES)
    assert not frame.cause.isna().any()
    assert not (frame.cause == "other").any()
    assert not frame.duplicated(["first", "second"]).any()
    assert (frame["first"].astype("int64") * 2**32 + frame.second).is_monotonic_increasing


@pytest.mark.parametrize("cause", EXAMPLES)
def test_a_named_example_has_its_cause(cause: str) -> None:
    (first, second), *_ = EXAMPLES[cause]
    frames = (swept(name, unicode) for name, unicode in SWEEPS)
    found = [frame[(frame["first"] == first) & (frame.second == second)].cause.tolist() for frame in frames]
    assert {name for names in found for name in names} == {cause}


def test_every_cause_that_occurs_has_a_named_example() -> None:
    header, *rows = locked()
    columns = dict(zip(header, zip(*rows, strict=True), strict=True))
    assert {cause for cause in CAUSES if any(number != "0" for number in columns[cause])} == set(EXAMPLES)


@pytest.mark.parametrize(("name", "unicode"), SWEEPS)
def test_what_the_map_makes_of_a_divergent_pair_is_equivalent_and_not_normal(name: str, unicode: str) -> None:
    frame = swept(name, unicode)
    made, wanted = "\0".join(frame.charsmap), "\0".join(frame.reference)
    assert forms.normalize("NFKC", made, unicode) == wanted
    for form in ("NFKC", "NFC"):
        normal = forms.normalize(form, made, unicode).split("\0")
        assert not any(one == other for one, other in zip(normal, made.split("\0"), strict=True))


def by_hand(frame: pd.DataFrame, cause: str) -> set[tuple[str, str]]:
    rows = frame[frame.cause == cause]
    return {(chr(first), chr(second)) for first, second in zip(rows["first"], rows.second, strict=True)}


def test_reordering_is_two_marks_of_falling_class() -> None:
    known = agreeing(generations.STOCK, "15.0")
    classes = {char: unicodedata2.combining(char) for char in known if unicodedata2.combining(char)}
    plain = {
        char: klass for char, klass in classes.items() if nfkc(char) == char == unicodedata2.normalize("NFD", char)
    }
    falling = {(a, b) for a, high in plain.items() for b, low in plain.items() if high > low}
    assert by_hand(swept(), "reordering") == falling


def test_a_syllable_and_any_trailing_consonant_is_hangul() -> None:
    found = by_hand(swept(), "Hangul LV + T")
    assert found == {(chr(lv), chr(t)) for lv in range(0xAC00, 0xD7A4, 28) for t in range(0x11A8, 0x11C3)}


def test_a_rule_for_two_that_never_meet_otherwise_is_found() -> None:
    frame = pairs(compile_rules({"ab": "c"}))
    assert by_hand(frame, "rule") == {("a", "b")}
    row = frame[frame.cause == "rule"].iloc[0]
    assert (row.charsmap, row.reference) == ("c", "ab")
    assert frame.attrs["map"].startswith("sha256:")


def test_a_rule_of_three_is_no_matter_of_pairs() -> None:
    frame = pairs(compile_rules({"abc": "d"}))
    assert not by_hand(frame, "rule")


def test_a_rule_whose_part_does_not_agree_is_no_pair() -> None:
    frame = pairs(compile_rules({"a": "x", "ab": "c", "bc": "d"}))
    assert by_hand(frame, "rule") == {("b", "c")}


def test_a_rule_that_says_what_nfkc_says_does_not_part(craft) -> None:
    frame = pairs(decode(craft.charsmap({"e\u0301": "\xe9", "xy": "xy"})))
    assert not by_hand(frame, "rule")
    assert ("e", "\u0301") not in set(zip(frame["first"].map(chr), frame.second.map(chr), strict=True))


def test_a_map_that_changes_nothing_parts_wherever_nfkc_acts_across(craft) -> None:
    frame = pairs(decode(craft.charsmap({"a": "a"})))
    together = frame["first"].map(chr) + frame.second.map(chr)
    assert (frame.charsmap == together).all()
    assert {("a", "\u0301"), ("\xe2", "\u0301")} <= {tuple(text) for text in together}
    assert set(frame.cause) == {"Hangul LV + T", "precomposed first", "no rule", "reordering"}


def test_progress_is_told_to_its_end() -> None:
    told: list[tuple[int, int]] = []
    pairs(progress=lambda done, total: told.append((done, total)))
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1] > 0


@pytest.mark.parametrize("unicode", ["4.0", "3.2", "1.1", "99", ""])
def test_a_version_that_is_not_exact_is_refused(unicode: str) -> None:
    with pytest.raises(UnknownName, match="use one of"):
        pairs(unicode=unicode)


def test_an_unknown_map_is_refused() -> None:
    with pytest.raises(UnknownName, match="unknown stock map 'nothing'"):
        pairs("nothing")


@pytest.mark.exhaustive
@pytest.mark.parametrize("unicode", ["4.1", "9.0"])
def test_old_versions_hold_fewer_pairs_and_all_of_them_are_still_there(unicode: str) -> None:
    old, new = (set(zip(frame["first"], frame.second, strict=True)) for frame in (pairs(unicode=unicode), swept()))
    assert old < new
