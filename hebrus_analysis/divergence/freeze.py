"""Which Unicode a charsmap was compiled at, read off its content."""

from dataclasses import dataclass

import numpy as np

from hebrus_analysis.charsmap.blob import Charsmap
from hebrus_analysis.divergence.reference import Reference
from hebrus_analysis.unicode import properties


@dataclass(frozen=True)
class Freeze:
    """An interval of Unicode versions that a map cannot be told apart by.

    Attributes:
        oldest: the version of the youngest code point that has a rule of its own.
        newest: the last version before one that adds a code point which NFKC changes and the map leaves alone.
    """

    oldest: str
    newest: str

    def __str__(self) -> str:
        return self.oldest if self.oldest == self.newest else f"{self.oldest}..{self.newest}"


def freeze(charsmap: Charsmap, reference: Reference) -> Freeze | None:
    """Return the freeze of a map, None where it does not follow NFKC.

    A map follows NFKC when it agrees on most of what NFKC changed at the version of its youngest rule. That keeps a
    handful of hand-written rules from being read as a very old Unicode.
    """
    codepoints, _ = charsmap.single_rules()
    ages = properties.ages()
    if not len(codepoints) or not ages[codepoints].any():
        return None
    oldest = int(ages[codepoints].max())
    changed = reference.changed(properties.versions()[-1])
    wanted = reference(changed, properties.versions()[-1])
    made = charsmap.sweep(changed)
    known = ages[changed] <= oldest
    if np.mean(made[known] == wanted[known]) <= 0.5:
        return None
    untouched = made == np.array([chr(codepoint) for codepoint in changed.tolist()], dtype=object)
    missed = ages[changed[untouched & ~known]]
    newest = int(missed.min()) - 1 if missed.size else len(properties.versions())
    return Freeze(properties.versions()[oldest - 1], properties.versions()[newest - 1])
