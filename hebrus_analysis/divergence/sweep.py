"""One row per code point: what the map makes of it, what NFKC makes of it, and who calls it whitespace.

Columns of the frame:

| column | dtype | meaning |
|---|---|---|
| codepoint | uint32 | the code point; ascending, unique |
| age | ordered category | the Unicode version that assigned it |
| category | category | General_Category at the swept version |
| block, script | category | Block; Script as its ISO 15924 code |
| charsmap | object (str) | what the map makes of the code point alone |
| nfkc | object (str) | NFKC at the swept version |
| reference | object (str) | what `charsmap` is measured against: NFKC, for a map that folds case with its folding |
| action | category | what the map does: kept, deleted, space (becomes exactly U+0020), replaced |
| agrees | bool | charsmap equals reference |
| str.isspace ... SentencePiece | bool | one column per predicate of `unicode.whitespace` |
| becomes space | bool | the map makes exactly U+0020 of it, so SentencePiece splits there |

``frame.attrs`` holds ``map``, ``sha256``, ``unicode``, ``population``, ``reference`` and ``freeze``.
"""

from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hebrus_analysis.charsmap import generations
from hebrus_analysis.charsmap.blob import Charsmap
from hebrus_analysis.divergence.freeze import freeze
from hebrus_analysis.divergence.reference import reference_for
from hebrus_analysis.unicode import forms, properties, whitespace

ACTIONS: Final = ("kept", "deleted", "space", "replaced")


def sweep(
    charsmap: Charsmap | str = generations.STOCK,
    unicode: str = properties.DEFAULT_VERSION,
    codepoints: NDArray[np.uint32] | None = None,
) -> pd.DataFrame:
    """Return the frame of every code point assigned at a Unicode version.

    Args:
        charsmap: a map, or the name of a stock map.
        unicode: a Unicode version.
        codepoints: those to look at, ascending, instead of all that are assigned.

    Raises:
        UnknownName: no such stock map or version; the message lists all.

    >>> frame = sweep()
    >>> len(frame), int((~frame.agrees).sum())
    (149251, 181)
    """
    if isinstance(charsmap, str):
        charsmap = generations.load(charsmap)
    unicode = properties.version(unicode)
    codepoints = properties.population(unicode) if codepoints is None else codepoints
    chars = np.array(list(map(chr, codepoints.tolist())), dtype=object)
    reference = reference_for(charsmap)
    made, nfkc = charsmap.sweep(codepoints), forms.nfkc(codepoints, unicode)
    wanted = reference(codepoints, unicode) if reference.folding else nfkc
    action = np.select([made == chars, made == "", made == " "], [0, 1, 2], 3)
    columns = {
        "codepoint": codepoints,
        "age": pd.Categorical.from_codes(
            properties.ages()[codepoints].astype(np.int8) - 1, categories=list(properties.versions()), ordered=True
        ),
        "category": _categorical(codepoints, properties.categories(unicode)),
        "block": _categorical(codepoints, properties.blocks()),
        "script": _categorical(codepoints, properties.scripts()),
        "charsmap": pd.Series(made, dtype=object),
        "nfkc": pd.Series(nfkc, dtype=object),
        "reference": pd.Series(wanted, dtype=object),
        "action": pd.Categorical.from_codes(action, categories=list(ACTIONS)),
        "agrees": (made == wanted).astype(bool),
    }
    for name, members in whitespace.predicates().items():
        columns[name] = np.isin(codepoints, list(members))
    columns["becomes space"] = (made == " ").astype(bool)
    frame = pd.DataFrame(columns)
    frame.attrs = {
        "map": generations.name_of(charsmap),
        "sha256": charsmap.sha256,
        "unicode": unicode,
        "population": len(codepoints),
        "reference": reference.name,
        "freeze": freeze(charsmap, reference),
    }
    return frame


def _categorical(codepoints: NDArray[np.uint32], table: properties.Table) -> pd.Categorical:
    codes, values = table
    return pd.Categorical.from_codes(codes[codepoints].astype(np.int16) - 1, categories=list(values[1:]))
