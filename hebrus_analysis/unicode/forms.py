"""NFKC of single code points at a chosen Unicode version.

Normalization is stable: an assigned character never normalizes otherwise later (Unicode Standard Annex #15, section
3, and the Normalization Stability Policy), so version V is the newest table with every younger character left alone.
The exceptions, Corrigenda 3 and 4, are in ``oracles/unicode/changes.tsv``.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hebrus_analysis import oracle
from hebrus_analysis.unicode import properties


def unspell(codepoints: str) -> str:
    """Read a text from hexadecimal code points, as the Unicode data files write it."""
    return "".join(chr(int(number, 16)) for number in codepoints.split())


@lru_cache
def nfkc_changes(unicode: str) -> tuple[NDArray[np.uint32], NDArray[np.object_]]:
    """Return the code points that NFKC changes at a version, ascending, and what it makes of each."""
    table = {int(row[0], 16): unspell(row[1]) for row in oracle.table("unicode/nfkc.tsv")}
    table |= {codepoint: unspell(value) for codepoint, value in properties.changed("nfkc", unicode).items()}
    limit = properties.versions().index(unicode) + 1
    codepoints = np.array(sorted(table), dtype=np.uint32)
    known = codepoints[properties.ages()[codepoints] <= limit]
    return known, np.array([table[codepoint] for codepoint in known.tolist()], dtype=object)


def nfkc(codepoints: ArrayLike, unicode: str = properties.DEFAULT_VERSION) -> NDArray[np.object_]:
    """Return NFKC of each code point alone, shape of the input, dtype object (str).

    Args:
        codepoints: code points, any integer dtype.
        unicode: a Unicode version; younger code points stay as they are.

    >>> nfkc([0xFB01, 0x32FF], "12.0").tolist(), nfkc([0x32FF], "12.1").tolist()
    (['fi', '㋿'], ['令和'])
    """
    asked = np.asarray(codepoints, dtype=np.int64)
    out = np.array(list(map(chr, asked.ravel().tolist())), dtype=object)
    known, values = nfkc_changes(properties.version(unicode))
    at = np.minimum(np.searchsorted(known, asked.ravel()), len(known) - 1)
    hit = np.flatnonzero(known[at] == asked.ravel())
    out[hit] = values[at[hit]]
    return out.reshape(asked.shape)
