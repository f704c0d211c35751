r"""The steps that a tokenizer file prescribes, from text to ids, each with a fingerprint.

The serialized file is the definition; a constructor of the same name approximates it. Two files agree on a step if its
settings are the same, whatever the files are called. A step can be a function of Unicode: then it is what the runtime's
tables make of it, and one tokenizer can mix several (`classes.tables`).
"""

import base64
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, Final

import numpy as np

from hebrus_analysis.charsmap import containers
from hebrus_analysis.charsmap.blob import decode
from hebrus_analysis.charsmap.generations import name_of
from hebrus_analysis.divergence.freeze import freeze
from hebrus_analysis.divergence.reference import reference_for
from hebrus_analysis.errors import MalformedTokenizer
from hebrus_analysis.tokenization import document
from hebrus_analysis.tokenization.expressions import named
from hebrus_analysis.tokenization.shape import merges

#: In the order in which text meets them.
STAGES: Final = ("added_tokens", "normalizer", "pre_tokenizer", "model", "post_processor", "decoder")
_CHARSMAP: Final = "precompiled_charsmap"
_MODEL_TYPES: Final = {1: "Unigram", 2: "BPE", 3: "WORD", 4: "CHAR"}


@dataclass(frozen=True)
class Step:
    r"""One step of a pipeline.

    Attributes:
        stage: one of `STAGES`.
        type: what the file calls it: NFC, Precompiled, Split, BPE ...
        settings: its settings, small ones as they are, a vocabulary as how many it has.
        fingerprint: SHA-256 of everything that it says, large parts too.
        about: what is known of it: the generation of a map, the name of an expression.
        unicode: which functions of Unicode it is made of, such as ``NFC`` or ``\p{L}``.
    """

    stage: str
    type: str
    settings: dict[str, Any]
    fingerprint: str
    about: str = ""
    unicode: tuple[str, ...] = ()


@dataclass(frozen=True)
class Pipeline:
    """All steps of one file.

    Attributes:
        path: the file.
        container: "spiece.model" or "tokenizer.json".
        sha256: of the file.
        steps: in order.
    """

    path: str
    container: str
    sha256: str
    steps: tuple[Step, ...] = field(repr=False)

    def at(self, stage: str) -> tuple[Step, ...]:
        """Return the steps of one stage."""
        return tuple(step for step in self.steps if step.stage == stage)


def pipeline(path: Path | str) -> Pipeline:
    """Read the steps of a tokenizer.json or spiece.model.

    Raises:
        MalformedContainer, NoCharsmap, MalformedCharsmap: the file is none, is cut short, or cannot be applied whole.
        MalformedTokenizer: a vocabulary with a token twice, an id out of range, an expression that does not compile.
    """
    found = document.read(path)
    try:
        steps = [*(_of_json(found.json) if found.json is not None else _of_model(found))]
    except MalformedTokenizer as error:
        raise MalformedTokenizer(f"{path}: {error}") from None
    ordered = sorted(steps, key=lambda step: STAGES.index(step.stage))
    return Pipeline(str(path), found.spec.container, found.sha256, tuple(ordered))


def differences(one: Pipeline, other: Pipeline) -> list[tuple[str, tuple[Step, ...], tuple[Step, ...]]]:
    """Return each stage on which two pipelines say something else, with the steps that only one has at that place."""
    found = []
    for stage in STAGES:
        first, second = (each.at(stage) for each in (one, other))
        prints = [[step.fingerprint for step in steps] for steps in (first, second)]
        matched = SequenceMatcher(a=prints[0], b=prints[1], autojunk=False).get_matching_blocks()
        left, right = (
            tuple(
                steps[place]
                for place in range(len(steps))
                if not any(block[side] <= place < block[side] + block.size for block in matched)
            )
            for side, steps in enumerate((first, second))
        )
        if left or right:
            found.append((stage, left, right))
    return found


def shared(one: Pipeline, other: Pipeline) -> tuple[Step, ...]:
    """Return the steps of one pipeline that say the same in another."""
    theirs = {(step.stage, step.fingerprint) for step in other.steps}
    return tuple(step for step in one.steps if (step.stage, step.fingerprint) in theirs)


def _of_json(data: dict[str, Any]) -> Iterator[Step]:
    added = data.get("added_tokens") or []
    special = sum(bool(token.get("special")) for token in added)
    yield Step("added_tokens", "tokens", {"tokens": len(added), "special": special}, _hash(added))
    for stage, members in document.MEMBERS.items():
        for value in document.flatten(data.get(stage), members, stage):
            yield _step(stage, value)
    yield from _model(data["model"])


def _model(model: dict[str, Any]) -> Iterator[Step]:
    """Yield the model with its settings, then its vocabulary, scores and merges, each by itself."""
    # What is not set, is null or false, is the same to tokenizers.
    settings = {
        key: value for key, value in model.items() if value and key != "type" and not isinstance(value, dict | list)
    }
    kind = str(model.get("type") or "BPE")
    yield Step("model", kind, settings, _hash([kind, settings]))
    vocab = model["vocab"]
    if isinstance(vocab, list):
        yield from _vocabulary([piece for piece, _ in vocab], [score for _, score in vocab])
    else:
        pieces = sorted(vocab, key=vocab.__getitem__)
        dense = [vocab[piece] for piece in pieces] == list(range(len(pieces)))
        yield Step("model", "vocab", {"pieces": len(pieces)}, _hash(pieces if dense else vocab))
    if model.get("merges"):
        written = merges(model["merges"])
        yield Step("model", "merges", {"merges": len(written)}, _hash(written))


def _vocabulary(pieces: list[str], scores: list[float]) -> Iterator[Step]:
    yield Step("model", "vocab", {"pieces": len(pieces)}, _hash(pieces))
    # A spiece.model keeps single precision, and a tokenizer.json the same numbers in double.
    yield Step(
        "model", "scores", {"scores": len(scores)}, hashlib.sha256(np.array(scores, np.float32).tobytes()).hexdigest()
    )


def _step(stage: str, value: dict[str, Any]) -> Step:
    settings = {key: each for key, each in value.items() if key != "type"}
    about, unicode = "", document.functions(stage, value)
    if value["type"] == "Precompiled":
        blob = containers.decode_base64(settings.pop(_CHARSMAP, None), stage)
        settings, about = _map(blob)
    elif expression := document.expression(value):
        about = named(expression)
    elif r"\p{L}" in unicode:  # ByteLevel, whose expression is not in the file
        about = document.BYTE_LEVEL
    return Step(stage, value["type"], settings, _hash(value), about, unicode)


def _of_model(found: document.Document) -> Iterator[Step]:
    spec, model = found.spec, found.model
    if blob := spec.precompiled_charsmap:
        settings, about = _map(blob)
        step = {"type": "Precompiled", _CHARSMAP: base64.b64encode(blob).decode()}
        yield Step("normalizer", "Precompiled", settings, _hash(step), about)
    flags = {
        key: getattr(spec, key)
        for key in ("add_dummy_prefix", "remove_extra_whitespaces", "escape_whitespaces", "treat_whitespace_as_suffix")
    }
    yield Step("normalizer", "whitespace flags", flags, _hash(flags), f"called {spec.name}" if spec.name else "")
    kinds = [piece.type for piece in model.pieces]
    settings = {
        "byte_fallback": model.trainer_spec.byte_fallback,
        "control": kinds.count(3),
        "user_defined": kinds.count(4),
    }
    kind = _MODEL_TYPES.get(model.trainer_spec.model_type, f"type {model.trainer_spec.model_type}")
    yield Step("model", kind, settings, _hash([kind, kinds, model.trainer_spec.byte_fallback]))
    pieces = [piece.piece.decode(errors="backslashreplace") for piece in model.pieces]
    yield from _vocabulary(pieces, [piece.score for piece in model.pieces])
    back = spec.denormalizer.precompiled_charsmap if spec.denormalizer else b""
    settings = {"unk_surface": model.trainer_spec.unk_surface.decode(errors="backslashreplace")}
    settings |= {"denormalizer": hashlib.sha256(back).hexdigest()} if back else {}
    yield Step("decoder", "SentencePiece", settings, _hash(settings))


def _map(blob: bytes) -> tuple[dict[str, Any], str]:
    """Return what a map is by content, and its name and freeze."""
    charsmap = decode(blob)
    frozen = freeze(charsmap, reference_for(charsmap))
    about = f"{name_of(charsmap)}, frozen at Unicode {frozen}" if frozen else name_of(charsmap)
    return {"sha256": charsmap.sha256, "rules": charsmap.n_rules}, about


def _hash(value: Any) -> str:
    canonical = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(canonical.encode(errors="surrogatepass")).hexdigest()
