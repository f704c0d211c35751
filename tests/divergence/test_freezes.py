import dataclasses
import unicodedata

import pytest

from hebrus_analysis.charsmap import generations
from hebrus_analysis.divergence import freezes
from hebrus_analysis.divergence.drift import divergences
from hebrus_analysis.divergence.lineage import Step
from hebrus_analysis.errors import UnknownName
from hebrus_analysis.unicode import forms, properties
from hebrus_analysis.unicode.codepoints import parse_range

_STEP = Step("nfkc", "", "nfkc@0.2.3", ("0.2.2", "0.2.3"), "17.0", {}, {}, {}, {}, {})


def test_the_stock_freeze_leaves_135_alone_and_the_fullwidth_tilde_is_none_of_them() -> None:
    table = freezes.post_freeze_by_freeze("15.0", "18.0").set_index(["unicode", "freeze"]).post_freeze
    assert table["15.0", "8.0"] == 135
    assert table["15.0", "7.0"] == 135
    assert table["18.0", "8.0"] == 240
    assert 0xFF5E in forms.nfkc_changes("15.0")[0]
    assert properties.age(0xFF5E) == "1.1"


@pytest.mark.parametrize("unicode", ["9.0", "15.0", "18.0"])
def test_a_later_freeze_never_leaves_more_and_the_last_leaves_nothing(unicode: str) -> None:
    table = freezes.post_freeze_by_freeze(unicode)
    assert table.freeze.tolist() == list(properties.versions()[properties.versions().index("5.0") :])
    assert table.post_freeze.is_monotonic_decreasing
    reached = [properties.key(freeze) >= properties.key(unicode) for freeze in table.freeze]
    assert (table.post_freeze[reached] == 0).all()


@pytest.mark.parametrize("name", ["nfkc@0.0.9", "nfkc@0.1.95", "nmt_nfkc@0.1.95", "nfkc@0.2.1", "nfkc_cf@0.2.0"])
def test_agrees_with_the_family_of_each_map(name: str) -> None:
    own = freezes.frozen(name)
    assert own is not None
    table = freezes.post_freeze_by_freeze("15.0", "18.0").set_index(["unicode", "freeze"]).post_freeze
    for cell in divergences(name, ["15.0", "18.0"]):
        assert cell.counts()["post_freeze"] == table[cell.unicode, own.newest]


def test_asks_each_version_once_and_knows_its_names() -> None:
    assert len(freezes.post_freeze_by_freeze("15", "15.0")) == len(freezes.post_freeze_by_freeze())
    with pytest.raises(UnknownName, match=r"Unicode version '15\.2'"):
        freezes.post_freeze_by_freeze("15.2")


def test_every_map_stands_at_one_freeze() -> None:
    table = freezes.by_freeze()
    assert table.freeze.tolist() == ["6.3", "8.0", "13.0", "16.0", "17.0"]
    assert table.maps.tolist() == [1, 6, 4, 4, 6]
    assert table["first wheel"].tolist() == ["0.0.4", "0.1.0", "0.1.96", "0.2.1", "0.2.2"]
    assert table.maps.sum() == len(generations.catalogue())


def test_installed_dates_the_host_and_every_map() -> None:
    table = freezes.installed().set_index("what")
    host = table.loc["unicodedata"]
    limits = properties.key(host.oldest), properties.key(host.newest)
    assert limits[0] <= properties.key(properties.version(unicodedata.unidata_version)) <= limits[1]
    assert host.residue == ""
    assert (table.kind == "stock map").sum() == len(generations.catalogue())
    by_hand = table.residue["nmt_nfkc@0.1.95"].split()
    assert {"U+FF5E", "U+200B..U+200F", "U+FEFF"} <= set(by_hand)
    assert sum(len(parse_range(span)) for span in by_hand) == 30 + 15 + 1
    for name in generations.catalogue():
        own = freezes.frozen(name)
        assert own is not None
        assert (table.oldest[name], table.newest[name]) == (own.oldest, own.newest)


@pytest.mark.parametrize(
    ("added", "removed", "said"),
    [
        ({}, {}, ""),
        ({"\u200d": " "}, {"\u061c": " "}, "makes a space of U+200D, leaves U+061C alone"),
        ({"\x01": "", "\x02": ""}, {}, "deletes U+0001, U+0002"),
        ({"\ufb01": "fi"}, {}, "makes U+0066 U+0069 of U+FB01"),
        ({}, dict.fromkeys("\x01\x02\x03\x04\u061c\u200c", ""), "leaves U+061C, U+200C and 4 more alone"),
        ({}, dict.fromkeys("\x01\x02\x03\x04\x05", ""), "leaves 5 characters alone"),
    ],
)
def test_edits_in_words(added: dict[str, str], removed: dict[str, str], said: str) -> None:
    assert freezes.edits(dataclasses.replace(_STEP, edits_added=added, edits_removed=removed)) == said


@pytest.mark.slow
def test_the_chains_are_whole_and_no_value_ever_changed() -> None:
    table = freezes.chains()
    assert table["map"].tolist() == list(generations.catalogue())
    assert table.changed.sum() == 0
    sizes = {name: generation.n_rules for name, generation in generations.catalogue().items()}
    for _, chain in table.groupby("rule"):
        grown = sizes[chain["map"].iloc[0]] + (chain.added - chain.removed).cumsum()
        assert grown.tolist() == [sizes[name] for name in chain["map"]]
    rows = freezes.differences("nmt_nfkc")
    joiner = rows[rows.rule == "U+200D"]
    came, went = ["added", "nmt_nfkc@0.1.95"], ["removed", "nmt_nfkc@0.2.0"]
    assert joiner[["change", "map"]].to_numpy().tolist() == [came, went]
