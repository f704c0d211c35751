"""Every rule of a map as text: does NFKC contradict it, does a longer one hide it, is the result final?

Given as text, every key comes out as its rule says, since none is longer there; `tests` hold every map to that.

Columns of the frame, one row per rule, by key in code point order:

| column | dtype | meaning |
|---|---|---|
| key | object (str) | the text that is replaced |
| value | object (str) | what stands for it |
| length | int64 | code points of the key |
| reference | object (str) | NFKC of the key, for a map that folds case with its folding |
| agrees | bool | value equals reference |
| hidden | bool | the key begins a longer one, which takes its place where the text goes on so |
| stable | bool | the map leaves the value alone |
| normal | bool | the value is its own NFKC |
| why | str | why it does not agree; "" where it does |

``frame.attrs`` holds ``map``, ``sha256``, ``unicode`` and ``reference``.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import numpy as np
import pandas as pd
import unicodedata2
from numpy.typing import NDArray

from hebrus_analysis.charsmap import generations
from hebrus_analysis.charsmap.blob import Charsmap
from hebrus_analysis.divergence.families import families
from hebrus_analysis.divergence.reference import facts, reference_for
from hebrus_analysis.divergence.sweep import sweep
from hebrus_analysis.unicode import forms, properties

#: Why a rule does not agree that a later Unicode may bear out.
YOUNG: Final = "younger than this Unicode"
#: No known Unicode will: a character of the key is not assigned, or is a surrogate, or private.
UNASSIGNED: Final = "no assigned character"


def rules(charsmap: Charsmap | str = generations.STOCK, unicode: str = properties.DEFAULT_VERSION) -> pd.DataFrame:
    """Return the frame of every rule of a map, measured at a Unicode version.

    Args:
        charsmap: a map, or the name of a stock map.
        unicode: a Unicode version from 4.1 on.

    Raises:
        UnknownName: no such stock map, or no version at which whole texts can be normalized; the message lists all.

    >>> frame = rules()
    >>> len(frame), bool(frame.stable.all())
    (224711, True)
    """
    if isinstance(charsmap, str):
        charsmap = generations.load(charsmap)
    unicode, reference = properties.version(unicode), reference_for(charsmap)
    found = charsmap.rules()
    keys, values = list(found), list(found.values())
    wanted = each(lambda text: reference.text(text, unicode), keys)
    beginnings = {key[:end] for key in keys for end in range(1, len(key))}
    frame = pd.DataFrame(
        {
            "key": pd.Series(keys, dtype=object),
            "value": pd.Series(values, dtype=object),
            "length": np.array(list(map(len, keys)), dtype=np.int64),
            "reference": pd.Series(wanted, dtype=object),
            "agrees": _equal(values, wanted),
            "hidden": np.array([key in beginnings for key in keys], dtype=bool),
            "stable": _equal(each(charsmap.normalize, values), values),
            "normal": _equal(each(lambda text: forms.normalize("NFKC", text, unicode), values), values),
        }
    )
    frame["why"] = _why(frame, charsmap, unicode)
    frame.attrs = facts(charsmap, unicode, reference)
    return frame


def each(apply: Callable[[str], str], texts: list[str]) -> list[str]:
    """Return what a function makes of each of some texts without U+0000, by one call: that parts them."""
    return apply("\0".join(texts)).split("\0") if texts else []


def _equal(one: list[str], other: list[str]) -> NDArray[np.bool_]:
    return np.array([x == y for x, y in zip(one, other, strict=True)], dtype=bool)


def _why(frame: pd.DataFrame, charsmap: Charsmap, unicode: str) -> list[str]:
    """Name the family of each rule that does not agree; of a rule of several, that of the first part that has one."""
    swept = families(sweep(charsmap, unicode))
    divergent = swept[~swept.agrees]
    family = dict(zip(divergent.codepoint.tolist(), divergent.family.tolist(), strict=True))
    ages, limit = properties.ages(), properties.versions().index(unicode) + 1

    def reason(key: str) -> str:
        known = [int(ages[ord(char)]) for char in key]
        if max(known) > limit:
            return YOUNG
        if min(known) == 0 or any(unicodedata2.category(char) in ("Cn", "Co", "Cs") for char in key):
            return UNASSIGNED
        return next((family[ord(char)] for char in key if ord(char) in family), "NFKC makes another text of it")

    pairs = zip(frame.key.tolist(), frame.agrees.tolist(), strict=True)
    return ["" if agrees else reason(key) for key, agrees in pairs]


def counts(frame: pd.DataFrame) -> dict[str, Any]:
    """Return what ``rules --json`` prints.

    Args:
        frame: what `rules` returns.
    """
    lengths = frame.length.value_counts().sort_index()
    wrong = frame[~frame.agrees & (frame.why != YOUNG)]
    return {
        **{key: frame.attrs[key] for key in ("map", "sha256", "unicode", "reference")},
        "rules": len(frame),
        "by_length": {int(length): int(n) for length, n in lengths.items()},
        "contradicted": {str(why): int(n) for why, n in wrong.why.value_counts().items()},
        "contradicted_of_several": int((wrong.length > 1).sum()),
        "younger": int((frame.why == YOUNG).sum()),
        "hidden": int(frame.hidden.sum()),
        "not_stable": int((~frame.stable).sum()),
        "not_nfkc": int((~frame.normal).sum()),
    }


@lru_cache(maxsize=1)
def by_generation(unicode: str = properties.DEFAULT_VERSION) -> pd.DataFrame:
    """Return one row per map of nmt_nfkc: its rules by length, and what is to be said of them.

    Columns: map, rules, of 1 .. of 4 (code points), contradicted of 1, contradicted of several, younger (than the
    Unicode version), hidden, not stable, not NFKC; all counts.
    """
    rows = []
    for name in [name for name, generation in generations.catalogue().items() if generation.rule == "nmt_nfkc"]:
        found = counts(rules(name, unicode))
        several = found["contradicted_of_several"]
        rows.append(
            (
                name,
                found["rules"],
                *(found["by_length"].get(length, 0) for length in range(1, 5)),
                sum(found["contradicted"].values()) - several,
                several,
                *(found[key] for key in ("younger", "hidden", "not_stable", "not_nfkc")),
            )
        )
    columns = ["map", "rules", "of 1", "of 2", "of 3", "of 4", "contradicted of 1", "contradicted of several"]
    return pd.DataFrame(rows, columns=[*columns, "younger", "hidden", "not stable", "not NFKC"])
