"""The sequence corpus through every reading of a map: who makes something else of it than SentencePiece."""

from collections.abc import Collection, Mapping, Sequence

import pandas as pd

from hebrus_analysis.charsmap import generations, readings
from hebrus_analysis.charsmap.blob import Charsmap
from hebrus_analysis.divergence.corpus import corpus
from hebrus_analysis.divergence.explain import explain
from hebrus_analysis.divergence.rules import each
from hebrus_analysis.unicode import properties
from hebrus_analysis.unicode.codepoints import spell


def by_group(charsmap: Charsmap | str = generations.STOCK, without: Collection[str] = ()) -> pd.DataFrame:
    """Return how many texts of each group each reading gives otherwise than leftmost-longest.

    Columns: group, texts, then one per other reading; counts.

    Args:
        charsmap: a map, or the name of a stock map.
        without: groups to leave out.
    """
    charsmap = generations.load(charsmap) if isinstance(charsmap, str) else charsmap
    others = [reading for reading in readings.READINGS.values() if reading.name != "leftmost-longest"]
    rows = []
    for group, found in corpus().groupby("group", sort=False):
        if group in without:
            continue
        texts = found.text.tolist()
        made = each(charsmap.normalize, texts)
        differing = [
            sum(reading.normalize(charsmap, text) != right for text, right in zip(texts, made, strict=True))
            for reading in others
        ]
        rows.append((group, len(texts), *differing))
    frame = pd.DataFrame(rows, columns=["group", "texts", *(reading.name for reading in others)])
    frame.attrs = {"map": generations.name_of(charsmap)}
    return frame


def side_by_side(
    texts: Mapping[str, str],
    asked: Sequence[str] = ("leftmost-longest", "grapheme-shortest", "NFKC"),
    charsmap: Charsmap | str = generations.STOCK,
    unicode: str = properties.DEFAULT_VERSION,
) -> pd.DataFrame:
    """Return what each subject makes of each text: about, text, one column per subject, results (how many different).

    Args:
        texts: what each text is, and the text.
        asked: subjects, as `explain` takes them.
        charsmap: a map, or the name of a stock map.
        unicode: the Unicode version of the normalization forms.

    >>> side_by_side({"Korean": "\\uac00\\u11a8"}).iloc[0].tolist()[1:4]
    ['U+AC00 U+11A8', 'U+AC00 U+11A8', 'U+AC00 U+11A8']
    """
    rows = []
    for about, text in texts.items():
        found = explain(text, charsmap, unicode, asked)
        made = [spell(one.result) or "(nothing)" for one in found.explanations]
        rows.append((about, spell(text), *made, len(set(made))))
    return pd.DataFrame(rows, columns=["about", "text", *asked, "results"])
