"""The second opinion, in a process of its own: it may crash, hang or run out of memory, and only it dies then.

Reads pickled questions from standard input and writes pickled answers: ("refused", reason) or ("accepted", map, texts).
"""

import json
import os
import pickle
import resource
import signal
import sys
from base64 import b64decode
from typing import Any

from sentencepiece import SentencePieceNormalizer, SetMinLogLevel, sentencepiece_model_pb2

SECONDS = 5
MEMORY = 2 << 30
FLAGS = {"add_dummy_prefix": False, "escape_whitespaces": False, "remove_extra_whitespaces": False}


def normalizer(kind: str, data: bytes) -> tuple[bytes | None, SentencePieceNormalizer | None]:
    """Load the file as its own reader does; the map it carries, and SentencePiece with that map."""
    if kind == "model":
        loaded = SentencePieceNormalizer(model_proto=data, **FLAGS)
        spec = sentencepiece_model_pb2.NormalizerSpec.FromString(loaded.serialized_normalizer_spec())
        return spec.precompiled_charsmap or None, loaded
    if kind == "json":
        carried = maps_of(data)
        if len(carried) > 1:
            raise ValueError("different maps")
        if not carried:
            return None, None
        data = carried.pop()
    spec = sentencepiece_model_pb2.NormalizerSpec(precompiled_charsmap=data)
    return data, SentencePieceNormalizer(normalizer_spec=spec, **FLAGS)


def maps_of(data: bytes) -> set[bytes]:
    """Return the maps that Hugging Face tokenizers found in a tokenizer.json."""
    from tokenizers import Tokenizer  # only some cases need it

    waiting = [json.loads(Tokenizer.from_str(data.decode()).to_str())["normalizer"]]
    found = set()
    while waiting:
        step = waiting.pop() or {}
        waiting += step.get("normalizers", [])
        if step.get("type") == "Precompiled":
            found.add(b64decode(step["precompiled_charsmap"]))
    return found


def answer(kind: str, data: bytes, texts: list[bytes], singles: list[bytes]) -> tuple[Any, ...]:
    try:
        carried, loaded = normalizer(kind, data)
        if loaded is None:
            return "accepted", None, None, None
        return "accepted", carried, loaded.Normalize(texts), loaded.Normalize(singles)
    except MemoryError:
        raise
    except BaseException as error:  # a panic of Rust is no Exception
        return "refused", f"{type(error).__name__}: {error}"[:300]


def main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
    SetMinLogLevel(4)
    texts, singles = pickle.load(sys.stdin.buffer)
    while True:
        try:
            kind, data, more = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        signal.alarm(SECONDS)
        reply = answer(kind, data, texts + more, singles)
        signal.alarm(0)
        pickle.dump(reply, sys.stdout.buffer)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
