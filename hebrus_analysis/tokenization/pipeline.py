r"""The steps that a tokenizer file prescribes, from text to ids, each with a fingerprint.

The serialized file is the definition; a constructor of the same name approximates it. Two files agree on a step if its
settings are the same, whatever the files are called. A step can be a function of Unicode: then it is what the runtime's
tables make of it, and one tokenizer can mix several (`classes.tables`).
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from hebrus_analysis.charsmap import containers
from hebrus_analysis.charsmap.blob import decode
from hebrus_analysis.charsmap.containers import NormalizerSpec
from hebrus_analysis.charsmap.generations import name_of
from hebrus_analysis.divergence.freeze import freeze
from hebrus_analysis.divergence.reference import reference_for
from hebrus_analysis.tokenization import document
from hebrus_analysis.tokenization.expressions import named

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
    steps = _of_json(found.json) if found.json is not None else _of_model(found)
    ordered = sorted(steps, key=lambda step: STAGES.index(step.stage))
    return Pipeline(str(path), found.spec.container, found.sha256, tuple(ordered))


def differences(one: Pipeline, other: Pipeline) -> list[tuple[str, tuple[Step, ...], tuple[Step, ...]]]:
    """Return each stage on which two pipelines say something else, with the steps that only one of them has."""
    found = []
    for stage in STAGES:
        first, second = ([*each.at(stage)] for each in (one, other))
        if [step.fingerprint for step in first] != [step.fingerprint for step in second]:
            shared = {step.fingerprint for step in first} & {step.fingerprint for step in second}
            left, right = (tuple(s for s in steps if s.fingerprint not in shared) for steps in (first, second))
            found.append((stage, left or tuple(first), right or tuple(second)))
    return found


def _of_json(data: dict[str, Any]) -> Iterator[Step]:
    added = data.get("added_tokens") or []
    special = sum(bool(token.get("special")) for token in added)
    yield Step("added_tokens", "tokens", {"tokens": len(added), "special": special}, _hash(added))
    for stage, members in (
        ("normalizer", "normalizers"),
        ("pre_tokenizer", "pretokenizers"),
        ("post_processor", "processors"),
        ("decoder", "decoders"),
    ):
        for value in document.flatten(data.get(stage), members, stage):
            yield _step(stage, value)
    model = data["model"]
    settings = {key: value for key, value in model.items() if not isinstance(value, dict | list) and key != "type"}
    sizes = {key: len(model[key]) for key in ("vocab", "merges") if key in model}
    yield Step("model", str(model.get("type") or "BPE"), {**settings, **sizes}, _hash(model))


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
    flags = {
        key: getattr(spec, key)
        for key in ("add_dummy_prefix", "remove_extra_whitespaces", "escape_whitespaces", "treat_whitespace_as_suffix")
    }
    yield _normalizer(spec, flags)
    kinds = [piece.type for piece in model.pieces]
    settings = {
        "vocab": len(kinds),
        "byte_fallback": model.trainer_spec.byte_fallback,
        "control": kinds.count(3),
        "user_defined": kinds.count(4),
    }
    pieces = [(piece.piece.decode(errors="backslashreplace"), piece.score, piece.type) for piece in model.pieces]
    kind = _MODEL_TYPES.get(model.trainer_spec.model_type, f"type {model.trainer_spec.model_type}")
    yield Step("model", kind, settings, _hash([kind, pieces, model.trainer_spec.byte_fallback]))


def _normalizer(spec: NormalizerSpec, flags: dict[str, Any]) -> Step:
    blob = spec.precompiled_charsmap
    settings, about = _map(blob) if blob else ({}, "no map")
    fingerprint = _hash([hashlib.sha256(blob).hexdigest(), flags])
    return Step("normalizer", spec.name or "identity", {**settings, **flags}, fingerprint, about)


def _map(blob: bytes) -> tuple[dict[str, Any], str]:
    """Return what a map is by content, and its name and freeze."""
    charsmap = decode(blob)
    frozen = freeze(charsmap, reference_for(charsmap))
    about = f"{name_of(charsmap)}, frozen at Unicode {frozen}" if frozen else name_of(charsmap)
    return {"sha256": charsmap.sha256, "rules": charsmap.n_rules}, about


def _hash(value: Any) -> str:
    canonical = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(canonical.encode(errors="surrogatepass")).hexdigest()
