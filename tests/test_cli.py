"""The command line as a user meets it."""

import base64
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from sentencepiece import sentencepiece_model_pb2

from hebrus_analysis import cli, oracle
from hebrus_analysis.charsmap import generations


def run(*arguments: str, cwd: Path | None = None, **options) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hebrus_analysis", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd, **options)


def answer(*arguments: str):
    """Run a command in this process and return what it prints as JSON."""
    done = CliRunner().invoke(cli.cli, [*arguments, "--json"], catch_exceptions=False)
    assert done.exit_code in (0, 1)
    return json.loads(done.stdout)


def test_families_json_has_the_stable_keys() -> None:
    assert answer("families") == {
        "map": "nmt_nfkc@0.1.95",
        "sha256": "0942789e0111452f1cc446f70036e26d24458c3c7858c53cc12ca4d87531279b",
        "unicode": "15.0",
        "population": 149_251,
        "identical": 149_070,
        "divergent": 181,
        "dropped": 30,
        "spaced": 15,
        "exempt": 1,
        "post_freeze": 135,
        "other": 0,
    }


def test_families_prints_both_readings() -> None:
    done = run("families")
    assert done.returncode == 0
    assert "30 / 15 / 136" in done.stdout
    assert "post-freeze" in done.stdout


def test_a_map_is_taken_from_a_file_by_content(tmp_path: Path) -> None:
    blob = tmp_path / "whatever.xyz"
    blob.write_bytes(generations.load("nmt_nfkc@0.2.3").blob)
    assert answer("families", "--map", str(blob))["map"] == "nmt_nfkc@0.2.3"
    model = oracle.root() / "models/stock.model"
    assert answer("families", "--map", str(model), "--unicode", "14")["divergent"] == 119


def test_show_takes_every_notation_of_a_code_point() -> None:
    for text in ("U+200D", "200D", "0x200d", "\u200d", "U+200D..U+200D"):
        (card,) = answer("show", text)
        assert (card["codepoint"], card["family"]) == ("U+200D", "spaced")
    assert [card["codepoint"] for card in answer("show", "U+2000..U+2002")] == ["U+2000", "U+2001", "U+2002"]


def test_show_prints_a_card() -> None:
    done = run("show", "U+200D", "U+0041")
    assert done.returncode == 0
    for expected in ("ZERO WIDTH JOINER", "ZWJ", r"\u{200D}", "spaced", "agrees with its reference"):
        assert expected in done.stdout


def test_inspect_says_what_a_model_is() -> None:
    (found,) = answer("inspect", str(oracle.root() / "models/stock.model"))["files"]
    assert (found["generation"], found["freeze"], found["n_rules"]) == ("nmt_nfkc@0.1.95", "7.0..8.0", 224_711)
    assert found["normalizer"]["name"] == "nmt_nfkc"
    (found,) = answer("inspect", str(oracle.root() / "models/user_defined.model"))["files"]
    assert (found["generation"], found["added"]) == ("", 3)
    (found,) = answer("inspect", str(oracle.root() / "models/identity.model"))["files"]
    assert found["sha256"] == ""


def test_inspect_reports_two_containers_that_disagree(tmp_path: Path) -> None:
    shutil.copy(oracle.root() / "models/stock.model", tmp_path / "spiece.model")
    write_tokenizer_json(tmp_path, "nmt_nfkc@0.1.95")
    done = run("inspect", str(tmp_path))
    assert done.returncode == 0
    assert "agreement: spiece.model and tokenizer.json carry the same map" in done.stdout
    write_tokenizer_json(tmp_path, "nmt_nfkc@0.2.3")
    done = run("inspect", str(tmp_path))
    assert done.returncode == 1
    assert "the two files do not normalize alike" in done.stdout.replace("\n", " ")


def test_inspect_reports_a_port_to_nfkc(tmp_path: Path) -> None:
    """The commonest fault: tokenizer.json asks for the runtime's NFKC where spiece.model carries the frozen map."""
    shutil.copy(oracle.root() / "models/stock.model", tmp_path / "spiece.model")
    (tmp_path / "tokenizer.json").write_text(json.dumps({"normalizer": {"type": "NFKC"}, "model": {}}))
    done = run("inspect", str(tmp_path))
    assert done.returncode == 1
    assert "nmt_nfkc@0.1.95" in done.stdout
    assert "disagreement: tokenizer.json cannot be applied" in done.stdout
    assert run("inspect", str(tmp_path / "tokenizer.json")).returncode == 2


def test_what_a_file_says_is_never_markup_nor_a_terminal_escape(tmp_path: Path) -> None:
    model = sentencepiece_model_pb2.ModelProto.FromString(oracle.read("models/stock.model"))
    model.normalizer_spec.name = "\x1b[31mred [/bold]\u202e"
    path = tmp_path / "[bold].model"
    path.write_bytes(model.SerializeToString())
    done = run("inspect", str(path))
    assert done.returncode == 0
    assert "[bold].model: spiece.model" in done.stdout.replace("\n", "")
    assert r"\x1b[31mred [/bold]\u202e" in done.stdout


def test_steps_beside_the_map_are_said(tmp_path: Path) -> None:
    shutil.copy(oracle.root() / "models/stock.model", tmp_path / "spiece.model")
    write_tokenizer_json(tmp_path, "nmt_nfkc@0.1.95", {"type": "Lowercase"})
    done = run("inspect", str(tmp_path))
    assert "tokenizer.json also applies Lowercase, which is not compared" in done.stdout


def test_a_long_range_streams() -> None:
    command = f"{sys.executable} -m hebrus_analysis show U+0000..U+10FFFF | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, timeout=120)
    assert done.stdout.startswith("U+0000")
    assert done.stderr == ""


def test_a_full_or_closed_output_is_one_sentence() -> None:
    command = f"{sys.executable} -m hebrus_analysis show A"
    full = subprocess.run(["bash", "-c", f"{command} > /dev/full"], capture_output=True, text=True, check=False)
    assert full.returncode == 2
    assert full.stderr == "hebrus-analysis: No space left on device; nothing was written there\n"
    closed = subprocess.run(["bash", "-c", f"{command} >&-"], capture_output=True, text=True, check=False)
    assert (closed.returncode, closed.stderr) == (0, "")


def write_tokenizer_json(folder: Path, name: str, *more: dict[str, str]) -> None:
    encoded = base64.b64encode(generations.load(name).blob).decode()
    steps = [{"type": "Precompiled", "precompiled_charsmap": encoded}, *more]
    normalizer = {"type": "Sequence", "normalizers": steps}
    (folder / "tokenizer.json").write_text(json.dumps({"normalizer": normalizer, "model": {}}))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["families", "--map", "nmt_nfkc"], "unknown stock map 'nmt_nfkc'; use one of: nmt_nfkc@0.1.7"),
        (["families", "--unicode", "99"], "unknown Unicode version '99'"),
        (["show", "U+110000"], "beyond U+10FFFF"),
        (["show", "U+D800"], "is a surrogate"),
        (["show", "nothing"], "names no code point"),
        (["show", "e\u0301"], "is 2 code points, U+0065 U+0301"),
        (["date", "nothing"], "unknown file, map or runtime 'nothing'"),
        (["drift", "--rule", "nothing"], "unknown stock rule 'nothing'; use one of: nfkc"),
        (["rebuild", "nfkc", "--freeze", "18.0", "-o", "{empty}"], "unknown freeze of nfkc '18.0'"),
        (["families", "-o", "{empty}/x.tsv"], "nothing was written there"),
        (["families", "--map", "{models}/identity.model"], "asks for no map"),
        (["inspect", "{empty}"], "the file is empty"),
        (["inspect", "{cut}"], "cut short"),
        (["sweep", "-o", "{empty}.xlsx"], "unknown file ending '.xlsx'"),
        (["inspect", "{folder}"], "the folder has none of"),
    ],
)
def test_wrong_input_is_one_sentence_and_exit_2(arguments: list[str], sentence: str, tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    (tmp_path / "cut").write_bytes(oracle.read("models/stock.model")[:-1000])
    (tmp_path / "folder").mkdir()
    places = {name: str(tmp_path / name) for name in ("empty", "cut", "folder")}
    done = run(*(text.format(models=oracle.root() / "models", **places) for text in arguments))
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("arguments", [[], ["--help"], ["families", "--help"], ["--version"]])
def test_help(arguments: list[str]) -> None:
    done = run(*arguments)
    assert "hebrus-analysis" in done.stdout + done.stderr


def test_output_to_a_closed_pipe_ends_quietly() -> None:
    command = f"{sys.executable} -m hebrus_analysis sweep | head -n 1"
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {command}"], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.returncode == 0
    assert done.stdout.startswith("codepoint\t")


@pytest.mark.parametrize("ending", [".tsv", ".csv", ".json", ".md", ".parquet"])
def test_families_are_written_in_every_format(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"out{ending}"
    done = CliRunner().invoke(cli.cli, ["families", "-o", str(path)], catch_exceptions=False)
    assert done.exit_code == 0
    assert path.stat().st_size > 1_000
    assert list(tmp_path.iterdir()) == [path]
    if ending == ".json":
        assert [row["codepoint"] for row in json.loads(path.read_text())][:2] == ["U+0001", "U+0002"]
    elif ending != ".parquet":
        assert "U+FF5E" in path.read_text()


def test_the_same_call_gives_the_same_bytes_under_every_hash_seed_and_locale() -> None:
    outputs = {
        run("families", "-o", "/dev/stdout", env=os.environ | {"PYTHONHASHSEED": seed, "LC_ALL": locale}).stdout
        for seed, locale in (("0", "C"), ("1", "C.UTF-8"))
    }
    assert len(outputs) == 1


def test_without_arguments_it_says_what_to_do_next() -> None:
    said = CliRunner().invoke(cli.cli, [], catch_exceptions=False).stdout
    named = re.findall(r"hebrus-analysis (\w+)", said)
    assert {"families", "show", "inspect", "report"} <= set(named) <= set(cli.cli.commands)
    assert f"all {len(cli.cli.commands)} commands" in said
    assert len(said.splitlines()) < 20
