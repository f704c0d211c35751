"""What entered and what left between two cells of the matrix."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise

import numpy as np
import pandas as pd

from hebrus_analysis.charsmap import generations
from hebrus_analysis.divergence.drift import VERSIONS, Divergences, divergences
from hebrus_analysis.unicode import names, properties
from hebrus_analysis.unicode.codepoints import label


@dataclass(frozen=True)
class Move:
    """What one cell of the matrix has and another has not.

    Attributes:
        entered: (code point, family) only in the later cell.
        left: only in the earlier.
    """

    entered: frozenset[tuple[int, str]]
    left: frozenset[tuple[int, str]]

    def rows(self) -> list[tuple[int, str, str]]:
        """Return (code point, family, "entered" or "left"), in code point order."""
        return sorted([(*pair, "entered") for pair in self.entered] + [(*pair, "left") for pair in self.left])


def move(before: Divergences, after: Divergences) -> Move:
    """Return which code points entered and left between two cells."""
    old, new = before.members(), after.members()
    return Move(frozenset(new - old), frozenset(old - new))


def moved(before: Divergences, after: Divergences) -> pd.DataFrame:
    """Return which code points entered and left between two cells, one row each.

    Columns: codepoint (uint32), change ("entered" or "left"), family, age, block; in code point order.
    """
    rows = move(before, after).rows()
    return pd.DataFrame(
        {
            "codepoint": np.array([codepoint for codepoint, _, _ in rows], dtype=np.uint32),
            "change": [change for _, _, change in rows],
            "family": [family for _, family, _ in rows],
            "age": [properties.age(codepoint) for codepoint, _, _ in rows],
            "block": [properties.block(codepoint) for codepoint, _, _ in rows],
        }
    )


def moves(maps: Iterable[str] | None = None, versions: Iterable[str] = VERSIONS) -> pd.DataFrame:
    """Return what entered and left every cell of the matrix, against the older version and the generation before.

    Columns: map, unicode, against ("version" or "generation"), before (the version or the map that it is compared
    with), change ("entered" or "left"), family, codepoints (one, or a range whose members all moved alike), count
    (int), name (of the first and the last). Cells where nothing moved have no row.

    Args:
        maps: names of stock maps; all of them if not given.
        versions: Unicode versions, in any order; the oldest is held against the one before it in `VERSIONS`.

    Raises:
        UnknownName: no such stock map or version; the message lists all.

    >>> moves(["nmt_nfkc@0.2.3"], ["15.0"])[["before", "change", "codepoints", "name"]].values.tolist()
    [['nmt_nfkc@0.2.2', 'entered', 'U+061C', 'ARABIC LETTER MARK']]
    """
    asked = [generations.resolve(name).name for name in (generations.catalogue() if maps is None else maps)]
    ordered = sorted({properties.version(version) for version in versions}, key=properties.key)
    earlier = [version for version in VERSIONS if ordered and properties.key(version) < properties.key(ordered[0])][-1:]
    older = _generation_before()
    needed = dict.fromkeys([*asked, *(older[name] for name in asked if name in older)])
    cells = {name: divergences(name, [*earlier, *ordered]) for name in needed}
    rows = []
    for name in asked:
        pairs = [("version", old.unicode, old, new) for old, new in pairwise(cells[name])]
        if before := older.get(name):
            both = zip(cells[before], cells[name], strict=True)
            pairs += [("generation", before, *pair) for pair in list(both)[len(earlier) :]]
        rows += [
            (name, after.unicode, against, what, *row)
            for against, what, old, after in pairs
            for row in _spans(move(old, after))
        ]
    columns = ["map", "unicode", "against", "before", "change", "family", "codepoints", "count", "name"]
    return pd.DataFrame(rows, columns=columns)


def _generation_before() -> dict[str, str]:
    """Map each stock map to the one of the same rule that it replaced."""
    before: dict[str, str] = {}
    last: dict[str, str] = {}
    for name, generation in generations.catalogue().items():
        if generation.rule in last:
            before[name] = last[generation.rule]
        last[generation.rule] = name
    return before


def _spans(found: Move) -> Iterator[tuple[str, str, str, int, str]]:
    """Fold neighbouring code points that moved alike into one row."""
    numbered = enumerate(sorted(found.rows(), key=lambda row: (row[2], row[1], row[0])))
    for (_, family, change), group in groupby(numbered, lambda item: (item[1][0] - item[0], *item[1][1:])):
        codepoints = [codepoint for _, (codepoint, _, _) in group]
        ends = list(dict.fromkeys([codepoints[0], codepoints[-1]]))
        yield (
            *(change, family, "..".join(map(label, ends)), len(codepoints)),
            " .. ".join(names.name(codepoint) for codepoint in ends),
        )
