"""The watch catches a hidden generation and a hidden Unicode version, and names what they change."""

import json
import shutil
from pathlib import Path

import pytest

from hebrus_analysis import oracle, upstream
from hebrus_analysis.errors import OracleDamaged
from hebrus_analysis.unicode import properties


def copy(target: Path) -> Path:
    ignore = shutil.ignore_patterns("capture", "candidates", "__pycache__", "*.md", "check.py", "manifest.json")
    shutil.copytree(oracle.root(), target, ignore=ignore)
    return target


@pytest.fixture
def candidates(tmp_path: Path) -> Path:
    """A fresh capture that found what is known."""
    folder = copy(tmp_path / "candidates")
    (folder / "failures.json").write_text("[]")
    return folder


@pytest.fixture
def frozen(tmp_path: Path) -> Path:
    """Oracles of an earlier day, to be made older by a test."""
    return copy(tmp_path / "oracles")


def edit(path: Path, change) -> None:
    value = json.loads(path.read_text(encoding="utf-8"))
    change(value)
    path.write_text(json.dumps(value, indent=1), encoding="utf-8")


def test_no_drift_is_no_finding(frozen: Path, candidates: Path) -> None:
    assert upstream.findings(frozen, candidates) == []


def test_a_hidden_generation_is_found_and_named(frozen: Path, candidates: Path) -> None:
    def hide(index) -> None:
        index["generations"] = [entry for entry in index["generations"] if entry["name"] != "nmt_nfkc@0.2.3"]
        del index["wheels"]["0.2.3"]

    edit(frozen / "charsmaps/index.json", hide)
    text = "\n".join(map(str, upstream.findings(frozen, candidates)))
    assert "new wheel: sentencepiece 0.2.3 carries" in text
    assert "a new nmt_nfkc" in text
    assert "new generation: nmt_nfkc@0.2.3, 240,007 bytes, sha256 1e2c7b43" in text
    assert "1 rules enter, 0 leave, 0 change against nmt_nfkc@0.2.2" in text
    assert "rule enters: U+061C to U+0020" in text
    assert "tables at Unicode 15.0: 45 divergent become 46; 1 enter: U+061C (spaced)" in text


def test_a_hidden_unicode_version_is_found_and_named(frozen: Path, candidates: Path) -> None:
    edit(frozen / "unicode/digests.json", lambda digests: digests["versions"].pop("18.0"))
    for name in ("ages", "nfkc", "names", "categories"):
        path = frozen / f"unicode/{name}.tsv"
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        path.write_text("".join(line for line in lines if "18.0" not in line), encoding="utf-8")
    text = "\n".join(map(str, upstream.findings(frozen, candidates)))
    population = len(properties.population("18.0")) - len(properties.population("17.0"))
    assert "new Unicode: 18.0, from unicodedata2 18.0.0" in text
    assert f"{population:,} code points enter the population" in text
    assert "NFKC changes 68 of them" in text
    assert "Latin Extended-G: 52" in text
    assert "every map older than Unicode 18.0 gains 68 post-freeze code points" in text
    assert "moved: oracles/unicode/ages.tsv" in text


def test_what_could_not_be_captured_is_reported_with_the_reason(frozen: Path, candidates: Path) -> None:
    reasons = [
        "unicode: unicodedata2 9.0.0.post4 does not build: no compiler",
        "x.whl: the hash changed; it was a, now b",
    ]
    (candidates / "failures.json").write_text(json.dumps(reasons))
    assert list(map(str, upstream.findings(frozen, candidates))) == [f"not captured: {reason}" for reason in reasons]


def test_a_partial_capture_is_compared_as_far_as_it_goes(frozen: Path, candidates: Path) -> None:
    shutil.rmtree(candidates / "unicode")
    shutil.rmtree(candidates / "charsmaps")
    (candidates / "models/identity.model").write_bytes(b"other")
    assert [finding.what for finding in upstream.findings(frozen, candidates)] == [
        "moved: oracles/models/identity.model"
    ]


def test_the_watch_writes_nothing(frozen: Path, candidates: Path) -> None:
    edit(frozen / "charsmaps/index.json", lambda index: index["wheels"].pop("0.2.3"))
    before = {path: path.read_bytes() for path in frozen.rglob("*") if path.is_file()}
    upstream.findings(frozen, candidates)
    assert before == {path: path.read_bytes() for path in frozen.rglob("*") if path.is_file()}


def test_without_a_capture_the_cure_is_named(frozen: Path, tmp_path: Path) -> None:
    with pytest.raises(OracleDamaged, match="run `make capture` first"):
        upstream.findings(frozen, tmp_path / "nothing")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("failures.json", b"{bad"),
        ("failures.json", b"5"),
        ("charsmaps/index.json", b"{}"),
        ("charsmaps/index.json", b"\xff"),
        ("unicode/digests.json", b"{}"),
        ("unicode/nfkc.tsv", b"\xff\xfe"),
        ("charsmaps/nfkc@0.2.3.bin.xz", b"\xfd7zXZ"),
    ],
)
def test_garbage_among_the_candidates_is_one_sentence(
    frozen: Path, candidates: Path, name: str, content: bytes
) -> None:
    (candidates / name).write_bytes(content)
    with pytest.raises(OracleDamaged, match=r"the candidates cannot be read: .*; run `make capture` again"):
        upstream.findings(frozen, candidates)


def test_a_capture_that_did_not_end_is_not_taken_for_whole(frozen: Path, candidates: Path) -> None:
    (candidates / "failures.json").unlink()
    with pytest.raises(OracleDamaged, match="the capture did not end"):
        upstream.findings(frozen, candidates)
