"""One text through one tokenizer, step by step, as the reference library of its container does it."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from hebrus_analysis.errors import MalformedTokenizer, MissingPackage
from hebrus_analysis.runtimes.python import imported, processor, silenced
from hebrus_analysis.runtimes.runtime import NotInstalled, failed
from hebrus_analysis.tokenization import document
from hebrus_analysis.unicode.codepoints import spell

#: What stands for whatever is no added token; no text of a tokenizer.json holds it as a literal.
_UNKNOWN: Final = "\ufdd0"


@dataclass(frozen=True)
class Token:
    """One token.

    Attributes:
        id: the integer that enters the graph.
        piece: what the vocabulary calls it.
        start, end: where it comes from in the text, in code points.
        source: that part of the text.
    """

    id: int
    piece: str
    start: int
    end: int
    source: str


@dataclass(frozen=True)
class Trace:
    """What became of a text.

    Attributes:
        container: "spiece.model" or "tokenizer.json".
        text: what went in.
        added: the literals of added tokens that were taken out of it first.
        normalized: after the normalizer, these literals in their places.
        splits: after the pre-tokenizer, without them; a spiece.model has none.
        tokens: what the model made.
    """

    container: str
    text: str
    added: tuple[str, ...]
    normalized: str
    splits: tuple[str, ...]
    tokens: tuple[Token, ...]

    @property
    def ids(self) -> tuple[int, ...]:
        """The ids alone."""
        return tuple(token.id for token in self.tokens)


@dataclass(frozen=True)
class Loaded:
    """A file in the reference library of its container.

    Attributes:
        container: "spiece.model" or "tokenizer.json".
        tokenizer: the library's object.
        probe: of a tokenizer.json, the same with a model that knows nothing, so that only added tokens have an id.
        normalized_tokens: added tokens that are looked for after the normalizer.
        is_byte_level: whether the pre-tokenizer writes bytes as letters.
    """

    container: str
    tokenizer: Any
    probe: Any = None
    normalized_tokens: frozenset[str] = frozenset()
    is_byte_level: bool = False


def trace(text: str, path: Path | str) -> Trace:
    """Follow a text through a tokenizer file; no special tokens are added.

    Raises:
        MalformedContainer, MalformedCharsmap, NoCharsmap: the file cannot be used.
        MalformedTokenizer: nor can this, or it fails on the text.
        MissingPackage: the library that is the reference for the container is not installed.
    """
    loaded = load(Path(path))
    try:
        with silenced():
            return _by_tokenizers(text, loaded) if loaded.probe else _by_sentencepiece(text, loaded.tokenizer)
    except BaseException as error:  # a panic of Rust, as where an expression backtracks too far, is no Exception
        raise MalformedTokenizer(f"{path}: it does not take this text: {failed(error).message}") from None


@lru_cache(maxsize=4)
def load(path: Path) -> Loaded:
    """Load a file into the reference library of its container.

    Raises:
        MalformedContainer, MalformedCharsmap, NoCharsmap, MalformedTokenizer: the file cannot be used.
        MissingPackage: the library is not installed.
    """
    found = document.read(path)
    package = "tokenizers" if found.json is not None else "sentencepiece"
    try:
        if found.json is None:
            return Loaded(found.spec.container, processor(found.data))
        with silenced():
            return _loaded(found.data.decode("utf-8-sig"), found.json)
    except NotInstalled:
        raise MissingPackage(f"{path} needs {package}", "opinions") from None
    except BaseException as error:  # a panic of Rust is no Exception
        raise MalformedTokenizer(f"{path}: {package} does not load it: {failed(error).message}") from None


def _loaded(text: str, content: dict[str, Any]) -> Loaded:
    package = imported("tokenizers").Tokenizer
    tokenizer = package.from_str(text)
    tokenizer.no_padding()
    tokenizer.no_truncation()
    model = {"type": "WordLevel", "vocab": {_UNKNOWN: 0}, "unk_token": _UNKNOWN}
    probe = package.from_str(json.dumps({**content, "model": model, "post_processor": None}))
    probe.no_padding()
    probe.no_truncation()
    steps = document.flatten(content.get("pre_tokenizer"), document.MEMBERS["pre_tokenizer"], "pre_tokenizer")
    return Loaded(
        "tokenizer.json",
        tokenizer,
        probe,
        frozenset(each["content"] for each in content.get("added_tokens") or [] if each.get("normalized")),
        any(step["type"] == "ByteLevel" for step in steps),
    )


def _by_tokenizers(text: str, loaded: Loaded) -> Trace:
    """Do the steps one by one, on what stands between the added tokens that the library finds."""
    tokenizer, package = loaded.tokenizer, imported("tokenizers")
    probed = loaded.probe.encode(text, add_special_tokens=False)
    found = [(token, span) for token, span in zip(probed.tokens, probed.offsets, strict=True) if token != _UNKNOWN]
    early = [span for token, span in found if token not in loaded.normalized_tokens]
    between = list(zip([0, *(end for _, end in early)], [*(start for start, _ in early), len(text)], strict=True))
    parts = package.PreTokenizedString(text)
    parts.split(lambda _, whole: [whole[start:end] for start, end in between if start < end])
    if tokenizer.normalizer:
        parts.normalize(tokenizer.normalizer.normalize)
    for content in {token for token, _ in found} & loaded.normalized_tokens:
        parts.split(lambda _, part, content=content: part.split(content, "removed"))
    kept = [(span, piece) for piece, span, _ in _splits(parts)] + [(span, token) for token, span in found]
    if tokenizer.pre_tokenizer:
        tokenizer.pre_tokenizer.pre_tokenize(parts)
    readable = package.decoders.ByteLevel().decode
    splits = [readable([piece]) if loaded.is_byte_level else piece for piece, _, _ in _splits(parts)]
    made = tokenizer.encode(text, add_special_tokens=False)
    rows = zip(made.ids, made.tokens, made.offsets, strict=True)
    return Trace(
        loaded.container,
        text,
        tuple(token for token, _ in found),
        "".join(piece for _, piece in sorted(kept)),
        tuple(split for split in splits if split),
        tuple(Token(number, piece, start, end, text[start:end]) for number, piece, (start, end) in rows),
    )


def _splits(parts: Any) -> list[tuple[str, tuple[int, int], Any]]:
    split: list[tuple[str, tuple[int, int], Any]] = parts.get_splits(offset_referential="original", offset_type="char")
    return split


def _by_sentencepiece(text: str, loaded: Any) -> Trace:
    normalized = loaded.Normalize(text)
    made = loaded.Encode(text, return_type="proto")
    place, at = {0: 0}, 0  # SentencePiece counts bytes
    for number, char in enumerate(text, 1):
        at += len(char.encode())
        place[at] = number
    return Trace(
        "spiece.model",
        text,
        (),
        normalized,
        (),
        tuple(
            Token(each.id, each.piece, place[each.begin], place[each.end], text[place[each.begin] : place[each.end]])
            for each in made.pieces
        ),
    )


def of_ids(text: str, path: Path | str, ids: Sequence[int]) -> Trace:
    """Return what can be shown of an implementation that gives ids alone: the pieces of the file with these ids.

    Raises:
        As `trace`.
    """
    tokenizer = load(Path(path)).tokenizer
    piece = getattr(tokenizer, "id_to_token", None) or tokenizer.IdToPiece
    return Trace("", text, (), "", (), tuple(Token(number, str(piece(number)), 0, 0, "") for number in ids))


def parted(one: Trace, other: Trace) -> str:
    """Return the first step at which two traces of one text part, "" where their ids are the same.

    It is added_tokens, normalizer, pre_tokenizer or model; or ``vocab``, where the pieces are the same and the ids are
    not, since two vocabularies number their pieces each in its own way.
    """
    if one.ids == other.ids:
        return ""
    if one.added != other.added:
        return "added_tokens"
    first, second = ((comparable(each) if one.container != other.container else each) for each in (one, other))
    if first.normalized != second.normalized:
        return "normalizer"
    if first.splits != second.splits and one.container == other.container:
        return "pre_tokenizer"
    if [token.piece for token in one.tokens] != [token.piece for token in other.tokens]:
        return "model"
    return "vocab"


def comparable(found: Trace) -> Trace:
    """Return a trace as it can be held against one of the other container: normalized is what the model is given.

    A spiece.model writes U+2581 in its normalizer, a tokenizer.json in a normalizer or a pre-tokenizer.
    """
    return found if found.container == "spiece.model" else replace(found, normalized="".join(found.splits))


def as_record(found: Trace) -> dict[str, Any]:
    """Return a trace as plain values, texts as U+XXXX beside pieces as they are."""
    return {
        "text": spell(found.text),
        "added": list(found.added),
        "normalized": spell(found.normalized),
        "splits": [spell(each) for each in found.splits],
        "tokens": [{**asdict(token), "source": spell(token.source)} for token in found.tokens],
        "ids": list(found.ids),
    }
