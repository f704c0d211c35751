"""What is asked, how it is dated, and what is said when it moves."""

import dataclasses
import unicodedata

import pytest

from hebrus_analysis.runtimes import asking, python, recorded
from hebrus_analysis.runtimes.runtime import Failure, Runtime, each, each_is
from hebrus_analysis.unicode import forms, properties

CHARS = [chr(cp) for cp in (*range(0x20, 0x300), 0x1680, 0x2003, 0x3000, 0xFB01, 0x1E030, 0x1F4A9)]


def one(**offers) -> Runtime:
    return Runtime("one", "1", "", **offers)


def test_a_predicate_is_its_members() -> None:
    found = asking.ask(one(predicates={"isspace": each_is(str.isspace)}), CHARS)
    assert asking.members(found.predicates["isspace"]["members"]) == [ord(char) for char in CHARS if char.isspace()]


def test_a_trim_is_asked_at_each_side_and_in_the_middle() -> None:
    answers = asking.ask(
        one(trims={"lstrip": each(str.lstrip), "everywhere": each(lambda text: text.replace(" ", ""))}), CHARS
    ).trims
    assert answers["lstrip"]["right"] == []
    assert "U+3000" in answers["lstrip"]["left"]
    assert "inner" not in answers["lstrip"]
    space = ["U+0020"]
    assert answers["everywhere"] == {"left": space, "right": space, "inner": space, "nul": "U+0061 U+0000 U+0062"}


def test_what_is_half_taken_off_is_told_from_what_is_kept() -> None:
    def bytewise(text: str) -> str:
        return text.encode().rstrip(b" \xa0").decode(errors="surrogateescape")

    found = asking.ask(one(trims={"bytewise": each(bytewise)}), CHARS).trims["bytewise"]
    assert found["rewritten"]["first"][:2] == ["U+00A0", "U+00E0"]
    assert found["right"] == ["U+0020"]


def test_a_trim_that_stops_at_nul_shows_it() -> None:
    found = asking.ask(one(trims={"c": each(lambda text: text.partition("\0")[0].strip())}), CHARS).trims["c"]
    assert found["nul"] == "U+0061"


@pytest.mark.slow
def test_a_normalizer_dates_to_its_own_version() -> None:
    found = asking.ask(one(normalizers={"NFKC": each(lambda text: unicodedata.normalize("NFKC", text))}))
    lane = found.normalizers["NFKC"]
    own = properties.key(properties.version(unicodedata.unidata_version))
    assert properties.key(lane["oldest"]) <= own <= properties.key(lane["newest"])
    assert lane["differences"] == {}


def test_what_its_version_does_not_explain_is_listed() -> None:
    def faulty(text: str) -> str:
        return {"\xe9": "wrong", "\u0101": ""}.get(text, unicodedata.normalize("NFKC", text))

    like = asking.Record("one", "1", "", {}, {}, {"NFKC": {"oldest": "14.0", "newest": "14.0"}})
    lane = asking.ask(one(normalizers={"NFKC": each(faulty)}), CHARS[:-2], like).normalizers["NFKC"]
    assert lane["differences"] == {
        "U+0077 U+0072 U+006F U+006E U+0067": ["U+00E9"],
        "(nothing)": ["U+0101"],
    }


def test_the_expected_form_is_that_of_single_code_points() -> None:
    codepoints, made = forms.nfkc_changes(properties.versions()[-1])
    assert asking.expected("NFKC")[codepoints].tolist() == made.tolist()


def test_what_moved_is_said_by_members() -> None:
    before = asking.ask(one(predicates={"isspace": each_is(str.isspace)}), CHARS)
    after = asking.ask(one(predicates={"isspace": each_is(lambda text: text.isspace() or text == "x")}), CHARS)
    assert asking.moved(before, before) == []
    assert asking.moved(before, after) == ["predicates: isspace, members: entered U+0078; left nothing"]
    newer = dataclasses.replace(before, version="2")
    assert asking.moved(before, newer)[0].startswith("version 1 ")
    assert asking.moved(before, one_record()) == ["predicates: isspace is gone", "trims: strip is new"]


def one_record() -> asking.Record:
    return asking.Record("one", "1", "", {}, {"strip": {"left": [], "right": [], "nul": ""}}, {})


def test_a_record_survives_its_file() -> None:
    found = asking.ask(python.cpython(), CHARS)
    import json

    assert recorded.from_json(json.loads(recorded.to_json(found))) == found


def test_a_restricted_record_is_what_fewer_characters_would_have_told() -> None:
    runtime = dataclasses.replace(python.cpython(), normalizers={})
    whole, some = asking.ask(runtime, CHARS), asking.ask(runtime, CHARS[::3])
    assert asking.moved(asking.restricted(whole, CHARS[::3]), asking.restricted(some, CHARS[::3])) == []


def test_failures_are_kept_with_their_code_points() -> None:
    def picky(text: str) -> str:
        if "\xe9" in text:
            raise ValueError("no accents\nplease")
        return text

    found = asking.ask(one(normalizers={"NFC": each(picky)}), CHARS)
    assert found.normalizers["NFC"]["differences"]["! ValueError: no accents"] == ["U+00E9"]
    assert each(picky)(["\xe9"]) == [Failure("ValueError: no accents")]
