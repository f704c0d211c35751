"""The tables against real implementations: the host's unicodedata and the installed unicodedata2."""

import sys
import unicodedata

import numpy as np
import pytest
import unicodedata2

from hebrus_analysis import oracle
from hebrus_analysis.errors import UnknownName
from hebrus_analysis.unicode import forms, names, properties

REAL = [unicodedata, unicodedata2]


def version_of(real: object) -> str:
    return properties.version(real.unidata_version)


def test_population_is_149186_characters_and_65_controls() -> None:
    codes, values = properties.categories("15.0")
    population = properties.population("15.0")
    controls = int((codes[population] == values.index("Cc")).sum())
    assert (len(population) - controls, controls) == (149_186, 65)


@pytest.mark.parametrize("real", REAL, ids=lambda real: f"{real.__name__} {real.unidata_version}")
def test_categories_are_those_of_a_real_implementation(real) -> None:
    codes, values = properties.categories(version_of(real))
    ours = [values[code] or "Cn" for code in codes.tolist()]
    assert ours == [real.category(chr(cp)) for cp in range(sys.maxunicode + 1)]


@pytest.mark.parametrize("real", REAL, ids=lambda real: f"{real.__name__} {real.unidata_version}")
def test_nfkc_is_that_of_a_real_implementation(real) -> None:
    codepoints = np.arange(sys.maxunicode + 1)
    ours = forms.nfkc(codepoints, version_of(real))
    theirs = [real.normalize("NFKC", chr(cp)) for cp in codepoints.tolist()]
    assert [f"U+{cp:04X}" for cp in codepoints.tolist() if ours[cp] != theirs[cp]] == []


@pytest.mark.parametrize("real", REAL, ids=lambda real: f"{real.__name__} {real.unidata_version}")
def test_names_are_those_of_a_real_implementation(real) -> None:
    population = properties.population(version_of(real)).tolist()
    assert [f"U+{cp:04X}" for cp in population if real.name(chr(cp), "") not in ("", names.name(cp))] == []


def test_every_assigned_code_point_has_a_name() -> None:
    assert [cp for cp in properties.population("18.0").tolist() if not names.name(cp)] == []


def test_corrigendum_4_is_undone_before_4_0() -> None:
    five = [0x2F868, 0x2F874, 0x2F91F, 0x2F95F, 0x2F9BF]
    assert (forms.nfkc(five, "3.2") != forms.nfkc(five, "4.0")).all()
    assert forms.nfkc([0x2F868], "3.2")[0] == "\U0002136a"
    with_old_values = set(properties.changed("nfkc", "3.2"))
    assert with_old_values == set(five)


def test_versions_are_ordered_as_numbers() -> None:
    known = properties.versions()
    assert known[0] == "1.1"
    assert known.index("9.0") < known.index("10.0") < known.index("12.1") < known.index("15.1")
    assert known[-1] == list(oracle.document("unicode/digests.json")["versions"])[-1]


@pytest.mark.parametrize("wrong", ["", "99", "15.2", "x", "15.0.0.0", "¹⁵", "-1", "1e1"])
def test_an_unknown_version_lists_the_known(wrong: str) -> None:
    with pytest.raises(UnknownName, match=r"unknown Unicode version .*15\.0, 15\.1"):
        properties.version(wrong)


def test_every_population_is_contained_in_the_next() -> None:
    before: set[int] = set()
    for version in properties.versions():
        now = set(properties.population(version).tolist())
        assert before <= now
        before = now
