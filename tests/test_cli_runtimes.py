"""The commands about runtimes, trims and exports as a user meets them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from hebrus_analysis import cli
from hebrus_analysis.runtimes import recorded
from hebrus_analysis.runtimes.registry import RUNTIMES
from hebrus_analysis.unicode import trims


def invoke(*arguments: str):
    return CliRunner().invoke(cli.cli, arguments, catch_exceptions=False)


def run(*arguments: str, **options) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [sys.executable, "-m", "hebrus_analysis", *arguments], capture_output=True, check=False, **options
    )


def test_whitespace_lists_each_predicate_with_its_members() -> None:
    found = json.loads(invoke("whitespace", "--json").stdout)
    assert found["rust: trim"] == found["White_Space"]
    assert found["jinja2: trim"][:5] == ["U+0009", "U+000A", "U+000B", "U+000C", "U+000D"]
    assert found.keys() >= recorded.predicates().keys()
    assert "jinja2: trim" in invoke("whitespace").stdout


def test_compare_says_what_only_one_has() -> None:
    found = json.loads(invoke("compare", "jinja2: trim", "rust: trim", "--json").stdout)
    assert found["only_first"] == ["U+001C", "U+001D", "U+001E", "U+001F"]
    assert found["only_second"] == []
    assert len(found["both"]) == 25
    said = invoke("compare", "tokenizers: NFKC", "unicodedata2: NFKC").stdout
    assert "U+1E030" in said
    assert "MODIFIER LETTER CYRILLIC SMALL A" in said


@pytest.mark.parametrize("rule", trims.RULES)
def test_trim_shows_what_is_left(rule: str) -> None:
    found = json.loads(invoke("trim", "\x1c x\u00e0", "--rule", rule, "--json").stdout)
    assert found["rule"] == rule
    assert bytes.fromhex(found["output"]) == trims.trim_bytes("\x1c x\u00e0".encode(), rule)
    assert found["well_formed"] == (rule not in {"latin1-bytes", "reverse-byte-scan"})


def test_trim_takes_bytes_that_no_argument_can_carry() -> None:
    done = run("trim", "--rule", "python-strip", "--json", input=b" \x00\xff\xa0 ")
    assert json.loads(done.stdout)["output"] == "00 ff a0"


@pytest.mark.parametrize("lang", ["c", "rust", "csharp", "go", "java", "javascript", "python"])
def test_export_prints_source_with_its_provenance(lang: str, tmp_path: Path) -> None:
    said = invoke("export", "whitespace", "--rule", "python-strip", "--lang", lang).stdout
    assert "hebrus-analysis export whitespace --rule python-strip --lang" in said
    assert (
        invoke("export", "whitespace", "--rule", "python-strip", "--lang", lang, "-o", str(tmp_path / "x")).exit_code
        == 0
    )
    assert (tmp_path / "x").read_text(encoding="utf-8") == said


def test_ask_answers_for_one_that_is_always_here() -> None:
    found = json.loads(invoke("ask", "--live", "--only", "sqlite", "--quick", "--json").stdout)
    assert [row["runtime"] for row in found] == ["sqlite"]
    assert found[0]["recorded"]


@pytest.mark.slow
def test_runtimes_lists_every_registered_one() -> None:
    rows = json.loads(invoke("runtimes", "--json").stdout)
    assert [row["runtime"] for row in rows] == list(RUNTIMES)
    here = {row["runtime"] for row in rows if row["installed"]}
    assert {"cpython", "numpy", "sqlite"} <= here
    assert all(row["missing"] for row in rows if row["runtime"] not in here)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["compare", "nothing", "White_Space"], "unknown predicate, trim or normalizer 'nothing'; "),
        (["trim", "x", "--rule", "nothing"], "unknown trim rule 'nothing'; use one of: python-strip"),
        (["export", "whitespace", "--rule", "nothing", "--lang", "c"], "use one of: python-strip"),
        (["export", "whitespace", "--rule", "ascii", "--lang", "cobol"], "use one of: c"),
        (["ask", "--live", "--only", "nothing"], "unknown runtime 'nothing'; the nearest of"),
        (["ask"], "Missing option '--live'"),
        (["ask", "--live", "--quick", "-o", "x"], "asks too little to be written"),
    ],
)
def test_wrong_input_is_one_sentence_and_exit_2(arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert message in done.stderr.decode()
    assert b"Traceback" not in done.stderr
