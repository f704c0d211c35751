"""What a tokenizer.json must hold to be one: its shape, and a vocabulary that makes sense."""

import json
from collections.abc import Iterable
from typing import Annotated, Any, Final

from pydantic import BaseModel, Discriminator, Field, StrictInt, StrictStr, Tag, ValidationError

from hebrus_analysis.errors import MalformedTokenizer

#: No step that tokenizers knows is nested so deep.
_DEPTH: Final = 32

Id = Annotated[StrictInt, Field(ge=0, lt=1 << 31)]


class _Added(BaseModel):
    content: StrictStr
    id: Id
    special: bool = False


class _WithIds(BaseModel):
    type: StrictStr | None = None
    vocab: dict[str, Id]
    merges: list[StrictStr | tuple[StrictStr, StrictStr]] = []


class _WithScores(BaseModel):
    type: StrictStr | None = None
    vocab: list[tuple[StrictStr, Annotated[float, Field(strict=True)]]]
    unk_id: Id | None = None


def _kind(model: Any) -> str:
    return "scores" if isinstance(model, dict) and isinstance(model.get("vocab"), list) else "ids"


class _Tokenizer(BaseModel):
    added_tokens: list[_Added] | None = None
    model: Annotated[
        Annotated[_WithIds, Tag("ids")] | Annotated[_WithScores, Tag("scores")],
        Discriminator(_kind),
    ]


def load(text: str) -> dict[str, Any]:
    """Return the content of a tokenizer.json that has the shape of one and whose vocabulary makes sense.

    Args:
        text: JSON that can be parsed.

    Raises:
        MalformedTokenizer: the first thing that is wrong.
    """
    data: dict[str, Any] = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    try:
        shape = _Tokenizer.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"] if part not in ("ids", "scores"))
        raise MalformedTokenizer(f"at {where}: {first['msg'].lower()}; the file is damaged") from None
    for stage in ("normalizer", "pre_tokenizer", "post_processor", "decoder"):
        if _is_deep(data.get(stage)):
            raise MalformedTokenizer(f"the {stage} is nested more than {_DEPTH} deep; the file is damaged")
    _check(shape, data["model"])
    return data


def unique(values: Iterable[Any], what: str) -> None:
    """Check that nothing is there twice.

    Raises:
        MalformedTokenizer: the first that is.
    """
    seen: set[Any] = set()
    for value in values:
        if value in seen:
            raise MalformedTokenizer(f"the vocab has the {what} {value!r} twice")
        seen.add(value)


def _check(shape: _Tokenizer, model: dict[str, Any]) -> None:
    found = shape.model
    kind = found.type or "BPE"
    if (kind == "Unigram") != isinstance(found, _WithScores):
        raise MalformedTokenizer(
            f"the vocab has {'scores' if kind != 'Unigram' else 'ids'}, which {kind} does not have"
        )
    if isinstance(found, _WithScores):
        unique((piece for piece, _ in found.vocab), "piece")
        ids = {piece: place for place, (piece, _) in enumerate(found.vocab)}
        if found.unk_id is not None and found.unk_id >= len(ids):
            raise MalformedTokenizer(f"unk_id is {found.unk_id}, and the vocab has {len(ids):,} pieces")
    else:
        ids = found.vocab
        unique(ids.values(), "id")
        prefix = len(model.get("continuing_subword_prefix") or "")
        for merge in merges(found.merges):
            if len(merge) != 2 or not all(part in ids for part in (*merge, merge[0] + merge[1][prefix:])):
                raise MalformedTokenizer(
                    f"the merge {' '.join(merge)!r} is not of two tokens of the vocab into a third"
                )
    for token in shape.added_tokens or []:
        if ids.get(token.content, token.id) != token.id:
            raise MalformedTokenizer(
                f"the added token {token.content!r} has the id {token.id}, in the vocab {ids[token.content]}"
            )


def merges(written: Iterable[Any]) -> list[tuple[str, ...]]:
    """Return merges as pairs, however the file writes them: with a blank between, or as lists; a version line is none.

    >>> merges(["#version: 0.2", "a b", ["ab", "c"]])
    [('a', 'b'), ('ab', 'c')]
    """
    pairs = (tuple(each.split(" ")) if isinstance(each, str) else tuple(each) for each in written)
    return [pair for pair in pairs if not pair[0].startswith("#version")]


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        unique((key for key, _ in pairs), "key")
    return found


def _no_number(name: str) -> None:
    raise MalformedTokenizer(f"the file holds {name}, which is no number of JSON")


def _is_deep(value: Any) -> bool:
    level = [value]
    for _ in range(_DEPTH):
        inside = (each.values() if isinstance(each, dict) else each for each in level if isinstance(each, dict | list))
        level = [member for members in inside for member in members]
        if not level:
            return False
    return True
