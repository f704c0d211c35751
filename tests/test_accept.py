"""Accepting changes all of the locked state or nothing, whatever the candidates are and whenever it is killed."""

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hebrus_analysis import accept, oracle
from hebrus_analysis.errors import OracleDamaged


@pytest.fixture
def checkout(tmp_path: Path, root: Path) -> Path:
    """A copy of package and oracles, with a capture beside them that ended and found nothing new."""
    ignored = shutil.ignore_patterns("__pycache__", "candidates", "capture")
    for part in ("hebrus_analysis", "oracles"):
        shutil.copytree(root / part, tmp_path / part, ignore=ignored)
    candidates = tmp_path / "oracles/candidates"
    (candidates / "unicode").mkdir(parents=True)
    (candidates / "failures.json").write_text("[]")
    return tmp_path


def start(checkout: Path, *arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "hebrus_analysis", *arguments]
    return subprocess.Popen(command, cwd=checkout, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def state(checkout: Path) -> dict[str, str]:
    """Everything but bytecode, by hash."""
    return {
        path.relative_to(checkout).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in checkout.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def change(checkout: Path) -> None:
    """Bring a candidate that moves no count: a word more in a comment."""
    text = (checkout / "oracles/unicode/scripts.tsv").read_text(encoding="utf-8")
    (checkout / "oracles/candidates/unicode/scripts.tsv").write_text(f"# again\n{text}", encoding="utf-8")


@pytest.mark.slow
@pytest.mark.exhaustive
def test_a_candidate_is_adopted_and_everything_locked_anew(checkout: Path) -> None:
    change(checkout)
    with start(checkout, "accept") as process:
        out, error = process.communicate()
    assert (process.returncode, error) == (0, "")
    assert out == "adopted: oracles/unicode/scripts.tsv: 1 lines enter, 0 leave\n\n"
    assert not (checkout / "oracles/candidates").exists()
    assert not list(checkout.glob(".accepting-*"))
    manifest = (checkout / "oracles/manifest.json").read_bytes()
    locked = json.loads(manifest)["unicode/scripts.tsv"]
    assert locked == hashlib.sha256((checkout / "oracles/unicode/scripts.tsv").read_bytes()).hexdigest()
    for source in ("hebrus_analysis/oracle.py", "oracles/check.py"):
        assert hashlib.sha256(manifest).hexdigest() in (checkout / source).read_text(encoding="utf-8")
    assert set(json.loads(manifest)) == set(oracle.manifest())


def test_what_cannot_be_derived_is_not_adopted(checkout: Path) -> None:
    text = (checkout / "oracles/unicode/nfkc.tsv").read_text(encoding="utf-8")
    (checkout / "oracles/candidates/unicode/nfkc.tsv").write_text(f"{text}garbage\n", encoding="utf-8")
    before = state(checkout)
    with start(checkout, "accept") as process:
        out, error = process.communicate()
    assert (process.returncode, out) == (2, "")
    assert error.startswith("hebrus-analysis: tables and counts cannot be derived: ")
    assert error.endswith("nothing was changed\n")
    assert error.count("\n") == 1
    assert state(checkout) == before


def _at_work(folder: Path) -> list[str]:
    """Return the processes that still work below a folder, after a moment to end."""
    for _ in range(50):
        here = [pid for pid in Path("/proc").glob("[0-9]*") if _cwd(pid).startswith(str(folder))]
        if not here:
            return []
        time.sleep(0.1)
    return [pid.name for pid in here]


def _cwd(process: Path) -> str:
    try:
        return os.readlink(process / "cwd")
    except OSError:  # it has ended, or is not ours
        return ""


@pytest.mark.slow
@pytest.mark.parametrize("delay", [0.5, 1.5, 4])
def test_killed_at_any_moment_it_changes_nothing(checkout: Path, delay: float) -> None:
    change(checkout)
    before = state(checkout)
    with start(checkout, "accept") as process:
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
    assert not _at_work(checkout)
    after = {path: sha256 for path, sha256 in state(checkout).items() if not path.startswith(".accepting-")}
    assert after == before


@pytest.mark.parametrize("name", ["unicode/ages.tsv.part", "check.py", "manifest.json", "capture/x.py", ".DS_Store"])
def test_only_what_can_be_an_oracle_is_adopted(checkout: Path, name: str) -> None:
    stray = checkout / "oracles/candidates" / name
    stray.parent.mkdir(exist_ok=True)
    stray.write_text("x")
    with pytest.raises(OracleDamaged, match="is no oracle"):
        accept.adoptable(checkout / "oracles", checkout / "oracles/candidates")


def test_a_capture_that_failed_or_did_not_end_is_not_adopted(checkout: Path) -> None:
    oracles = checkout / "oracles"
    (oracles / "candidates/failures.json").write_text('["unicode: no compiler"]')
    with pytest.raises(OracleDamaged, match="the capture is not whole: unicode: no compiler"):
        accept.adoptable(oracles, oracles / "candidates")
    (oracles / "candidates/failures.json").unlink()
    with pytest.raises(OracleDamaged, match="did not end"):
        accept.adoptable(oracles, oracles / "candidates")


def test_candidates_behind_a_link_are_refused(checkout: Path, tmp_path: Path) -> None:
    oracles = checkout / "oracles"
    (oracles / "candidates").rename(tmp_path / "elsewhere")
    (oracles / "candidates").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OracleDamaged, match="is a link"):
        accept.adoptable(oracles, oracles / "candidates")
