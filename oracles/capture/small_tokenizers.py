"""Train the small tokenizers of `oracles/tokenization` from our own text, and capture what the real ones make of texts.

A unigram model as spiece.model and as tokenizer.json, with a map of a few thousand rules cut from the stock map, and a
byte-level BPE with NFC and letters that keep their marks.
"""

import base64
import importlib.metadata
import io
import json
from pathlib import Path
from typing import Any

import files

#: Code points whose rules the small map keeps: what the text and the vectors hold, and what the stock map deletes.
_KEPT = [*range(0x600), *range(0x1E00, 0x2200), *range(0x2460, 0x2500), *range(0x3000, 0x3400), *range(0xFB00, 0xFB07),
         *range(0xFF00, 0x10000)]  # fmt: skip
_EXPRESSION = "qwen3.5"
_PIECES = 1200
_TOKENIZERS = {
    "unigram.model": "sentencepiece",
    "byte-fallback.model": "sentencepiece",
    "unigram.json": "tokenizers",
    "byte-level.json": "tokenizers",
}
_TOKENS = 2400


def capture(cache: Path, out: Path) -> None:  # noqa: ARG001
    """Write ``tokenization/unigram.model``, ``unigram.json``, ``byte-*``, ``vectors.jsonl`` and ``bytes.jsonl``."""
    root = Path(__file__).resolve().parents[2]
    lines = (root / "oracles/tokenization/text.txt").read_text(encoding="utf-8").splitlines()
    folder = out / "tokenization"
    model = _unigram(lines, _rules_of_the_small_map(), {})
    suffix = {"byte_fallback": True, "treat_whitespace_as_suffix": True, "remove_extra_whitespaces": False}
    files.write(folder / "unigram.model", model)
    files.write(folder / "unigram.json", _as_json(model))
    files.write(folder / "byte-fallback.model", _unigram(lines, {}, suffix))
    files.write(folder / "byte-level.json", _byte_level(lines))
    rows = list(_vectors(folder))
    files.write(folder / "vectors.jsonl", "".join(json.dumps(row) + "\n" for row in rows).encode())
    malformed = list(_malformed(folder))
    files.write(folder / "bytes.jsonl", "".join(json.dumps(row) + "\n" for row in malformed).encode())
    print(f"tokenization: {len(rows)} vectors, {len(malformed)} of ill-formed bytes")


def _rules_of_the_small_map() -> dict[str, str]:
    from hebrus_analysis.charsmap import generations

    kept = frozenset(map(chr, _KEPT))
    return {key: value for key, value in generations.load().rules().items() if kept.issuperset(key)}


def _unigram(lines: list[str], rules: dict[str, str], flags: dict[str, bool]) -> bytes:
    import sentencepiece
    from sentencepiece import sentencepiece_model_pb2

    from hebrus_analysis.charsmap.rebuild import compile_rules

    made = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines),
        model_writer=made,
        model_type="unigram",
        vocab_size=_PIECES,
        character_coverage=1.0,
        normalization_rule_name="identity",
        num_threads=1,
        hard_vocab_limit=False,
        minloglevel=2,
        **flags,
    )
    model = sentencepiece_model_pb2.ModelProto.FromString(made.getvalue())
    if rules:
        model.normalizer_spec.name = "user_defined"
        model.normalizer_spec.precompiled_charsmap = compile_rules(rules).blob
    model.trainer_spec.ClearField("model_prefix")
    return model.SerializeToString(deterministic=True)


def _as_json(data: bytes) -> bytes:
    """Return the model as converters write it: the map, runs of spaces as one, none at the edges, Metaspace."""
    from sentencepiece import sentencepiece_model_pb2

    model = sentencepiece_model_pb2.ModelProto.FromString(data)
    blob = model.normalizer_spec.precompiled_charsmap
    space = {"type": "Metaspace", "replacement": "\u2581", "prepend_scheme": "always", "split": True}
    value = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [],
        "normalizer": {
            "type": "Sequence",
            "normalizers": [
                {"type": "Precompiled", "precompiled_charsmap": base64.b64encode(blob).decode()},
                {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "},
                {"type": "Strip", "strip_left": True, "strip_right": True},
            ],
        },
        "pre_tokenizer": space,
        "post_processor": None,
        "decoder": space,
        "model": {
            "type": "Unigram",
            "unk_id": 0,
            "vocab": [[piece.piece, piece.score] for piece in model.pieces],
            "byte_fallback": False,
        },
    }
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


def _byte_level(lines: list[str]) -> bytes:
    from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers

    from hebrus_analysis.tokenization.expressions import EXPRESSIONS

    tokenizer = Tokenizer(models.BPE())
    tokenizer.normalizer = normalizers.NFC()
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(*EXPRESSIONS[_EXPRESSION].patterns), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=_TOKENS,
        show_progress=False,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        special_tokens=["<|end|>"],
    )
    tokenizer.train_from_iterator(lines, trainer)
    return (tokenizer.to_str(pretty=True) + "\n").encode()


def _vectors(folder: Path) -> Any:
    from hebrus_analysis.tokenization import edges
    from hebrus_analysis.tokenization.trace import trace

    versions = {name: importlib.metadata.version(name) for name in ("sentencepiece", "tokenizers")}
    for name, library in _TOKENIZERS.items():
        for group, text, reason in edges.texts():
            found = trace(text, folder / name)
            yield {
                "tokenizer": name,
                "by": f"{library} {versions[library]}",
                "group": group,
                "reason": reason,
                "text": text,
                "normalized": found.normalized,
                "splits": list(found.splits),
                "ids": list(found.ids),
                "offsets": [[token.start, token.end] for token in found.tokens],
            }


def _malformed(folder: Path) -> Any:
    """Yield what SentencePiece makes of bytes, and of the text that Python decodes them to, as a port does first."""
    import sentencepiece

    from hebrus_analysis.tokenization import edges

    for name in ("unigram.model", "byte-fallback.model"):
        loaded = sentencepiece.SentencePieceProcessor(model_file=str(folder / name))
        for reason, data in edges.byte_texts():
            decoded = data.decode(errors="replace")
            yield {
                "tokenizer": name,
                "by": f"sentencepiece {importlib.metadata.version('sentencepiece')}",
                "reason": reason,
                "bytes": data.hex(),
                "normalized": loaded.Normalize(data).decode(),
                "ids": loaded.EncodeAsIds(data),
                "decoded": decoded,
                "decoded_ids": loaded.EncodeAsIds(decoded),
            }
