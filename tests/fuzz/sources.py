"""Real maps and model files, undamaged."""

from functools import lru_cache
from typing import Final

from sentencepiece import SentencePieceNormalizer, sentencepiece_model_pb2

from hebrus_analysis import oracle
from hebrus_analysis.charsmap import generations

#: Whole maps, and two small ones, in which a random unit is far more often one that a probe walks through.
MAPS: Final = ("nmt_nfkc@0.1.95", "nfkc_cf@0.2.3", "nmt_nfkc@0.2.3")


def compiled(rules: dict[str, str]) -> bytes:
    """Let SentencePiece build a map."""
    normalizer = SentencePieceNormalizer(norm_map=sorted(rules.items()))
    spec = sentencepiece_model_pb2.NormalizerSpec.FromString(normalizer.serialized_normalizer_spec())
    return spec.precompiled_charsmap


@lru_cache(maxsize=1)
def blobs() -> dict[str, bytes]:
    """Return the undamaged maps."""
    rules = generations.load().rules()
    small = {key: rules[key] for key in list(rules)[:: len(rules) // 400]}
    tiny = {"a": "x", "ab": "yy", "abc": "", "\u00df": "ss", "\u0300": " ", "\u4e00\u0300": "one", "\U0001f600": ":)"}
    return {name: generations.load(name).blob for name in MAPS} | {"small": compiled(small), "tiny": compiled(tiny)}


@lru_cache(maxsize=1)
def models() -> dict[str, bytes]:
    """Return the undamaged model files."""
    return {name: oracle.read(f"models/{name}.model") for name in ("identity", "user_defined", "stock")}


@lru_cache(maxsize=1)
def tokenizers() -> dict[str, bytes]:
    """Return undamaged tokenizer.json files, as the `tokenizers` package writes them."""
    from tokenizers import Tokenizer, models, normalizers  # only some cases need it

    made = {}
    for name, blob in {"stock": generations.load().blob, "tiny": blobs()["tiny"]}.items():
        precompiled = normalizers.Precompiled(blob)
        nested = normalizers.Sequence([normalizers.Sequence([precompiled]), normalizers.Strip()])
        for form, normalizer in {"alone": precompiled, "nested": nested}.items():
            tokenizer = Tokenizer(models.Unigram([("<unk>", 0.0), ("a", -1.0)], 0))
            tokenizer.normalizer = normalizer
            made[f"{name} {form}"] = tokenizer.to_str().encode()
    return made
