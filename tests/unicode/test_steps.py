"""Steps: pieces that cover a text, and that can be done again."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hebrus_analysis.unicode import steps
from hebrus_analysis.unicode.steps import Piece, stage

acting = st.builds(Piece, st.text("ab", max_size=3), st.text("xy", max_size=3), st.sampled_from(["rule", "order"]))
passing = st.text("ab", min_size=1, max_size=3).map(lambda text: Piece(text, text))
pieces = st.lists(st.one_of(acting, passing))


@given(pieces)
def test_a_stage_turns_its_source_into_its_result(given: list[Piece]) -> None:
    found = stage("some", given)
    assert found.source == "".join(piece.source for piece in given)
    assert found.result == "".join(piece.made for piece in given)
    assert steps.apply([found], found.source) == found.result


@given(pieces)
def test_neighbours_that_pass_are_joined_and_the_others_kept(given: list[Piece]) -> None:
    found = stage("some", iter(given)).pieces
    assert not any(one.why == other.why == "" for one, other in pairwise(found))
    assert [piece for piece in found if piece.why] == [piece for piece in given if piece.why]


@given(pieces)
def test_joining_again_changes_nothing(given: list[Piece]) -> None:
    once = stage("some", given)
    assert stage("some", once.pieces) == once


@given(pieces, st.text("abx"))
def test_another_text_is_refused(given: list[Piece], text: str) -> None:
    found = stage("some", given)
    if text != found.source:
        with pytest.raises(ValueError, match="the stage 'some' was made of another text"):
            steps.apply([found], text)


def test_a_stage_that_does_not_follow_the_one_before_is_refused() -> None:
    first, second = stage("first", [Piece("a", "b", "rule")]), stage("second", [Piece("a", "c", "rule")])
    with pytest.raises(ValueError, match="'second'"):
        steps.apply([first, second], "a")
    assert steps.apply([first, stage("third", [Piece("b", "c", "rule")])], "a") == "c"


def test_no_stage_changes_nothing() -> None:
    assert steps.apply([], "a") == "a"
    assert stage("none", []).source == stage("none", []).result == ""
