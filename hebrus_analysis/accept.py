"""Adopt captured candidates and lock oracles, counts and tables anew, all of it or nothing.

The new state is made in a copy of package and oracles. Only when tables and counts could be derived there, its files
replace the old ones, the hash in the code last; until then the candidates stay. A run that is killed is healed by the
next.
"""

import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Final

from hebrus_analysis import locks, oracle
from hebrus_analysis.errors import OracleDamaged
from hebrus_analysis.upstream import moved_files
from hebrus_analysis.views import writers

_STAGE: Final = ".accepting-"
#: The sources that hold the manifest's hash; the one that every command reads is last.
_SOURCES: Final = ("oracles/check.py", "hebrus_analysis/oracle.py")


def accept() -> str:
    """Adopt any candidates, then rewrite tables, counts, manifest and the manifest's hash in the code.

    Returns what changed, as text.

    Raises:
        OracleDamaged: this is an installed package, or the candidates cannot be adopted whole; nothing was changed.
    """
    root = oracle.root()
    if not (root / "check.py").exists():
        raise OracleDamaged("only a checkout of the project can accept; this is an installed package")
    candidates = root / "candidates"
    adopted = adoptable(root, candidates) if candidates.exists() else {}
    for left_by_a_killed_run in root.parent.glob(f"{_STAGE}*"):
        shutil.rmtree(left_by_a_killed_run)
    with tempfile.TemporaryDirectory(prefix=_STAGE, dir=root.parent) as folder:
        stage = Path(folder)
        ignored = shutil.ignore_patterns("__pycache__", "candidates", "capture")
        for part in ("hebrus_analysis", "oracles"):
            shutil.copytree(root.parent / part, stage / part, ignore=ignored)
        for path in adopted:
            writers.write_bytes(stage / "oracles" / path, (candidates / path).read_bytes())
        _lock(stage)
        derived = _derived_by_child(stage)
        _lock(stage)
        _replace(root.parent, stage)
    if candidates.exists():
        shutil.rmtree(candidates)
    return "".join(f"adopted: oracles/{path}: {', '.join(how)}\n" for path, how in adopted.items()) + derived


def adoptable(root: Path, candidates: Path) -> dict[str, tuple[str, ...]]:
    """Return the candidates that hold other facts than the oracles, and how they differ.

    Raises:
        OracleDamaged: the capture did not end or was not whole, or a file is none that an oracle can be.
    """
    if candidates.is_symlink():
        raise OracleDamaged(f"{candidates} is a link; candidates are adopted from a folder of their own")
    try:
        failed = json.loads((candidates / "failures.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise OracleDamaged("the capture did not end; run `make capture` again") from None
    if failed:
        raise OracleDamaged(f"the capture is not whole: {'; '.join(failed)}; run `make capture` again")
    found = (path.relative_to(candidates).as_posix() for path in sorted(candidates.rglob("*")) if not path.is_dir())
    for path in found:
        if path != "failures.json" and not (locks.is_oracle(path) and (candidates / path).is_file()):
            raise OracleDamaged(f"oracles/candidates/{path} is no oracle; remove it, or run `make capture` again")
    return moved_files(root, candidates)


def derive(root: Path) -> str:
    """Write counts and tables, and say how they changed."""
    before = {path: (root / path).read_text(encoding="utf-8") for path in _derived(root)}
    locks.write_tables(root / "tables")
    writers.write_text(root / "counts.json", json.dumps(locks.make_counts(), indent=1) + "\n")
    said = []
    for path in _derived(root):
        old, new = before.get(path, ""), (root / path).read_text(encoding="utf-8")
        if old != new:
            entered, left = locks.moved_rows(old, new)
            said.append(f"changed: oracles/{path}\n")
            said += [f"  entered: {line}\n" for line in entered] + [f"  left: {line}\n" for line in left]
    return "".join(said)


def _derived_by_child(stage: Path) -> str:
    """Derive in a fresh interpreter, which imports the copy and reads its manifest."""
    environment = os.environ | {"PYTHONPATH": str(stage)}
    command = [sys.executable, "-m", "hebrus_analysis.accept"]
    # The other end of its standard input is open as long as we live, which is how it knows; see _end_with_parent.
    watched, held = os.pipe()
    try:
        done = subprocess.run(
            command, cwd=stage, env=environment, stdin=watched, capture_output=True, text=True, check=False
        )
    finally:
        os.close(watched)
        os.close(held)
    if done.returncode:
        why = (done.stderr.strip().splitlines() or [f"it ended with {done.returncode}"])[-1]
        raise OracleDamaged(f"tables and counts cannot be derived: {why}; nothing was changed")
    return done.stdout


def _end_with_parent() -> None:
    """Leave as soon as whoever started this process is gone, so that a killed command leaves nobody at work."""

    def wait() -> None:
        os.read(0, 1)  # unbuffered: a buffer would be locked when the interpreter ends
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def _lock(checkout: Path) -> None:
    """Write the manifest, and its hash into the code."""
    root = checkout / "oracles"
    hashes = {path: hashlib.sha256((root / path).read_bytes()).hexdigest() for path in locks.files(root)}
    data = (json.dumps(hashes, indent=1) + "\n").encode()
    writers.write_bytes(root / "manifest.json", data)
    locked = f'MANIFEST_SHA256: Final = "{hashlib.sha256(data).hexdigest()}"'
    for source in _SOURCES:
        text = (checkout / source).read_text(encoding="utf-8")
        _write_source(checkout / source, re.sub(r'MANIFEST_SHA256: Final = "\w+"', locked, text))


def _replace(checkout: Path, stage: Path) -> None:
    paths = [f"oracles/{path}" for path in (*locks.files(stage / "oracles"), "manifest.json")]
    for path in paths:
        data, target = (stage / path).read_bytes(), checkout / path
        if not target.exists() or target.read_bytes() != data:
            writers.write_bytes(target, data)
    for source in _SOURCES:
        _write_source(checkout / source, (stage / source).read_text(encoding="utf-8"))


def _write_source(path: Path, text: str) -> None:
    writers.write_text(path, text)
    # Bytecode is matched by size and whole second; a new hash can change neither.
    Path(importlib.util.cache_from_source(str(path))).unlink(missing_ok=True)


def _derived(root: Path) -> list[str]:
    return [path for path in locks.files(root) if path.startswith(("tables/", "counts"))]


if __name__ == "__main__":
    _end_with_parent()
    print(derive(oracle.root()), end="")
