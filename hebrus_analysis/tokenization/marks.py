r"""What leaving ``\p{M}`` out of an expression does, script by script: it cuts letters and their marks apart."""

from typing import Final

import numpy as np
import pandas as pd

from hebrus_analysis import oracle
from hebrus_analysis.tokenization.classes import general_category
from hebrus_analysis.tokenization.expressions import EXPRESSIONS, split, without_marks
from hebrus_analysis.tokenization.probes import script
from hebrus_analysis.unicode import properties

#: The expression whose words keep their marks, and a text of our own in many scripts.
KEEPING: Final = "qwen3.5"
_TEXT: Final = "tokenization/text.txt"
_COUNTS: Final = ("words", "cut", "kept", "apart")


def by_script(unicode: str = properties.DEFAULT_VERSION) -> pd.DataFrame:
    r"""Return what happens to every script that has marks, most marks first.

    Columns: script; marks (code points of ``\p{M}`` at the version); words, cut (how many words of our text, and how
    many of these are cut where ``\p{M}`` is left out); kept, apart (pieces with ``\p{M}`` and without), all int. Marks
    that all scripts share are ``Zinh``. Our text does not hold every script.

    Raises:
        UnknownName: no such Unicode version; the message lists all.

    >>> frame = by_script().set_index("script")
    >>> bool((frame.apart >= frame.kept).all()), bool(frame.cut["Deva"] > 0)
    (True, True)
    """
    codes, listed = properties.scripts()
    marks = np.flatnonzero(general_category(r"\p{M}", properties.version(unicode)))
    named, counted = np.unique(codes[marks], return_counts=True)
    found = {listed[code]: int(number) for code, number in zip(named.tolist(), counted.tolist(), strict=True)}
    text = oracle.read(_TEXT).decode().splitlines()
    keeping, leaving = KEEPING, without_marks(*EXPRESSIONS[KEEPING].patterns)
    rows = {name: [number, 0, 0, 0, 0] for name, number in found.items()}
    for line in text:
        for word in line.split():
            row = rows.get(script(word))
            if row is None:
                continue
            kept, apart = len(split(word, keeping)), len(split(word, leaving))
            row[1:] = [row[1] + 1, row[2] + (apart > kept), row[3] + kept, row[4] + apart]
    frame = pd.DataFrame([(name, *row) for name, row in rows.items()], columns=["script", "marks", *_COUNTS])
    return frame.sort_values(["marks", "script"], ascending=[False, True], ignore_index=True)
