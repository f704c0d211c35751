"""Where a map is not idempotent, and where a text must not be cut: what a port that normalizes in parts gets wrong.

A text may be cut wherever no match runs over the cut: what stands before it is then matched as it would be in the whole
text, and what stands behind it too, since the reading goes on from there anew. So a cut is safe or not by the matches
around it, and two facts of the trie bound how far one has to look. Ahead: the longest key. Back: to know where matches
begin, a reader that starts anywhere must read until it stands where the true one stands; `back` is the longest
that two readers can go on without meeting, over every chain of keys of which one begins inside the other.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache, partial
from typing import Any

import pandas as pd

from hebrus_analysis.charsmap import generations
from hebrus_analysis.charsmap.blob import Charsmap
from hebrus_analysis.divergence.corpus import corpus
from hebrus_analysis.divergence.rules import each
from hebrus_analysis.errors import MalformedCharsmap
from hebrus_analysis.unicode import forms, properties
from hebrus_analysis.unicode.codepoints import spell


@dataclass(frozen=True)
class Reach:
    """How far one has to look to cut a text safely; code points and bytes of UTF-8.

    Attributes:
        ahead, ahead_bytes: the longest key: what decides the match that begins at a place.
        back, back_bytes: so much text before a place is enough to know whether a match runs over it; -1 where no bound
            was found. It is safe and may be more than needed, since a longer key that would be taken is not asked for.
        chain: a text of `back` code points on which two readers may never stand at the same place; where no bound was
            found, one that may be repeated for ever.
    """

    ahead: int
    ahead_bytes: int
    back: int
    back_bytes: int
    chain: str


def reach(charsmap: Charsmap | str = generations.STOCK) -> Reach:
    """Return how far one has to look, proven from the keys.

    >>> found = reach()
    >>> found.ahead, found.back
    (4, 3)
    """
    charsmap = generations.load(charsmap) if isinstance(charsmap, str) else charsmap
    keys = frozenset(charsmap.rules())
    longest, widest = max(map(len, keys), default=0), max((len(key.encode()) for key in keys), default=0)
    chain, endless = _longest_chain(keys)
    bound = (-1, -1) if endless else (len(chain), len(chain.encode()))
    return Reach(longest, widest, *bound, chain)


def as_record(found: Reach) -> dict[str, object]:
    """Return a reach as plain values, the chain as U+XXXX."""
    return {**asdict(found), "chain": spell(found.chain)}


def _longest_chain(keys: frozenset[str]) -> tuple[str, bool]:
    """Return the longest text on which one reader stands inside a key of the other all the way, or one without end.

    The one who is behind stands at the beginning of what the other has still to skip: a proper suffix of a key. Who is
    behind reads it, and either they meet at its end or a key of his runs over it, and now the other is behind.
    """
    suffixes = {key[start:] for key in keys for start in range(1, len(key))}
    longer: dict[str, list[str]] = {}
    for key in keys:
        for end in range(1, len(key)):
            if key[:end] in suffixes:  # nobody else asks what begins so
                longer.setdefault(key[:end], []).append(key)
    best: dict[str, str] = {}
    path: list[str] = []

    def longest(rest: str) -> str:
        if rest in path:
            raise _Endless("".join(path[path.index(rest) :]))
        if rest not in best:
            path.append(rest)
            tails = [longest(over) for over in _overrun(rest, keys, longer)]
            path.pop()
            best[rest] = rest + max(tails, key=len, default="")
        return best[rest]

    try:  # the chains of real maps are three links long
        return max(map(longest, sorted(suffixes)), key=len, default=""), False
    except _Endless as found:
        return found.args[0], True
    except RecursionError:
        raise MalformedCharsmap("keys run over one another in a chain of a thousand, as in no real map") from None


class _Endless(Exception):
    """Two readers that need never meet; with what they can go on reading."""


def _overrun(rest: str, keys: frozenset[str], longer: dict[str, list[str]]) -> Iterator[str]:
    """Yield by how much a match that begins while a rest is read can run over its end."""
    waiting, seen = [0], set()
    while waiting:
        at = waiting.pop()
        if at in seen or at >= len(rest):
            continue
        seen.add(at)
        left = rest[at:]
        yield from (key[len(left) :] for key in longer.get(left, ()))
        # The longest key inside the rest is taken unless a longer one runs over its end.
        waiting.append(at + max((end for end in range(1, len(left) + 1) if left[:end] in keys), default=1))


def unstable(charsmap: Charsmap | str = generations.STOCK) -> pd.DataFrame:
    """Return inputs that normalizing again changes again: of all rules and pairs, and one for each deleted code point.

    The results of a pair meet only if the first ends in a character that a key goes on from, and the second begins with
    one that goes on a key; all such pairs of rules of one code point and of characters that keys hold are tried. What
    is deleted does the same between the parts of nearly every rule, so the smallest rule of two stands for all.

    Columns: text, once, twice (object, str).

    >>> frame = unstable()
    >>> bool((frame.once != frame.twice).all())
    True
    """
    charsmap = generations.load(charsmap) if isinstance(charsmap, str) else charsmap
    keys = charsmap.rules()
    alone = {char: keys.get(char, char) for key in keys for char in key}
    going = {char for key in keys for char in key[:-1]}
    gone = {char for key in keys for char in key[1:]}
    left = [char for char, made in alone.items() if made and made[-1] in going]
    right = [char for char, made in alone.items() if made and made[0] in gone]
    deleted = [key for key, made in keys.items() if not made and len(key) == 1]
    parts = next((key for key in keys if len(key) == 2 and not any(char in keys for char in key)), "")
    between = [parts[0] + char + parts[1] for char in deleted] if parts else []
    texts = [*keys, *(one + other for one in left for other in right), *between]
    once = each(charsmap.normalize, texts)
    twice = each(charsmap.normalize, once)
    rows = [row for row in zip(texts, once, twice, strict=True) if row[1] != row[2]]
    return pd.DataFrame(rows, columns=["text", "once", "twice"], dtype=object)


def unnormalized(
    charsmap: Charsmap | str = generations.STOCK, unicode: str = properties.DEFAULT_VERSION
) -> pd.DataFrame:
    """Return what a map makes of the sequence corpus that is not itself normalized, by group of the corpus.

    Columns: group, texts, not NFC, not NFKC; counts.

    Raises:
        UnknownName: no version at which whole texts can be normalized; the message lists all.
    """
    charsmap = generations.load(charsmap) if isinstance(charsmap, str) else charsmap
    version, rows = properties.version(unicode), []
    for group, found in corpus().groupby("group", sort=False):
        made = each(charsmap.normalize, found.text.tolist())
        moved = []
        for form in ("NFC", "NFKC"):
            again = each(partial(forms.normalize, form, unicode=version), made)
            moved.append(sum(one != other for one, other in zip(made, again, strict=True)))
        rows.append((group, len(made), *moved))
    return pd.DataFrame(rows, columns=["group", "texts", "not NFC", "not NFKC"])


def counts(charsmap: Charsmap, unicode: str = properties.DEFAULT_VERSION) -> dict[str, Any]:
    """Return what ``stability --json`` prints.

    Raises:
        UnknownName: no version at which whole texts can be normalized; the message lists all.
    """
    corpus_out = unnormalized(charsmap, unicode)
    return {
        "map": generations.name_of(charsmap),
        "sha256": charsmap.sha256,
        "unicode": properties.version(unicode),
        "reach": as_record(reach(charsmap)),
        "unstable": len(unstable(charsmap)),
        "corpus": {key.replace(" ", "_"): int(corpus_out[key].sum()) for key in ("texts", "not NFC", "not NFKC")},
    }


@lru_cache(maxsize=1)
def by_generation() -> pd.DataFrame:
    """Return how far one has to look under each map of nmt_nfkc.

    Columns: map, ahead, ahead bytes, back, back bytes (-1: without bound), chain (as U+XXXX), unstable (inputs that
    change again), not NFC, not NFKC (of the sequence corpus, at the default version).
    """
    rows = []
    for name in [name for name, generation in generations.catalogue().items() if generation.rule == "nmt_nfkc"]:
        said = counts(generations.load(name))
        rows.append((name, *said["reach"].values(), said["unstable"], *list(said["corpus"].values())[1:]))
    columns = ["map", "ahead", "ahead bytes", "back", "back bytes", "chain", "unstable", "not NFC", "not NFKC"]
    return pd.DataFrame(rows, columns=columns)
