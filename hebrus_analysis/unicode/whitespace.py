"""Whitespace predicates as sets of code points, as the real implementations answered when they were captured."""

from functools import lru_cache
from typing import Final

from hebrus_analysis import oracle
from hebrus_analysis.errors import UnknownName

#: SentencePiece splits on U+0020 alone; source: ``normalizer.cc``, where U+2581 comes to stand for it.
SENTENCEPIECE_SPACE: Final = frozenset({0x20})


@lru_cache(maxsize=1)
def predicates() -> dict[str, frozenset[int]]:
    """Return the members of each captured predicate by its name.

    >>> {name: len(members) for name, members in predicates().items()}
    {'str.isspace': 29, 'str.strip': 29, 'White_Space': 25, 'C isspace': 6, 'SentencePiece': 1}
    """
    rows = oracle.table("unicode/whitespace.tsv")
    captured = {name: frozenset(int(number, 16) for number in members.split()) for name, members in rows}
    return captured | {"SentencePiece": SENTENCEPIECE_SPACE}


def predicate(name: str) -> frozenset[int]:
    """Return the members of one predicate.

    Raises:
        UnknownName: no such predicate; the message lists all.
    """
    known = predicates()
    if name not in known:
        raise UnknownName("whitespace predicate", name, known)
    return known[name]


@lru_cache(maxsize=1)
def history() -> dict[str, frozenset[int]]:
    """Return each set that White_Space has been, by the Unicode versions that had it.

    >>> history().keys()
    dict_keys(['White_Space of 3.0', 'White_Space of 3.1..3.2', 'White_Space of 4.0..6.2', 'White_Space of 6.3..18.0'])
    """
    runs: list[tuple[list[str], frozenset[int]]] = []
    for version, numbers in oracle.table("unicode/white_space.tsv"):
        members = frozenset(int(number, 16) for number in numbers.split())
        if not runs or runs[-1][1] != members:
            runs.append(([], members))
        runs[-1][0].append(version.removesuffix(".0"))
    names = ("..".join(dict.fromkeys((versions[0], versions[-1]))) for versions, _ in runs)
    return {f"White_Space of {name}": members for name, (_, members) in zip(names, runs, strict=True)}
