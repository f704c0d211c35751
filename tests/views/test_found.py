"""What was found goes out whole: literals are the characters, files read back equal, code compiles, rules are taken."""

import html
import io
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hebrus_analysis import oracle
from hebrus_analysis.charsmap import containers
from hebrus_analysis.divergence.search import search
from hebrus_analysis.errors import NothingFound, NotWritable, UnknownName
from hebrus_analysis.unicode import properties
from hebrus_analysis.unicode.codepoints import escapes
from hebrus_analysis.views import found, writers

#: Quotes, backslashes, comments and line ends of every language, and a name that is an expression.
ODD = {"name": r"^(?!\*/|//|\\|#)(\")|\u0022|QUOTATION|SOLIDUS|NUMBER SIGN"}
GCC = ("gcc", "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror")
RUSTC = ("rustc", "--edition", "2021", "-D", "warnings", "-C", "opt-level=0")
C_DRIVER = """#include <stdio.h>
#include "code_points.h"
int main(void)
{
    for (uint32_t at = 0; at < 0x110000; at++) {
        if (is_found(at)) {
            printf("%X\\n", (unsigned)at);
        }
    }
    return 0;
}
"""
RUST_DRIVER = """mod code_points;
fn main() {
    assert!(!code_points::CODE_POINTS.is_empty());
    for at in (0..0x110000).filter(|&at| code_points::is_found(at)) {
        println!("{at:X}");
    }
}
"""
every_form = pytest.mark.parametrize("form", found.FILES)


@pytest.fixture(scope="module")
def punctuation() -> pd.DataFrame:
    """Some that are kept, replaced, spaced, and deleted."""
    return search(block=("General Punctuation", "Basic Latin", "Specials"))


def needs(command: str) -> None:
    if shutil.which(command) is None:
        pytest.skip(f"there is no {command} on PATH")


@pytest.mark.parametrize("conditions", [{}, ODD, {"codepoints": "U+2000..U+206F"}], ids=["all", "odd", "range"])
def test_tables_read_back_equal(conditions: dict[str, str]) -> None:
    rows = search(**conditions)
    wanted = writers.readable(rows[list(found.COLUMNS)])
    plain = {"dtype": str, "keep_default_na": False, "comment": "#"}
    for form, separator in (("tsv", "\t"), ("csv", ",")):
        again = pd.read_csv(io.StringIO(found.written(rows, form)), sep=separator, **plain)
        pd.testing.assert_frame_equal(again.astype(object), wanted)
    again = pd.DataFrame(json.loads(found.written(rows, "json"))["rows"]).fillna("")
    pd.testing.assert_frame_equal(again.astype(object), wanted)


@every_form
def test_the_header_says_what_it_is_and_makes_it_again(form: str) -> None:
    rows = search(**ODD | {"category": ("Po", "So")}) if "reference" not in form else search(name="QUOTATION MARK")
    text = found.written(rows, form)
    head = found.provenance(rows, form)
    for fact in (rows.attrs["sha256"], "Unicode 15.0", f"{len(rows):,} of 149,251", oracle.provenance()["oracles"]):
        assert fact in " ".join(head.values())
    for key, value in head.items():
        assert value.isascii()
        assert (json.loads(text)["provenance"][key] == value) if form == "json" else (f"{key}: {value}" in text)
    command = [sys.executable, "-c", head["make it again"]]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == text


@pytest.mark.parametrize("conditions", [{}, ODD, {"codepoints": "U+0000"}], ids=["all", "odd", "one"])
@pytest.mark.parametrize("form", ["c", "rust"])
def test_code_compiles_without_a_warning_and_is_the_set(form: str, conditions: dict[str, str], tmp_path: Path) -> None:
    needs("gcc" if form == "c" else "rustc")
    rows = search(**conditions)
    found.write(rows, form, tmp_path / found.FILES[form])
    driver = tmp_path / ("driver.c" if form == "c" else "driver.rs")
    driver.write_text(C_DRIVER if form == "c" else RUST_DRIVER, encoding="ascii")
    compiler = GCC if form == "c" else RUSTC
    done = subprocess.run(
        [*compiler, driver.name, "-o", "driver"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    printed = subprocess.run([tmp_path / "driver"], capture_output=True, text=True, check=True).stdout
    assert [int(line, 16) for line in printed.split()] == rows.codepoint.tolist()


@pytest.mark.parametrize(("form", "column"), [("map rules", "charsmap"), ("reference rules", "reference")])
def test_sentencepiece_takes_the_rules(form: str, column: str, punctuation: pd.DataFrame, tmp_path: Path) -> None:
    sentencepiece = pytest.importorskip("sentencepiece")
    found.write(punctuation, form, tmp_path / "rules.tsv")
    (tmp_path / "text").write_text("the quick brown fox\n" * 50, encoding="ascii")
    sentencepiece.SentencePieceTrainer.train(
        input=str(tmp_path / "text"),
        model_prefix=str(tmp_path / "made"),
        vocab_size=30,
        hard_vocab_limit=False,
        normalization_rule_tsv=str(tmp_path / "rules.tsv"),
        minloglevel=2,
    )
    made = containers.read(tmp_path / "made.model").charsmap
    assert made is not None
    pairs = zip(map(chr, punctuation.codepoint.tolist()), punctuation[column], strict=True)
    assert made.rules() == {char: text for char, text in pairs if char != text}


@settings(max_examples=50, deadline=None)
@given(st.sets(st.sampled_from(properties.population("15.0").tolist()), min_size=1, max_size=40))
def test_literals_mean_the_characters(codepoints: set[int]) -> None:
    rows = search(codepoints=" ".join(f"U+{codepoint:04X}" for codepoint in codepoints))
    text = "".join(map(chr, sorted(codepoints)))
    literal = {notation: found.copied(rows, notation) for notation in found.NOTATIONS if notation != "HTML"}
    assert all(each.isascii() for each in literal.values())
    assert "".join(chr(int(word[2:], 16)) for word in literal["U+XXXX"].split()) == text
    assert eval(literal["Python"]) == text
    assert bytes.fromhex(literal["C"].strip('"').replace("\\x", "")).decode() == text
    assert literal["Rust"] == literal["JavaScript"]
    if not all(escapes(codepoint)["HTML"] for codepoint in codepoints):
        with pytest.raises(NotWritable, match="HTML has no escape for U"):
            found.copied(rows, "HTML")
        return
    names = found.copied(rows, "HTML").removesuffix(";").split(";")
    assert "".join(chr(int(name.removeprefix("&#x"), 16)) for name in names) == text


@pytest.mark.parametrize("codepoint", [*range(0x20), *range(0x7F, 0xA1)])
def test_html_is_written_only_where_it_means_the_character(codepoint: int) -> None:
    escape = escapes(codepoint)["HTML"]
    assert html.unescape(escape) in ("", chr(codepoint))  # Python leaves out what HTML calls an error and keeps
    assert bool(escape) == (html.unescape(f"&#{codepoint};") in ("", chr(codepoint)))


def test_the_call_is_ascii_and_finds_the_same() -> None:
    rows = search(codepoints="\u00e9 \u200d")
    assert found.call(rows).isascii()
    assert eval(found.call(rows)).equals(rows)


def test_html_is_what_a_page_shows() -> None:
    rows = search(codepoints="U+00AD U+200D U+FF5E U+1F600")
    assert html.unescape(found.copied(rows, "HTML")) == "\u00ad\u200d\uff5e\U0001f600"


@pytest.mark.parametrize("notation", ["C", "Rust", "JavaScript"])
def test_a_compiler_reads_the_literal(notation: str, tmp_path: Path) -> None:
    rows = search(block=("Basic Latin", "Specials", "Emoticons"), age=("1.1", "6.0"))
    literal, text = found.copied(rows, notation), "".join(map(chr, rows.codepoint.tolist()))
    write, command = {
        "C": (f"#include <stdio.h>\nint main(void){{fwrite({literal},1,sizeof {literal}-1,stdout);return 0;}}\n", GCC),
        "Rust": (f'fn main(){{print!("{{}}", {literal})}}\n', RUSTC),
        "JavaScript": (f"process.stdout.write({literal})", ("node",)),
    }[notation]
    needs(command[0])
    source = tmp_path / {"C": "a.c", "Rust": "a.rs", "JavaScript": "a.js"}[notation]
    source.write_text(write, encoding="ascii")
    run = [*command, str(source)]
    if notation != "JavaScript":
        subprocess.run([*run, "-o", str(tmp_path / "a")], check=True)
        run = [str(tmp_path / "a")]
    assert subprocess.run(run, capture_output=True, check=True).stdout.decode() == text


@every_form
def test_nothing_is_not_written(form: str, tmp_path: Path) -> None:
    with pytest.raises(NothingFound, match="finds no code point"):
        found.write(search(codepoints="U+0378"), form, tmp_path / "none")
    assert list(tmp_path.iterdir()) == []


def test_rules_of_what_is_kept_are_refused_with_the_cure() -> None:
    with pytest.raises(NothingFound, match="write reference rules, or find more"):
        found.written(search(family="post-freeze"), "map rules")
    assert len(found.written(search(family="post-freeze"), "reference rules").splitlines()) == 135


def test_what_there_is_not_is_refused_with_what_there_is(punctuation: pd.DataFrame) -> None:
    with pytest.raises(UnknownName, match="unknown form 'xml'; use one of: tsv, csv"):
        found.written(punctuation, "xml")
    with pytest.raises(UnknownName, match=r"unknown notation 'Go'; use one of: U\+XXXX, Python"):
        found.copied(punctuation, "Go")
