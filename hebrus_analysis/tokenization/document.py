r"""A tokenizer file, read whole and checked: what a pipeline is made of."""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from hebrus_analysis.charsmap import containers
from hebrus_analysis.charsmap.containers import NormalizerSpec
from hebrus_analysis.errors import BadExpression, MalformedContainer, MalformedTokenizer
from hebrus_analysis.tokenization.expressions import compiled

#: Steps that are a function of Unicode by themselves.
_BY_TYPE: Final = {
    **{form: (form,) for form in ("NFC", "NFD", "NFKC", "NFKD")},
    "Nmt": ("a hard-coded list",),
    "Lowercase": ("lower case",),
    "StripAccents": (r"\p{M}",),
    "BertNormalizer": ("NFD", "lower case", r"\p{M}"),
    "Whitespace": (r"\w", r"\s"),
    "WhitespaceSplit": ("White_Space",),
    "BertPreTokenizer": ("White_Space", r"\p{P}"),
    "Punctuation": (r"\p{P}",),
    "Digits": (r"\p{N}",),
    "UnicodeScripts": ("Script",),
    "Strip": ("White_Space",),
}
_CLASS: Final = re.compile(r"\\p\{\^?\w+\}|\\[swdSWDP](?:\{\w+\})?|\(\?i")
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
    spec = containers.parse(data)
    try:
        if spec.container == "blob":
            raise MalformedContainer("a raw map is no tokenizer; give a tokenizer.json or a spiece.model")
        if spec.container == "tokenizer.json":
            loaded = json.loads(data.decode("utf-8-sig"))
            _check(loaded)
            return Document(spec, hashlib.sha256(data).hexdigest(), loaded, None, data)
        from hebrus_analysis.charsmap import model_proto

        _ = spec.charsmap
        model = model_proto.parse(data)
        pieces = [piece.piece for piece in model.pieces]
        if not pieces:
            raise MalformedTokenizer("the model has no pieces, so it makes no ids")
        _unique([piece.decode(errors="backslashreplace") for piece in pieces], "piece")
    except (MalformedContainer, MalformedTokenizer) as error:
        raise type(error)(f"{path}: {error}") from None
    return Document(spec, hashlib.sha256(data).hexdigest(), None, model, data)


def flatten(value: Any, members: str, where: str) -> Iterator[dict[str, Any]]:
    """Yield the steps of a stage in order, sequences opened.

    Raises:
        MalformedTokenizer: something in it is no step.
    """
    waiting = [value]
    while waiting:
        each = waiting.pop(0)
        if each is None:
            continue
        if not isinstance(each, dict) or not isinstance(each.get("type"), str):
            raise MalformedTokenizer(f"the {where} holds what is no step: it has no type; the file is damaged")
        if each["type"] != "Sequence":
            yield each
            continue
        if not isinstance(each.get(members), list):
            raise MalformedTokenizer(f"the {where} is a Sequence without a list of {members}")
        waiting[:0] = each[members]


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
        classes = (name.replace("(?i", "case").replace(r"\S", r"\s") for name in _CLASS.findall(found))
        return tuple(dict.fromkeys(classes))
    return _BY_TYPE.get(step["type"], ())


def _check(data: dict[str, Any]) -> None:
    """Check vocabulary, tokens and expressions of a tokenizer.json.

    Raises:
        MalformedTokenizer: the first thing that is wrong.
    """
    model = data["model"]
    if not isinstance(model, dict) or not isinstance(model.get("vocab"), dict | list):
        raise MalformedTokenizer("the model has no vocab; the file is damaged, or a WordLevel of another time")
    vocab = model["vocab"]
    if isinstance(vocab, list):
        if not all(isinstance(row, list) and len(row) == 2 and isinstance(row[0], str) for row in vocab):
            raise MalformedTokenizer("the vocab is no list of pieces with scores")
        _unique([row[0] for row in vocab], "piece")
        ids = {row[0]: place for place, row in enumerate(vocab)}
    else:
        ids = vocab
        if not all(type(number) is int and 0 <= number < 1 << 31 for number in ids.values()):
            raise MalformedTokenizer("the vocab holds an id that is no whole number from 0 to 2147483647")
        _unique(list(ids.values()), "id")
    unknown = model.get("unk_id")
    if unknown is not None and not (type(unknown) is int and 0 <= unknown < len(ids)):
        raise MalformedTokenizer(f"unk_id is {unknown!r}, and the vocab has {len(ids):,} pieces")
    for token in data.get("added_tokens") or []:
        if not isinstance(token, dict) or not isinstance(token.get("content"), str) or type(token.get("id")) is not int:
            raise MalformedTokenizer("an added token lacks its content or its id")
        if ids.get(token["content"], token["id"]) != token["id"]:
            raise MalformedTokenizer(
                f"the added token {token['content']!r} has the id {token['id']}, in the vocab {ids[token['content']]}"
            )
    for merge in model.get("merges") or []:
        parts = merge.split(" ") if isinstance(merge, str) else merge
        if len(parts) != 2 or not all(part in ids for part in parts):
            raise MalformedTokenizer(f"the merge {merge!r} is not of two tokens of the vocab")
    for stage, members in (("normalizer", "normalizers"), ("pre_tokenizer", "pretokenizers")):
        for step in flatten(data.get(stage), members, stage):
            try:
                compiled(expression(step))
            except BadExpression as error:
                raise MalformedTokenizer(f"the {stage}'s {step['type']}: {error}") from None


def _unique(values: list[Any], what: str) -> None:
    seen: set[Any] = set()
    for value in values:
        if value in seen:
            raise MalformedTokenizer(f"the vocab has the {what} {value!r} twice")
        seen.add(value)
