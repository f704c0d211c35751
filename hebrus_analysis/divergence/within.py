"""The divergences that one text holds: code points by family, pairs of neighbours by cause, and what skips a mark.

Pairs are not all: in alef, kasra, hamza below NFKC composes the first with the third, since the second has a lower
combining class, and no two neighbours show it. So each starter with its marks is looked at where its pairs agree.
"""

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Final

import numpy as np

from hebrus_analysis.charsmap.blob import Charsmap
from hebrus_analysis.charsmap.readings import matches
from hebrus_analysis.divergence.causes import CAUSES
from hebrus_analysis.divergence.families import divergent
from hebrus_analysis.divergence.pairs import of_text
from hebrus_analysis.divergence.reference import reference_for
from hebrus_analysis.divergence.sweep import sweep
from hebrus_analysis.unicode import canonical

#: What pairs cannot show, and a sentence.
OVER_A_MARK: Final = "composition over a mark"
_OVER_A_MARK: Final = (
    "NFKC composes a starter with a mark that stands behind others; the map has rules for neighbours only"
)


#: Where none of these explains it.
UNNAMED: Final = "map and reference part on the whole, in a way that no smaller part of it shows"


@dataclass(frozen=True)
class Divergence:
    """A part of a text on which map and reference differ, though no smaller part of it explains that.

    Attributes:
        byte: where it stands first in the text's UTF-8.
        times: how often it stands there.
        source: one code point, two, a starter with its marks, or the whole text where none of these shows it.
        made: what the map makes of it.
        wanted: what the reference makes of it: NFKC, for a map that folds case with its folding.
        name: the family of a code point, the cause of a pair, `OVER_A_MARK`, "rule" or "other".
        why: the same in a sentence.
    """

    byte: int
    times: int
    source: str
    made: str
    wanted: str
    name: str
    why: str


def divergences(text: str, charsmap: Charsmap, unicode: str) -> tuple[Divergence, ...]:
    """Return the parts of a text on which a map and its reference differ, in the order of the text.

    Raises:
        UnknownName: no version at which whole texts can be normalized; the message lists all.

    >>> from hebrus_analysis.charsmap import generations
    >>> [(each.source, each.name) for each in divergences("\\u200b\\u00e2\\u0301", generations.load(), "15.0")]
    [('\\u200b', 'spaced'), ('â\\u0301', 'precomposed first')]
    """
    alone = divergent(sweep(charsmap, unicode, np.unique(np.array(list(map(ord, text)), dtype=np.uint32))))
    pairs = of_text(text, charsmap, unicode)
    rows = [(chr(r.codepoint), r.charsmap, r.reference, str(r.family), str(r.cause)) for r in alone.itertuples()]
    rows += [
        (chr(r.first) + chr(r.second), r.charsmap, r.reference, str(r.cause), CAUSES[str(r.cause)])
        for r in pairs.itertuples()
    ]
    known = {source for source, *_ in rows}
    runs = [(match.start(), _agreeing(match[0], known)) for match in _marked(unicode).finditer(text)]
    reference = reference_for(charsmap)
    for run in dict.fromkeys(run for _, run in runs if len(run) > 2):
        made, wanted = charsmap.normalize(run), reference.text(run, unicode)
        if made != wanted:
            is_rule = any(len(key) > 2 for at in range(len(run)) for key in matches(charsmap, run[at:]))
            name, why = ("rule", CAUSES["rule"]) if is_rule else (OVER_A_MARK, _OVER_A_MARK)
            rows.append((run, made, wanted, name, why))
    if not rows and (made := charsmap.normalize(text)) != (wanted := reference.text(text, unicode)):
        return (Divergence(0, 1, text, made, wanted, "other", UNNAMED),)
    parts = [*enumerate(text), *enumerate(map("".join, pairwise(text))), *runs]
    first: dict[str, int] = {}
    for at, source in parts:
        first.setdefault(source, at)
    times = Counter(source for _, source in parts)
    bytes_before = [0, *accumulate(len(char.encode()) for char in text)]
    found = [Divergence(bytes_before[first[row[0]]], times[row[0]], *row) for row in rows]
    return tuple(sorted(found, key=lambda each: (each.byte, len(each.source))))


def _agreeing(run: str, known: set[str]) -> str:
    """Return a run up to the first part of it that differs by itself, its first character if that does."""
    for at in range(len(run)):
        if run[at] in known:
            return run[: max(at, 1)]
        if run[at : at + 2] in known:
            return run[: at + 1]
    return run


@lru_cache(maxsize=2)
def _marked(unicode: str) -> re.Pattern[str]:
    """Return an expression for a starter with two marks or more, as they are at a version."""
    marks = "".join(canonical.classes(unicode))
    return re.compile(f"[^{marks}][{marks}]{{2,}}")
