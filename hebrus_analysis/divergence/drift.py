"""Every map against every Unicode version: how the gap grows, and which code points make it.

A map is swept once, at the newest version. Normalization is stable, so an older version is the same result with every
younger code point left out; only before Unicode 4.0 do five ideographs read otherwise (Corrigendum 4), and those are
asked again.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hebrus_analysis.charsmap import generations
from hebrus_analysis.charsmap.blob import Charsmap
from hebrus_analysis.divergence.families import FAMILIES, classify
from hebrus_analysis.divergence.freeze import freeze
from hebrus_analysis.divergence.reference import Reference, reference_for
from hebrus_analysis.unicode import properties

#: The versions of the matrix: all that were captured, and three older ones that ages and stability give.
VERSIONS: Final = (
    *("3.2", "7.0", "8.0", "9.0", "10.0", "11.0", "12.0", "12.1", "13.0"),
    *("14.0", "15.0", "15.1", "16.0", "17.0", "18.0"),
)


@dataclass(frozen=True)
class Divergences:
    """The divergent code points of one map at one version.

    Attributes:
        name: of the map.
        sha256: of the map.
        unicode: the version.
        codepoints: ascending, uint32.
        families: index into `FAMILIES` for each, int8.
    """

    name: str
    sha256: str
    unicode: str
    codepoints: NDArray[np.uint32]
    families: NDArray[np.int8]

    def members(self) -> set[tuple[int, str]]:
        """Return (code point, family) of each."""
        return {(cp, FAMILIES[code]) for cp, code in zip(self.codepoints.tolist(), self.families.tolist(), strict=True)}

    def counts(self) -> dict[str, str | int]:
        """Return the counts under the keys of ``drift --json``."""
        by_family = np.bincount(self.families, minlength=len(FAMILIES)).tolist()
        return {
            "map": self.name,
            "sha256": self.sha256,
            "unicode": self.unicode,
            "population": len(properties.population(self.unicode)),
            "divergent": len(self.codepoints),
            **{family.replace("-", "_"): count for family, count in zip(FAMILIES, by_family, strict=True)},
        }


def divergences(charsmap: Charsmap | str, versions: Sequence[str] = VERSIONS) -> list[Divergences]:
    """Return the divergent code points of a map at each version, from one sweep.

    Raises:
        UnknownName: no such stock map or version; the message lists all.
    """
    charsmap = generations.load(charsmap) if isinstance(charsmap, str) else charsmap
    name = generations.name_of(charsmap)
    reference = reference_for(charsmap)
    newest = properties.versions()[-1]
    codepoints, families = _compare(charsmap, reference, newest)
    cells = []
    for version in map(properties.version, versions):
        if properties.changed("nfkc", version):
            cells.append(Divergences(name, charsmap.sha256, version, *_compare(charsmap, reference, version)))
        else:
            old = properties.ages()[codepoints] <= properties.versions().index(version) + 1
            cells.append(Divergences(name, charsmap.sha256, version, codepoints[old], families[old]))
    return cells


def drift(maps: Iterable[str] | None = None, versions: Iterable[str] = VERSIONS) -> pd.DataFrame:
    """Return the matrix as a frame, one row per map and version, with the columns of ``drift --json``.

    Args:
        maps: names of stock maps; all of them if not given.
        versions: Unicode versions.

    Raises:
        UnknownName: no such stock map or version; the message lists all.

    >>> drift(["nmt_nfkc@0.1.95"], ["14.0", "15.0", "15.1", "18.0"]).divergent.tolist()
    [119, 181, 181, 286]
    """
    names = generations.catalogue() if maps is None else maps
    asked = tuple(versions)
    return pd.DataFrame([cell.counts() for name in names for cell in divergences(name, asked)])


def unknown_to_all() -> pd.DataFrame:
    """Return what the next recompile will change: code points that NFKC changes and no generation knows.

    Columns: codepoint (uint32), age, block. At the newest Unicode, against the newest generation of each rule.
    """
    last = {generation.rule: name for name, generation in generations.catalogue().items()}
    newest = properties.versions()[-1]
    unknown: set[int] | None = None
    for name in last.values():
        (cell,) = divergences(name, [newest])
        young = set(cell.codepoints[cell.families == FAMILIES.index("post-freeze")].tolist())
        unknown = young if unknown is None else unknown & young
    codepoints = sorted(unknown or ())
    return pd.DataFrame(
        {
            "codepoint": np.array(codepoints, dtype=np.uint32),
            "age": [properties.age(codepoint) for codepoint in codepoints],
            "block": [properties.block(codepoint) for codepoint in codepoints],
        }
    )


def _compare(charsmap: Charsmap, reference: Reference, unicode: str) -> tuple[NDArray[np.uint32], NDArray[np.int8]]:
    """Compare map and reference where either changes anything; all other code points agree."""
    limit = properties.versions().index(unicode) + 1
    touched = np.union1d(charsmap.single_rules()[0], reference.changed(unicode))
    codes, values = properties.categories(unicode)
    unassigned = [number for number, value in enumerate(values) if value in properties.UNASSIGNED or not value]
    touched = touched[(properties.ages()[touched] <= limit) & ~np.isin(codes[touched], unassigned)]
    chars = np.array(list(map(chr, touched.tolist())), dtype=object)
    made, wanted = charsmap.sweep(touched), reference(touched, unicode)
    families = classify(touched, chars, made, wanted, freeze(charsmap, reference))
    differs = families >= 0
    return touched[differs].astype(np.uint32), families[differs]
