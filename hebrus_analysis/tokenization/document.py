r"""A tokenizer file, read whole and checked: what a pipeline is made of."""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from hebrus_analysis.charsmap import containers
from hebrus_analysis.charsmap.containers import NormalizerSpec
from hebrus_analysis.errors import BadExpression, MalformedCharsmap, MalformedContainer, MalformedTokenizer, NoCharsmap
from hebrus_analysis.tokenization import shape
from hebrus_analysis.tokenization.expressions import check

#: Steps that are a function of Unicode by themselves.
_BY_TYPE: Final = {
    **{form: (form,) for form in ("NFC", "NFD", "NFKC", "NFKD")},
    "Nmt": ("a hard-coded list",),
    "Lowercase": ("lower case",),
    "StripAccents": (r"\p{M} of StripAccents",),
    "BertNormalizer": ("NFD", "lower case", r"\p{Mn} of BertNormalizer"),
    "Whitespace": (r"\w", r"\s"),
    "WhitespaceSplit": ("White_Space",),
    "BertPreTokenizer": ("White_Space", r"\p{P} of BertPreTokenizer"),
    "Punctuation": (r"\p{P} of Punctuation",),
    "Digits": (r"\p{N} of Digits",),
    "UnicodeScripts": ("Script",),
    "Strip": ("White_Space",),
}
#: A class in an expression; an escaped backslash first, so that what follows it is not taken for one.
_CLASS: Final = re.compile(r"\\\\|\\[pP]\{\^?[\w=]+\}|\\[swdbXSWDB]|\[:\^?\w+:\]|\(\?i")
#: Stage: what its Sequence calls its members.
MEMBERS: Final = {
    "normalizer": "normalizers",
    "pre_tokenizer": "pretokenizers",
    "post_processor": "processors",
    "decoder": "decoders",
}
#: What ByteLevel cuts by where it is told to.
BYTE_LEVEL: Final = "gpt2"


@dataclass(frozen=True)
class Document:
    """One file.

    Attributes:
        spec: its normalizer, as `containers` reads it.
        sha256: of the file.
        json: the content of a tokenizer.json, else None.
        model: the message of a spiece.model, else None.
        data: the bytes.
    """

    spec: NormalizerSpec
    sha256: str
    json: dict[str, Any] | None = field(repr=False)
    model: Any = field(repr=False)
    data: bytes = field(repr=False)


def read(path: Path | str) -> Document:
    """Read a tokenizer.json or spiece.model, and check what a tokenizer needs.

    Raises:
        MalformedContainer: the file cannot be read, is too large, cut short, or a raw map, which is no tokenizer.
        MalformedCharsmap, NoCharsmap: its normalizer cannot be applied whole.
        MalformedTokenizer: a token twice, an id out of range, a merge of unknown tokens, a bad expression.
    """
    data = containers.content(path)
    try:
        spec = containers.parse(data)
        if spec.container == "blob":
            raise MalformedContainer("a raw map is no tokenizer; give a tokenizer.json or a spiece.model")
        if spec.container == "tokenizer.json":
            loaded = shape.load(data.decode("utf-8-sig"))
            _expressions(loaded)
            return Document(spec, hashlib.sha256(data).hexdigest(), loaded, None, data)
        from hebrus_analysis.charsmap import model_proto

        _ = spec.charsmap
        model = model_proto.parse(data)
        pieces = [piece.piece for piece in model.pieces]
        if not pieces:
            raise MalformedTokenizer("the model has no pieces, so it makes no ids")
        shape.unique([piece.decode(errors="backslashreplace") for piece in pieces], "piece")
    except (MalformedContainer, MalformedCharsmap, NoCharsmap, MalformedTokenizer) as error:
        raise type(error)(f"{path}: {error}") from None
    return Document(spec, hashlib.sha256(data).hexdigest(), None, model, data)


def literals(found: Document) -> list[str]:
    """Return the literals of a file's added tokens, or of its control and user-defined pieces."""
    if found.json is not None:
        return [token["content"] for token in found.json.get("added_tokens") or []]
    return [piece.piece.decode(errors="replace") for piece in found.model.pieces if piece.type in (3, 4)]


def flatten(value: Any, members: str, where: str) -> Iterator[dict[str, Any]]:
    """Yield the steps of a stage in order, sequences opened.

    Raises:
        MalformedTokenizer: something in it is no step.
    """
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if each is None:
            continue
        if not isinstance(each, dict) or not isinstance(each.get("type"), str):
            raise MalformedTokenizer(f"the {where} holds what is no step: it has no type; the file is damaged")
        if each["type"] != "Sequence":
            yield each
            continue
        if not isinstance(each.get(members), list):
            raise MalformedTokenizer(f"the {where} is a Sequence without a list of {members}")
        waiting += each[members][::-1]


def expression(step: dict[str, Any]) -> str:
    """Return the expression of a step, "" where it has none; that of ByteLevel is not in the file."""
    pattern = step.get("pattern")
    return str(pattern["Regex"]) if isinstance(pattern, dict) and "Regex" in pattern else ""


def functions(stage: str, step: dict[str, Any]) -> tuple[str, ...]:
    r"""Return the functions of Unicode that a step is made of.

    >>> functions("normalizer", {"type": "NFC"})
    ('NFC',)
    >>> functions("pre_tokenizer", {"type": "Split", "pattern": {"Regex": "[\\p{L}\\p{M}]+|\\s"}})
    ('\\p{L}', '\\p{M}', '\\s')
    """
    if stage == "pre_tokenizer" and step["type"] == "ByteLevel" and step.get("use_regex", True):
        return (r"\p{L}", r"\p{N}", r"\s")
    if found := expression(step):
        return tuple(dict.fromkeys(map(_class, (name for name in _CLASS.findall(found) if name != r"\\"))))
    # What a decoder or a post-processor takes off is what it is told to, of whatever Unicode.
    return _BY_TYPE.get(step["type"], ()) if stage in ("normalizer", "pre_tokenizer") else ()


def _class(name: str) -> str:
    """Return a class by its name without a negation, which is a function of the same tables."""
    if name == "(?i":
        return "case"
    return name.replace("^", "").replace(r"\P", r"\p") if name[1:2] in "pP:" else name.lower().replace(r"\x", r"\X")


def _expressions(data: dict[str, Any]) -> None:
    """Check the steps and their expressions.

    Raises:
        MalformedTokenizer: something is no step, or its expression does not compile.
    """
    for stage, members in MEMBERS.items():
        for step in flatten(data.get(stage), members, stage):
            try:
                check(expression(step))
            except BadExpression as error:
                raise MalformedTokenizer(f"the {stage}'s {step['type']}: {error}") from None
