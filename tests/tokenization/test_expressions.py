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
from hebrus_analysis.tokenization.expressions import ALIASES, EXPRESSIONS, named, split, without_marks
from hebrus_analysis.unicode import properties

#: What every engine asked knows alike: the oldest of their tables is Java 17's, Unicode 13.
OLD = "".join(chr(cp) for cp in range(0x3000) if not 0xD800 <= cp < 0xE000 and 0 < properties.ages()[cp] <= 10)


def by_tokenizers(text: str, name: str) -> list[str]:
    """As a tokenizer.json writes it: one Split after the other, in a Sequence."""
    steps = [
        tokenizers.pre_tokenizers.Split(tokenizers.Regex(pattern), "isolated") for pattern in EXPRESSIONS[name].patterns
    ]
    return [piece for piece, _ in tokenizers.pre_tokenizers.Sequence(steps).pre_tokenize_str(text)]


@pytest.mark.parametrize("name", [name for name in EXPRESSIONS if name != "cl100k"])
@given(text=st.text(st.sampled_from(OLD), max_size=40))
@settings(deadline=None, max_examples=60)
def test_two_engines_cut_old_characters_alike(name: str, text: str) -> None:
    """cl100k is left out: its possessive repetition of a bound means something else to Oniguruma."""
    assert split(text, name) == by_tokenizers(text, name) == split(text, name, engine="tokenizers")


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_the_pieces_are_the_text(name: str) -> None:
    for _, text, _ in edges.texts():
        assert "".join(split(text, name)) == text
    assert all(named(pattern).partition(",")[0] == name for pattern in EXPRESSIONS[name].patterns)


def test_deepseek_cuts_by_three_expressions_one_after_the_other() -> None:
    text = "0E 1234567 \u65e5\u672ca"
    assert split(text, "deepseek-v3") == ["0", "E", " ", "123", "456", "7", " ", "\u65e5\u672c", "a"]


@pytest.mark.parametrize(("alias", "name"), ALIASES.items())
def test_a_model_is_known_by_what_it_is_called(alias: str, name: str) -> None:
    assert split("It's 1234 \u0939\u093f", alias) == split("It's 1234 \u0939\u093f", name)


@pytest.mark.parametrize("wrong", ["qwen4", "gpt-2", "llama", "deepseek"])
def test_what_can_only_be_a_name_and_is_none_is_no_expression(wrong: str) -> None:
    with pytest.raises(UnknownName, match="use one of: gpt2, "):
        split("a", wrong)
    assert split("a", f"(?:{wrong})") == ["a"]


def test_the_engine_decides_what_a_letter_is() -> None:
    young = "a\ua7f11"  # U+A7F1 is a letter since Unicode 17.0
    assert split(young, "qwen2") == ["a\ua7f1", "1"]
    assert split(young, "qwen2", engine="tokenizers") == ["a", "\ua7f1", "1"]
    assert classes.engine("regex").startswith("regex ")
    with pytest.raises(UnknownName):
        split("a", "qwen2", engine="v8")
    with pytest.raises(BadExpression):
        split("a", "(", engine="tokenizers")


def test_steps_of_tokenizers_are_of_other_versions_than_its_expressions() -> None:
    """Four of them, each every scalar value asked: what `inspect` prints beside a step."""
    known = classes.tables()
    assert known[r"\p{M}"] == "16.0"
    assert known[r"\p{M} of StripAccents"] == "9.0"
    assert known[r"\p{N} of Digits"] == "17.0"
    assert known[r"\p{Mn} of BertNormalizer"].startswith("8.0 but for -U+1885")
    assert len(classes.members("steps of tokenizers", r"\p{P} of Punctuation")) == 726
    assert tokenizers.pre_tokenizers.Punctuation().pre_tokenize_str("a$b")[1][0] == "$"


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
