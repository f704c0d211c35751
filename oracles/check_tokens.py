"""Make the golden vectors of the small tokenizers again, with the standard library alone.

A second transcription of what `oracles/tokenization` was captured from: SentencePiece's normalizer and unigram model,
the unigram model of tokenizers, and its byte-level BPE behind NFC and letters that keep their marks. It imports nothing
from the package. Run ``python oracles/check_tokens.py`` with any Python from 3.9 on.

First line "local drift" and status 1: a vector is not what the files give. That SentencePiece or tokenizers moved is
found by a fresh capture, not here. Of ``unigram.json`` the normalized text is taken from the vector, since its reading
of the map goes by grapheme clusters, which the standard library does not know.
"""

from __future__ import annotations  # what an annotation says is newer than what 3.9 can run

import json
import struct
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from check import Map, split  # noqa: E402

FOLDER: Final = HERE / "tokenization"
SPACE: Final = "\u2581"
#: Added to the lowest score for a character that no piece covers: ``unigram_model.cc``, kUnkPenalty.
UNKNOWN_PENALTY: Final = 10.0
NORMAL, UNKNOWN, USER_DEFINED, BYTE = 1, 2, 4, 6
CONTRACTIONS: Final = ("'s", "'t", "'re", "'ve", "'m", "'ll", "'d")


def fields(data: bytes) -> Iterator[tuple[int, Any]]:
    """Yield the fields of a protobuf message: number, and an int, a float or bytes."""
    at = 0

    def varint() -> int:
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while at < len(data):
        key = varint()
        if key & 7 == 0:
            yield key >> 3, varint()
        elif key & 7 == 5:
            yield key >> 3, struct.unpack_from("<f", data, at)[0]
            at += 4
        elif key & 7 == 2:
            size = varint()
            yield key >> 3, data[at : at + size]
            at += size
        else:
            raise ValueError(f"wire type {key & 7} in a model")


class Unigram:
    """The best path through pieces with scores.

    Args:
        pieces: each with its score.
        unknown: the id of the unknown piece.
        matched: which pieces a text can match.
    """

    def __init__(self, pieces: list[tuple[str, float]], unknown: int, matched: set[int]) -> None:
        self.ids = {piece: place for place, (piece, _) in enumerate(pieces) if place in matched}
        self.scores = [score for _, score in pieces]
        self.unknown = unknown
        self.longest = max(map(len, self.ids))
        self.bytes: dict[int, int] = {}
        self.penalty = single(min(self.scores[place] for place in matched) - UNKNOWN_PENALTY)

    def encode(self, text: str) -> list[int]:
        """Return the ids; a run that no piece covers is one unknown, or its bytes where these are pieces."""
        best: list[tuple[float, int, int]] = [(0.0, 0, -1)] + [(-1e38, 0, -1)] * len(text)
        for start in range(len(text)):
            score = best[start][0]
            ends = range(start + 1, min(len(text), start + self.longest) + 1)
            found = [(end, self.ids[text[start:end]]) for end in ends if text[start:end] in self.ids]
            rows = [(end, number, self.scores[number]) for end, number in found]
            if not any(end == start + 1 for end, _ in found):
                rows.append((start + 1, self.unknown, self.penalty))
            for end, number, added in rows:
                total = single(score + added)
                if best[end][2] < 0 or total > best[end][0]:
                    best[end] = (total, start, number)
        path: list[int] = []
        at = len(text)
        while at:
            _, start, number = best[at]
            if number == self.unknown and self.bytes:
                path += [self.bytes[byte] for byte in text[start:at].encode()[::-1]]
            elif not (path and path[-1] == number == self.unknown):
                path.append(number)
            at = start
        return path[::-1]


def is_text(data: bytes) -> bool:
    """Tell whether bytes are one character in UTF-8."""
    try:
        return len(data.decode()) == 1
    except UnicodeDecodeError:
        return False


def single(value: float) -> float:
    """Return a number in single precision, in which SentencePiece adds."""
    return float(struct.unpack("<f", struct.pack("<f", value))[0])


class SentencePiece:
    """A spiece.model: map, whitespace flags, pieces."""

    def __init__(self, data: bytes) -> None:
        pieces, kinds, normalizer, trainer = [], [], b"", b""
        for number, value in fields(data):
            if number == 1:
                found = dict(fields(value))
                pieces.append((found[1].decode(), found.get(2, 0.0)))
                kinds.append(found.get(3, NORMAL))
            elif number == 2:
                trainer = value
            elif number == 3:
                normalizer = value
        spec, trained = dict(fields(normalizer)), dict(fields(trainer))
        self.map = Map(spec[2]) if spec.get(2) else None
        self.suffix, fallback = bool(trained.get(24)), bool(trained.get(35))
        self.prefix, self.remove, self.escape = (bool(spec.get(number, 1)) for number in (3, 4, 5))
        matched = {place for place, kind in enumerate(kinds) if kind in (NORMAL, USER_DEFINED)}
        self.model = Unigram(pieces, kinds.index(UNKNOWN), matched)
        if fallback:
            self.model.bytes = {
                int(piece[3:5], 16): place for place, (piece, _) in enumerate(pieces) if kinds[place] == BYTE
            }

    def units(self, data: bytes) -> Iterator[str]:
        """Yield what the map makes, one match after the other: the longest rule, the character, or U+FFFD."""
        at = 0
        while at < len(data):
            node, found, size = 0, None, 0
            for place in range(at, len(data) if self.map else at):
                node = self.map.step(node, data[place])
                if not node:
                    break
                value = self.map.value(node)
                if value is not None:
                    found, size = value, place + 1 - at
            if found is None:
                size = next((n for n in (1, 2, 3, 4) if is_text(data[at : at + n])), 0)
                found, size = (data[at : at + size].decode(), size) if size else ("\ufffd", 1)
            yield found
            at += size

    def normalize(self, data: bytes) -> str:
        """Return the text as the pieces are looked up in: ``normalizer.cc``, Normalizer::Normalize."""
        units = list(self.units(data))
        while self.remove and units and units[0] == " ":
            units.pop(0)
        if not units:
            return ""
        space = SPACE if self.escape else " "
        out, after_space = space if self.prefix and not self.suffix else "", self.remove
        for unit in units:
            kept = unit.lstrip(" ") if after_space else unit
            if kept:
                out += kept.replace(" ", space)
                after_space = kept.endswith(" ")
            after_space = after_space and self.remove
        out = out.rstrip(space) if self.remove else out
        return out + space if self.prefix and self.suffix else out

    def check(self, vector: dict[str, Any]) -> Iterator[tuple[str, object]]:
        """Yield what the vector should say."""
        data = bytes.fromhex(vector["bytes"]) if "bytes" in vector else vector["text"].encode()
        normalized = self.normalize(data)
        yield "normalized", normalized
        yield "ids", self.model.encode(normalized)
        if "bytes" in vector:
            yield "decoded", data.decode(errors="replace")
            yield "decoded_ids", self.model.encode(self.normalize(vector["decoded"].encode()))


class UnigramJson:
    """A tokenizer.json with a unigram model behind Metaspace."""

    def __init__(self, data: bytes) -> None:
        model = json.loads(data)["model"]
        pieces = [(piece, score) for piece, score in model["vocab"]]
        self.model = Unigram(pieces, model["unk_id"], set(range(len(pieces))))

    def check(self, vector: dict[str, Any]) -> Iterator[tuple[str, object]]:
        """Yield what the vector should say of a text that is normalized already."""
        text = vector["normalized"].replace(" ", SPACE)
        text = text if not text or text.startswith(SPACE) else SPACE + text
        words: list[str] = []
        for char in text:
            if char == SPACE or not words:
                words.append("")
            words[-1] += char
        yield "splits", words
        yield "ids", [number for word in words for number in self.model.encode(word)]


class ByteLevel:
    """A tokenizer.json with byte-level BPE, NFC, and an expression in which letters keep their marks."""

    def __init__(self, data: bytes) -> None:
        document = json.loads(data)
        self.ids = document["model"]["vocab"]
        self.ranks = {tuple(merge): rank for rank, merge in enumerate(document["model"]["merges"])}
        self.added = {token["content"]: token["id"] for token in document["added_tokens"]}
        plain = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
        others = [byte for byte in range(256) if byte not in plain]
        self.letters = {byte: chr(byte) for byte in plain}
        self.letters.update({byte: chr(0x100 + place) for place, byte in enumerate(others)})
        rows = split((HERE / "unicode/whitespace.tsv").read_bytes())
        (members,) = (row[1] for row in rows if row[0] == "White_Space")
        self.spaces = {chr(int(number, 16)) for number in members.split()}

    def check(self, vector: dict[str, Any]) -> Iterator[tuple[str, object]]:
        """Yield what the vector should say."""
        ids: list[int] = []
        normalized, splits = "", []
        for part in self.parts(vector["text"]):
            if part in self.added:
                ids.append(self.added[part])
                normalized += part
                continue
            composed = unicodedata.normalize("NFC", part)
            normalized += composed
            for word in self.words(composed):
                splits.append(word)
                ids += self.merged("".join(self.letters[byte] for byte in word.encode()))
        yield "normalized", normalized
        yield "splits", splits
        yield "ids", ids

    def parts(self, text: str) -> Iterator[str]:
        """Yield the text cut at the literals of added tokens, and these."""
        while text:
            places = [(text.index(token), token) for token in self.added if token in text]
            if not places:
                yield text
                return
            at, token = min(places)
            if at:
                yield text[:at]
            yield token
            text = text[at + len(token) :]

    def words(self, text: str) -> Iterator[str]:
        """Yield what the expression cuts: its alternatives, in order, at each place."""
        at = 0
        while at < len(text):
            end = next(end for end in self.ends(text, at) if end > at)
            yield text[at:end]
            at = end

    def ends(self, text: str, at: int) -> Iterator[int]:
        """Yield where each alternative ends, `at` where it does not match."""

        def run(start: int, test: Any) -> int:
            while start < len(text) and test(text[start]):
                start += 1
            return start

        low = text[at : at + 3].replace("\u017f", "s").lower()
        yield at + max((len(each) for each in CONTRACTIONS if low.startswith(each)), default=0)
        head = at + 1 if text[at] not in "\r\n" and kind(text[at]) not in "LN" else at
        end = run(head, lambda char: kind(char) in "LM")
        yield end if end > head else run(at, lambda char: kind(char) in "LM")
        yield at + (kind(text[at]) == "N")
        head = at + (text[at] == " ")
        end = run(head, lambda char: char not in self.spaces and kind(char) not in "LMN")
        yield run(end, lambda char: char in "\r\n") if end > head else at
        end = run(at, self.spaces.__contains__)
        breaks = [place for place in range(at, end) if text[place] in "\r\n"]
        yield breaks[-1] + 1 if breaks else at
        yield end if end == len(text) else end - 1
        yield end

    def merged(self, word: str) -> list[int]:
        """Return the ids of one word: the pair of lowest rank first, the leftmost of equals."""
        parts = list(word)
        while len(parts) > 1:
            pairs = zip(parts, parts[1:])  # noqa: B905, RUF007 (both are younger than 3.9)
            rank, place = min((self.ranks.get(pair, 1 << 30), at) for at, pair in enumerate(pairs))
            if rank == 1 << 30:
                break
            parts[place : place + 2] = [parts[place] + parts[place + 1]]
        return [self.ids[part] for part in parts]


def kind(char: str) -> str:
    """Return the first letter of the General_Category."""
    return unicodedata.category(char)[0]


KINDS: Final = {
    "unigram.model": SentencePiece,
    "byte-fallback.model": SentencePiece,
    "unigram.json": UnigramJson,
    "byte-level.json": ByteLevel,
}


def problems() -> Iterator[str]:
    """Yield each vector that the files do not give."""
    loaded = {name: make((FOLDER / name).read_bytes()) for name, make in KINDS.items()}
    for name, wanted in (("vectors.jsonl", set(KINDS)), ("bytes.jsonl", {"unigram.model", "byte-fallback.model"})):
        lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
        vectors = [json.loads(line) for line in lines]
        asked = {
            tokenizer: [
                vector.get("text", vector.get("bytes")) for vector in vectors if vector["tokenizer"] == tokenizer
            ]
            for tokenizer in wanted
        }
        if sum(map(len, asked.values())) != len(vectors) or len({tuple(texts) for texts in asked.values()}) != 1:
            yield f"{name}: the tokenizers do not have vectors of the same texts"
        for number, vector in enumerate(vectors, 1):
            for key, made in loaded[vector["tokenizer"]].check(vector):
                if vector[key] != made:
                    said = f"{key} is {vector[key]!a}, made {made!a}"
                    yield f"{name}, line {number}, {vector['reason']}: {said}"


def main() -> int:
    """Print what is wrong."""
    try:
        found = list(problems())
    except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError, struct.error) as error:
        print(f"local drift: a file of the tokenizers is damaged: {type(error).__name__}: {error}", file=sys.stderr)
        return 1
    if found:
        print("local drift: the small tokenizers do not give what was captured", file=sys.stderr)
        print("\n".join(found), file=sys.stderr)
        return 1
    print("normalized texts, splits and ids of the small tokenizers are made again; what is taken as it was captured:")
    print("offsets, and what the map of unigram.json makes of a text")
    return 0


if __name__ == "__main__":
    sys.exit(main())
