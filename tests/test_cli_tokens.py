"""The commands about tokenizers as a user meets them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from hebrus_analysis import cli

HINDI = "U+0939 U+093F U+0928 U+094D U+0926 U+0940"


def invoke(*arguments: str):
    return CliRunner().invoke(cli.cli, arguments)


@pytest.fixture
def folder(root: Path) -> Path:
    return root / "oracles/tokenization"


def test_tokens_follows_a_text(folder: Path) -> None:
    done = invoke("tokens", HINDI, "--tokenizer", str(folder / "byte-level.json"), "--json")
    found = json.loads(done.stdout)
    assert (done.exit_code, found["normalized"], found["splits"]) == (0, HINDI, [HINDI])
    assert [token["id"] for token in found["tokens"]] == found["ids"]
    assert "ids  " in invoke("tokens", "a b", "--tokenizer", str(folder / "unigram.model")).stdout


def test_tokens_exits_with_1_where_two_files_part_and_names_the_step(folder: Path) -> None:
    files = ("--tokenizer", str(folder / "unigram.model"), "--against", str(folder / "unigram.json"))
    assert invoke("tokens", "Ti\u1ebfng", *files).exit_code == 0
    done = invoke("tokens", "U+0065 U+0301 U+0323", *files, "--json")
    assert (done.exit_code, json.loads(done.stdout)["parted"]) == (1, "normalizer: the map")
    assert "they part at normalizer: the map" in invoke("tokens", "U+0065 U+0301 U+0323", *files).stdout


def test_tokens_asks_an_implementation(folder: Path) -> None:
    path = str(folder / "byte-level.json")
    done = invoke("tokens", "a", "--tokenizer", path, "--against", "tokenizers", "--json")
    assert (done.exit_code, json.loads(done.stdout)["parted"]) == (0, "")
    assert "the same ids" in invoke("tokens", "a", "--tokenizer", path, "--against", "tokenizers").stdout


def test_tokens_runs_the_texts_that_divide(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "texts.tsv"
    files = ("--tokenizer", str(folder / "unigram.model"), "--against", str(folder / "unigram.json"))
    done = invoke("tokens", *files, "--json", "-o", str(out))
    found = json.loads(done.stdout)
    assert done.exit_code == 1
    assert 0 < found["differ"] == sum(found["by_group"].values()) < found["texts"]
    rows = [line for line in out.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert len(rows) == found["texts"] + 1
    assert "give other ids" in invoke("tokens", *files).stdout


def test_pretokenize_cuts_by_name_and_by_expression() -> None:
    done = invoke("pretokenize", HINDI, "--expression", "qwen2", "--expression", "qwen3.5", "--json")
    found = json.loads(done.stdout)["splits"]
    assert done.exit_code == 1
    assert (len(found["qwen2"]), found["qwen3.5"]) == (4, [HINDI])
    done = invoke("pretokenize", "a1", "--expression", r"\d", "--expression", "[0-9]")
    assert (done.exit_code, "cut alike" in done.stdout) == (0, True)


def test_inspect_shows_the_steps_and_what_two_files_differ_in(folder: Path) -> None:
    path = str(folder / "byte-level.json")
    said = invoke("inspect", path)
    assert said.exit_code == 0
    assert "qwen3.5" in said.stdout
    (file,) = json.loads(invoke("inspect", path, "--json").stdout)["files"]
    assert [step["type"] for step in file["pipeline"]][1:3] == ["NFC", "Split"]
    (file,) = json.loads(invoke("inspect", str(folder / "unigram.model"), "--json").stdout)["files"]
    assert [step["stage"] for step in file["pipeline"]] == [
        "normalizer",
        "normalizer",
        "model",
        "model",
        "model",
        "decoder",
    ]
    assert invoke("inspect", path, path).exit_code == 0
    done = invoke("inspect", path, str(folder / "unigram.json"), "--json")
    stages = [each["stage"] for each in json.loads(done.stdout)["differences"]]
    assert (done.exit_code, stages) == (1, ["added_tokens", "normalizer", "pre_tokenizer", "model", "decoder"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("tokens", "--tokenizer", "{byte}"), "give a TEXT; or --against"),
        (("tokens", "a", "--tokenizer", "{byte}", "-o", "x.tsv"), "leave TEXT out"),
        (("tokens", "a", "--tokenizer", "nowhere.json"), "does not exist"),
        (("tokens", "U+D800", "--tokenizer", "{byte}"), "lone surrogate"),
        (("tokens", "a", "--tokenizer", "{vectors}"), "no whole JSON"),
        (
            ("tokens", "a", "--tokenizer", "{byte}", "--against", "nobody"),
            "unknown implementation of tokenizers 'nobody'",
        ),
        (
            ("tokens", "a", "--tokenizer", "{byte}", "--against", "sentencepiece"),
            "SentencePiece reads no tokenizer.json",
        ),
        (("pretokenize", "a", "--expression", "(a"), "does not compile"),
        (("pretokenize", "a"), "Missing option '--expression'"),
    ],
)
def test_wrong_input_is_one_sentence_and_exit_2(folder: Path, arguments: tuple[str, ...], said: str) -> None:
    names = {"byte": str(folder / "byte-level.json"), "vectors": str(folder / "vectors.jsonl")}
    given = [each.format(**names) for each in arguments]
    done = CliRunner().invoke(cli.cli, given)
    message = done.output + str(done.exception or "")
    assert said in message
    assert "Traceback" not in message
