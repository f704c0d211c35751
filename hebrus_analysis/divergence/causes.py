"""Why map and NFKC part on a pair: what NFKC does across the boundary, and which kind of characters it does it to."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hebrus_analysis.divergence.freeze import Freeze
from hebrus_analysis.unicode import composition, properties

#: In order of test; each with a sentence.
CAUSES: Final = {
    "rule": "the pair is a rule of the map, which says otherwise than NFKC",
    "Hangul LV + T": "NFKC composes a syllable with a trailing consonant; the map has rules from loose jamo only",
    "composition exclusion": "NFKC decomposes one of the two for good, and what it makes of it reorders or composes",
    "multi-character replacement": "one of the two becomes several characters, whose edge reorders or composes",
    "compatibility first": "the first becomes another character, and that one reorders or composes with the second",
    "compatibility second": "the second becomes another character, and that one composes with the first or moves",
    "precomposed second": "the second is precomposed of what composes with the first; NFKC takes it apart",
    "precomposed first": "NFKC takes the first apart and composes anew; the map has rules from its parts only",
    "post-freeze composition": "NFKC composes the pair into a character that is younger than the map",
    "no rule": "NFKC composes the pair, and the map has no rule for it",
    "reordering": "NFKC puts two marks in canonical order; the map never moves anything",
    "other": "anything else",
}
#: A pair that somebody writes, per cause: code points, language, and what it is.
EXAMPLES: Final = {
    "Hangul LV + T": ((0xAC00, 0x11A8), "Korean", "the syllable gag, of ga and a loose final g"),
    "composition exclusion": ((0xFB2A, 0x05BC), "Hebrew", "shin with its dot, then dagesh"),
    "multi-character replacement": ((0xFEFB, 0x0653), "Arabic", "the ligature lam-alef, then madda above"),
    "compatibility first": ((0x326E, 0x11A8), "Korean", "a circled ga, then a loose final g"),
    "compatibility second": ((0xAC00, 0x3133), "Korean", "the syllable ga, then the letter gs as a keyboard types it"),
    "precomposed second": ((0x113C2, 0x113C5), "Tulu", "two vowel signs in the Tigalari script"),
    "precomposed first": ((0x00E2, 0x0301), "Vietnamese", "what Windows-1258 writes for a with circumflex and acute"),
    "post-freeze composition": (
        (0x11935, 0x11930),
        "Dhivehi",
        "vowel sign o of Dives Akuru, its script of the past, in two parts",
    ),
    "reordering": ((0x0651, 0x064E), "Arabic", "shadda, then fatha, as most people type them"),
}

_PLAIN, _PRECOMPOSED, _EXCLUDED, _SINGLE, _SEVERAL = range(5)
_ORDER: Final = {name: place for place, name in enumerate(CAUSES)}


def examples() -> dict[str, str]:
    """Return the pair that somebody writes of each cause: what it is, and the text."""
    return {f"{language}, {what}": "".join(map(chr, pair)) for pair, language, what in EXAMPLES.values()}


@dataclass(frozen=True, eq=False)
class Kinds:
    """What normalization does to each code point alone; a dense array.

    Attributes:
        kind: uint8, shape (0x110000,): nothing, precomposed, decomposed for good, one other character, several.
    """

    kind: NDArray[np.uint8]

    @classmethod
    @lru_cache(maxsize=2)
    def of(cls, unicode: str) -> "Kinds":
        """Return the kinds at a version."""
        met = composition.meetings(unicode)
        codepoints = np.union1d(met.firsts, met.seconds)
        nfd, nfc, nfkc = (
            np.array(composition.each(form, codepoints, unicode), dtype=object) for form in ("NFD", "NFC", "NFKC")
        )
        chars = np.array(list(map(chr, codepoints.tolist())), dtype=object)
        several = np.array([len(text) > 1 for text in nfkc.tolist()])
        kind = np.zeros(properties.N_CODEPOINTS, dtype=np.uint8)
        kind[codepoints] = np.select(
            [nfkc != nfc, nfc != chars, nfd != chars],
            [np.where(several, _SEVERAL, _SINGLE), _EXCLUDED, _PRECOMPOSED],
            _PLAIN,
        )
        return cls(kind)


def cause(
    first: NDArray[np.uint32],
    second: NDArray[np.uint32],
    made: NDArray[np.object_],
    wanted: NDArray[np.object_],
    is_rule: NDArray[np.bool_],
    frozen: Freeze | None,
    kinds: Kinds,
) -> NDArray[np.intp]:
    """Return the place in `CAUSES` of each divergent pair.

    Args:
        first: the code points that stand first.
        second: those behind them.
        made: what the map makes of each pair.
        wanted: what NFKC makes of it.
        is_rule: which pairs are rules of the map.
        frozen: the map's freeze; None where it does not follow NFKC.
        kinds: what NFKC does to each code point alone.
    """
    one, other = kinds.kind[first], kinds.kind[second]
    composed = np.array([len(text) == 1 for text in wanted.tolist()], dtype=bool)
    turned = np.array([text[::-1] for text in made.tolist()], dtype=object)
    tests = [
        ("rule", is_rule),
        ("Hangul LV + T", np.isin(first, composition.LV) & np.isin(second, composition.TRAILING)),
        ("composition exclusion", (one == _EXCLUDED) | (other == _EXCLUDED)),
        ("multi-character replacement", (one == _SEVERAL) | (other == _SEVERAL)),
        ("compatibility first", one == _SINGLE),
        ("compatibility second", other == _SINGLE),
        ("precomposed second", other == _PRECOMPOSED),
        ("precomposed first", one == _PRECOMPOSED),
        ("post-freeze composition", composed & _young(wanted, composed, frozen)),
        ("no rule", composed),
        ("reordering", wanted == turned),
    ]
    return np.select([mask for _, mask in tests], [_ORDER[name] for name, _ in tests], _ORDER["other"])


def _young(texts: NDArray[np.object_], single: NDArray[np.bool_], frozen: Freeze | None) -> NDArray[np.bool_]:
    """Tell which texts of one character are younger than a map."""
    limit = properties.versions().index(frozen.newest) + 1 if frozen else len(properties.versions())
    young = np.zeros(len(texts), dtype=bool)
    young[single] = properties.ages()[list(map(ord, texts[single].tolist()))] > limit
    return young
