"""One text through one tokenizer, step by step, as the reference library of its container does it."""

import re
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from hebrus_analysis.charsmap.flags import SPACE_SYMBOL
from hebrus_analysis.errors import MalformedTokenizer, MissingPackage
from hebrus_analysis.runtimes.python import imported, processor
from hebrus_analysis.runtimes.runtime import NotInstalled, failed
from hebrus_analysis.tokenization import document
from hebrus_analysis.unicode.codepoints import spell


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
        normalized: after the normalizer.
        splits: after the pre-tokenizer; one per word of U+2581 for a spiece.model.
        tokens: what the model made.
    """

    container: str
    text: str
    normalized: str
    splits: tuple[str, ...]
    tokens: tuple[Token, ...]

    @property
    def ids(self) -> tuple[int, ...]:
        """The ids alone."""
        return tuple(token.id for token in self.tokens)


def trace(text: str, path: Path | str) -> Trace:
    """Follow a text through a tokenizer file; no special tokens are added.

    Raises:
        MalformedContainer, MalformedCharsmap, NoCharsmap: the file cannot be used.
        MalformedTokenizer: nor can this, or it fails on the text.
        MissingPackage: the library that is the reference for the container is not installed.
    """
    kind, loaded = load(Path(path))
    try:
        return _by_tokenizers(text, loaded) if kind == "tokenizer.json" else _by_sentencepiece(text, loaded)
    except BaseException as error:  # a panic of Rust, as where an expression backtracks too far, is no Exception
        raise MalformedTokenizer(f"{path}: it does not take this text: {failed(error).message}") from None


@lru_cache(maxsize=4)
def load(path: Path) -> tuple[str, Any]:
    """Return a container's kind and the reference library's object for it.

    Raises:
        MalformedContainer, MalformedCharsmap, NoCharsmap, MalformedTokenizer: the file cannot be used.
        MissingPackage: the library is not installed.
    """
    found = document.read(path)
    kind = found.spec.container
    package = "tokenizers" if kind == "tokenizer.json" else "sentencepiece"
    try:
        if kind == "tokenizer.json":
            loaded = imported(package).Tokenizer.from_str(found.data.decode("utf-8-sig"))
            loaded.no_padding()
            loaded.no_truncation()
        else:
            loaded = processor(found.data)
    except NotInstalled:
        raise MissingPackage(f"{path} needs {package}; run `pip install hebrus-analysis[opinions]`") from None
    except BaseException as error:  # a panic of Rust is no Exception
        raise MalformedTokenizer(f"{path}: {package} does not load it: {failed(error).message}") from None
    return kind, loaded


def _by_tokenizers(text: str, loaded: Any) -> Trace:
    normalized = loaded.normalizer.normalize_str(text) if loaded.normalizer else text
    cut = loaded.pre_tokenizer.pre_tokenize_str(normalized) if loaded.pre_tokenizer else [(normalized, (0, 0))]
    # A byte-level pre-tokenizer writes bytes as letters; where each split comes from is what can be read.
    splits = tuple(normalized[start:end] if end > start else piece for piece, (start, end) in cut)
    made = loaded.encode(text, add_special_tokens=False)
    rows = zip(made.ids, made.tokens, made.offsets, strict=True)
    return Trace(
        "tokenizer.json",
        text,
        normalized,
        tuple(split for split in splits if split),
        tuple(Token(number, piece, start, end, text[start:end]) for number, piece, (start, end) in rows),
    )


def _by_sentencepiece(text: str, loaded: Any) -> Trace:
    normalized = loaded.Normalize(text)
    made = loaded.Encode(text, return_type="proto")
    place, at = {0: 0}, 0  # SentencePiece counts bytes
    for number, char in enumerate(text, 1):
        at += len(char.encode())
        place[at] = number
    words = re.split("(?=\u2581)", normalized)
    return Trace(
        "spiece.model",
        text,
        normalized,
        tuple(word for word in words if word),
        tuple(
            Token(each.id, each.piece, place[each.begin], place[each.end], text[place[each.begin] : place[each.end]])
            for each in made.pieces
        ),
    )


def parted(one: Trace, other: Trace) -> str:
    """Return the first step at which two traces of one text part: normalizer, pre_tokenizer, model, ids; "" if none.

    Two vocabularies number their pieces each in its own way; so where the pieces are the same and the ids are not, the
    step is ``ids``.
    """
    first, second = ((comparable(each) if one.container != other.container else each) for each in (one, other))
    if first.normalized != second.normalized:
        return "normalizer"
    if first.splits != second.splits:
        return "pre_tokenizer"
    if [token.piece for token in one.tokens] != [token.piece for token in other.tokens]:
        return "model"
    return "ids" if one.ids != other.ids else ""


def comparable(found: Trace) -> Trace:
    """Return a trace as it can be held against one of the other container, whatever step writes U+2581."""
    normalized = found.normalized.replace(SPACE_SYMBOL, " ")
    splits = tuple(split.replace(SPACE_SYMBOL, " ").lstrip(" ") for split in found.splits)
    return replace(found, normalized=normalized.removeprefix(" "), splits=tuple(split for split in splits if split))


def as_record(found: Trace) -> dict[str, Any]:
    """Return a trace as plain values, texts as U+XXXX beside pieces as they are."""
    return {
        "text": spell(found.text),
        "normalized": spell(found.normalized),
        "splits": [spell(each) for each in found.splits],
        "tokens": [{**asdict(token), "source": spell(token.source)} for token in found.tokens],
        "ids": list(found.ids),
    }
