"""The second transcription stands on the standard library alone and comes to the same counts."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hebrus_analysis import oracle


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
    assert lines[-1] == "every hash, digest and count is what it was locked as"
    assert "nmt_nfkc@0.1.95 at Unicode 15.0: 181 of 149,251 differ" in lines
    versions, maps = oracle.document("unicode/digests.json")["versions"], oracle.document("counts.json")
    assert len(lines) == len(versions) + sum(map(len, maps.values())) + 1


def test_a_changed_oracle_is_local_drift(root: Path, tmp_path: Path) -> None:
    folder = tmp_path / "oracles"
    shutil.copytree(root / "oracles", folder, ignore=shutil.ignore_patterns("capture", "candidates", "__pycache__"))
    (folder / "manifest.json").write_text("{}")
    done = run(folder)
    assert done.returncode == 1
    assert done.stderr.startswith("local drift")


def run(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the check in an isolated interpreter, which finds no package but the standard library."""
    command = [sys.executable, "-I", "-S", str(folder / "check.py")]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={"PATH": os.environ["PATH"]})
