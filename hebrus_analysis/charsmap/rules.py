"""All rules of a map as arrays: two maps are held against each other without a look-up for each of 225,000 rules."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Rules:
    """Rules by key in code point order, which is the order of bytes in UTF-8.

    Attributes:
        keys: in UTF-8, dtype bytes, shape (n,); no key holds U+0000, with which numpy fills up.
        values: which of the texts replaces each key, int32, shape (n,).
        texts: the replacements, each once.
    """

    keys: NDArray[np.bytes_]
    values: NDArray[np.int32]
    texts: tuple[str, ...]

    def where(self, chosen: NDArray[Any]) -> "Rules":
        """Return some of the rules: those at a mask of shape (n,), or at places in ascending order."""
        return Rules(self.keys[chosen], self.values[chosen], self.texts)

    def as_dict(self) -> dict[str, str]:
        """Return replacement by key."""
        keys = b"\0".join(self.keys.tolist()).decode().split("\0") if len(self.keys) else []
        return dict(zip(keys, map(self.texts.__getitem__, self.values.tolist()), strict=True))


NONE: Final = Rules(np.empty(0, dtype="S1"), np.empty(0, dtype=np.int32), ())


def difference(before: Rules, after: Rules) -> tuple[dict[str, str], dict[str, str], dict[str, tuple[str, str]]]:
    """Return the rules added, removed and changed from one rule set to another, by key in code point order."""
    place = np.searchsorted(before.keys, after.keys)
    in_both = place < len(before.keys)
    in_both[in_both] = before.keys[place[in_both]] == after.keys[in_both]
    stays = np.zeros(len(before.keys), dtype=bool)
    stays[place[in_both]] = True
    numbers = {text: number for number, text in enumerate(before.texts)}
    values = np.array([numbers.get(text, -1) for text in after.texts], dtype=np.int32)[after.values]
    moved = np.flatnonzero(in_both)
    moved = moved[before.values[place[moved]] != values[moved]]
    was, now = before.where(place[moved]).as_dict(), after.where(moved).as_dict()
    changed = {key: (was[key], value) for key, value in now.items()}
    return after.where(~in_both).as_dict(), before.where(~stays).as_dict(), changed
