"""The captured predicates against the real ones, by members and never by counts."""

import ctypes
import sys

import numpy as np
import pytest
import regex
import sentencepiece

from hebrus_analysis import oracle
from hebrus_analysis.errors import UnknownName
from hebrus_analysis.unicode import whitespace

SCALARS = (*range(0xD800), *range(0xE000, sys.maxunicode + 1))


@pytest.mark.parametrize(
    ("name", "real"),
    [
        ("str.isspace", lambda cp: chr(cp).isspace()),
        ("str.strip", lambda cp: not chr(cp).strip()),
        ("White_Space", lambda cp: regex.fullmatch(r"\p{White_Space}", chr(cp)) is not None),
    ],
)
def test_captured_members_are_the_real_ones(name: str, real) -> None:
    assert {cp for cp in SCALARS if real(cp)} == whitespace.predicate(name)


def test_c_isspace_by_members() -> None:
    libc = ctypes.CDLL(None)
    assert {cp for cp in range(256) if libc.isspace(cp)} == whitespace.predicate("C isspace")


def test_python_strips_the_information_separators_and_white_space_does_not() -> None:
    assert whitespace.predicate("str.strip") - whitespace.predicate("White_Space") == {0x1C, 0x1D, 0x1E, 0x1F}
    assert whitespace.predicate("White_Space") < whitespace.predicate("str.strip")


def test_sentencepiece_splits_on_u0020_alone() -> None:
    """Under the identity rule nothing but U+0020 becomes the space symbol U+2581."""
    model = (oracle.root() / "models/identity.model").read_bytes()
    processor = sentencepiece.SentencePieceProcessor(model_proto=model)
    normalized = processor.normalize([f"x{chr(cp)}x" for cp in SCALARS])
    became_space = {cp for cp, text in zip(SCALARS, normalized, strict=True) if text[1:-1] == "x\u2581"}
    assert became_space - {0x2581} == whitespace.SENTENCEPIECE_SPACE


def test_31_code_points_become_exactly_one_space_under_the_stock_map(stock) -> None:
    assert int(stock["becomes space"].sum()) == 31
    assert np.array_equal(stock["becomes space"], stock.charsmap == " ")


def test_an_unknown_predicate_lists_the_known() -> None:
    with pytest.raises(UnknownName, match=r"use one of: str\.isspace"):
        whitespace.predicate("isspace")
