"""The tokenizers that packages ship: the files that were recorded, and what implementations make of them."""

import hashlib
import importlib
from pathlib import Path

import pytest

from hebrus_analysis import oracle
from hebrus_analysis.tokenization import contract
from hebrus_analysis.tokenization.pipeline import differences, pipeline

NAMES = [row[0] for row in oracle.table("tokenization/published.tsv")[1:]]
#: Those that load in a second; the others are asked by `make exhaustive`.
SMALL = ("marian-en-pt.spm", "seqio-test", "gpt2", "claude")


@pytest.fixture
def install(root: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(root / "oracles/capture")
    return importlib.import_module("install_tokenizers")


def recorded() -> dict[str, list[list[str]]]:
    rows: dict[str, list[list[str]]] = {}
    for name, *row in oracle.table("tokenization/ids.tsv")[1:]:
        rows.setdefault(name, []).append(row)
    return rows


def test_every_tokenizer_that_is_installed_is_recorded_with_all_implementations(install) -> None:
    assert list(install.PUBLISHED) == NAMES == list(recorded())
    for rows in recorded().values():
        reference = [row for row in rows if row[3] == "0" and int(row[2])]
        assert reference
        assert all(row[4] or int(row[2]) for row in rows)


@pytest.mark.parametrize(
    "name", [name if name in SMALL else pytest.param(name, marks=pytest.mark.exhaustive) for name in NAMES]
)
def test_a_published_tokenizer_gives_what_was_recorded(install, name: str) -> None:
    path = install.path_of(name)
    if not path.exists():
        pytest.skip(f"{name} is not here: `make tokenizers` brings it")
    row = dict(zip(*oracle.table("tokenization/published.tsv")[:: NAMES.index(name) + 1][:2], strict=True))
    assert hashlib.sha256(path.read_bytes()).hexdigest() == row["sha256"]
    assert differences(pipeline(path), pipeline(path)) == []
    known = {each[0]: each for each in recorded()[name]}
    passed = []
    for found in contract.verdict(path).astype(str).itertuples(index=False):
        _, version, texts, differ, why = known[found.implementation]
        if version and found.version and version != found.version:
            passed.append(f"{found.implementation} is {found.version} here and {version} in the record")
        elif version and not found.version:
            passed.append(f"{found.implementation}: {found.why}")
        else:
            assert (found.version, found.texts, found.differ, found.why) == (version, texts, differ, why)
    if passed:
        pytest.skip("; ".join(passed))


def test_what_the_numbers_say() -> None:
    """By the kind of step that divides: a map read in another way, an old NFC and NFKC, or nothing."""
    differ = {(name, row[0]): int(row[3]) for name, rows in recorded().items() for row in rows if int(row[2])}
    assert all(
        differ[name, port] == 0 for name in ("gpt2", "llama3", "gemma3") for port in ("kitoken", "hf-tokenizers")
    )
    assert 0 < differ["qwen3", "kitoken"] == differ["qwen3", "hf-tokenizers"] < differ["claude", "kitoken"]
    assert differ["multilingual-e5-small", "kitoken"] < differ["multilingual-e5-small", "hf-tokenizers"]
    assert differ["marian-en-pt.spm", "marian-en-pt.json"] > 0
    assert differ["deepseek_v3", r"without \p{M}, words"] > 0
