"""Normalization in steps that can be followed: what decomposed, what moved, what composed.

Each character decomposes, marks are sorted by combining class, and starters compose with what follows them: Unicode
Standard Annex #15, section 1.3; The Unicode Standard, section 3.11, D109, D115 and D117. `forms.normalize` is the fast
form of the same; `tests` hold the two together.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

import unicodedata2

from hebrus_analysis.unicode import composition, forms, properties
from hebrus_analysis.unicode.steps import Piece, Stage, stage


def stages(form: forms.Form, text: str, unicode: str = properties.DEFAULT_VERSION) -> tuple[Stage, ...]:
    """Return what a normalization form does to a text: decomposition, order, and for NFC and NFKC composition.

    Raises:
        UnknownName: no such form, or no version at which whole texts can be normalized; the message lists all.

    >>> [ascii(each.result) for each in stages("NFC", "a\\u0302\\u0323")]
    ["'a\\\\u0302\\\\u0323'", "'a\\\\u0323\\\\u0302'", "'\\\\u1ead'"]
    """
    forms.normalize(form, "", unicode)  # which knows what is a form and a version
    decomposed = stage("decomposition", _decomposition("NFKD" if "K" in form else "NFD", text, unicode))
    ordered = stage("canonical order", _order(decomposed.result, unicode))
    if form.endswith("D"):
        return decomposed, ordered
    return decomposed, ordered, stage("composition", _composition(ordered.result, unicode))


def _decomposition(form: forms.Form, text: str, unicode: str) -> Iterator[Piece]:
    for char in text:
        made = _decomposed(form, char, unicode)
        yield Piece(char, made, "decomposes" if made != char else "")


@lru_cache(maxsize=1 << 14)
def _decomposed(form: forms.Form, char: str, unicode: str) -> str:
    return forms.normalize(form, char, unicode)


@lru_cache(maxsize=2)
def classes(unicode: str) -> dict[str, int]:
    """Return the combining class of each mark that is assigned at a version."""
    assigned = map(chr, properties.population(unicode).tolist())
    return {char: klass for char in assigned if (klass := unicodedata2.combining(char))}


@lru_cache(maxsize=2)
def _composites(unicode: str) -> dict[tuple[str, str], str]:
    """Return the pairs that compose into a character that is assigned at a version."""
    ages, limit = properties.ages(), properties.versions().index(unicode) + 1
    return {pair: made for pair, made in composition.composites().items() if ages[ord(made)] <= limit}


@lru_cache(maxsize=2)
def _composing(unicode: str) -> re.Pattern[str]:
    """Return an expression for one character that composes with something behind it; all of them are starters."""
    return re.compile(f"[{''.join(sorted({re.escape(first) for first, _ in _composites(unicode)}))}]")


def _order(text: str, unicode: str) -> Iterator[Piece]:
    known = classes(unicode)
    for marks, group in groupby(text, known.__contains__):
        run = "".join(group)
        made = "".join(sorted(run, key=known.__getitem__)) if marks else run
        yield Piece(run, made, "marks are put in order" if made != run else "")


def _composition(text: str, unicode: str) -> Iterator[Piece]:
    """Yield each starter with all that stands behind it up to the next that composes with nothing."""
    known, composites = classes(unicode), _composites(unicode)
    at = 0
    for found in _composing(unicode).finditer(text):
        if found.start() < at:
            continue
        yield Piece(text[at : found.start()], text[at : found.start()])
        at, end = found.start(), found.end()
        starter, last = found[0], 0
        kept: list[str] = []
        while end < len(text):
            char = text[end]
            klass = known.get(char, 0)
            blocked = bool(kept) and (last >= klass or not klass)
            joined = None if blocked else composites.get((starter, char))
            if joined:
                starter = joined
            elif klass:
                kept.append(char)
                last = klass
            else:
                break
            end += 1
        made, source = starter + "".join(kept), text[at:end]
        yield Piece(source, made, "composes" if made != source else "")
        at = end
    yield Piece(text[at:], text[at:])
