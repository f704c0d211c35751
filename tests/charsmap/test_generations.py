"""The catalogue, beside the maps it lists."""

import hashlib
from typing import Any

import craft
import pytest

from hebrus_analysis import oracle
from hebrus_analysis.charsmap import generations
from hebrus_analysis.charsmap.generations import catalogue, identify, load, resolve
from hebrus_analysis.charsmap.rules import difference
from hebrus_analysis.errors import MalformedCharsmap, UnknownName

NAMES = list(catalogue())
DOCUMENT = oracle.document("charsmaps/index.json")
INDEX: list[dict[str, Any]] = DOCUMENT["generations"]
EVERY: list[dict[str, Any]] = INDEX + DOCUMENT.get("elsewhere", [])


def test_every_map_in_the_folder_is_in_the_index_and_the_other_way_round() -> None:
    files = {name.removeprefix("charsmaps/") for name in oracle.manifest() if name.startswith("charsmaps/")}
    assert files == {f"{entry['name']}.bin.xz" for entry in EVERY} | {"index.json"}
    assert [entry["name"] for entry in INDEX] == NAMES
    assert len(EVERY) == len({entry["sha256"] for entry in EVERY})


@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry["name"])
def test_the_index_says_what_the_blobs_are(entry: dict[str, Any]) -> None:
    generation, known = resolve(entry["name"]), load(entry["name"])
    assert hashlib.sha256(known.blob).hexdigest() == generation.sha256 == entry["sha256"] == known.sha256
    assert len(known.blob) == generation.size == entry["bytes"]
    assert len(known.rules()) == generation.n_rules == entry["rules"] == known.n_rules


@pytest.mark.parametrize("name", NAMES)
def test_a_generation_is_named_after_the_newest_wheel_that_carries_it(name: str) -> None:
    assert name == f"{catalogue()[name].rule}@{catalogue()[name].wheels[-1]}"


@pytest.mark.parametrize("entry", INDEX, ids=NAMES)
def test_every_wheel_resolves_to_its_generation(entry: dict[str, Any]) -> None:
    for wheel in entry["wheels"]:
        assert resolve(f"{entry['rule']}@{wheel}").name == entry["name"]


def test_a_wheel_carries_one_content_of_a_rule() -> None:
    carried = [(generation.rule, wheel) for generation in catalogue().values() for wheel in generation.wheels]
    assert len(carried) == len(set(carried))


@pytest.mark.parametrize(
    "name", ["nmt_nfkc", "nmt_nfkc@9.9.9", "nmt_nfkc@", "@0.2.0", "", "identity@0.2.0", "nmt_nfkc@0.2.0 "]
)
def test_an_unknown_name_lists_the_known_ones(name: str) -> None:
    with pytest.raises(UnknownName, match=r"unknown stock map .*nmt_nfkc@0\.1\.95"):
        load(name)


def test_the_stock_map() -> None:
    stock = resolve(generations.STOCK)
    assert (stock.size, stock.n_rules) == (237_539, 224_711)
    assert stock.sha256 == "0942789e0111452f1cc446f70036e26d24458c3c7858c53cc12ca4d87531279b"


@pytest.mark.parametrize("name", NAMES)
def test_identify_knows_every_generation(name: str) -> None:
    found = identify(load(name).blob)
    assert found.generation == found.nearest == catalogue()[name]
    assert (found.added, found.removed, found.changed) == ({}, {}, {})
    assert generations.by_content(load(name).sha256) == catalogue()[name]


@pytest.mark.parametrize("name", ["nmt_nfkc@0.1.95", "nmt_nfkc@0.2.3", "nfkc@0.2.1", "nfkc_cf@0.2.0"])
def test_identify_names_the_nearest_and_the_very_rules(name: str) -> None:
    rules = load(name).rules()
    edited = {key: value for key, value in rules.items() if key != "\u2460"} | {
        "\ufb01": "<fi>",
        "\U0001f9ff": "amulet",
    }
    found = identify(craft.compiled(edited))
    assert found.generation is None
    assert found.nearest.name == name
    assert found.added == {"\U0001f9ff": "amulet"}
    assert found.removed == {"\u2460": "1"}
    assert found.changed == {"\ufb01": ("fi", "<fi>")}


def test_identify_tells_equal_rules_in_other_bytes_apart() -> None:
    """The identity is the hash: a pool with one more string in it is another map with the same rules."""
    found = identify(load().blob + b"tail\0")
    assert found.generation is None
    assert found.nearest.name == generations.STOCK
    assert (found.added, found.removed, found.changed) == ({}, {}, {})


def test_identify_takes_a_map_with_nothing_in_common() -> None:
    found = identify(craft.charsmap({"\U0001f9ff": "x"}))
    assert found.generation is None
    assert found.added == {"\U0001f9ff": "x"}
    assert len(found.removed) == found.nearest.n_rules


def test_identify_refuses_what_is_no_map() -> None:
    with pytest.raises(MalformedCharsmap):
        identify(load().blob[:-1])


def test_between_generations_only_the_listed_rules_differ() -> None:
    """0.2.2 and 0.2.3 of the stock rule: the difference is small enough to read."""
    added, removed, changed = difference(load("nmt_nfkc@0.2.2").rule_arrays(), load("nmt_nfkc@0.2.3").rule_arrays())
    assert added | removed | changed
    assert identify(load("nmt_nfkc@0.2.3").blob).nearest.wheels == ("0.2.3",)
