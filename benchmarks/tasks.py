"""What is measured, and against whom."""

import random
from collections.abc import Iterator
from typing import Final

import numpy as np
import pandas as pd
from sentencepiece import SentencePieceNormalizer, sentencepiece_model_pb2
from tokenizers import normalizers

from benchmarks import plain
from benchmarks.race import Result, peak, process, race
from hebrus_analysis.charsmap import generations
from hebrus_analysis.charsmap.blob import decode
from hebrus_analysis.divergence.drift import VERSIONS, divergences
from hebrus_analysis.divergence.explain import explain
from hebrus_analysis.divergence.pairs import pairs

BLOB: Final = generations.load().blob
SCALARS: Final = np.r_[0:0xD800, 0xE000:0x110000]
#: Scripts with and without rules in the map, precomposed and not, wide and narrow, joiners, odd spaces.
SENTENCES: Final = (
    "The quick brown fox jumps over the lazy dog, again and again. ",
    "Ein kleines Mädchen fährt über die Straße nach Köln. ",
    "Быстрая коричневая лиса прыгает через ленивую собаку. ",
    "素早い茶色の狐がのろまな犬を飛び越える。",
    "ﬁne ﬂour ① ㎏ ＡＢＣ　１２３ ½ … ",
    "हिन्दी में एक वाक्य लिखा गया है। ",
    "العربية ﷺ لغة جميلة جدا. ",
    "한국어 문장도 하나 있습니다. ",
    "cafe\u0301 A\u030a ﾊﾟｿｺﾝ\t\u200b\r\n",
    "שלום עולם, מה שלומך היום? ",
)


def frame(blob: bytes) -> pd.DataFrame:
    """Return the code points that a map changes, and what it makes of them."""
    codepoints, values = decode(blob).single_rules()
    return pd.DataFrame({"codepoint": codepoints, "charsmap": pd.Series(values, dtype=object)})


def sentencepiece(blob: bytes) -> SentencePieceNormalizer:
    return SentencePieceNormalizer(
        normalizer_spec=sentencepiece_model_pb2.NormalizerSpec(precompiled_charsmap=blob),
        add_dummy_prefix=False,
        escape_whitespaces=False,
        remove_extra_whitespaces=False,
    )


def mixed(size: int) -> str:
    """Return text of about so many bytes, the same every time."""
    rng = random.Random("mixed")
    average = sum(len(sentence.encode()) for sentence in SENTENCES) / len(SENTENCES)
    return "".join(rng.choices(SENTENCES, k=round(size / average)))


def sweep() -> Iterator[Result]:
    """From the blob to the frame of changed code points; the peers make the strings alone."""
    task = f"blob to frame of changed code points, {len(SCALARS):,} scalar values"
    characters = list(map(chr, SCALARS.tolist()))
    made = sentencepiece(BLOB).Normalize(characters)
    changed = [(ord(old), new) for old, new in zip(characters, made, strict=True) if old != new]
    assert changed == list(frame(BLOB).itertuples(index=False, name=None)), "the two sweeps differ"

    def tokenizers() -> list[str]:
        normalize = normalizers.Precompiled(BLOB).normalize_str
        return [normalize(character) for character in characters]

    times = race(
        {
            "ours": lambda: frame(BLOB),
            "sentencepiece": lambda: sentencepiece(BLOB).Normalize(characters),
            "tokenizers": tokenizers,
        },
        5,
    )
    for peer in ("sentencepiece", "tokenizers"):
        yield Result(task, times["ours"], peer, times[peer], 10, faster=True)


def matrix() -> Iterator[Result]:
    """Every stock map at every version, from the blobs; the peer makes the strings of one map once."""
    blobs = [generations.load(name).blob for name in generations.catalogue()]
    characters = list(map(chr, SCALARS.tolist()))
    times = race(
        {
            "ours": lambda: [cell for blob in blobs for cell in divergences(decode(blob))],
            "theirs": lambda: sentencepiece(BLOB).Normalize(characters),
        },
        5,
    )
    task = f"{len(blobs)} maps x {len(VERSIONS)} versions from blobs, against one map's sweep"
    yield Result(task, times["ours"], "sentencepiece", times["theirs"], 3)


def start() -> Iterator[Result]:
    """The command as a whole process, and how much memory it takes."""
    times = race(
        {
            "ours": lambda: process("-m", "hebrus_analysis", "families"),
            "imports": lambda: process("-c", "import numpy, pandas"),
        },
        7,
    )
    yield Result(
        "hebrus-analysis families, whole process", times["ours"], "import numpy, pandas", times["imports"], 2.5
    )
    yield Result("hebrus-analysis families, peak MB", peak("-m", "hebrus_analysis", "families") / 1e6, "400 MB", 400, 1)


def text() -> Iterator[Result]:
    """Ten megabytes of text through the map."""
    charsmap, second, written = decode(BLOB), sentencepiece(BLOB), mixed(10_000_000)
    assert charsmap.normalize(written) == second.Normalize(written), "the two readings differ"
    times = race({"ours": lambda: charsmap.normalize(written), "theirs": lambda: second.Normalize(written)}, 9)
    task = f"normalize {len(written.encode()) / 1e6:.1f} MB of mixed scripts"
    yield Result(task, times["ours"], "sentencepiece", times["theirs"], 5)


def sequences() -> Iterator[Result]:
    """Every pair that can interact, against the plain loop over some of them, scaled; and one text explained."""
    firsts, seconds = plain.candidates(generations.STOCK, "15.0")
    some = firsts[:: len(firsts) // 450]
    rules = generations.load().rules()
    times = race({"ours": pairs, "plain": lambda: list(plain.divergent(rules, some, seconds))}, 3)
    whole = times["plain"] * len(firsts) / len(some)
    task = f"{len(firsts) * len(seconds):,} pairs, map and NFKC, by cause"
    yield Result(
        task, times["ours"], f"plain loop, {len(some)} of {len(firsts):,} firsts, scaled", whole, 50, faster=True
    )
    yield Result(
        "hebrus-analysis sequences, peak MB", peak("-m", "hebrus_analysis", "sequences") / 1e6, "2,000 MB", 2000, 1
    )
    written = mixed(3000)[:1000]
    explain(written)  # tables are read once
    spent = race({"ours": lambda: explain(written)}, 9)["ours"]
    yield Result("explain 1,000 characters, five readings and NFKC", spent, "50 ms", 0.05, 1)
