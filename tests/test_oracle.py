"""The frozen facts are the locked ones, and a changed one is noticed whatever was changed along with it."""

import hashlib
import json
import shutil
from pathlib import Path

import pytest

from hebrus_analysis import oracle
from hebrus_analysis.errors import OracleDamaged


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the oracles that may be damaged."""
    folder = tmp_path / "oracles"
    shutil.copytree(oracle.root(), folder, ignore=shutil.ignore_patterns("capture", "candidates", "__pycache__"))
    monkeypatch.setattr(oracle, "root", lambda: folder)
    oracle.manifest.cache_clear()
    yield folder
    oracle.manifest.cache_clear()


def test_every_oracle_is_the_locked_one() -> None:
    for name in oracle.manifest():
        oracle.read(name)


def test_a_changed_file_is_named(copy: Path) -> None:
    (copy / "unicode/ages.tsv").write_text("0000\t1.1\n")
    with pytest.raises(OracleDamaged, match=r"oracles/unicode/ages\.tsv is not the file that the manifest locks"):
        oracle.read("unicode/ages.tsv")


def test_a_file_and_its_hash_changed_together_still_fail(copy: Path) -> None:
    data = b"0000\t1.1\n"
    (copy / "unicode/ages.tsv").write_bytes(data)
    manifest = json.loads((copy / "manifest.json").read_text())
    manifest["unicode/ages.tsv"] = hashlib.sha256(data).hexdigest()
    (copy / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n")
    with pytest.raises(OracleDamaged, match="not the manifest that this code locks"):
        oracle.read("unicode/ages.tsv")


def test_a_missing_file_is_named_with_the_cure(copy: Path) -> None:
    (copy / "counts.json").unlink()
    with pytest.raises(OracleDamaged, match=r"oracles/counts\.json cannot be read; take the file again"):
        oracle.document("counts.json")


def test_provenance_says_what_a_result_rests_on() -> None:
    facts = oracle.provenance()
    assert facts["oracles"] == hashlib.sha256((oracle.root() / "manifest.json").read_bytes()).hexdigest()
    assert {"hebrus_analysis", "python", "numpy", "pandas"} <= facts.keys()
