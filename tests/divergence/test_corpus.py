"""The corpus of sequences: whole, unique, and as it was locked."""

import json
import lzma

import pytest
import unicodedata2

from hebrus_analysis import oracle
from hebrus_analysis.divergence.corpus import VERSION, corpus, summary
from hebrus_analysis.unicode import composition, forms, properties


@pytest.fixture(scope="module")
def texts() -> set[str]:
    return set(corpus().text)


def test_every_text_stands_once_with_a_group_and_a_reason() -> None:
    frame = corpus()
    assert list(frame.columns) == ["group", "text", "reason"]
    assert frame.text.is_unique
    assert frame.group.astype(bool).all()
    assert frame.reason.astype(bool).all()
    assert all(isinstance(text, str) for text in frame.text)


def test_every_text_can_be_said_in_utf_8() -> None:
    assert all(text.encode().decode() == text for text in corpus().text)


def test_the_groups_are_those_that_are_locked() -> None:
    rows = [line.split("\t") for line in oracle.read("tables/sequence-corpus.tsv").decode().splitlines()]
    assert [list(map(str, row)) for row in summary().itertuples(index=False)] == rows[1:]
    assert list(summary().columns) == rows[0]


def test_every_reported_case_is_in_it() -> None:
    cases = list(map(json.loads, oracle.read("sequences/reported.jsonl").decode().splitlines()))
    reported = corpus()[corpus().group == "reported"]
    assert reported.text.tolist() == [forms.unspell(case["text"].replace("U+", "")) for case in cases]
    for case, reason in zip(cases, reported.reason, strict=True):
        assert reason == f"{case['source']}: {case['about']}"


def test_every_column_of_normalization_test_is_in_it(texts: set[str]) -> None:
    lines = lzma.decompress(oracle.read("unicode/NormalizationTest.txt.xz")).decode().splitlines()
    columns = {forms.unspell(part) for line in lines if line[:1] not in "#@" for part in line.split(";")[:5]}
    assert len(columns) > 30_000
    assert columns <= texts


def test_every_form_of_every_decomposable_character_is_in_it(texts: set[str]) -> None:
    for codepoint in properties.population(VERSION).tolist()[::7]:
        char = chr(codepoint)
        made = (
            {forms.normalize(form, char, VERSION) for form in forms.FORMS}
            if unicodedata2.normalize("NFKD", char) != char
            else set()
        )
        assert made <= texts


def test_every_composite_emoji_and_named_sequence_is_in_it(texts: set[str]) -> None:
    for (first, second), made in composition.composites().items():
        if properties.key(properties.age(ord(made))) <= properties.key(VERSION):
            assert first + second in texts
    for name in ("emoji", "named"):
        assert {forms.unspell(row[0]) for row in oracle.table(f"sequences/{name}.tsv")} <= texts


def test_lv_and_every_trailing_consonant_are_in_it(texts: set[str]) -> None:
    assert {chr(lv) + chr(t) for lv in composition.LV for t in composition.TRAILING} <= texts


def test_marks_stand_in_both_orders() -> None:
    frame = corpus()
    marks = frame[frame.group == "marks in both orders"]
    ordered = [unicodedata2.normalize("NFD", text) for text in marks.text]
    moved = [text for text, made in zip(marks.text, ordered, strict=True) if text != made]
    assert len(moved) == len(marks) // 2
    assert {unicodedata2.normalize("NFD", text) for text in moved} <= set(frame.text)


def test_what_the_stock_map_deletes_stands_between_base_and_mark(texts: set[str]) -> None:
    for gone in "\x01\x0b\x7f\u200b\u200c\u200d\u034f\xad\ufe0f":
        assert {f"e{gone}\u0301", f"\u304b{gone}\u3099"} <= texts


def test_the_code_points_are_of_its_version_but_for_two_groups() -> None:
    frame = corpus()
    old = frame[~frame.group.isin(["reported", "edges"])]
    chars = set("".join(old.text))
    assert {
        char for char in chars if properties.key(properties.age(ord(char)) or "99") > properties.key(VERSION)
    } == set()
