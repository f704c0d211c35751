"""Every rule of a map, beside what plain loops say of it."""

from functools import lru_cache

import pandas as pd
import pytest
import unicodedata2

from hebrus_analysis import oracle
from hebrus_analysis.charsmap import generations
from hebrus_analysis.charsmap.rebuild import compile_rules
from hebrus_analysis.divergence import rules as measuring
from hebrus_analysis.divergence.rules import YOUNG, counts, rules
from hebrus_analysis.errors import UnknownName
from hebrus_analysis.unicode import properties

measured = lru_cache(maxsize=3)(rules)


@lru_cache(maxsize=1)
def locked() -> dict[str, dict[str, str]]:
    header, *rows = (line.split("\t") for line in oracle.read("tables/rules.tsv").decode().splitlines())
    return {row[0]: dict(zip(header, row, strict=True)) for row in rows}


def closed(name: str) -> None:
    """U+0000, which is in no key, parts them."""
    charsmap = generations.load(name)
    keys, values = zip(*charsmap.rules().items(), strict=True)
    assert charsmap.normalize("\0".join(keys)) == "\0".join(values)


def is_locked(name: str) -> None:
    found, wanted = counts(measured(name)), locked()[name]
    assert found["rules"] == int(wanted["rules"])
    assert [found["by_length"].get(length, 0) for length in range(1, 5)] == [
        int(wanted[f"of {n}"]) for n in range(1, 5)
    ]
    assert found["contradicted_of_several"] == int(wanted["contradicted of several"])
    assert sum(found["contradicted"].values()) - found["contradicted_of_several"] == int(wanted["contradicted of 1"])
    for key, column in (("younger", "younger"), ("hidden", "hidden"), ("not_stable", "not stable")):
        assert found[key] == int(wanted[column])
    assert found["not_nfkc"] == int(wanted["not NFKC"])


def test_the_chain_of_nmt_nfkc_is_in_the_locked_table() -> None:
    assert list(locked()) == [name for name, each in generations.catalogue().items() if each.rule == "nmt_nfkc"]


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", generations.catalogue())
def test_nfkc_contradicts_no_rule_of_several_in_any_generation(name: str) -> None:
    found = counts(rules(name))
    assert (found["contradicted_of_several"], found["not_stable"], found["not_nfkc"]) == (0, 0, 0)


def test_every_rule_of_the_stock_map_is_closed() -> None:
    closed(generations.STOCK)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", generations.catalogue())
def test_every_rule_of_every_generation_is_closed(name: str) -> None:
    closed(name)


def test_the_counts_of_the_stock_map_are_those_that_are_locked() -> None:
    is_locked(generations.STOCK)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["nmt_nfkc@0.1.7", "nmt_nfkc@0.2.3"])
def test_the_counts_of_other_maps_are_those_that_are_locked(name: str) -> None:
    is_locked(name)


def test_what_contradicts_nfkc_is_what_the_engine_contradicts() -> None:
    frame = measured(generations.STOCK)
    wrong = {
        key: value for key, value in generations.load().rules().items() if unicodedata2.normalize("NFKC", key) != value
    }
    assert dict(zip(frame.key[~frame.agrees], frame.value[~frame.agrees], strict=True)) == wrong
    assert set(map(len, wrong)) == {1}
    assert counts(frame)["contradicted"] == {"dropped": 30, "spaced": 15}


def test_a_hidden_rule_begins_a_longer_one() -> None:
    frame = measured(generations.STOCK)
    keys = sorted(frame.key)
    begins = {one for one, other in zip(keys, keys[1:], strict=False) if other.startswith(one)}  # noqa: RUF007
    assert set(frame.key[frame.hidden]) == begins


def test_a_rule_has_a_reason_if_and_only_if_it_does_not_agree() -> None:
    frame = measured(generations.STOCK)
    assert ((frame.why == "") == frame.agrees).all()
    assert frame.key.tolist() == sorted(frame.key)


def test_young_rules_are_not_contradicted() -> None:
    frame = measured("nmt_nfkc@0.2.3")
    young = frame[frame.why == YOUNG]
    assert len(young) == 360
    assert all(any(properties.key(properties.age(ord(char))) > (15, 0) for char in key) for key in young.key)
    newest = rules("nmt_nfkc@0.2.3", "18.0")
    assert counts(newest)["younger"] == 0
    assert set(newest.key[~newest.agrees]) == set(frame.key[~frame.agrees & (frame.why != YOUNG)])


def said(given: dict[str, str]) -> pd.DataFrame:
    return rules(compile_rules(given)).set_index("key")


def test_a_rule_that_is_not_final_is_told() -> None:
    frame = said({"a": "bc", "bc": "d", "x": "e\u0301", "xy": "z"})
    assert frame.stable.to_dict() == {"a": False, "bc": True, "x": True, "xy": True}
    assert frame.normal.to_dict() == {"a": True, "bc": True, "x": False, "xy": True}
    assert frame.hidden.to_dict() == {"a": False, "bc": False, "x": True, "xy": False}
    assert not frame.agrees.any()


def test_each_of_nothing_is_nothing() -> None:
    assert measuring.each(str.upper, []) == []
    assert measuring.each(str.upper, ["a", "", "b"]) == ["A", "", "B"]
    assert measuring.each(str.upper, [""]) == [""]


@pytest.mark.parametrize("unicode", ["4.0", "99"])
def test_a_version_that_is_not_exact_is_refused(unicode: str) -> None:
    with pytest.raises(UnknownName, match="use one of"):
        rules(unicode=unicode)
