"""What every map is asked: code points one by one, and texts, malformed ones too."""

import random
from functools import lru_cache

from hebrus_analysis.charsmap import generations


@lru_cache(maxsize=1)
def codepoints() -> list[int]:
    """Return scalar values: ASCII whole, what the stock map knows and what it does not."""
    rng = random.Random("probes")
    known = generations.load().single_rules()[0].tolist()
    rest = [n for n in rng.sample(range(0x110000), 600) if not 0xD800 <= n < 0xE000]
    return sorted({*range(0x300), *rng.sample(known, 800), 0xFFFD, 0x10FFFF, 0x4E00, 0x1F600, *rest})


@lru_cache(maxsize=1)
def texts() -> list[bytes]:
    """Return UTF-8, well-formed and not: runs of rule keys, U+0000 in and between them, characters cut short."""
    rng = random.Random("texts")
    keys = rng.sample(list(generations.load().rules()), 1500)
    small = ["a", "ab", "abc", "abca", "\u00df", "\u0300", "\u4e00\u0300", "\u4e00", "\U0001f600", " ", "e", "\0", "b"]
    runs = ["".join(rng.choices(small, k=60)) for _ in range(8)]
    whole = ["".join(keys), " ".join(keys), "\0".join(keys[:300]), "".join(map(chr, codepoints())), *runs]
    encoded = [text.encode() for text in whole]
    cut = [bytes(byte for byte in text[:4000] if rng.random() > 0.05) for text in encoded]
    broken = [
        b"\xff",
        b"\xe2\x82a",
        b"\xed\xa0\x80",
        b"\xc0\x80a",
        b"\xf4\x90\x80\x80",
        b"a\xcc",
        b"\xef\xbf\xbd\xef\xbf",
    ]
    return encoded + cut + [*broken, rng.randbytes(2000), b""]


@lru_cache(maxsize=1)
def every_key() -> bytes:
    """Return all keys of the stock map in one text; too long to ask every time."""
    return "".join(generations.load().rules()).encode()
