"""Explanations: executable, complete, and honest about what was lost."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hebrus_analysis.charsmap import generations, readings
from hebrus_analysis.charsmap.flags import Flags
from hebrus_analysis.charsmap.rebuild import compile_rules
from hebrus_analysis.divergence.corpus import corpus
from hebrus_analysis.divergence.explain import Explained, as_record, explain, subjects
from hebrus_analysis.errors import NotText, UnknownName
from hebrus_analysis.unicode import forms, steps, trims

HALF_COMPOSED = "\xe2\u0301"
any_text = st.lists(
    st.one_of(
        st.sampled_from(" \t\x85\xa0\xe0\u0301\u0323\u200b\u3000\uff5e\uac00\u11a8\ufb01\x01"), st.text(max_size=3)
    )
).map("".join)


def read(points: str) -> str:
    return forms.unspell(points.replace("U+", ""))


def executed(text: str, stages: list[dict[str, Any]]) -> str:
    """Do again what a record says, with nothing but the record."""
    for stage in stages:
        data, at, out = text.encode(), 0, []
        for step in stage["steps"]:
            assert step["byte"] == at
            source = read(step["source"]).encode()
            assert data[at : at + len(source)] == source
            assert "why" in step or step["made"] == step["source"]
            at += len(source)
            out.append(read(step["made"]))
        assert at == len(data)
        text = "".join(out)
    return text


def holds(found: Explained) -> None:
    record = json.loads(json.dumps(as_record(found)))
    assert read(record["text"]) == found.text
    for row, each in zip(record["explanations"], found.explanations, strict=True):
        assert executed(found.text, row["stages"]) == read(row["result"]) == each.result
        assert [name.split()[0] for name in row["names"]] == row["result"].split()
        assert steps.apply(each.stages, found.text) == each.result


def expected(subject: str, text: str) -> str:
    if subject in readings.READINGS:
        return readings.find(subject).normalize(generations.load(), text)
    if subject in trims.RULES:
        return trims.trim(text, subject)
    return forms.normalize(subject, text, "15.0")


@given(any_text)
@settings(deadline=None)
def test_every_explanation_gives_what_the_fast_function_gives_and_can_be_done_again(text: str) -> None:
    found = explain(text, asked=subjects())
    assert [each.subject for each in found.explanations] == list(subjects())
    for each in found.explanations:
        assert each.result == expected(each.subject, text), each.subject
    holds(found)


def test_explanations_of_the_corpus_can_be_done_again() -> None:
    for text in corpus().text.tolist()[::401]:
        holds(explain(text, asked=subjects()))


@pytest.mark.exhaustive
def test_explanations_of_more_of_the_corpus_can_be_done_again() -> None:
    for text in corpus().text.tolist()[::11]:
        holds(explain(text))


@given(any_text, st.tuples(*[st.booleans()] * 4))
@settings(deadline=None)
def test_flags_follow_sentencepiece_s_reading_and_no_other(text: str, given_flags: tuple[bool, ...]) -> None:
    flagged, bare = explain(text, flags=Flags(*given_flags)), explain(text)
    holds(flagged)
    assert flagged.explanations[0].stages[:1] == bare.explanations[0].stages
    assert flagged.explanations[1:] == bare.explanations[1:]


def test_flags_are_stages() -> None:
    found = explain(" a  b ", asked=["leftmost-longest"], flags=Flags(True, True, True)).explanations[0]
    assert found.result == "\u2581a\u2581b"
    assert len(found.stages) > 1
    assert explain("", asked=["leftmost-longest"], flags=Flags(True, True, True)).explanations[0].result == ""


@pytest.mark.parametrize(
    ("text", "asked", "verdict"),
    [
        ("a", ["leftmost-longest", "NFKC"], "all agree"),
        ("a", ["NFKC"], "NFKC alone was asked"),
        (HALF_COMPOSED, ["leftmost-longest", "NFKC"], "2 results: leftmost-longest | NFKC"),
        (HALF_COMPOSED, ["NFKC", "leftmost-longest", "NFC"], "2 results: NFKC, NFC | leftmost-longest"),
        (
            "A\u0302\u0300",
            ["grapheme-shortest", "leftmost-longest", "NFC", "NFD"],
            "3 results: leftmost-longest, NFC | grapheme-shortest | NFD",
        ),
    ],
)
def test_the_verdict_says_who_agrees_with_whom(text: str, asked: list[str], verdict: str) -> None:
    assert explain(text, asked=asked).verdict == verdict


@given(any_text)
@settings(deadline=None)
def test_the_verdict_names_everybody_once(text: str) -> None:
    found = explain(text, asked=subjects())
    results = {each.result for each in found.explanations}
    if len(results) == 1:
        assert found.verdict == "all agree"
    else:
        count, _, groups = found.verdict.partition(" results: ")
        assert int(count) == len(results) == len(groups.split(" | "))
        named = [group.split(", ") for group in groups.split(" | ")]
        assert sorted(name for group in named for name in group) == sorted(subjects())
        made = {each.subject: each.result for each in found.explanations}
        assert all(len({made[name] for name in group}) == 1 for group in named)


def test_nobody_asked_is_every_reading_and_nfkc() -> None:
    assert [each.subject for each in explain("a").explanations] == [*readings.READINGS, "NFKC"]


def test_who_is_asked_twice_answers_once_and_in_order() -> None:
    found = explain("a", asked=["NFD", "ascii", "NFD"])
    assert [each.subject for each in found.explanations] == ["NFD", "ascii"]


def test_a_lost_mark_is_in_the_record() -> None:
    (row,) = as_record(explain("A\u0302\u0300", asked=["grapheme-shortest"]))["explanations"]
    assert row["stages"][0]["steps"] == [
        {
            "byte": 0,
            "source": "U+0041 U+0302 U+0300",
            "made": "U+00C2",
            "why": "rule U+0041 U+0302",
            "lost": "U+0300",
        }
    ]


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("latin1-bytes", "voil\xe0"),
        ("latin1-bytes", "\u0420"),
        ("latin1-bytes", "x\u3020 "),
        ("reverse-byte-scan", "\xa0voil\xe0\xa0"),
        ("reverse-byte-scan", "a\U0001f4a0"),
        ("reverse-byte-scan", "\x85"),
        ("c-bytes", " \x0b\xa0 "),
    ],
)
def test_a_trim_is_stages_also_where_a_character_is_cut(rule: str, text: str) -> None:
    found = explain(text, asked=[rule])
    holds(found)
    data = trims.trim_bytes(text.encode(), rule)
    assert found.explanations[0].result == data.decode(errors="replace")
    cut = [piece for stage in found.explanations[0].stages for piece in stage.pieces if "\ufffd" in piece.made]
    try:
        data.decode()
    except UnicodeDecodeError:
        assert [piece.why for piece in cut] == ["a character is cut in two"]
    else:
        assert not cut


@given(st.text("\ufffd \xa0\xe0\u3020\x85a", max_size=8), st.sampled_from(list(trims.RULES)))
@settings(deadline=None)
def test_a_trim_of_any_text_is_its_own_function(text: str, rule: str) -> None:
    found = explain(text, asked=[rule])
    assert found.explanations[0].result == trims.trim(text, rule)
    holds(found)


def test_the_map_and_the_version_are_those_that_were_given() -> None:
    found = explain("\u32ff", "nmt_nfkc@0.2.3", "12.0", ["leftmost-longest", "NFKC"])
    assert (found.map, found.unicode) == ("nmt_nfkc@0.2.3", "12.0")
    assert [each.result for each in found.explanations] == ["\u4ee4\u548c", "\u32ff"]
    assert "12.0" in found.explanations[1].about
    crafted = explain("ab", compile_rules({"ab": "c"}), asked=["leftmost-longest"])
    assert crafted.map.startswith("sha256:")
    assert crafted.explanations[0].result == "c"


def test_an_unknown_subject_is_told_what_there_is() -> None:
    with pytest.raises(
        UnknownName, match="unknown reading, form, trim rule or implementation 'nkfc'; use one of: leftmost-longest, "
    ):
        explain("a", asked=["nkfc"])


@pytest.mark.parametrize("unicode", ["4.0", "99"])
def test_a_version_that_is_not_exact_is_refused(unicode: str) -> None:
    with pytest.raises(UnknownName, match="use one of"):
        explain("a", unicode=unicode)


@pytest.mark.parametrize("asked", [["NFC"], ["ascii"], ["rules-ignored"], []])
def test_a_lone_surrogate_is_refused_whoever_is_asked(asked: list[str]) -> None:
    with pytest.raises(NotText, match="lone surrogate U\\+DC80 at index 1"):
        explain("a\udc80", asked=asked)


@pytest.mark.parametrize("text", ["", "\x01\x02\x7f", "\0", "a\0b", "e" + "\u0301" * 3_000])
def test_edges_are_explained_by_everybody(text: str) -> None:
    holds(explain(text, asked=subjects()))
