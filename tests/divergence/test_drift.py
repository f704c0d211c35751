"""The matrix, the chain of generations, and the map at another freeze."""

import numpy as np
import pytest

from hebrus_analysis import oracle
from hebrus_analysis.charsmap import generations, rebuild
from hebrus_analysis.divergence import drift, lineage
from hebrus_analysis.divergence.families import FAMILIES, counts
from hebrus_analysis.divergence.sweep import sweep
from hebrus_analysis.errors import UnknownName
from hebrus_analysis.unicode import forms, properties

RULES = ["nfkc", "nfkc_cf", "nmt_nfkc", "nmt_nfkc_cf"]


@pytest.fixture(scope="module")
def matrix():
    return drift.drift()


def test_the_matrix_covers_every_generation_and_fifteen_versions(matrix) -> None:
    assert len(drift.VERSIONS) == 15
    assert len(matrix) == 15 * len(generations.catalogue())
    assert set(drift.VERSIONS) >= set(oracle.document("unicode/digests.json")["versions"])
    assert drift.VERSIONS[-1] == properties.versions()[-1]


def test_the_stock_map_over_time(matrix) -> None:
    stock = matrix[matrix["map"] == "nmt_nfkc@0.1.95"].set_index("unicode").divergent
    assert (stock["14.0"], stock["15.0"], stock["15.1"], stock["18.0"]) == (119, 181, 181, 286)


@pytest.mark.parametrize("unicode", ["3.2", "9.0", "15.0", "18.0"])
@pytest.mark.parametrize("name", ["nmt_nfkc@0.1.95", "nfkc_cf@0.2.1", "nfkc@0.0.9"])
def test_a_cell_is_what_a_sweep_at_that_version_counts(name: str, unicode: str) -> None:
    """A version as a mask over the newest equals a sweep of its own."""
    (cell,) = drift.divergences(name, [unicode])
    swept = counts(sweep(name, unicode))
    assert cell.counts() == {key: swept[key] for key in cell.counts()}


def test_from_4_0_on_other_is_empty_and_before_it_is_corrigendum_4(matrix) -> None:
    later = matrix[matrix.unicode != "3.2"]
    assert later.other.sum() == 0
    assert set(matrix[matrix.unicode == "3.2"].other) == {5}
    (cell,) = drift.divergences("nfkc@0.2.3", ["3.2"])
    assert {cp for cp, family in cell.members() if family == "other"} == set(properties.changed("nfkc", "3.2"))


def test_what_the_next_recompile_will_change_is_young_and_unknown() -> None:
    frame = drift.unknown_to_all()
    assert len(frame) == 68
    assert set(frame.age) == {"18.0"}
    changed = set(forms.nfkc_changes("18.0")[0].tolist())
    born = {cp for cp in changed if properties.age(cp) == "18.0"}
    assert set(frame.codepoint.tolist()) == born


@pytest.mark.parametrize(("maps", "versions"), [(["nothing"], ["15.0"]), (None, ["99"])])
def test_an_unknown_map_or_version_lists_the_valid(maps, versions) -> None:
    with pytest.raises(UnknownName, match="use one of"):
        drift.drift(maps, versions)


@pytest.mark.slow
@pytest.mark.parametrize("rule", RULES)
def test_every_generation_is_a_cut_of_the_newest_with_edits_by_hand(rule: str) -> None:
    """The whole history of the maps: one table, one freeze each, and at most 32 edits."""
    edits = {
        "nmt_nfkc@0.1.7": (0, 32),
        "nmt_nfkc@0.1.95": (1, 1),
        "nmt_nfkc@0.2.0": (0, 1),
        "nmt_nfkc@0.2.1": (0, 1),
        "nmt_nfkc@0.2.2": (0, 1),
    }
    edits |= {name.replace("nfkc@", "nfkc_cf@"): value for name, value in edits.items()}
    for step in lineage.lineage(rule):
        assert step.changed == {}
        assert (len(step.edits_added), len(step.edits_removed)) == edits.get(step.after, (0, 0)), step.after
        record = lineage.as_record(step)
        assert len(record["added"]) == len(step.added)


def test_what_sentencepiece_makes_of_the_joiners_by_version() -> None:
    frame = lineage.joiners().set_index("map")
    assert frame.loc["nmt_nfkc@0.1.95", "U+200D"] == "U+0020"
    assert frame.loc["nmt_nfkc@0.2.0", "U+200D"] == "U+200D"
    assert frame.loc["nmt_nfkc@0.2.2", "U+061C"] == "U+061C"
    assert frame.loc["nmt_nfkc@0.2.3", "U+061C"] == "U+0020"


@pytest.mark.slow
def test_rebuilt_at_8_0_and_two_edits_is_the_stock_blob() -> None:
    rules = rebuild.rebuild("nmt_nfkc", "8.0").rules
    del rules["\u061c"]
    rules["\u200d"] = " "
    assert rebuild.compile_rules(rules).blob == generations.load("nmt_nfkc@0.1.95").blob


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule", "freeze", "name"), [("nfkc", "13.0", "nfkc@0.2.0"), ("nfkc_cf", "8.0", "nfkc_cf@0.1.95")]
)
def test_rebuilt_maps_compile_to_the_real_blobs(rule: str, freeze: str, name: str) -> None:
    assert rebuild.rebuild(rule, freeze).compile().sha256 == generations.load(name).sha256


@pytest.mark.parametrize(("rule", "freeze"), [("nothing", "8.0"), ("nfkc", "99"), ("nfkc", "18.0")])
def test_a_map_beyond_the_newest_is_not_made_up(rule: str, freeze: str) -> None:
    with pytest.raises(UnknownName, match="use one of"):
        rebuild.rebuild(rule, freeze)


def test_rules_are_written_as_sentencepiece_reads_them() -> None:
    user = {"ß": "ss", "\u2019": "'", "\xad": ""}
    assert rebuild.rules_tsv(user) == oracle.read("models/user_defined.tsv").decode()


def test_counts_are_those_of_the_members() -> None:
    (cell,) = drift.divergences(generations.STOCK, ["15.0"])
    by_family = np.bincount(cell.families, minlength=len(FAMILIES))
    assert [cell.counts()[family.replace("-", "_")] for family in FAMILIES] == by_family.tolist()
