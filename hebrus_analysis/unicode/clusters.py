"""Extended grapheme clusters at a chosen Unicode version, by the package regex.

Source: Unicode Standard Annex #29. A character younger than the version is masked by one that is not assigned, which
breaks on both sides of it; the properties of older ones are those of the newest version. Hugging Face tokenizers
0.23.3 cuts by 17.0: `tests` hold it against this on a million texts.
"""

from functools import lru_cache
from typing import Final

import numpy as np
import regex

from hebrus_analysis.unicode import properties

#: The version of the newest tokenizers.
VERSION: Final = "17.0"
_CLUSTER: Final = regex.compile(r"\X")
_UNASSIGNED: Final = 0x3FFFD


@lru_cache
def _masks(unicode: str) -> dict[int, int]:
    limit = properties.versions().index(unicode) + 1
    return dict.fromkeys(np.flatnonzero(properties.ages() > limit).tolist(), _UNASSIGNED)


def clusters(text: str, unicode: str = VERSION) -> list[str]:
    """Cut a text into its extended grapheme clusters.

    Raises:
        UnknownName: no such version; the message lists all.

    >>> [len(cluster) for cluster in clusters("e\\u0301\\r\\n\\U0001f469\\u200d\\U0001f680")]
    [2, 2, 3]
    """
    masked = text.translate(_masks(properties.version(unicode)))
    found, start = [], 0
    for match in _CLUSTER.finditer(masked):
        found.append(text[start : match.end()])
        start = match.end()
    return found
