"""The published expressions: what they cut, in two engines, and whose Unicode their classes are."""

import time

import pytest
import regex
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st

from hebrus_analysis import oracle
from hebrus_analysis.errors import BadExpression, UnknownName
from hebrus_analysis.runtimes import classes as asking
from hebrus_analysis.runtimes.runtime import NotInstalled
from hebrus_analysis.tokenization import classes, edges, marks
from hebrus_analysis.tokenization.expressions import EXPRESSIONS, named, split, without_marks
from hebrus_analysis.unicode import properties

#: What every engine asked knows alike: the oldest of their tables is Java 17's, Unicode 13.
OLD = "".join(chr(cp) for cp in range(0x3000) if not 0xD800 <= cp < 0xE000 and 0 < properties.ages()[cp] <= 10)


def by_tokenizers(text: str, pattern: str) -> list[str]:
    cut = tokenizers.pre_tokenizers.Split(tokenizers.Regex(pattern), "isolated")
    return [piece for piece, _ in cut.pre_tokenize_str(text)]


@pytest.mark.parametrize("name", [name for name in EXPRESSIONS if name != "cl100k"])
@given(text=st.text(st.sampled_from(OLD), max_size=40))
@settings(deadline=None, max_examples=60)
def test_two_engines_cut_old_characters_alike(name: str, text: str) -> None:
    """cl100k is left out: its possessive repetition of a bound means something else to Oniguruma."""
    assert split(text, name) == by_tokenizers(text, EXPRESSIONS[name].pattern)


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_the_pieces_are_the_text(name: str) -> None:
    for _, text, _ in edges.texts():
        assert "".join(split(text, name)) == text
    assert named(EXPRESSIONS[name].pattern) == name


def test_the_case_that_started_this() -> None:
    hindi = "\u0939\u093f\u0928\u094d\u0926\u0940"
    assert split(hindi, "qwen3.5") == [hindi]
    assert len(split(hindi, without_marks(*EXPRESSIONS["qwen3.5"].patterns))) == 4
    table = marks.by_script().set_index("script")
    assert (table.marks > 0).all()
    assert (table.cut <= table.words).all()
    assert table.cut["Deva"] > table.words["Deva"] / 2
    rows = [row[0] for row in oracle.table("tables/marks-by-script.tsv")]
    assert rows[1:] == list(table.index)


@pytest.mark.parametrize(
    ("text", "name", "pieces"),
    [
        ("it'\u017f", "qwen2", ["it", "'\u017f"]),  # long s ends a contraction where case is ignored
        ("it'\u017f", "gpt2", ["it", "'", "\u017f"]),
        ("3\u212a", "llama3", ["3", "\u212a"]),
        ("12345", "llama3", ["123", "45"]),
        ("12345", "qwen2", ["1", "2", "3", "4", "5"]),
        ("a \n\n b", "qwen2", ["a", " \n\n", " b"]),
        ("a \n\n b", "gpt2", ["a", " \n\n", " b"]),
        ("a\u0085b", "qwen2", ["a", "\u0085b"]),
    ],
)
def test_classes_at_their_edges(text: str, name: str, pieces: list[str]) -> None:
    assert split(text, name) == pieces


def test_an_expression_that_backtracks_without_end_is_stopped() -> None:
    start = time.perf_counter()
    with pytest.raises(BadExpression, match=r"had not cut 60 characters in 0\.2 s"):
        split("a" * 59 + "!", r"(?:a|a|aa)+$", 0.2)
    assert time.perf_counter() - start < 5


@pytest.mark.parametrize("bad", ["(a", "[", "*", r"\p{Nothing}", "a{99999999999}"])
def test_an_expression_that_does_not_compile_is_one_sentence(bad: str) -> None:
    with pytest.raises(BadExpression, match="does not compile"):
        split("a", bad)


@pytest.mark.parametrize("name", asking.engines())
def test_an_engine_answers_what_was_recorded(name: str) -> None:
    try:
        found = asking.engines()[name]()
    except NotInstalled as error:
        pytest.skip(str(error))
    known = classes.recorded()
    known = known[known.engine == name]
    if found.version != known.version.iloc[0]:
        pytest.skip(f"{name} is {found.version} here; what is recorded is {known.version.iloc[0]}")
    assert [list(row) for row in classes.rows_of(found)] == known.astype(str).to_numpy().tolist()


def test_what_only_one_engine_takes_for_a_letter() -> None:
    only_regex, only_tokenizers = classes.difference(r"\p{L}", "regex", "tokenizers")
    assert only_tokenizers == frozenset()
    ages = properties.ages()
    assert {properties.age(cp) for cp in only_regex} <= {"17.0", "18.0"}
    assert all(ages[cp] for cp in only_regex)
    assert len(classes.members("re", r"\s")) == 29
    with pytest.raises(UnknownName):
        classes.members("nothing", r"\s")
    with pytest.raises(UnknownName):
        classes.members("re", r"\p{L}")


def test_the_regex_package_reads_every_expression_as_it_stands() -> None:
    for expression in EXPRESSIONS.values():
        assert all(regex.compile(pattern).groups == 0 for pattern in expression.patterns)
