"""The second transcription stands on the standard library alone and comes to the same counts."""

import ast
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hebrus_analysis import oracle
from hebrus_analysis.unicode.trims import RULES, SIDES, trim_bytes


def test_it_imports_only_the_standard_library(root: Path) -> None:
    tree = ast.parse((root / "oracles/check.py").read_text(encoding="utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.split(".")[0] for name in imported} <= sys.stdlib_module_names
    assert "unicodedata" not in imported


def test_it_locks_the_same_manifest_as_the_package(root: Path) -> None:
    assert f'MANIFEST_SHA256: Final = "{oracle.MANIFEST_SHA256}"' in (root / "oracles/check.py").read_text(
        encoding="utf-8"
    )


@pytest.mark.slow
def test_it_regenerates_every_digest_and_count(root: Path) -> None:
    done = run(root / "oracles")
    assert done.stderr == ""
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[-1] == "every hash, digest, count and trim is what it was locked as"
    assert "nmt_nfkc@0.1.95 at Unicode 15.0: 181 of 149,251 differ" in lines
    versions, maps = oracle.document("unicode/digests.json")["versions"], oracle.document("counts.json")
    assert len(lines) == len(versions) + sum(map(len, maps.values())) + 3
    assert lines[-2].startswith(f"trims: {len(oracle.read('trim-vectors.jsonl').splitlines())} vectors by 8 rules")


#: What a decoder can stumble over, beside whitespace.
BYTES = st.lists(st.sampled_from("20 78 00 1c 80 83 85 a0 bf c0 c2 e0 e2 e280 e3 ed ef bb f0 f4 90 9a ff c2a0".split()))


@settings(derandomize=True, deadline=None, max_examples=300)
@given(parts=BYTES)
def test_the_two_transcriptions_trim_and_decode_alike(transcription: ModuleType, parts: list[str]) -> None:
    data = bytes.fromhex("".join(parts))
    units = transcription.units(data)
    assert b"".join(part for _, part in units) == data
    assert "".join("\ufffd" if value < 0 else chr(value) for value, _ in units) == data.decode(errors="replace")
    for rule in RULES:
        assert {side: transcription.trimmed(data, rule, side) for side in SIDES} == {
            side: trim_bytes(data, rule, side) for side in SIDES
        }


def test_a_moved_trim_and_a_missing_vector_are_named(
    transcription: ModuleType, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(root / "oracles/unicode", tmp_path / "unicode")
    lines = (root / "oracles/trim-vectors.jsonl").read_text(encoding="ascii").splitlines()
    vectors = [vector for vector in map(json.loads, lines) if vector["id"] != "member-2003-middle"]
    changed = next(vector for vector in vectors if vector["id"] == "member-001C-left")
    changed["expected"]["python-strip"]["left"] = "1c78"
    (tmp_path / "trim-vectors.jsonl").write_text("".join(f"{json.dumps(vector)}\n" for vector in vectors))
    monkeypatch.setattr(transcription, "HERE", tmp_path)
    assert transcription.trim_problems() == [
        "trim vector member-001C-left: python-strip",
        "trim vectors: U+2003 does not stand in every place",
    ]


def test_a_host_with_other_whitespace_is_told_of(transcription: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    frozen = transcription.whitespace()["python-strip"]
    host = {cp for cp in range(sys.maxunicode + 1) if chr(cp).isspace()}
    assert bool(transcription.host_note()) == (host != frozen)
    monkeypatch.setattr(transcription, "whitespace", lambda: {"python-strip": host - {0x1C} | {0x180E}})
    assert transcription.host_note() == ("note: this interpreter's str.isspace takes U+001C and does not take U+180E")


def test_a_changed_oracle_is_local_drift(root: Path, tmp_path: Path) -> None:
    folder = tmp_path / "oracles"
    shutil.copytree(root / "oracles", folder, ignore=shutil.ignore_patterns("capture", "candidates", "__pycache__"))
    (folder / "manifest.json").write_text("{}")
    done = run(folder)
    assert done.returncode == 1
    assert done.stderr.startswith("local drift")


@pytest.fixture(scope="module")
def transcription(root: Path) -> ModuleType:
    """The check as a module, to ask its functions one by one."""
    spec = importlib.util.spec_from_file_location("check", root / "oracles/check.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the check in an isolated interpreter, which finds no package but the standard library."""
    command = [sys.executable, "-I", "-S", str(folder / "check.py")]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={"PATH": os.environ["PATH"]})
