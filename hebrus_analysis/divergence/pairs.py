"""What single code points cannot show: the pairs on which map and NFKC part though each of the two alone agrees.

Nearly 22 billion ordered pairs of assigned code points are decided by a proof and a sweep. Where map and reference
agree on a and on b, they can part on ab only if ab is a rule, or if a and b can meet (`unicode.composition`): otherwise
the map gives M(a) M(b) and NFKC gives N(a) N(b), which are the same. The candidates are every first beside every
second. Of these only what can reorder, compose or meet a rule needs its strings made.

Columns of the frame, one row per divergent pair, ascending:

| column | dtype | meaning |
|---|---|---|
| first, second | uint32 | the two code points |
| charsmap | object (str) | what the map makes of the pair |
| reference | object (str) | what it is measured against: NFKC, for a map that folds case with its folding |
| cause | category | see `divergence.causes` |

``frame.attrs`` holds ``map``, ``sha256``, ``unicode``, ``reference``, ``pairs_tested`` and ``by_cause``.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import product

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hebrus_analysis.charsmap import generations
from hebrus_analysis.charsmap.blob import Charsmap
from hebrus_analysis.charsmap.readings import matches
from hebrus_analysis.divergence.causes import CAUSES, Kinds, cause
from hebrus_analysis.divergence.freeze import freeze
from hebrus_analysis.divergence.reference import Reference, facts, reference_for
from hebrus_analysis.unicode import composition, properties

#: Firsts looked at in one go: with all seconds, a mask of about two megabytes.
_CHUNK = 2048

Codes = NDArray[np.uint32]
#: Both code points of each pair in one number, the first above the second.
Pairs = NDArray[np.uint64]
_FIRST = np.uint64(32)
_SECOND = np.uint64(0xFFFFFFFF)


def pairs(
    charsmap: Charsmap | str = generations.STOCK,
    unicode: str = properties.DEFAULT_VERSION,
    progress: Callable[[int, int], None] | None = None,
) -> pd.DataFrame:
    """Return the frame of every divergent pair of code points assigned at a Unicode version.

    Args:
        charsmap: a map, or the name of a stock map.
        unicode: a Unicode version from 4.1 on.
        progress: called with how many firsts are done, and how many there are.

    Raises:
        UnknownName: no such stock map, or no version at which whole texts can be normalized; the message lists all.

    >>> frame = pairs()
    >>> len(frame), frame.attrs["pairs_tested"]
    (329500, 19134012)
    """
    if isinstance(charsmap, str):
        charsmap = generations.load(charsmap)
    unicode, reference = properties.version(unicode), reference_for(charsmap)
    met = composition.meetings(unicode)
    agreeing = _agreeing(charsmap, reference, unicode)
    firsts, seconds = (np.flatnonzero(np.isin(part, agreeing)) for part in (met.firsts, met.seconds))
    rules = _rules(charsmap, agreeing)
    inside = np.isin(rules >> _FIRST, met.firsts[firsts]) & np.isin(rules & _SECOND, met.seconds[seconds])
    tested = len(firsts) * len(seconds) + int((~inside).sum())
    found = [rules]
    for start in range(0, len(firsts), _CHUNK):
        rows, columns = np.nonzero(met.meet(firsts[start : start + _CHUNK], seconds))
        found.append(_joined(met.firsts[firsts[start + rows]], met.seconds[seconds[columns]]))
        if progress:
            progress(min(start + _CHUNK, len(firsts)), len(firsts))
    candidates = np.sort(np.concatenate(found))
    repeated = np.append(False, candidates[1:] == candidates[:-1])
    frame = _made(charsmap, reference, unicode, candidates[~repeated], rules)
    frame.attrs |= {"pairs_tested": tested, "by_cause": frame.cause.value_counts(sort=False).to_dict()}
    return frame


def of_text(text: str, charsmap: Charsmap, unicode: str = properties.DEFAULT_VERSION) -> pd.DataFrame:
    """Return the frame of the divergent pairs among the neighbours in a text.

    Raises:
        UnknownName: no version at which whole texts can be normalized; the message lists all.

    >>> of_text("ga \uac00\u11a8", generations.load()).cause.tolist()
    ['Hangul LV + T']
    """
    unicode, reference = properties.version(unicode), reference_for(charsmap)
    codepoints = np.frombuffer(text.encode("utf-32-le"), dtype="<u4").astype(np.uint32)
    alone = np.unique(codepoints)
    # U+0000 is in no map and composes with nothing.
    agrees = alone[(charsmap.sweep(alone) == reference(alone, unicode)) & (alone != 0)]
    kept = np.isin(codepoints, agrees)
    kept = kept[:-1] & kept[1:]
    found = np.unique(_joined(codepoints[:-1][kept], codepoints[1:][kept]))
    texts = [chr(pair >> 32) + chr(pair & 0xFFFFFFFF) for pair in found.tolist()]
    is_rule = [text in matches(charsmap, text) for text in texts]
    return _made(charsmap, reference, unicode, found, found[np.array(is_rule, dtype=bool)])


def _agreeing(charsmap: Charsmap, reference: Reference, unicode: str) -> Codes:
    """Return the code points on which map and reference agree, ascending."""
    population = properties.population(unicode)
    agrees: Codes = population[charsmap.sweep(population) == reference(population, unicode)]
    return agrees


def _rules(charsmap: Charsmap, agreeing: Codes) -> Pairs:
    """Return each rule of two code points, where either alone agrees."""
    keys = "".join(key for key in charsmap.rules() if len(key) == 2)
    both = np.frombuffer(keys.encode("utf-32-le"), dtype="<u4").reshape(-1, 2)
    kept = both[np.isin(both, agreeing).all(axis=1)]
    return _joined(kept[:, 0], kept[:, 1])


def _joined(first: Codes, second: Codes) -> Pairs:
    return first.astype(np.uint64) << _FIRST | second.astype(np.uint64)


def _made(charsmap: Charsmap, reference: Reference, unicode: str, pairs: Pairs, rules: Pairs) -> pd.DataFrame:
    """Make the strings of some pairs, and keep those that differ."""
    first, second = (pairs >> _FIRST).astype(np.uint32), (pairs & _SECOND).astype(np.uint32)
    # U+0000 is in no map and no form changes it, so it parts the pairs; none of them holds it.
    beside = np.column_stack((first, second, np.zeros_like(first))).astype("<u4")
    text = beside.tobytes().decode("utf-32-le")
    made, wanted = (
        np.array(whole.split("\0")[:-1], dtype=object)
        for whole in (charsmap.normalize(text), reference.text(text, unicode))
    )
    differ = np.flatnonzero(made != wanted)
    first, second, made, wanted = first[differ], second[differ], made[differ], wanted[differ]
    is_rule = np.isin(pairs[differ], rules)
    causes = cause(first, second, made, wanted, is_rule, freeze(charsmap, reference), Kinds.of(unicode))
    frame = pd.DataFrame(
        {
            "first": first,
            "second": second,
            "charsmap": pd.Series(made, dtype=object),
            "reference": pd.Series(wanted, dtype=object),
            "cause": pd.Categorical.from_codes(causes, categories=list(CAUSES)),
        }
    )
    frame.attrs = facts(charsmap, unicode, reference)
    return frame


def counts(frame: pd.DataFrame) -> dict[str, object]:
    """Return what ``sequences --json`` prints: pairs tested, divergent, and how many by cause.

    Args:
        frame: what `pairs` returns.
    """
    about = {key: frame.attrs[key] for key in ("map", "sha256", "unicode", "reference", "pairs_tested")}
    return {**about, "divergent": len(frame), "by_cause": frame.attrs["by_cause"]}


@lru_cache(maxsize=1)
def by_cause() -> pd.DataFrame:
    """Return the counts of the stock map and of the newest nmt_nfkc, at the default version and at the newest.

    Columns: map, unicode, pairs tested, divergent, then one per cause.
    """
    chain = [name for name, generation in generations.catalogue().items() if generation.rule == "nmt_nfkc"]
    newest = properties.versions()[-1]
    asked = product((generations.STOCK, chain[-1]), (properties.DEFAULT_VERSION, newest))
    rows = []
    for name, unicode in asked:
        frame = pairs(name, unicode)
        rows.append((name, unicode, frame.attrs["pairs_tested"], len(frame), *frame.attrs["by_cause"].values()))
    return pd.DataFrame(rows, columns=["map", "unicode", "pairs tested", "divergent", *CAUSES])
