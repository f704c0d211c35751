"""What the ids of a tokenizer depend on: texts that divide implementations, run through two of them.

Columns of a comparison, one row per text:

| column | dtype | meaning |
|---|---|---|
| group | object (str) | why the text is there: a family, a cause of pairs, whitespace, a group of the corpus |
| text | object (str) | the text |
| reason | object (str) | what it is |
| script | object (str) | the script of its first character that has one of its own |
| one, other | object (tuple of int, or `Failure`) | the ids of either |
| same | bool | whether they are the same |
"""

import json
from collections.abc import Iterator
from copy import deepcopy
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np
import pandas as pd

from hebrus_analysis import oracle
from hebrus_analysis.divergence.corpus import corpus
from hebrus_analysis.divergence.families import divergent
from hebrus_analysis.divergence.pairs import pairs
from hebrus_analysis.divergence.sweep import sweep
from hebrus_analysis.runtimes.encoders import ENCODERS, Encoder, encoder, reference
from hebrus_analysis.runtimes.runtime import NotInstalled
from hebrus_analysis.tokenization import document, edges, expressions
from hebrus_analysis.unicode import names, properties, whitespace
from hebrus_analysis.unicode.codepoints import label, spell

#: Pairs of each cause, evenly spread over all of them.
_PAIRS: Final = 40
#: Groups of the corpus that are short enough to be run whole.
_GROUPS: Final = ("reported", "living languages", "edges", "line ends", "between base and mark", "named sequences")
#: Groups of which so many are run.
_SAMPLED: Final = {"decomposable characters": 300, "marks in both orders": 100}
_OF_NO_SCRIPT: Final = ("Zyyy", "Zinh", "")


@lru_cache(maxsize=1)
def probes() -> pd.DataFrame:
    """Return the texts, each once: group, text, reason, script.

    >>> frame = probes()
    >>> bool(frame.text.is_unique), len(frame) > 1500
    (True, True)
    """
    rows: dict[str, tuple[str, str, str, str]] = {}
    for group, text, reason in _rows():
        rows.setdefault(text, (group, text, reason, script(text)))
    return pd.DataFrame(list(rows.values()), columns=["group", "text", "reason", "script"], dtype=object)


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


def script(text: str) -> str:
    """Return the script of the first character that has one of its own, as its ISO 15924 code; "" if there is none.

    >>> script("1 \\u0939"), script("...")
    ('Deva', '')
    """
    codes, listed = properties.scripts()
    found = (listed[codes[ord(char)]] for char in text)
    return next((each for each in found if each not in _OF_NO_SCRIPT), "")


def compare(one: Encoder, other: Encoder, texts: pd.DataFrame | None = None) -> pd.DataFrame:
    """Return what two implementations, or two files, make of the probes.

    Args:
        one: the reference.
        other: what is held against it.
        texts: group, text, reason, script; the probes if not given.
    """
    frame = (probes() if texts is None else texts).reset_index(drop=True)
    asked = frame.text.tolist()
    first, second = one.encode(asked), other.encode(asked)
    same = np.array([a == b and isinstance(a, tuple) for a, b in zip(first, second, strict=True)], dtype=bool)
    out = frame.assign(one=pd.Series(first, dtype=object), other=pd.Series(second, dtype=object), same=same)
    out.attrs = {"one": f"{one.name} {one.version}", "other": f"{other.name} {other.version}"}
    return out


def by(column: str, found: pd.DataFrame) -> pd.DataFrame:
    """Return how many texts differ by group or by script.

    Columns: the column, texts, differ, worst (the text that differs most, as U+XXXX).

    Args:
        column: "group" or "script".
        found: what `compare` returns.
    """
    rows = []
    for value, part in found.groupby(column, sort=False):
        wrong = part[~part.same]
        worst = max(wrong.itertuples(), key=lambda row: _apart(row.one, row.other), default=None)
        rows.append((value or "(none)", len(part), len(wrong), spell(worst.text) if worst else ""))
    return pd.DataFrame(rows, columns=[column, "texts", "differ", "worst"])


def _apart(one: object, other: object) -> int:
    """Return how many places of two lists of ids differ; an answer that is an error is farthest."""
    if not (isinstance(one, tuple) and isinstance(other, tuple)):
        return 1 << 20
    different = [a != b for a, b in zip(one, other, strict=False)]
    return int(sum(different) + abs(len(one) - len(other)))


def counts(found: pd.DataFrame) -> dict[str, object]:
    """Return what ``tokens --against --json`` prints.

    Args:
        found: what `compare` returns.
    """
    groups, scripts = by("group", found), by("script", found)
    return {
        **{key: found.attrs[key] for key in ("one", "other")},
        "texts": len(found),
        "differ": int((~found.same).sum()),
        "by_group": dict(zip(groups.group, map(int, groups.differ), strict=True)),
        "by_script": {key: int(n) for key, n in zip(scripts.script, scripts.differ, strict=True) if n},
    }


def verdict(path: Path | str) -> pd.DataFrame:
    """Return what each implementation makes of a file, held against the reference of its container.

    Columns: implementation, version, texts, differ (how many give other ids), why (it could not be asked).

    Raises:
        MalformedContainer, MalformedCharsmap, NoCharsmap, MalformedTokenizer: the file cannot be used.
        NotInstalled: the reference is not here, or does not load the file.
    """
    container = document.read(path).spec.container
    one = encoder(reference(container), path, container)
    rows = []
    for name in ENCODERS:
        try:
            other = encoder(name, path, container)
        except NotInstalled as error:
            rows.append((name, "", 0, 0, str(error)))
            continue
        found = compare(one, other)
        rows.append((name, other.version, len(found), int((~found.same).sum()), ""))
        other.close()
    return pd.DataFrame(rows, columns=["implementation", "version", "texts", "differ", "why"])


def without_marks(path: Path | str, texts: pd.DataFrame | None = None) -> pd.DataFrame | None:
    r"""Return what a tokenizer.json gives, held against itself rebuilt with ``\p{M}`` left out of its expressions.

    None where no expression of it has ``\p{M}``.

    Raises:
        MalformedContainer, MalformedCharsmap, NoCharsmap, MalformedTokenizer: the file cannot be used.
        NotInstalled: the package tokenizers is not here, or does not load the file.
    """
    found = document.read(path)
    rebuilt = deepcopy(found.json)
    changed = False
    for step in document.flatten((rebuilt or {}).get("pre_tokenizer"), "pretokenizers", "pre_tokenizer"):
        if pattern := document.expression(step):
            step["pattern"]["Regex"] = expressions.without_marks(pattern)
            changed |= step["pattern"]["Regex"] != pattern
    if not changed:
        return None
    with TemporaryDirectory() as folder:
        other = Path(folder) / "rebuilt.json"
        other.write_text(json.dumps(rebuilt), encoding="utf-8")
        one, two = (encoder("tokenizers", each, "tokenizer.json") for each in (path, other))
    return compare(one, two, texts)


def words() -> pd.DataFrame:
    """Return each word of a text of our own in many scripts once, as `compare` takes it."""
    text = oracle.read("tokenization/text.txt").decode()
    rows = [("words", word, "a word", script(word)) for word in dict.fromkeys(text.split())]
    return pd.DataFrame(rows, columns=["group", "text", "reason", "script"], dtype=object)
