"""Which Unicode are you: maps, callables, recorded lanes, sets."""

import random
import unicodedata

import pytest
import tokenizers
import unicodedata2

from hebrus_analysis import oracle
from hebrus_analysis.charsmap import generations
from hebrus_analysis.divergence.dating import date, named
from hebrus_analysis.errors import NoCharsmap, NotDeterministic, NotText, UnknownName
from hebrus_analysis.unicode import forms, properties


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("nmt_nfkc@0.1.95", "7.0..8.0"),
        ("nmt_nfkc@0.2.0", "13.0"),
        ("nmt_nfkc@0.2.1", "16.0"),
        ("nmt_nfkc@0.2.3", "17.0"),
        ("nmt_nfkc@pyonmttok-1.38.1", "15.0..15.1"),
    ],
)
def test_maps(name: str, expected: str) -> None:
    found = date(generations.load(name))
    assert str(found) == expected
    assert list(found.residue) == [0xFF5E]
    assert found.residue[0xFF5E] == "\uff5e"


def test_witnesses_exclude_the_neighbouring_versions() -> None:
    found = date(generations.load("nmt_nfkc@0.1.95"))
    assert all(properties.age(cp) == "7.0" for cp in found.knows)
    assert found.knows[0] == 0xA69C
    assert found.lacks == (0x1F23B,)
    assert properties.age(0x1F23B) == "9.0"


def test_a_model_file() -> None:
    assert str(date(oracle.root() / "models/stock.model")) == "7.0..8.0"
    with pytest.raises(NoCharsmap, match="nothing to date"):
        date(oracle.root() / "models/identity.model")


def test_hugging_face_tokenizers() -> None:
    found = date(tokenizers.normalizers.NFKC().normalize_str)
    assert str(found) == "9.0..11.0"
    assert found.residue == {}


@pytest.mark.parametrize("real", [unicodedata, unicodedata2], ids=lambda real: real.__name__)
def test_real_implementations_date_to_their_own_version(real) -> None:
    found = date(lambda text: real.normalize("NFKC", text))
    own = properties.key(properties.version(real.unidata_version))
    assert properties.key(found.oldest) <= own <= properties.key(found.newest)
    assert found.residue == {}


@pytest.mark.parametrize("unicode", ["9.0", "12.1", "13.0", "15.1", "18.0"])
def test_every_version_dates_to_an_interval_that_holds_it(unicode: str) -> None:
    found = date(lambda text: forms.normalize("NFKC", text, unicode))
    assert properties.key(found.oldest) <= properties.key(unicode) <= properties.key(found.newest)
    codepoints, made = forms.nfkc_changes(unicode)
    lane = dict(zip(codepoints.tolist(), made.tolist(), strict=True))
    assert date(lane) == found


@pytest.mark.parametrize("unicode", ["6.3", "9.0", "15.0", "18.0"])
def test_sets_of_assigned_code_points(unicode: str) -> None:
    members = set(properties.population(unicode).tolist())
    assert str(date(members)) == unicode
    found = date(members ^ {0x41, 0x0378})
    assert str(found) == unicode
    assert found.residue == {0x41: "not assigned", 0x0378: "assigned"}


def test_the_identity_is_undated_and_says_what_it_left() -> None:
    found = date(lambda text: text)
    assert str(found) == "undated"
    assert found.residue == {}
    assert found.lacks


def test_residue_is_listed_never_swallowed() -> None:
    faulty = {0xFB01: "wrong", 0x2460: "\u2460"}
    found = date(lambda text: faulty.get(ord(text), unicodedata2.normalize("NFKC", text)))
    assert found.residue == faulty
    assert found.newest == "18.0"


def test_a_callable_that_raises_is_named_with_the_code_point() -> None:
    def raises(text: str) -> str:
        if text == "\u2460":
            raise ValueError("no circles")
        return text

    with pytest.raises(NotText, match=r"raised ValueError on U\+2460: no circles"):
        date(raises)


def test_a_callable_that_gives_bytes_is_named_with_the_code_point() -> None:
    with pytest.raises(NotText, match=r"gave bytes for U\+00A0; it must take str and give str"):
        date(lambda text: text.encode())


def test_a_callable_that_changes_its_mind_is_named_with_the_code_point() -> None:
    answers = random.Random(1)
    with pytest.raises(NotDeterministic, match=r"two answers for U\+00A0: U\+00A0 U\+\w+, then U\+00A0 U\+"):
        date(lambda text: text + chr(answers.randrange(0x61, 0x7B)))


def test_an_unknown_name_lists_what_can_be_dated() -> None:
    with pytest.raises(UnknownName, match="unicodedata, unicodedata2, tokenizers, nfkc@"):
        named("nothing")
