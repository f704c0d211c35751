"""The two derivations of the stock map, and the capture's own parts, without the network."""

import importlib
import random
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from hebrus_analysis import oracle
from hebrus_analysis.charsmap import generations
from hebrus_analysis.charsmap.rules import difference


@pytest.fixture(scope="module")
def capture(root: Path):
    """Import a module of the capture, which is a folder of scripts."""
    sys.path.insert(0, str(root / "oracles/capture"))
    yield importlib.import_module
    sys.path.remove(str(root / "oracles/capture"))


def test_the_stock_map_is_the_published_one() -> None:
    stock = generations.load("nmt_nfkc@0.1.95")
    assert len(stock.blob) == 237_539
    assert stock.sha256 == "0942789e0111452f1cc446f70036e26d24458c3c7858c53cc12ca4d87531279b"
    assert stock.n_rules == len(stock.rules()) == 224_711


def test_the_second_derivation_is_byte_identical(capture) -> None:
    assert capture("derive_stock").derive() == generations.load("nmt_nfkc@0.1.95").blob


def test_maps_are_found_in_a_binary_by_structure_alone(capture) -> None:
    """Two maps between noise, at odd offsets, as a linker lays them."""
    noise = random.Random(1)
    maps = [generations.load(name).blob for name in ("nmt_nfkc@0.1.95", "nfkc_cf@0.2.0")]
    binary = b"".join((noise.randbytes(70_001), maps[0], noise.randbytes(4_099), maps[1], noise.randbytes(9_000)))
    assert list(capture("charsmaps").carve(binary)) == [(70_001, maps[0]), (70_001 + len(maps[0]) + 4_099, maps[1])]


def test_a_rule_is_named_by_what_it_does(capture) -> None:
    for name, generation in generations.catalogue().items():
        assert capture("charsmaps").rule_of(generations.load(name)) == generation.rule


def test_every_released_wheel_is_accounted_for() -> None:
    index = oracle.document("charsmaps/index.json")
    assert len(index["wheels"]) == 33
    without = [version for version, wheel in index["wheels"].items() if not wheel["maps"]]
    assert without == ["0.0.2", "0.0.3"]
    for entry in index["generations"]:
        assert all(index["wheels"][wheel]["maps"][entry["rule"]] == entry["sha256"] for wheel in entry["wheels"])


def test_provenance_has_the_hash_of_every_wheel() -> None:
    files = oracle.document("provenance.json")["files"]
    for wheel in oracle.document("charsmaps/index.json")["wheels"].values():
        assert files[wheel["file"]] == wheel["sha256"]


def test_values_never_changed_between_generations_of_a_rule() -> None:
    """Rules came and went, but a key that two generations of a rule share has one value in both."""
    by_rule: dict[str, list[str]] = {}
    for name, generation in generations.catalogue().items():
        by_rule.setdefault(generation.rule, []).append(name)
    for names in by_rule.values():
        for before, after in pairwise(names):
            one, other = generations.load(before).rule_arrays(), generations.load(after).rule_arrays()
            _, _, changed = difference(one, other)
            assert changed == {}, (before, after)


def test_the_small_models_are_small_and_carry_what_they_say() -> None:
    for name in ("identity", "user_defined", "stock"):
        assert len(oracle.read(f"models/{name}.model")) < 300_000
    assert oracle.read("models/user_defined.tsv").decode().splitlines() == ["DF\t73 73", "2019\t27", "AD\t"]


def test_ranges_fold_and_leave_out_what_has_no_value(capture) -> None:
    files = capture("files")
    assert files.ranges(["a", "a", "", "b"]) == [("0000..0001", "a"), ("0003", "b")]


def test_a_killed_write_leaves_the_old_file(capture, tmp_path: Path, monkeypatch) -> None:
    files = capture("files")
    target = tmp_path / "table.tsv"
    files.write(target, b"old")

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(files.os, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        files.write(target, b"new")
    assert target.read_bytes() == b"old"
