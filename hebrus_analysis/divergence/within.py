"""The divergences that one text holds: code points by family, pairs of neighbours by cause, and what skips a mark.

Pairs are not all: in alef, kasra, hamza below NFKC composes the first with the third, since the second has a lower
combining class, and no two neighbours show it. So each starter with its marks is looked at where its pairs agree.
"""

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

import numpy as np

from hebrus_analysis.charsmap.blob import Charsmap
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


@dataclass(frozen=True)
class Divergence:
    """A part of a text on which map and reference differ, though no smaller part of it explains that.

    Attributes:
        byte: where it stands first in the text's UTF-8.
        times: how often it stands there.
        source: one code point, two, or a starter with its marks.
        made: what the map makes of it.
        wanted: what the reference makes of it: NFKC, for a map that folds case with its folding.
        name: the family of a code point, the cause of a pair, `OVER_A_MARK`.
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
    runs = [run for run in _marked(unicode).findall(text) if not known & {*run, *map("".join, pairwise(run))}]
    reference = reference_for(charsmap)
    for run in dict.fromkeys(runs):
        made, wanted = charsmap.normalize(run), reference.text(run, unicode)
        if made != wanted:
            rows.append((run, made, wanted, OVER_A_MARK, _OVER_A_MARK))
    times = Counter(text)
    times.update(one + other for one, other in pairwise(text))
    times.update(runs)
    found = [
        Divergence(len(text[: text.index(source)].encode()), times[source], source, made, wanted, name, why)
        for source, made, wanted, name, why in rows
    ]
    return tuple(sorted(found, key=lambda each: (each.byte, len(each.source))))


@lru_cache(maxsize=2)
def _marked(unicode: str) -> re.Pattern[str]:
    """Return an expression for a starter with two marks or more, as they are at a version."""
    marks = "".join(canonical.classes(unicode))
    return re.compile(f"[^{marks}][{marks}]{{2,}}")
