"""Normalization at a version, against every real release and the Unicode Consortium's own test."""

import hashlib
import importlib
import lzma
import sys
from pathlib import Path

import pytest
import unicodedata2
from hypothesis import given
from hypothesis import strategies as st

from hebrus_analysis import oracle
from hebrus_analysis.errors import UnknownName
from hebrus_analysis.unicode import forms, properties

VERSIONS = list(oracle.document("unicode/normalization.json")["versions"])


@pytest.fixture(scope="module")
def texts(root: Path) -> dict[str, str]:
    """The two texts that the real releases were given."""
    sys.path.insert(0, str(root / "oracles/capture"))
    sequences = importlib.import_module("sequences")
    alphabet = importlib.import_module("normalization").alphabet()
    sys.path.remove(str(root / "oracles/capture"))
    made = {"characters": sequences.every_character(), "sequences": sequences.text(alphabet)}
    assert made["sequences"].count("\n") + 1 == 1_000_000
    return made


@pytest.mark.slow
@pytest.mark.parametrize("unicode", VERSIONS)
def test_all_characters_and_a_million_sequences_are_as_the_real_release_makes_them(unicode: str, texts) -> None:
    locked = oracle.document("unicode/normalization.json")["versions"][unicode]["digests"]
    for form in forms.FORMS:
        for name, text in texts.items():
            made = hashlib.sha256(forms.normalize(form, text, unicode).encode()).hexdigest()
            assert made == locked[form][name], f"{form} of the {name} at Unicode {unicode}"


def test_the_fault_of_old_releases_is_recorded_and_is_not_ours() -> None:
    """Before 15, unicodedata2 composes U+1176, U+11A7 and U+11C3, which are no composing jamo."""
    versions = oracle.document("unicode/normalization.json")["versions"]
    faulty = [version for version, entry in versions.items() if entry["faults"]]
    assert faulty == [version for version in VERSIONS if properties.key(version) < (15, 0)]
    for entry in versions.values():
        for probe in entry["faults"]:
            text = forms.unspell(probe)
            assert forms.normalize("NFC", text, "15.0") == "\xe9" + text[2:]


def normalization_test() -> list[tuple[str, ...]]:
    lines = lzma.decompress(oracle.read("unicode/NormalizationTest.txt.xz")).decode().splitlines()
    rows = [line.split(";")[:5] for line in lines if line[:1] not in ("#", "@", "")]
    return [tuple(forms.unspell(column) for column in row) for row in rows]


def test_the_invariants_of_normalization_test() -> None:
    """Source: the header of NormalizationTest.txt, Unicode 15.0."""
    rows = normalization_test()
    assert len(rows) > 18_000
    columns = ["\n".join(column) for column in zip(*rows, strict=True)]
    source, nfc, nfd, nfkc, nfkd = columns
    expected = {"NFC": [nfc, nfc, nfc, nfkc, nfkc], "NFD": [nfd, nfd, nfd, nfkd, nfkd]}
    expected |= {"NFKC": [nfkc] * 5, "NFKD": [nfkd] * 5}
    assert source
    for form, results in expected.items():
        for column, result in zip(columns, results, strict=True):
            assert forms.normalize(form, column, "15.0") == result


def test_characters_that_part_1_leaves_out_do_not_change() -> None:
    """Source: the header of NormalizationTest.txt, conformance requirement 2."""
    listed = {row[0] for row in normalization_test() if len(row[0]) == 1}
    rest = [chr(cp) for cp in properties.population("15.0").tolist() if chr(cp) not in listed]
    text = "\n".join(rest)
    for form in forms.FORMS:
        assert forms.normalize(form, text, "15.0") == text


young = st.sampled_from([chr(cp) for cp in properties.population("18.0").tolist() if properties.age(cp) == "18.0"])
texts_of_all_ages = st.lists(st.one_of(st.characters(), young, st.sampled_from("e\u0301\ue000\u1100\u1161\u11a8"))).map(
    "".join
)


@given(texts_of_all_ages, st.sampled_from(forms.FORMS), st.sampled_from(["4.1", "9.0", "15.0", "17.0"]))
def test_normalizing_twice_is_normalizing_once(text: str, form: forms.Form, unicode: str) -> None:
    once = forms.normalize(form, text, unicode)
    assert forms.normalize(form, once, unicode) == once


@given(texts_of_all_ages, st.sampled_from(forms.FORMS))
def test_the_newest_version_is_the_engine_itself(text: str, form: forms.Form) -> None:
    newest = properties.version(unicodedata2.unidata_version)
    assert forms.normalize(form, text, newest) == unicodedata2.normalize(form, text)


@given(texts_of_all_ages, st.sampled_from(forms.FORMS))
def test_young_characters_stay_where_they_are(text: str, form: forms.Form) -> None:
    def young_only(given: str) -> list[str]:
        return [char for char in given if properties.age(ord(char)) in ("18.0", "")]

    assert young_only(forms.normalize(form, text, "17.0")) == young_only(text)


@pytest.mark.parametrize(("form", "unicode"), [("NFX", "15.0"), ("NFC", "3.2"), ("NFC", "99")])
def test_what_is_not_exact_is_refused(form, unicode: str) -> None:
    with pytest.raises(UnknownName, match="use one of"):
        forms.normalize(form, "text", unicode)
