"""What a charsmap is measured against: NFKC, and for a map that folds case, NFKC with the map's own folding.

A ``_cf`` map is not wrong to lower a letter, so plain NFKC would drown its divergences in case pairs. Its folding is
read off the map: a letter or mark that NFKC leaves alone and the map changes is a case pair. A cased letter younger
than the map has no pair in it and counts as agreeing; `tests` lock how many those are.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hebrus_analysis.charsmap import generations
from hebrus_analysis.charsmap.blob import Charsmap
from hebrus_analysis.unicode import forms, properties


@dataclass(frozen=True)
class Reference:
    """NFKC followed by a folding of single characters; made by `reference_for`.

    Attributes:
        name: what to call it in a report.
        folding: the replacement of each character that is folded; empty for plain NFKC.
    """

    name: str
    folding: dict[str, str] = field(repr=False)

    def __call__(self, codepoints: ArrayLike, unicode: str) -> NDArray[np.object_]:
        """Return the reference of each code point alone, shape of the input, dtype object (str)."""
        out = forms.nfkc(codepoints, unicode)
        return self._fold(out) if self.folding else out

    def changed(self, unicode: str) -> NDArray[np.uint32]:
        """Return the code points that the reference changes at a version, ascending, uint32."""
        folded = np.array([ord(char) for char in self.folding], dtype=np.uint32)
        return np.union1d(forms.nfkc_changes(unicode)[0], folded)

    def text(self, text: str, unicode: str) -> str:
        """Return the reference of a whole text.

        Raises:
            UnknownName: no version at which whole texts can be normalized; the message lists all.
        """
        made = forms.normalize("NFKC", text, unicode)
        table = str.maketrans(self.folding)
        return made.translate(table) if table else made

    def _fold(self, texts: NDArray[np.object_]) -> NDArray[np.object_]:
        table = str.maketrans(self.folding)
        folded = np.array([text.translate(table) for text in texts.ravel().tolist()], dtype=object)
        return folded.reshape(texts.shape)


PLAIN = Reference("NFKC", {})


def facts(charsmap: Charsmap, unicode: str, reference: Reference) -> dict[str, str]:
    """Return what a frame that measures a map is about: map, sha256, unicode, reference."""
    return {
        "map": generations.name_of(charsmap),
        "sha256": charsmap.sha256,
        "unicode": unicode,
        "reference": reference.name,
    }


def reference_for(charsmap: Charsmap) -> Reference:
    """Return the reference for a map; it folds case if it makes an ``a`` of ``A``."""
    if charsmap.lookup("A") != "a":
        return PLAIN
    codepoints, values = charsmap.single_rules()
    newest = properties.versions()[-1]
    kept = forms.nfkc(codepoints, newest) == np.array([chr(cp) for cp in codepoints.tolist()], dtype=object)
    codes, names = properties.categories(newest)
    letters = np.isin(codes[codepoints], [n for n, name in enumerate(names) if name[:1] in ("L", "M")])
    folding = {chr(codepoints[i]): values[i] for i in np.flatnonzero(kept & letters).tolist()}
    return Reference("NFKC, then the map's own case folding", folding)
