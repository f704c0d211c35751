"""`search` finds what the function finds, prints some of it and writes all of it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hebrus_analysis import cli
from hebrus_analysis.divergence.search import search
from hebrus_analysis.errors import HebrusAnalysisError
from hebrus_analysis.unicode.codepoints import label
from hebrus_analysis.views import found


def invoke(*arguments: str) -> Result:
    done = CliRunner().invoke(cli.cli, ["search", *arguments], catch_exceptions=False)
    assert done.exit_code == 0
    return done


def test_conditions_are_those_of_the_function() -> None:
    given = ["--name", "^ZERO|MARK$", "--block", "General Punctuation", "--block", "Ogham", "--category", "Cf"]
    wanted = search(name="^ZERO|MARK$", block=("General Punctuation", "Ogham"), category="Cf")
    rows = json.loads(invoke("U+2000..U+206F", "U+1680", *given, "--json").stdout)["rows"]
    assert [row["codepoint"] for row in rows] == wanted.codepoint.map(label).tolist()
    assert len(rows) > 3


def test_every_condition_is_passed_on() -> None:
    by_column = {"script": "Zyyy", "age": "12.1", "family": "post-freeze", "category": "So"}
    options = [word for column, value in by_column.items() for word in (f"--{column}", value)]
    cause = search(codepoints="U+32FF").cause[0]
    (row,) = json.loads(invoke(*options, "--cause", cause, "--json").stdout)["rows"]
    assert row["codepoint"] == "U+32FF"
    other = invoke("--family", "post-freeze", "--map", "nfkc@0.2.3", "--unicode", "18.0")
    assert other.stdout.startswith("68 of 172,873 code points of Unicode 18.0\n")


def test_the_first_are_printed_with_how_many_there_are() -> None:
    lines = invoke("--block", "Hangul Syllables").stdout.splitlines()
    assert lines[0] == "11,172 of 149,251 code points of Unicode 15.0; the first 100 are shown"
    assert len(lines) == 102
    assert invoke("--family", "other").stdout == "0 of 149,251 code points of Unicode 15.0\n"


def test_two_implementations() -> None:
    lines = invoke("--differ", "go: strings.TrimSpace", "jinja2: trim").stdout.splitlines()
    assert [line.split()[0] for line in lines[2:]] == ["U+001C", "U+001D", "U+001E", "U+001F"]
    assert all(line.endswith("only jinja2: trim") for line in lines[2:])


@pytest.mark.parametrize("name", found.FILES.values())
def test_a_file_has_the_form_of_its_ending(name: str, tmp_path: Path) -> None:
    form = next(form for form, file in found.FILES.items() if Path(file).suffix == Path(name).suffix)
    assert invoke("--family", "spaced", "-o", str(tmp_path / name)).stdout == ""
    assert (tmp_path / name).read_text(encoding="utf-8") == found.written(search(family="spaced"), form)


def test_a_form_may_be_named_and_printed() -> None:
    rows = search(family="spaced")
    assert invoke("--family", "spaced", "--form", "map rules").stdout == found.written(rows, "map rules")
    assert invoke("--family", "spaced", "--copy-as", "C").stdout == found.copied(rows, "C") + "\n"


def test_a_file_and_a_text_to_paste_in_one(tmp_path: Path) -> None:
    done = invoke("U+200D", "--copy-as", "Python", "-o", str(tmp_path / "a.rules"), "--form", "map rules")
    assert done.stdout == '"\\u200D"\n'
    assert (tmp_path / "a.rules").read_text(encoding="utf-8").startswith("200D\t20\t# map: nmt_nfkc@0.1.95")


def test_an_ending_that_names_no_form_is_refused(tmp_path: Path) -> None:
    with pytest.raises(HebrusAnalysisError, match=r"unknown file ending '\.foo'"):
        invoke("U+200D", "-o", str(tmp_path / "a.foo"))
    assert list(tmp_path.iterdir()) == []
