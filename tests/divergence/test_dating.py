"""Which Unicode are you: maps, callables, recorded lanes, sets."""

import random
import sys
import unicodedata

import pytest
import tokenizers
import unicodedata2

from hebrus_analysis import oracle
from hebrus_analysis.charsmap import generations
from hebrus_analysis.divergence import agreement
from hebrus_analysis.divergence.dating import SCALARS, as_record, date
from hebrus_analysis.divergence.families import divergent
from hebrus_analysis.divergence.subjects import INSTALLED, named
from hebrus_analysis.divergence.sweep import sweep
from hebrus_analysis.errors import NoCharsmap, NotDeterministic, NotText, UnknownName
from hebrus_analysis.unicode import forms, properties
from hebrus_analysis.unicode.codepoints import spans, spell


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
    assert found.residue[0xFF5E] == "U+FF5E"
    by_hand = divergent(sweep(generations.load(name), found.newest))
    by_hand = by_hand[by_hand.family.isin(["dropped", "spaced", "exempt"])]
    assert found.residue == {cp: spell(made) for cp, made in zip(by_hand.codepoint, by_hand.charsmap, strict=True)}


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


@pytest.mark.parametrize(
    "unicode",
    [
        pytest.param("12.1", marks=pytest.mark.exhaustive),
        pytest.param("13.0", marks=pytest.mark.exhaustive),
        "9.0",
        "15.1",
        "18.0",
    ],
)
def test_every_version_dates_to_an_interval_that_holds_it(unicode: str) -> None:
    scalars = list(map(chr, SCALARS[1:].tolist()))
    answers = dict(zip(scalars, forms.normalize("NFKC", "\0".join(scalars), unicode).split("\0"), strict=True))
    found = date(lambda text: answers.get(text, text))
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
    assert found.residue == {0xFB01: spell("wrong"), 0x2460: "U+2460"}
    assert found.newest == "18.0"


def test_a_change_where_nfkc_makes_none_is_residue() -> None:
    found = date(lambda text: "" if text in "\u200d\u0378" else unicodedata2.normalize("NFKC", text))
    assert found.residue == {0x0378: "", 0x200D: ""}
    assert as_record("it", found)["residue"] == {"U+0378": "", "U+200D": ""}


def test_unicode_3_2_has_no_residue() -> None:
    """Corrigendum 4 changed five code points afterwards; what 3.2 made of them is explained by its version."""
    found = date(lambda text: unicodedata.ucd_3_2_0.normalize("NFKC", text))
    assert (str(found), found.residue) == ("3.2", {})


@pytest.mark.parametrize(
    "other",
    [lambda text: unicodedata2.normalize("NFC", text), lambda _: "x", str.casefold],
    ids=["NFC", "x", "casefold"],
)
def test_what_is_not_nfkc_is_undated(other) -> None:
    assert str(date(other)) == "undated"


def test_a_set_that_is_nobodys_population_is_undated() -> None:
    assert (str(date(set())), date([]).residue) == ("undated", {})
    assert date({0x41}).residue == {0x41: "assigned"}


@pytest.mark.parametrize(
    "subject",
    [{"a"}, {-1}, {0x110000}, {0.5}, [None], b"blob", None, 5, {"\ufb01": "fi"}, {0xFB01: b"fi"}, {0x110000: "x"}],
    ids=repr,
)
def test_what_is_nothing_of_the_kind_is_refused(subject) -> None:
    with pytest.raises(NotText):
        date(subject)


def test_a_text_of_a_hostile_class_is_taken_as_its_text() -> None:
    class Hostile(str):
        __slots__ = ()
        __hash__ = str.__hash__

        def __eq__(self, other: object) -> bool:
            raise RuntimeError

        __ne__ = __eq__

    assert date(lambda text: Hostile(unicodedata2.normalize("NFKC", text))).residue == {}


def test_a_callable_that_leaves_the_program_is_named_with_the_code_point() -> None:
    with pytest.raises(NotText, match=r"raised SystemExit on U\+00A0: 3"):
        date(lambda _: sys.exit(3))


def test_a_second_answer_of_another_type_is_named() -> None:
    asked: set[str] = set()

    def forgets(text: str) -> str | None:
        first = text not in asked
        asked.add(text)
        return unicodedata2.normalize("NFKC", text) if first else None

    with pytest.raises(NotText, match=r"gave NoneType for U\+00A0"):
        date(forgets)


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


def test_a_recorded_runtime_is_dated_by_its_lane() -> None:
    assert str(date("node-14")) == "14.0"
    assert date("unorm").residue == {0xD7A4: "U+1113 U+1161"}
    with pytest.raises(NotText, match="jinja2 is recorded without an NFKC"):
        date("jinja2")


def test_an_unknown_name_lists_the_nearest() -> None:
    with pytest.raises(UnknownName, match=r"the nearest of \d+ are: .*unicodedata2"):
        named("unicodedata3")


@pytest.mark.parametrize("row", list(agreement.lanes().itertuples()), ids=lambda row: row.what)
def test_a_recorded_runtime_is_dated_as_the_table_says_and_with_the_reason(row) -> None:
    if row.what in INSTALLED:
        pytest.skip(f"{row.what} is dated by asking the one that is installed")
    found = date(row.what)
    assert (found.oldest, found.newest, found.why) == (row.oldest, row.newest, row.why)
    assert found.version == row.identity
    assert " ".join(spans(found.residue)) == row.residue
