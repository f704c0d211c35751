"""The second transcription stands on the standard library alone and comes to the same counts."""

import ast
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

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


def test_a_moved_trim_and_a_missing_vector_are_named(copied: ModuleType) -> None:
    vectors = [vector for vector in vectors_of(copied) if vector["id"] != "member-2003-middle"]
    changed = next(vector for vector in vectors if vector["id"] == "member-001C-left")
    changed["expected"]["python-strip"]["left"] = "1c78"
    write_vectors(copied, vectors)
    assert list(copied.trim_problems()) == [
        "trim vector member-001C-left: python-strip",
        "trim vectors missing: member-2003-middle",
    ]


def test_what_the_design_does_not_make_is_named(copied: ModuleType) -> None:
    vectors = vectors_of(copied)
    vectors[1]["tags"], vectors[2]["id"] = ["member"], "member-0009-end"
    write_vectors(copied, vectors)
    assert list(copied.trim_problems()) == [
        "trim vectors missing: member-0009-right",
        "trim vectors not of the design: member-0009-end",
        "trim vectors of other input or tags: member-0009-left",
    ]


def test_another_order_and_a_vector_that_stands_twice_are_told_of(copied: ModuleType) -> None:
    vectors = vectors_of(copied)
    for wrong in ([*vectors[1:], vectors[0]], [*vectors, vectors[0]]):
        write_vectors(copied, wrong)
        assert list(copied.trim_problems()) == ["trim vectors: not in the order of the design, or one stands twice"]


def test_rules_that_no_vector_separates_are_told_of_but_not_those_that_are_one_function(copied: ModuleType) -> None:
    write_vectors(copied, vectors_of(copied)[:1])
    missing, *rest = copied.trim_problems()
    assert missing.startswith("trim vectors missing: member-0009-left, member-0009-right, member-0009-both and ")
    assert "trim vectors: none separates python-strip from reverse-byte-scan, right" in rest
    # All pairs on all sides, but ascii and c-bytes, and at the left python-strip and reverse-byte-scan.
    assert len(rest) == 28 * 3 - 3 - 1


def test_a_host_with_other_whitespace_is_told_of(transcription: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    frozen = transcription.whitespace()["python-strip"]
    host = {cp for cp in range(sys.maxunicode + 1) if chr(cp).isspace()}
    assert bool(transcription.host_note()) == (host != frozen)
    monkeypatch.setattr(transcription, "whitespace", lambda: {"python-strip": host - {0x1C} | {0x180E}})
    assert transcription.host_note() == ("note: this interpreter's str.isspace takes U+001C and does not take U+180E")


def cut(data: bytes) -> bytes:
    """Break off within a row, or within a line of JSON, half-way."""
    return data[: data.index(b"\t" if data.startswith(b"#") else b":", len(data) // 2)]


def stray(data: bytes) -> bytes:
    """Put a byte into the second line that is in no UTF-8."""
    return data.replace(b"\n", b"\n\xff", 1)


def renamed(data: bytes) -> bytes:
    """Give the input of the second vector another name."""
    return data.replace(b'"input":"0978"', b'"in":"0978"')


def beyond(data: bytes) -> bytes:
    """Let the first range end where no code point is."""
    return data.replace(b"0000..", b"0000..FFFFFFFFF", 1)


GONE = "No such file or directory"
HASHES, TRIMS = "cannot check the hashes", "cannot regenerate the trims"
VERSIONS, COUNTS = "cannot regenerate the versions of Unicode", "cannot regenerate the counts"
ILL = "'utf-8' codec can't decode byte 0xff"
LOCKS = "manifest.json is not the one this script locks"
READ, MISSING = "cannot read trim vector", "trim vectors missing: member-0009-left"
UNSEPARATED = "trim vectors: none separates "
BLOB = "charsmaps/nfkc@0.0.9.bin.xz"


# What is damaged, how (None: it is not there), and how each line begins that is printed beside the file's own hash.
@pytest.mark.parametrize(
    ("name", "damage", "expected"),
    [
        ("manifest.json", None, [f"{HASHES}: manifest.json: {GONE}"]),
        ("manifest.json", cut, [LOCKS, f"{HASHES}: manifest.json: "]),
        ("manifest.json", stray, [LOCKS, f"{HASHES}: manifest.json: {ILL}"]),
        ("runtimes/go.json", None, []),
        ("unicode/ages.tsv", None, [f"{part}: unicode/ages.tsv: {GONE}" for part in (VERSIONS, COUNTS)]),
        ("unicode/ages.tsv", cut, [f"{part}: unicode/ages.tsv: not enough values" for part in (VERSIONS, COUNTS)]),
        ("unicode/ages.tsv", beyond, [f"{part}: unicode/ages.tsv: 0000..FFF" for part in (VERSIONS, COUNTS)]),
        (
            "unicode/changes.tsv",
            cut,
            [f"{part}: unicode/changes.tsv: not enough values" for part in (VERSIONS, COUNTS)],
        ),
        ("unicode/digests.json", stray, [f"{VERSIONS}: unicode/digests.json: {ILL}"]),
        ("unicode/whitespace.tsv", cut, ["cannot regenerate the whitespace predicates: unicode/whitespace.tsv: "]),
        ("counts.json", cut, [f"{COUNTS}: counts.json: "]),
        ("charsmaps/index.json", cut, [f"{COUNTS}: charsmaps/index.json: "]),
        (BLOB, cut, [f"cannot count nfkc@0.0.9: {BLOB}: "]),
        (BLOB, None, [f"cannot count nfkc@0.0.9: {BLOB}: {GONE}"]),
        ("trim-vectors.jsonl", None, [f"{TRIMS}: trim-vectors.jsonl: {GONE}"]),
        ("trim-vectors.jsonl", cut, [f"{READ} 4", "trim vectors missing: last-byte-", *[UNSEPARATED] * 2]),
        ("trim-vectors.jsonl", stray, [f"{READ} 2: 'ascii' codec can't decode byte 0xff", MISSING]),
        ("trim-vectors.jsonl", renamed, [f"{READ} 2: there is no 'input'", MISSING]),
    ],
)
def test_damage_is_local_drift_and_stops_no_other_part(
    copied: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
    damage: Callable[[bytes], bytes] | None,
    expected: list[str],
) -> None:
    path = copied.HERE / name
    if damage is None:
        path.unlink()
    else:
        path.write_bytes(damage(path.read_bytes()))
    # What is not to be stopped takes long, and is left out.
    count_one = copied.map_problems
    monkeypatch.setattr(copied, "map_problems", lambda entry, _: count_one(entry, {}) if entry["name"] in name else ())
    if not any(line.startswith(VERSIONS) for line in expected):
        monkeypatch.setattr(copied, "digest_problems", lambda: ())
    assert copied.main() == 1
    first, *found = capsys.readouterr().err.splitlines()
    assert first.startswith("local drift")
    if name != "manifest.json":
        hashed = f"{name}: SHA-256 differs from the manifest" if damage else f"cannot hash {name}: {GONE}"
        assert found.pop(0) == hashed
    assert len(found) == len(expected), found
    assert all(map(str.startswith, found, expected)), found


def test_a_map_that_leads_back_into_itself_is_told_of(transcription: ModuleType) -> None:
    units = [1 << 10, 0, 0, 2 << 10 | 2, *[0] * 252]  # the key 02 goes on with 02, for ever
    charsmap = transcription.Map(b"".join(unit.to_bytes(4, "little") for unit in (4 * len(units), *units)))
    found = list(transcription.attempt("count it", (str(charsmap.n_rules()) for _ in "x")))
    assert [line.startswith("cannot count it: maximum recursion depth exceeded") for line in found] == [True]


def test_a_map_with_locked_counts_that_the_index_does_not_have_is_named(
    copied: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    (copied.HERE / "counts.json").write_text('{"nfkc@9": {}}')
    monkeypatch.setattr(copied, "map_problems", lambda *_: ())
    assert list(copied.count_problems()) == ["nfkc@9: its counts are locked, but the index does not have it"]


def test_without_any_oracle_every_part_is_told_of(root: Path, tmp_path: Path) -> None:
    shutil.copy(root / "oracles/check.py", tmp_path)
    done = run(tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    first, *found = done.stderr.splitlines()
    assert first.startswith("local drift")
    assert len(found) == 5
    assert all(line.startswith("cannot ") and line.endswith(f": {GONE}") for line in found)


def vectors_of(transcription: ModuleType) -> list[dict[str, Any]]:
    return list(map(json.loads, (transcription.HERE / "trim-vectors.jsonl").read_bytes().splitlines()))


def write_vectors(transcription: ModuleType, vectors: list[dict[str, Any]]) -> None:
    (transcription.HERE / "trim-vectors.jsonl").write_text("".join(f"{json.dumps(vector)}\n" for vector in vectors))


def load(folder: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("check", folder / "check.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def transcription(root: Path) -> ModuleType:
    """The check as a module, to ask its functions one by one."""
    return load(root / "oracles")


@pytest.fixture
def copied(root: Path, tmp_path: Path) -> ModuleType:
    """The check as a module that has read nothing yet, beside oracles of its own, which may be damaged."""
    ignored = shutil.ignore_patterns("capture", "candidates", "__pycache__")
    return load(shutil.copytree(root / "oracles", tmp_path / "oracles", ignore=ignored))


def run(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the check in an isolated interpreter, which finds no package but the standard library."""
    command = [sys.executable, "-I", "-S", str(folder / "check.py")]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={"PATH": os.environ["PATH"]})
