"""The answers of a port that this package cannot load."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from hebrus_analysis import cli
from hebrus_analysis.errors import MalformedContainer
from hebrus_analysis.runtimes.runtime import Failure
from hebrus_analysis.tokenization import answers


def invoke(*arguments: str):
    return CliRunner().invoke(cli.cli, arguments)


@pytest.fixture
def model(root: Path) -> str:
    return str(root / "oracles/tokenization/byte-level.json")


def test_what_is_written_agrees_with_itself_and_a_fault_in_it_is_found(model: str, tmp_path: Path) -> None:
    path = tmp_path / "vectors.jsonl"
    done = invoke("tokens", "--tokenizer", model, "-o", str(path))
    assert (done.exit_code, "give your port's to --against" in done.stdout) == (0, True)
    assert invoke("tokens", "--tokenizer", model, "--against", str(path)).exit_code == 0
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert "<|end|>" in {line["reason"] for line in lines if line["group"] == "added tokens"}
    lines[7]["ids"] = [1]
    del lines[9]
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    done = invoke("tokens", "--tokenizer", model, "--against", str(path), "--json")
    found = json.loads(done.stdout)
    assert (done.exit_code, found["differ"], found["by_step"]) == (1, 2, {"not told": 2})


def test_one_text_can_be_held_against_answers(model: str, tmp_path: Path) -> None:
    path = tmp_path / "port.jsonl"
    path.write_text('{"text": "a", "ids": [0]}\n{"text": "b", "error": "boom"}\n', encoding="utf-8")
    done = invoke("tokens", "a", "--tokenizer", model, "--against", str(path), "--json")
    found = json.loads(done.stdout)
    assert (done.exit_code, found["other"]["ids"], found["parted"]) == (1, [0], "not told")
    encode = answers.read(path).encode
    assert encode(["a", "b"]) == [(0,), Failure("boom")]
    assert isinstance(encode(["c"])[0], Failure)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "line 1: the line: invalid json"),
        ("[]", "line 1: the line: "),
        ('{"ids": [1]}', "line 1: text: field required"),
        ('{"text": "a", "ids": ["1"]}', "line 1: ids.0: "),
        ('{"text": "a", "ids": [-1]}', "line 1: ids.0: "),
    ],
)
def test_a_line_that_is_no_answer_is_named(tmp_path: Path, line: str, said: str) -> None:
    path = tmp_path / "port.jsonl"
    path.write_text(line, encoding="utf-8")
    with pytest.raises(MalformedContainer, match=said):
        answers.read(path)
