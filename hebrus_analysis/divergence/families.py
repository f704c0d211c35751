"""What a divergence of a single code point is called, and why it is there.

The rules behind the causes are SentencePiece's: ``builder.cc``, ``Builder::BuildNmtNFKCMap``, which takes the NFKC of
the Unicode that SentencePiece was compiled with and edits it by hand.
"""

from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hebrus_analysis.divergence.freeze import Freeze
from hebrus_analysis.unicode import properties

FAMILIES: Final = ("dropped", "spaced", "exempt", "post-freeze", "other")

_DROPPED: Final = {
    "Cc": "nmt deletes control characters; NFKC keeps them",
    "Cf": "nmt deletes this invisible format character; NFKC keeps it",
}
_SPACED: Final = {
    "Cc": "nmt makes a space of the controls that break a line or a column; NFKC keeps them",
    "Cf": "nmt makes a space of this invisible format character; NFKC keeps it",
    "Zs": "nmt makes a space of this separator; NFKC has no mapping for it",
    "Zl": "nmt makes a space of the line separator; NFKC has no mapping for it",
    "Zp": "nmt makes a space of the paragraph separator; NFKC has no mapping for it",
}
_SPACED_ALONE: Final = {
    0x2581: "nmt makes a space of the block that SentencePiece itself writes for a space; NFKC keeps it",
    0xFFFD: "nmt makes a space of the replacement character; NFKC keeps it",
}
_EXEMPT_ALONE: Final = {
    0xFF5E: "nmt leaves the fullwidth tilde out by hand, though its Unicode knew it; NFKC makes it U+007E",
}


def families(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the frame with two more columns: ``family`` (category) and ``cause`` (str).

    Both are missing where map and reference agree. The families, in order of test:

    - dropped: the map deletes what the reference keeps;
    - spaced: the map makes exactly U+0020 of it, the reference does not;
    - post-freeze: the map leaves it alone, and it is younger than the map's freeze;
    - exempt: the map leaves it alone though it is old enough to be known;
    - other: the rest, and whatever a map that does not follow NFKC leaves alone.

    Args:
        frame: what `sweep` returns.

    >>> from hebrus_analysis.divergence.sweep import sweep
    >>> families(sweep()).family.value_counts(sort=False).to_dict()
    {'dropped': 30, 'spaced': 15, 'exempt': 1, 'post-freeze': 135, 'other': 0}
    """
    frozen = frame.attrs["freeze"]
    chars = np.array(list(map(chr, frame.codepoint.tolist())), dtype=object)
    codes = classify(
        frame.codepoint.to_numpy(), chars, frame.charsmap.to_numpy(object), frame.reference.to_numpy(object), frozen
    )
    family = pd.Categorical.from_codes(codes, categories=list(FAMILIES))
    cause = pd.Series(None, index=frame.index, dtype=object)
    for index in np.flatnonzero(codes >= 0).tolist():
        cause.iloc[index] = _cause(FAMILIES[codes[index]], frame.iloc[index], frozen)
    out = frame.assign(family=family, cause=cause)
    out.attrs = frame.attrs
    return out


def classify(
    codepoints: NDArray[np.uint32],
    chars: NDArray[np.object_],
    made: NDArray[np.object_],
    wanted: NDArray[np.object_],
    frozen: Freeze | None,
) -> NDArray[np.int8]:
    """Return the index into `FAMILIES` of each code point, -1 where map and reference agree, int8.

    Args:
        codepoints: shape (n,).
        chars: each as a text.
        made: what the map makes of each.
        wanted: what the reference makes of each.
        frozen: the freeze of the map, None where it does not follow NFKC.
    """
    kept = made == chars
    if frozen is None:
        known = young = np.zeros(len(codepoints), dtype=bool)
    else:
        young = properties.ages()[codepoints] > properties.versions().index(frozen.oldest) + 1
        known = ~young
    conditions = [made == wanted, made == "", made == " ", kept & known, kept & young]
    return np.select(conditions, [-1, 0, 1, 2, 3], 4).astype(np.int8)


def _cause(family: str, row: pd.Series, frozen: Any) -> str:
    codepoint = int(row.codepoint)
    if family == "dropped":
        return _DROPPED.get(row.category, "the map deletes it; the reference keeps it")
    if family == "spaced":
        alone = _SPACED_ALONE.get(codepoint)
        return alone or _SPACED.get(row.category, "the map makes a space of it; the reference does not")
    if family == "post-freeze":
        return f"assigned in Unicode {row.age}, after the map's freeze at {frozen}"
    if family == "exempt":
        return _EXEMPT_ALONE.get(codepoint, f"no rule, though Unicode {row.age} is within the map's freeze at {frozen}")
    if row.action == "kept":
        return "the map does not follow NFKC and has no rule for it"
    return "the map's replacement is not the reference's"


def divergent(frame: pd.DataFrame) -> pd.DataFrame:
    """Return only the rows that differ, with family and cause, in code point order."""
    named = frame if "family" in frame else families(frame)
    out = named[~named.agrees].reset_index(drop=True)
    out.attrs = named.attrs
    return out


def counts(frame: pd.DataFrame) -> dict[str, str | int]:
    """Return the counts of one sweep, or of its divergent rows, under the keys of ``families --json``."""
    rows = divergent(frame)
    # A frame of divergent rows alone knows from its sweep how many agreed; any other is counted as it is given.
    population = len(frame) if frame.agrees.any() else frame.attrs["population"]
    by_family = rows.family.value_counts()
    return {
        "map": frame.attrs["map"],
        "sha256": frame.attrs["sha256"],
        "unicode": frame.attrs["unicode"],
        "population": population,
        "identical": population - len(rows),
        "divergent": len(rows),
        **{family.replace("-", "_"): int(by_family[family]) for family in FAMILIES},
    }
