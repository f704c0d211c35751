"""Extended grapheme clusters at a chosen Unicode version, by the package regex.

Source: Unicode Standard Annex #29. A character younger than the version is masked by one that is assigned in no
version, pictographic if it is; the properties of older ones are those of the newest version. Hugging Face tokenizers
0.23.3 cuts by 17.0, which `tests` hold against this.

Two things are done here and not by regex: it joins a consonant to a linker whatever stands before the linker, where
rule GB9c wants a consonant there; and it takes quadratic time for a run of regional indicators.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final

import numpy as np
import regex

from hebrus_analysis.unicode import properties

#: The version of the newest tokenizers.
VERSION: Final = "17.0"
_BEHIND: Final = r"[\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=SpacingMark}]*+"
_CLUSTER: Final = regex.compile(rf"[\U0001F1E6-\U0001F1FF]{{2}}{_BEHIND}|\X")
_LINKER: Final = regex.compile(r"\p{InCB=Linker}")
_CONSONANT: Final = regex.compile(r"\p{InCB=Consonant}")
#: What can stand between two consonants of a conjunct, and the consonant before it.
_RUN: Final = regex.compile(r"(\p{InCB=Consonant}?)([\p{InCB=Extend}\p{InCB=Linker}]++)")
_UNASSIGNED: Final = 0x3FFFD
_PICTOGRAPHIC: Final = 0x1FFFD


@lru_cache
def _masks(unicode: str) -> dict[int, int]:
    limit = properties.versions().index(unicode) + 1
    young = np.flatnonzero(properties.ages() > limit).tolist()
    return {cp: _PICTOGRAPHIC if regex.match(r"\p{ExtPict}", chr(cp)) else _UNASSIGNED for cp in young}


def clusters(text: str, unicode: str = VERSION) -> list[str]:
    """Cut a text into its extended grapheme clusters.

    Raises:
        UnknownName: no such version; the message lists all.

    >>> [len(cluster) for cluster in clusters("e\\u0301\\r\\n\\U0001f469\\u200d\\U0001f680")]
    [2, 2, 3]
    >>> [len(cluster) for cluster in clusters("\\u0915\\u094d\\u0924?\\u094d\\u0924")]
    [3, 2, 1]
    """
    masked = text.translate(_masks(properties.version(unicode)))
    ends = [0, *_ends(masked)]
    return [text[start:end] for start, end in pairwise(ends)]


def _ends(text: str) -> Iterator[int]:
    for match in _CLUSTER.finditer(text):
        found = match[0]
        if len(found) > 2 and _LINKER.search(found):
            yield from (match.start() + cut for cut in _falsely_joined(found))
        yield match.end()


def _falsely_joined(cluster: str) -> Iterator[int]:
    """Yield where a consonant begins that is joined to what is no conjunct."""
    for run in _RUN.finditer(cluster):
        is_conjunct = run[1] and _LINKER.search(run[2])
        if not is_conjunct and _CONSONANT.match(cluster, run.end()):
            yield run.end()
