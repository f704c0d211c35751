"""The texts that divide implementations, each with the reason why it is there, and words of a text of our own."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import numpy as np
import pandas as pd

from hebrus_analysis import oracle
from hebrus_analysis.divergence.corpus import corpus
from hebrus_analysis.divergence.families import divergent
from hebrus_analysis.divergence.pairs import pairs
from hebrus_analysis.divergence.sweep import sweep
from hebrus_analysis.tokenization import edges
from hebrus_analysis.unicode import names, properties, whitespace
from hebrus_analysis.unicode.codepoints import label, spell
from hebrus_analysis.unicode.forms import normalize

#: Pairs of each cause, evenly spread over all of them.
_PAIRS: Final = 40
#: Groups of the corpus that are short enough to be run whole.
_GROUPS: Final = ("reported", "living languages", "edges", "line ends", "between base and mark", "named sequences")
#: Groups of which so many are run.
_SAMPLED: Final = {"decomposable characters": 300, "marks in both orders": 100}
#: Groups whose reason begins with a language.
_OF_A_LANGUAGE: Final = ("living languages", "words", "words, decomposed")
_COLUMNS: Final = ("group", "text", "reason", "script", "language")
_OF_NO_SCRIPT: Final = ("Zyyy", "Zinh", "")
#: What stands for a language in words of code.
_CODE: Final = "code"


@lru_cache(maxsize=1)
def probes() -> pd.DataFrame:
    """Return the texts, each once: group, text, reason, script, language.

    >>> frame = probes()
    >>> bool(frame.text.is_unique), len(frame) > 1500
    (True, True)
    """
    rows: dict[str, tuple[str, ...]] = {}
    for group, text, reason in _rows():
        language = reason.partition(",")[0] if group in _OF_A_LANGUAGE and reason != _CODE else ""
        rows.setdefault(text, (group, text, reason, script(text), language))
    return pd.DataFrame(list(rows.values()), columns=_COLUMNS, dtype=object)


def _rows() -> Iterator[tuple[str, str, str]]:
    for each in divergent(sweep()).itertuples():
        yield f"divergent: {each.family}", f"a{chr(each.codepoint)}b", f"{label(each.codepoint)}: {each.cause}"
    frame = pairs()
    for cause, found in frame.groupby("cause", observed=True):
        for place in np.unique(np.linspace(0, len(found) - 1, _PAIRS).round().astype(int)).tolist():
            row = found.iloc[place]
            text = chr(row["first"]) + chr(row["second"])
            yield f"pairs: {cause}", text, spell(text)
    for group, text, reason in edges.texts():
        yield f"edge: {group}", text, reason
    spaces = frozenset().union(*whitespace.predicates().values())
    for codepoint in sorted(spaces):
        for text in (f"{chr(codepoint)}a", f"a{chr(codepoint)}", f"a{chr(codepoint)}{chr(codepoint)}b"):
            yield "whitespace", text, f"{label(codepoint)} {names.name(codepoint)}"
    texts = corpus()
    chosen = [texts[texts.group.isin(_GROUPS)]]
    chosen += [texts[texts.group == group].sample(count, random_state=6) for group, count in _SAMPLED.items()]
    for row in pd.concat(chosen).itertuples():
        yield row.group, row.text, row.reason
    for row in words().itertuples():
        yield row.group, row.text, row.reason
        yield "words, decomposed", normalize("NFD", row.text, properties.DEFAULT_VERSION), row.reason


def script(text: str) -> str:
    """Return the script of the first character that has one of its own, as its ISO 15924 code; "" if there is none.

    >>> script("1 \\u0939"), script("...")
    ('Deva', '')
    """
    codes, listed = properties.scripts()
    found = (listed[codes[ord(char)]] for char in text)
    return next((each for each in found if each not in _OF_NO_SCRIPT), "")


def words() -> pd.DataFrame:
    """Return each word of a text of our own in many scripts once, as `compare` takes it."""
    text = oracle.read("tokenization/text.txt").decode()
    languages = [language for _, language in oracle.table("tokenization/languages.tsv")[1:]]
    rows = {
        word: ("words", word, language or _CODE, script(word), language)
        for line, language in zip(text.splitlines(), languages, strict=True)
        for word in line.split()
    }
    return pd.DataFrame(list(rows.values()), columns=_COLUMNS, dtype=object)
