"""Train the three small models that show where a normalizer's rules can come from.

``identity`` has no map; ``user_defined`` has three rules written by hand; ``stock`` is a tiny unigram model that
carries the stock map, put in by content, as the published models do.
"""

import io
import os
from pathlib import Path

import files
from sentencepiece import SentencePieceTrainer, sentencepiece_model_pb2

from hebrus_analysis.charsmap.generations import load

#: One rule expands, one replaces, one deletes. SentencePiece's TSV: source, tab, target, in hexadecimal.
USER_RULES = "DF\t73 73\n2019\t27\nAD\t\n"

#: Text for a vocabulary that needs no size: a few sentences in several scripts.
SENTENCES = [
    "A map is a contract between a text and a model.",
    "The tokenizer reads what the normalizer leaves.",
    "Every version of the table is a different function.",
    "Measure the whole space and write down what differs.",
    "Ein kleines Modell genügt, um die Regeln zu zeigen.",
    "Une carte gelée ne connaît pas les lettres nouvelles.",
    "Старая таблица не знает новых букв.",
    "古い表は新しい文字を知らない。",
] * 4


def train(**options: object) -> bytes:
    """Train one unigram model on the sentences and return its file."""
    out = io.BytesIO()
    SentencePieceTrainer.train(
        sentence_iterator=iter(SENTENCES),
        model_writer=out,
        vocab_size=120,
        hard_vocab_limit=False,
        character_coverage=1.0,
        num_threads=1,
        minloglevel=2,
        **options,
    )
    return out.getvalue()


def capture(cache: Path, out: Path) -> None:
    """Write ``models/*``."""
    # The trainer records the path as it is given, so it is given without a folder.
    os.chdir(cache)
    Path("user_defined.tsv").write_text(USER_RULES, encoding="utf-8")
    stock = sentencepiece_model_pb2.ModelProto.FromString(train(normalization_rule_name="nmt_nfkc"))
    stock.normalizer_spec.precompiled_charsmap = load("nmt_nfkc@0.1.95").blob
    models = {
        "identity": train(normalization_rule_name="identity"),
        "user_defined": train(normalization_rule_tsv="user_defined.tsv"),
        "stock": stock.SerializeToString(deterministic=True),
    }
    for name, data in models.items():
        files.write(out / f"models/{name}.model", data)
        print(f"models: {name}: {len(data):,} bytes")
    files.write(out / "models/user_defined.tsv", USER_RULES.encode())
