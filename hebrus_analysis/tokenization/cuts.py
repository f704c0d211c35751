"""A tokenizer file without its first steps, and what the reference makes of a text by these."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from hebrus_analysis.charsmap import model_proto
from hebrus_analysis.runtimes.encoders import encoder
from hebrus_analysis.runtimes.python import imported, processor
from hebrus_analysis.runtimes.runtime import NotInstalled
from hebrus_analysis.tokenization import document
from hebrus_analysis.tokenization.document import MEMBERS, Document

#: What the first step of a spiece.model is called.
MAP: Final = "the map"
_STAGES: Final = ("normalizer", "pre_tokenizer")

Pieces = Callable[[str], Sequence[str]]


@dataclass(frozen=True)
class Cut:
    """A file without its first steps.

    Attributes:
        step: the last of the steps that are left out.
        content: the file without them.
        pieces: what the reference makes of a text by the steps that are left out.
        own: whether the reference's ids may be others than before.
    """

    step: str
    content: bytes
    pieces: Pieces
    own: bool = False


def cuts(found: Document, other: str, path: Path) -> Iterator[Cut]:
    """Yield a file whole, then without one step after the other; of a tokenizer.json the added tokens are the first.

    Args:
        found: the file.
        other: the name of an implementation, which may need the added tokens; then they stay.
        path: where a shortened file can be written to try that.
    """
    return _of_model(found.data) if found.json is None else _of_json(found.data, other, path)


def normalizers(found: Document) -> list[tuple[str, Callable[[str], str]]]:
    """Return the normalizers of a file in order, each with what a text is after it."""
    if found.json is None:
        mapped, normalized = (cut.pieces for cut in list(_of_model(found.data))[-2:])
        steps = [(MAP, mapped), ("whitespace flags", normalized)]
    else:
        listed = list(document.flatten(found.json.get("normalizer"), MEMBERS["normalizer"], "normalizer"))
        steps = [
            (step["type"], _by_tokenizers({"normalizer": listed[: place + 1]})) for place, step in enumerate(listed)
        ]
    return [(name, _whole(pieces)) for name, pieces in steps]


def _whole(pieces: Pieces) -> Callable[[str], str]:
    return lambda text: "".join(pieces(text))


def _of_json(data: bytes, other: str, path: Path) -> Iterator[Cut]:
    """Yield the cuts of a tokenizer.json: whole, without added tokens, then without one step after the other."""
    content = json.loads(data.decode("utf-8-sig"))
    yield Cut("", data, lambda text: [text], own=True)
    bare = content | {"added_tokens": [], "post_processor": None}
    path.write_bytes(json.dumps(bare).encode())
    try:
        encoder(other, path, "tokenizer.json").close()
    except NotInstalled:
        pass  # it needs them, so they stay
    else:
        content = bare
        yield Cut("added_tokens", path.read_bytes(), lambda text: [text], own=True)
    done: dict[str, list[dict[str, Any]]] = {stage: [] for stage in _STAGES}
    for stage in _STAGES:
        members = MEMBERS[stage]
        left = list(document.flatten(content.get(stage), members, stage))
        while left:
            done[stage].append(left.pop(0))
            content[stage] = {"type": "Sequence", members: left} if left else None
            step = f"{stage}: {done[stage][-1]['type']}"
            yield Cut(step, json.dumps(content).encode(), _by_tokenizers(done))


def _by_tokenizers(done: dict[str, list[dict[str, Any]]]) -> Pieces:
    """Return what the reference makes of a text by these steps."""
    built: dict[str, Any] = {
        stage: {"type": "Sequence", MEMBERS[stage]: steps} for stage, steps in done.items() if steps
    }
    model = {"type": "WordLevel", "vocab": {"": 0}, "unk_token": ""}
    loaded = imported("tokenizers").Tokenizer.from_str(json.dumps({"version": "1.0", **built, "model": model}))

    def pieces(text: str) -> Sequence[str]:
        normalized = loaded.normalizer.normalize_str(text) if loaded.normalizer else text
        if not loaded.pre_tokenizer:
            return [normalized]
        return [piece for piece, _ in loaded.pre_tokenizer.pre_tokenize_str(normalized)]

    return pieces


def _of_model(data: bytes) -> Iterator[Cut]:
    """Yield the cuts of a spiece.model: whole, without its map, without its whitespace flags too."""
    yield Cut("", data, lambda text: [text], own=True)
    flags = ("add_dummy_prefix", "remove_extra_whitespaces")
    model = model_proto.parse(data)
    if model.normalizer_spec.precompiled_charsmap:
        mapping = model_proto.parse(data)
        for flag in (*flags, "escape_whitespaces"):
            setattr(mapping.normalizer_spec, flag, False)
        mapped = _normalizer(mapping)
        model.normalizer_spec.ClearField("precompiled_charsmap")
        model.normalizer_spec.name = b"identity"
        yield Cut(f"normalizer: {MAP}", model.SerializeToString(), lambda text: [mapped(text)])
    normalized = _normalizer(model_proto.parse(data))
    for flag in flags:
        setattr(model.normalizer_spec, flag, False)
    yield Cut("normalizer: whitespace flags", model.SerializeToString(), lambda text: [normalized(text)])


def _normalizer(model: Any) -> Callable[[str], str]:
    normalize: Callable[[str], str] = processor(model.SerializeToString()).Normalize
    return normalize
