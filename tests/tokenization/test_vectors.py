"""The golden vectors: what the real libraries make now, what was captured, and what the second transcription makes."""

import json
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from hebrus_analysis.tokenization import edges
from hebrus_analysis.tokenization.trace import load, trace


@pytest.fixture
def vectors(root: Path) -> list[dict]:
    lines = (root / "oracles/tokenization/vectors.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_upstream_gives_what_was_captured(vectors: list[dict], root: Path) -> None:
    """A difference here is upstream drift: a library of another version than the vectors name."""
    for vector in vectors:
        library, captured = vector["by"].split()
        if version(library) != captured:
            pytest.skip(f"{library} is {version(library)} here; the vectors are of {captured}")
        found = trace(vector["text"], root / "oracles/tokenization" / vector["tokenizer"])
        assert (found.normalized, list(found.ids)) == (vector["normalized"], vector["ids"]), vector["reason"]
        assert [[token.start, token.end] for token in found.tokens] == vector["offsets"]


def test_every_edge_has_its_vector_in_each_tokenizer(vectors: list[dict]) -> None:
    wanted = list(edges.texts())
    for name in ("unigram.model", "byte-fallback.model", "unigram.json", "byte-level.json"):
        assert [(v["group"], v["text"], v["reason"]) for v in vectors if v["tokenizer"] == name] == wanted


def test_offsets_lead_back_to_the_source(vectors: list[dict]) -> None:
    for vector in vectors:
        ends = [place for span in vector["offsets"] for place in span]
        assert all(0 <= place <= len(vector["text"]) for place in ends)
        starts = [span[0] for span in vector["offsets"]]
        assert starts == sorted(starts)


def check(folder: Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-S", str(folder / "check_tokens.py")]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_second_transcription_makes_every_vector_again(root: Path) -> None:
    done = check(root / "oracles")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.fixture
def copy(root: Path, tmp_path: Path) -> Path:
    for name in ("check.py", "check_tokens.py"):
        shutil.copy(root / "oracles" / name, tmp_path)
    for name in ("tokenization", "unicode"):
        shutil.copytree(root / "oracles" / name, tmp_path / name)
    return tmp_path


@pytest.mark.parametrize("key", ["ids", "normalized"])
def test_a_vector_that_moved_is_local_drift_and_named(copy: Path, key: str) -> None:
    path = copy / "tokenization/vectors.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines()
    vector = json.loads(lines[1])
    vector[key] = [*vector[key], 1] if key == "ids" else vector[key] + "x"
    lines[1] = json.dumps(vector)
    path.write_text("\n".join(lines), encoding="utf-8")
    done = check(copy)
    assert done.returncode == 1
    assert done.stderr.startswith("local drift")
    assert "line 2, words" in done.stderr


def test_a_changed_score_is_local_drift(copy: Path) -> None:
    path = copy / "tokenization/unigram.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    document["model"]["vocab"] = [[piece, -score] for piece, score in document["model"]["vocab"]]
    path.write_text(json.dumps(document), encoding="utf-8")
    assert check(copy).returncode == 1


@pytest.fixture
def malformed(root: Path) -> list[dict]:
    lines = (root / "oracles/tokenization/bytes.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_upstream_gives_what_was_captured_of_ill_formed_bytes(malformed: list[dict], root: Path) -> None:
    for vector in malformed:
        data = bytes.fromhex(vector["bytes"])
        loaded = load(root / "oracles/tokenization" / vector["tokenizer"]).tokenizer
        if vector["by"] != f"sentencepiece {version('sentencepiece')}":
            pytest.skip(f"sentencepiece is {version('sentencepiece')} here; the vectors are by {vector['by']}")
        assert (loaded.Normalize(data).decode(), loaded.EncodeAsIds(data)) == (vector["normalized"], vector["ids"])
        assert loaded.EncodeAsIds(data.decode(errors="replace")) == vector["decoded_ids"]


def test_a_bad_byte_is_replaced_by_sentencepiece_and_a_maximal_subpart_by_python(malformed: list[dict]) -> None:
    found = {v["reason"]: v for v in malformed if v["tokenizer"] == "byte-fallback.model"}
    cut = found["a sequence of four cut after three"]
    assert (cut["normalized"].count("\ufffd"), cut["decoded"].count("\ufffd")) == (3, 1)
    assert cut["ids"] != cut["decoded_ids"]
    mapped = next(v for v in malformed if v["tokenizer"] == "unigram.model")
    assert "\ufffd" in mapped["normalized"]  # made by the reader, so the map's own rule for it does not see it
    assert mapped["ids"] != mapped["decoded_ids"]


def test_what_no_piece_covers_falls_back_to_bytes_and_the_space_stands_behind(vectors: list[dict], root: Path) -> None:
    loaded = load(root / "oracles/tokenization/byte-fallback.model").tokenizer
    found = {v["reason"]: v for v in vectors if v["tokenizer"] == "byte-fallback.model"}
    run = found["a run of uncovered characters"]
    pieces = [loaded.IdToPiece(number) for number in run["ids"]]
    assert pieces[:9] == [f"<0x{byte:02X}>" for byte in run["text"].encode()]
    assert run["normalized"] == run["text"] + "\u2581"
    tab = found["a tab stays a character where no map makes a space of it"]
    assert tab["normalized"] == "a\tb\u2581"
    assert found["spaces at the edges and inside"]["normalized"] == "\u2581\u2581a\u2581\u2581b\u2581\u2581\u2581"


@pytest.mark.parametrize("name", ["unigram.model", "byte-fallback.model", "unigram.json", "byte-level.json"])
def test_each_tokenizer_is_small(root: Path, name: str) -> None:
    assert (root / "oracles/tokenization" / name).stat().st_size < 300_000


def test_the_text_is_in_at_least_12_scripts(root: Path) -> None:
    from hebrus_analysis.tokenization.probes import script

    text = (root / "oracles/tokenization/text.txt").read_text(encoding="utf-8")
    assert len({script(char) for char in text} - {""}) >= 12
