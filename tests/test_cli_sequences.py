"""The commands about texts of several code points as a user meets them."""

import html
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from hebrus_analysis import cli
from hebrus_analysis.charsmap import generations, readings
from hebrus_analysis.charsmap.rebuild import compile_rules
from hebrus_analysis.divergence.causes import CAUSES
from hebrus_analysis.divergence.corpus import corpus
from hebrus_analysis.divergence.explain import explain, subjects
from hebrus_analysis.unicode import forms
from hebrus_analysis.unicode.codepoints import spell


def invoke(*arguments: str, **options):
    return CliRunner().invoke(cli.cli, arguments, catch_exceptions=False, **options)


def run(*arguments: str, **options) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [sys.executable, "-m", "hebrus_analysis", *arguments], capture_output=True, check=False, **options
    )


def test_sequences_counts_pairs_by_cause_and_writes_each(tmp_path: Path) -> None:
    done = invoke("sequences", "--json", "-o", str(tmp_path / "pairs.tsv"))
    found = json.loads(done.stdout)
    assert (found["map"], found["unicode"], found["reference"]) == (generations.STOCK, "15.0", "NFKC")
    assert (found["pairs_tested"], found["divergent"]) == (19_134_012, 329_500)
    assert list(found["by_cause"]) == list(CAUSES)
    assert sum(found["by_cause"].values()) == found["divergent"]
    assert done.stderr.endswith("pairs.tsv: 329,500 rows\n")
    lines = (tmp_path / "pairs.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if not line.startswith("#")]
    assert len(rows) == 329_501


def test_sequences_prints_each_cause_with_an_example() -> None:
    said = invoke("sequences", "--map", "nmt_nfkc@0.2.3", "--unicode", "18.0").stdout
    assert "21,287,160 pairs tested, 378,965 differ" in said
    assert "Vietnamese: U+00E2 U+0301" in said
    assert said.isascii()


@pytest.mark.exhaustive
def test_sequences_gives_the_corpus(tmp_path: Path) -> None:
    records = json.loads(invoke("sequences", "--corpus", "--json").stdout)
    assert len(records) == len(corpus())
    assert {row["group"] for row in records} == set(corpus().group)
    assert invoke("sequences", "--corpus", "-o", str(tmp_path / "corpus.json")).exit_code == 0
    assert json.loads((tmp_path / "corpus.json").read_text(encoding="utf-8")) == records


def test_rules_says_what_is_wrong_with_a_map_s_rules(tmp_path: Path) -> None:
    found = json.loads(invoke("rules", "--json", "-o", str(tmp_path / "rules.csv")).stdout)
    assert found["rules"] == 224_711
    assert found["by_length"] == {"1": 4837, "2": 13546, "3": 205773, "4": 555}
    assert (sum(found["contradicted"].values()), found["contradicted_of_several"]) == (45, 0)
    assert (found["not_stable"], found["not_nfkc"]) == (0, 0)
    lines = (tmp_path / "rules.csv").read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if not line.startswith("#")]) == 224_712


@pytest.mark.exhaustive
def test_rules_prints_what_is_wrong() -> None:
    assert "224,711 rules by code points of the key" in invoke("rules").stdout


def test_rules_as_tsv_are_what_sentencepiece_s_own_loader_reads(tmp_path: Path) -> None:
    from sentencepiece import SentencePieceNormalizer

    text = invoke("rules", "--format", "tsv").stdout
    rows = [line.split("\t") for line in text.splitlines()]
    assert {forms.unspell(source): forms.unspell(target) for source, target in rows} == generations.load().rules()
    path = tmp_path / "rules.tsv"
    assert invoke("rules", "--format", "tsv", "-o", str(path)).stdout == ""
    assert path.read_text(encoding="utf-8") == text
    flags = {"add_dummy_prefix": False, "escape_whitespaces": False, "remove_extra_whitespaces": False}
    loaded = SentencePieceNormalizer(rule_tsv=str(path), **flags)
    for key, value in list(generations.load().rules().items())[::17]:
        assert loaded.Normalize(key) == value


def test_explain_takes_code_points_and_text() -> None:
    found = json.loads(invoke("explain", "U+00E2 U+0301", "--json").stdout)
    assert found == json.loads(invoke("explain", "\xe2\u0301", "--json").stdout)
    assert found["text"] == "U+00E2 U+0301"
    assert [row["subject"] for row in found["explanations"]] == [*readings.READINGS, "NFKC"]
    made = {row["subject"]: row["result"] for row in found["explanations"]}
    assert made["NFKC"] == made["rules-ignored"] == "U+1EA5"
    assert made["leftmost-longest"] == "U+00E2 U+0301"


def test_explain_reads_standard_input_to_its_last_byte() -> None:
    done = run("explain", "--json", "--by", "leftmost-longest", input="e\u0301\n".encode())
    found = json.loads(done.stdout)
    assert found["text"] == "U+0065 U+0301 U+000A"
    assert found["explanations"][0]["result"] == "U+00E9 U+0020"
    assert json.loads(run("explain", "--json", input=b"").stdout)["text"] == ""


def test_explain_asks_whom_it_is_told() -> None:
    found = json.loads(invoke("explain", "a", "--by", "NFD", "--by", "ascii", "--json").stdout)
    assert [row["subject"] for row in found["explanations"]] == ["NFD", "ascii"]
    found = json.loads(invoke("explain", "a", "--all", "--json").stdout)
    assert [row["subject"] for row in found["explanations"]] == list(subjects())


@pytest.mark.parametrize(
    ("flags", "result"),
    [
        ("-", "U+0020 U+0061"),
        ("", "U+0020 U+0061"),
        ("add_dummy_prefix", "U+0020 U+0020 U+0061"),
        ("add_dummy_prefix,remove_extra_whitespaces,escape_whitespaces", "U+2581 U+0061"),
        ("add_dummy_prefix,treat_whitespace_as_suffix,remove_extra_whitespaces", "U+0061 U+0020"),
        ("add_dummy_prefix=true, remove_extra_whitespaces=false", "U+0020 U+0020 U+0061"),
    ],
)
def test_explain_takes_flags(flags: str, result: str) -> None:
    found = json.loads(invoke("explain", "U+0020 U+0061", "--flags", flags, "--json").stdout)
    assert found["explanations"][0]["result"] == result


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("explain", "a", "--flags", "add_dummy_prefix", "--by", "NFC"), "--flags follow leftmost-longest"),
        (("explain", "a", "--flags", "add_dummy_prefix=yes"), "unknown value of a whitespace flag 'yes'"),
        (("explain", "a", "--flags", "dummy"), "unknown whitespace flag 'dummy'"),
        (("rules", "--format", "tsv", "-o", "rules.parquet"), "--format tsv is no parquet"),
        (("rules", "--format", "tsv", "--json"), "--format tsv is no JSON"),
    ],
)
def test_what_does_not_go_together_is_told(arguments: tuple[str, ...], said: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert said in done.stderr.decode()


def test_explain_knows_implementations_by_name() -> None:
    found = json.loads(
        invoke("explain", "a", "--by", "sentencepiece", "--by", "Tokenizers", "--by", "nfc", "--json").stdout
    )
    assert [row["subject"] for row in found["explanations"]] == ["leftmost-longest", "grapheme-shortest", "NFC"]


def test_explain_names_the_family_and_the_cause() -> None:
    found = json.loads(invoke("explain", "U+200B U+0061 U+00E2 U+0301", "--json").stdout)["divergences"]
    assert [(row["byte"], row["source"], row["name"]) for row in found] == [
        (0, "U+200B", "spaced"),
        (4, "U+00E2 U+0301", "precomposed first"),
    ]
    said = invoke("explain", "U+200B U+0061 U+00E2 U+0301", "--by", "NFKC").stdout
    assert "spaced: nmt makes a space of this invisible format character; NFKC keeps it" in said
    assert "precomposed first: NFKC takes the first apart" in said


def test_stability_says_where_not_to_cut(tmp_path: Path) -> None:
    found = json.loads(invoke("stability", "--json", "-o", str(tmp_path / "unstable.tsv")).stdout)
    assert (found["reach"]["ahead"], found["reach"]["back"]) == (4, 3)
    rows = [line for line in (tmp_path / "unstable.tsv").read_text().splitlines() if not line.startswith("#")]
    assert len(rows) == found["unstable"] + 1
    path = tmp_path / "own.blob"
    path.write_bytes(compile_rules({"aa": "b"}).blob)
    said = invoke("stability", "--map", str(path)).stdout
    assert "look back to the beginning" in said
    assert "U+0061" in said


def test_explain_prints_no_raw_exotic_glyph() -> None:
    said = invoke("explain", "U+1F469 U+200D U+1F680 U+0041 U+0302 U+0300 U+E000", "--all").stdout
    assert said.isascii()
    assert "which loses U+0300" in said
    assert "ZERO WIDTH JOINER" in said
    assert "= (nothing)" in invoke("explain", "U+0001").stdout
    assert "(nothing)" in invoke("explain", "").stdout


def test_explain_writes_a_page_that_holds_every_result(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    text = "A\u0302\u0300 <i>&\u200d\uff5e"
    done = invoke("explain", text, "--all", "--html", str(path))
    assert (done.exit_code, done.stdout) == (0, "")
    page = path.read_text(encoding="utf-8")
    found = explain(text, asked=subjects())
    assert html.escape(found.verdict) in page
    for each in found.explanations:
        assert f"<code>{spell(each.result) or '(nothing)'}</code>" in page
        assert f"</span> {each.subject}</h2>" in page
    assert "<i>" not in page
    assert "FULLWIDTH TILDE" in page
    assert "http" not in page
    assert page.isascii()


def test_explain_writes_a_page_of_nothing(tmp_path: Path) -> None:
    assert invoke("explain", "U+0001", "--html", str(tmp_path / "page.html")).exit_code == 0
    assert "(nothing)" in (tmp_path / "page.html").read_text(encoding="utf-8")
    assert (
        json.loads(invoke("explain", "x", "--json", "--html", str(tmp_path / "page.html")).stdout)["text"] == "U+0078"
    )


def test_commands_take_a_map_in_a_file(root: Path) -> None:
    model = str(root / "oracles/models/stock.model")
    assert json.loads(invoke("explain", "x", "--map", model, "--json").stdout)["map"] == generations.STOCK


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["explain", "U+D800"], "the text holds the lone surrogate U+D800 at index 0"),
        (["explain", "U+110000"], "beyond U+10FFFF"),
        (
            ["explain", "x", "--by", "nothing"],
            "unknown reading, form, trim rule or implementation 'nothing'; use one of: leftmost-",
        ),
        (["explain", "x", "--flags", "nothing"], "unknown whitespace flag 'nothing'; use one of: add_dummy_prefix, "),
        (["explain", "x", "--map", "nothing"], "unknown stock map 'nothing'"),
        (["explain", "x", "--unicode", "3.2"], "unknown Unicode version for whole texts '3.2'; use one of: 4.1, "),
        (["sequences", "--unicode", "4.0"], "unknown Unicode version for whole texts '4.0'; use one of: 4.1, "),
        (["sequences", "--unicode", "99"], "unknown Unicode version '99'; "),
        (["sequences", "--map", "nothing"], "unknown stock map 'nothing'"),
        (["sequences", "--map", "oracles/models/identity.model"], "the model asks for no map"),
        (["rules", "--map", "oracles/models/identity.model"], "the model asks for no map"),
        (["rules", "--format", "xml"], "is not 'tsv'"),
        (["rules", "--unicode", "3.0"], "unknown Unicode version for whole texts '3.0'"),
    ],
)
def test_wrong_input_is_one_sentence_and_exit_2(
    arguments: list[str], message: str, root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(root)
    monkeypatch.setattr(sys, "argv", ["hebrus-analysis", *arguments])
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    with pytest.raises(SystemExit) as stopped:
        cli.main()
    out, err = capsys.readouterr()
    assert stopped.value.code == 2
    assert message in err
    assert out == ""
    assert len(err.splitlines()) == 1 or err.startswith("Usage: ")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"ab\xff", "standard input is no UTF-8: invalid start byte at byte 2"),
        (b"\xed\xa0\x80", "standard input is no UTF-8: "),
        (b"\xe2\x82", "standard input is no UTF-8: unexpected end of data at byte 0"),
    ],
)
def test_standard_input_that_is_no_utf_8_is_one_sentence_and_exit_2(data: bytes, message: str) -> None:
    done = run("explain", input=data)
    assert done.returncode == 2
    assert message in done.stderr.decode()
    assert len(done.stderr.splitlines()) == 1
    assert not done.stdout
