"""Which characters can meet: what NFKC composes or reorders across the boundary between two characters.

Two texts normalize apart, NFKC(ab) = NFKC(a) NFKC(b), unless the first character of NFKD(b) is a mark (its combining
class is not 0) or composes with something before it (Unicode Standard Annex #15, section 9: it is no boundary). Marks
reorder where the last of NFKD(a) has a higher class; anything composes only with the last starter of a. So a character
can be *first* in such a meeting if NFKD changes it, or it ends in a mark, or begins a composition, and *second* if its
NFKD begins with a mark or with what composes.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product, takewhile
from typing import Final

import numpy as np
import unicodedata2
from numpy.typing import NDArray

from hebrus_analysis.unicode import forms, properties

_LEADING: Final = range(0x1100, 0x1113)
_VOWELS: Final = range(0x1161, 0x1176)
#: Trailing consonants, without the filler U+11A7, which composes with nothing.
TRAILING: Final = range(0x11A8, 0x11C3)
#: Precomposed syllables.
SYLLABLES: Final = range(0xAC00, 0xD7A4)
#: Syllables of a leading consonant and a vowel: what a trailing consonant composes with.
LV: Final = range(SYLLABLES.start, SYLLABLES.stop, len(TRAILING) + 1)

Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Meetings:
    """The characters that can meet at a Unicode version, and which of them do.

    Attributes:
        firsts: code points that can be changed by what follows, ascending, uint32.
        seconds: code points that can change what stands before, ascending, uint32.
        last_class: combining class of the last character of NFKD, per first.
        first_class: combining class of the first character of NFKD, per second.
        last_starter: number of the last starter of NFKC, per first; a row of `composes`.
        run: number of the marks, or the starter, that NFKD begins with, per second; a column of `composes`.
        composes: whether a starter composes with some character of a run.
    """

    firsts: NDArray[np.uint32]
    seconds: NDArray[np.uint32]
    last_class: NDArray[np.uint8]
    first_class: NDArray[np.uint8]
    last_starter: NDArray[np.intp]
    run: NDArray[np.intp]
    composes: Mask

    def meet(self, firsts: NDArray[np.intp], seconds: NDArray[np.intp]) -> Mask:
        """Return which pairs can reorder or compose, shape (firsts, seconds); all others normalize apart.

        Args:
            firsts: places in `firsts`.
            seconds: places in `seconds`.
        """
        above = self.last_class[firsts][:, None] > self.first_class[seconds][None, :]
        reorders = above & (self.first_class[seconds] > 0)[None, :]
        return reorders | self.composes[self.last_starter[firsts]][:, self.run[seconds]]


@lru_cache(maxsize=1)
def composites() -> dict[tuple[str, str], str]:
    """Return every pair that composes in canonical composition, Hangul included, at the newest Unicode.

    >>> composites()["a", "\\u0300"], composites()["\\uac00", "\\u11a8"]
    ('à', '각')
    """
    found = {(chr(lead), chr(vowel)): chr(LV[place]) for place, (lead, vowel) in enumerate(product(_LEADING, _VOWELS))}
    found |= {(chr(lv), chr(tail)): chr(lv + 1 + place) for lv in LV for place, tail in enumerate(TRAILING)}
    for codepoint in np.flatnonzero(properties.ages()).tolist():
        if codepoint in SYLLABLES:
            continue
        parts = unicodedata2.decomposition(chr(codepoint)).split()
        if len(parts) == 2 and not parts[0].startswith("<"):
            first, second = (chr(int(part, 16)) for part in parts)
            # Composition exclusions decompose and never come back.
            if unicodedata2.normalize("NFC", first + second) == chr(codepoint):
                found[first, second] = chr(codepoint)
    return found


def each(form: forms.Form, codepoints: NDArray[np.uint32], unicode: str) -> list[str]:
    """Return a form of each code point alone, by one call; U+0000, which no form changes, parts them."""
    joined = "\0".join(chr(codepoint) if codepoint else "" for codepoint in codepoints.tolist())
    made = forms.normalize(form, joined, unicode).split("\0")
    return [text or "\0" for text in made]


@lru_cache(maxsize=2)
def meetings(unicode: str = properties.DEFAULT_VERSION) -> Meetings:
    """Return the characters that can meet at a version.

    Raises:
        UnknownName: no version at which whole texts can be normalized; the message lists all.
    """
    version = properties.version(unicode)
    population = properties.population(version)
    chars = np.array(list(map(chr, population.tolist())), dtype=object)
    decomposed = np.array(each("NFKD", population, version), dtype=object)
    pairs = [pair for pair, made in composites().items() if properties.age(ord(made)) in _until(version)]
    beginning, ending = {first for first, _ in pairs}, {second for _, second in pairs}
    classes = {char: unicodedata2.combining(char) for text in decomposed.tolist() for char in text}

    changed = decomposed != chars
    can_begin = np.array([classes[text[-1]] > 0 or text[-1] in beginning for text in decomposed.tolist()])
    can_follow = np.array([classes[text[0]] > 0 or text[0] in ending for text in decomposed.tolist()])
    first, second = np.flatnonzero(changed | can_begin), np.flatnonzero(can_follow)

    composed = each("NFKC", population[first], version)
    starters = [next((char for char in reversed(text) if not classes.get(char)), "") for text in composed]
    runs = ["".join(takewhile(classes.__getitem__, text)) or text[0] for text in decomposed[second].tolist()]
    rows, row = np.unique([char if char in beginning else "" for char in starters], return_inverse=True)
    columns, column = np.unique(runs, return_inverse=True)
    row_of = {starter: place for place, starter in enumerate(rows.tolist())}
    holding = {char: [place for place, run in enumerate(columns.tolist()) if char in run] for char in ending}
    composes = np.zeros((len(rows), len(columns)), dtype=bool)
    for starter, char in pairs:
        if starter in row_of:
            composes[row_of[starter], holding[char]] = True
    return Meetings(
        population[first],
        population[second],
        np.array([classes[text[-1]] for text in decomposed[first]], dtype=np.uint8),
        np.array([classes[text[0]] for text in decomposed[second]], dtype=np.uint8),
        row,
        column,
        composes,
    )


def _until(version: str) -> frozenset[str]:
    known = properties.versions()
    return frozenset(known[: known.index(version) + 1])
