"""The tokenizers that packages ship: the files that were recorded, and what implementations make of them."""

import hashlib
import importlib
from pathlib import Path

import pytest

from hebrus_analysis import oracle
from hebrus_analysis.tokenization import contract, published
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
    """By the step that divides: a map read in another way, a form of another Unicode or of none, or nothing."""
    differ = {(name, row[0]): int(row[3]) for name, rows in recorded().items() for row in rows if int(row[2])}
    parted = {(row.tokenizer, row.against, row.step): row.differ for row in published.parted().itertuples()}
    for name in ("gpt2", "gpt4o", "llama2", "llama3", "gemma", "gemma3", "deepseek_v3"):
        assert differ[name, "hf-tokenizers"] == 0
    assert 0 < differ["qwen3", "kitoken"] == differ["qwen3", "hf-tokenizers"] < differ["claude", "kitoken"]
    assert differ["multilingual-e5-small", "kitoken"] < differ["multilingual-e5-small", "hf-tokenizers"]
    twins = ("marian-en-pt.spm", "marian-en-pt.json")
    assert parted[*twins, "normalizer: the map"] > differ[twins] / 2
    assert parted["qwen3", "onnxruntime-extensions", "normalizer: NFC"] > differ["qwen3", "kitoken"]
    assert (
        differ["deepseek_v3", r"without \p{M}, words"]
        == parted["deepseek_v3", r"without \p{M}, words", "pre_tokenizer"]
    )


def test_the_steps_of_a_port_are_all_of_its_texts() -> None:
    totals = published.parted().groupby(["tokenizer", "against"]).differ.sum()
    wanted = {(name, row[0]): int(row[3]) for name, rows in recorded().items() for row in rows if int(row[3])}
    assert totals.to_dict() == wanted
