"""Texts on which implementations part, assembled: what to run any normalizer over.

Every text is made from the Unicode data by a stated rule, or comes from a file of Unicode's own, or was reported by a
user. Columns of the frame: group, text, reason (object, str); a text that several rules give stands once, under the
first. Code points are those of Unicode 15.0, so that the corpus does not grow with the tables.
"""

import hashlib
import json
import lzma
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Final

import pandas as pd
import unicodedata2

from hebrus_analysis import oracle
from hebrus_analysis.charsmap import generations
from hebrus_analysis.charsmap.blob import Charsmap
from hebrus_analysis.divergence.rules import each
from hebrus_analysis.unicode import composition, forms, names, properties
from hebrus_analysis.unicode.codepoints import label

#: The Unicode version of the corpus.
VERSION: Final = "15.0"
_BASE: Final = "a"
#: A base and a mark that compose, one pair per script in which the stock map has rules for both.
_PAIRS: Final = {"Latin": "e\u0301", "Greek": "\u03b1\u0301", "Cyrillic": "\u0438\u0306", "Kana": "\u304b\u3099"}
_JOINERS: Final = (0x00AD, 0x034F, 0x061C, 0x200B, 0x200C, 0x200D, 0x200E, 0x2060, 0xFEFF, 0xFE0F)
#: Words that need a joiner or a mark of their own, by language.
_WORDS: Final = {
    "Persian, with a non-joiner": "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "Sinhala, a conjunct with its joiner": "\u0dc1\u0dca\u200d\u0dbb\u0dd3",
    "Hindi, an explicit half form": "\u0915\u094d\u200d\u0937",
    "Hindi, an explicit virama": "\u0915\u094d\u200c\u0937",
    "Malayalam, an old chillu": "\u0d28\u0d4d\u200d",
    "Bengali, khanda ta in its old spelling": "\u09a4\u09cd\u200d",
    "Hindi, nukta letters in two code points": "\u095c\u0921\u093c",
    "Vietnamese, as Windows-1258 writes it": "Vi\u00ea\u0323t ti\u00ea\u0301ng",
    "Vietnamese, decomposed": "Vie\u0323\u0302t",
    "Korean, a syllable and a final": "\uac00\u11a8",
    "Korean, conjoining jamo": "\u1112\u1161\u11ab\u1100\u1173\u11af",
    "Japanese, the word program in half-width": "\uff8c\uff9f\uff9b\uff78\uff9e\uff97\uff91",
    "Greek, polytonic from parts": "\u03b1\u0313\u0301\u0345",
    "Arabic, presentation forms": "\ufedf\ufef4\ufebd\ufefb\u0653",
    "Arabic, shadda before fatha": "\u0645\u0651\u064e",
    "Hebrew, shin with dagesh": "\ufb2a\u05bc",
    "Tibetan, a vowel in two parts": "\u0f40\u0f71\u0f72",
    "Burmese": "\u1000\u103c\u102e\u1038",
    "Yoruba, two marks": "e\u0329\u0301",
    "Arabic, alef with kasra and hamza below, decomposed": "\u0627\u0650\u0655",
}


@lru_cache(maxsize=1)
def corpus() -> pd.DataFrame:
    """Return the corpus, in the order of its groups.

    >>> frame = corpus()
    >>> bool(frame.text.is_unique), "reported" in set(frame.group)
    (True, True)
    """
    rows: dict[str, tuple[str, str, str]] = {}
    for group, texts in _GROUPS.items():
        for text, reason in texts():
            rows.setdefault(text, (group, text, reason))
    return pd.DataFrame(list(rows.values()), columns=["group", "text", "reason"], dtype=object)


def _reported() -> Iterator[tuple[str, str]]:
    for line in oracle.read("sequences/reported.jsonl").decode().splitlines():
        case = json.loads(line)
        yield _read(case["text"].replace("U+", "")), f"{case['source']}: {case['about']}"


def _words() -> Iterator[tuple[str, str]]:
    for reason, text in _WORDS.items():
        yield text, reason


def _canonical() -> Iterator[tuple[str, str]]:
    """Every character with a decomposition, alone and in all four forms."""
    population = properties.population(VERSION)
    decomposing = population[[_decomposes(chr(codepoint)) for codepoint in population.tolist()]]
    made = {form: composition.each(form, decomposing, VERSION) for form in forms.FORMS}
    for place, codepoint in enumerate(decomposing.tolist()):
        what = f"{label(codepoint)} {names.name(codepoint)}"
        yield chr(codepoint), what
        for form, texts in made.items():
            yield texts[place], f"{form} of {what}"


def _decomposes(char: str) -> bool:
    return bool(unicodedata2.decomposition(char)) or ord(char) in composition.SYLLABLES


def _composites() -> Iterator[tuple[str, str]]:
    for (first, second), made in composition.composites().items():
        if not properties.age(ord(made)) or properties.key(properties.age(ord(made))) > properties.key(VERSION):
            continue
        yield first + second, f"composes to {label(ord(made))} {names.name(ord(made))}"


def _marks() -> Iterator[tuple[str, str]]:
    """A mark of each combining class before and behind one of each other class."""
    classes: dict[int, str] = {}
    for codepoint in properties.population(VERSION).tolist():
        if klass := unicodedata2.combining(chr(codepoint)):
            classes.setdefault(klass, chr(codepoint))
    for (one, first), (other, second) in combinations(sorted(classes.items()), 2):
        yield _BASE + second + first, f"classes {other} and {one}, to be reordered"
        yield _BASE + first + second, f"classes {one} and {other}, in order"


def _between() -> Iterator[tuple[str, str]]:
    """What the stock map deletes or makes a space of, and other invisible characters, between a base and its mark."""
    codepoints, made = generations.load().single_rules()
    gone = [cp for cp, text in zip(codepoints.tolist(), made, strict=True) if text in ("", " ")]
    for codepoint in sorted({*gone, *_JOINERS}):
        for script, pair in _PAIRS.items():
            yield pair[0] + chr(codepoint) + pair[1], f"{label(codepoint)} between a {script} base and its mark"


def _line_ends() -> Iterator[tuple[str, str]]:
    for text in ("\r\n", "\n\r", "\r\r\n", "\r", "\n", "\x85", "\r\x85", "\u2028", "\u2029", "\v", "\f", "a\r\nb"):
        yield text, "line ends"


def _emoji() -> Iterator[tuple[str, str]]:
    for points, kind, name in oracle.table("sequences/emoji.tsv"):
        yield _read(points), f"{kind}: {name}"


def _named() -> Iterator[tuple[str, str]]:
    for points, name in oracle.table("sequences/named.tsv"):
        yield _read(points), f"named sequence {name}"


def _normalization_test() -> Iterator[tuple[str, str]]:
    test = lzma.decompress(oracle.read("unicode/NormalizationTest.txt.xz")).decode()
    part = ""
    for line in test.splitlines():
        if line.startswith("@Part"):
            part = line.split()[0][1:]
        elif line and not line.startswith("#"):
            columns = line.split(";")[:5]
            for number, column in enumerate(columns, 1):
                yield _read(column), f"NormalizationTest {part}, column {number}"


def _edges() -> Iterator[tuple[str, str]]:
    yield "", "nothing"
    yield "\x01\x02\x7f", "deletions only"
    yield " \u3000\u200b", "spaces only"
    yield "\u0301", "a mark alone"
    yield "a" + "\u0301" * 40, "more marks than the stream-safe limit"
    yield "\U00016d67" * 7, "a run that the newest map pairs up from its beginning"


def _read(points: str) -> str:
    return "".join(chr(int(point, 16)) for point in points.split())


_GROUPS: Final = {
    "reported": _reported,
    "living languages": _words,
    "edges": _edges,
    "line ends": _line_ends,
    "between base and mark": _between,
    "emoji": _emoji,
    "named sequences": _named,
    "marks in both orders": _marks,
    "composites": _composites,
    "decomposable characters": _canonical,
    "NormalizationTest": _normalization_test,
}


def measured(charsmap: Charsmap, unicode: str = VERSION) -> pd.DataFrame:
    """Return the corpus with two more columns: what a map makes of each text (leftmost-longest), and what NFKC does.

    Raises:
        UnknownName: no version at which whole texts can be normalized; the message lists all.
    """
    frame, version = corpus(), properties.version(unicode)
    texts = frame.text.tolist()
    made = each(charsmap.normalize, texts)
    nfkc = each(lambda text: forms.normalize("NFKC", text, version), texts)
    return frame.assign(charsmap=pd.Series(made, dtype=object), nfkc=pd.Series(nfkc, dtype=object))


def summary() -> pd.DataFrame:
    """Return each group of the corpus: group, texts (int), sha256 of its texts, each in UTF-8 behind a U+0000."""
    rows = []
    for group, found in corpus().groupby("group", sort=False):
        joined = "".join(f"\0{text}" for text in found.text).encode()
        rows.append((group, len(found), hashlib.sha256(joined).hexdigest()))
    return pd.DataFrame(rows, columns=["group", "texts", "sha256"])
