"""Derive the stock map a second time, without the wheels that carry it: cut the newest map back to Unicode 8.0.

Take the rules of ``nmt_nfkc`` in sentencepiece 0.2.3, drop every rule that touches a code point younger than Unicode
8.0, undo the two hand edits made since (U+061C was not yet a space, U+200D still was), and let sentencepiece compile
the rest. The blob must be the stock map, byte for byte.

Run by the capture; prints one line and exits 1 where the bytes differ.
"""

import sys

from sentencepiece import SentencePieceNormalizer, sentencepiece_model_pb2

from hebrus_analysis.charsmap.generations import load
from hebrus_analysis.unicode.properties import age, key

FREEZE = (8, 0)


def derive() -> bytes:
    """Return the recompiled blob."""
    rules = {
        source: target
        for source, target in load("nmt_nfkc@0.2.3").rules().items()
        if all(key(age(ord(char))) <= FREEZE for char in source + target)
    }
    del rules["\u061c"]
    rules["\u200d"] = " "
    compiled = SentencePieceNormalizer(
        norm_map=sorted(rules.items()), add_dummy_prefix=False, escape_whitespaces=False, remove_extra_whitespaces=False
    )
    spec = sentencepiece_model_pb2.NormalizerSpec.FromString(compiled.serialized_normalizer_spec())
    return bytes(spec.precompiled_charsmap)


def main() -> int:
    stock = load("nmt_nfkc@0.1.95").blob
    same = derive() == stock
    print(f"derive_stock: {'byte-identical to' if same else 'DIFFERS from'} nmt_nfkc@0.1.95 ({len(stock):,} bytes)")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
