"""Two sets or two normalizers: only in A, only in B, in both."""

from dataclasses import dataclass

from hebrus_analysis.errors import UnknownName
from hebrus_analysis.runtimes import asking, recorded
from hebrus_analysis.unicode import names, properties, whitespace
from hebrus_analysis.unicode.codepoints import label, spell


@dataclass(frozen=True)
class Comparison:
    """What two have in common and what only one has.

    Attributes:
        first, second: what was compared.
        only_first, only_second, both: of predicates and trims, members; of normalizers, what each changes otherwise
            than the other, and what both change alike.
        made: of normalizers, what each makes of a code point on which they differ, as U+XXXX; empty otherwise.
    """

    first: str
    second: str
    only_first: tuple[int, ...]
    only_second: tuple[int, ...]
    both: tuple[int, ...]
    made: dict[int, tuple[str, str]]


def compare(first: str, second: str) -> Comparison:
    """Compare two recorded predicates, trims or normalizers by name.

    Raises:
        UnknownName: no such thing, or a normalizer beside a predicate; the message lists what there is.

    >>> found = compare("str.strip", "White_Space")
    >>> list(map(label, found.only_first)), len(found.only_second), len(found.both)
    (['U+001C', 'U+001D', 'U+001E', 'U+001F'], 0, 25)
    """
    normalizing = normalizers()
    if first in normalizing or second in normalizing:
        for name in (first, second):
            if name not in normalizing:
                raise UnknownName("normalizer", name, normalizing)
        return _normalizers(first, second)
    known = predicates()
    for name in (first, second):
        if name not in known:
            raise UnknownName("predicate, trim or normalizer", name, [*known, *normalizing])
    one, other = known[first], known[second]
    return Comparison(
        first, second, tuple(sorted(one - other)), tuple(sorted(other - one)), tuple(sorted(one & other)), {}
    )


def predicates() -> dict[str, frozenset[int]]:
    """Return every predicate and trim: those of the sweep, White_Space over time, and what the runtimes answered."""
    return whitespace.predicates() | whitespace.history() | recorded.predicates()


def normalizers() -> list[str]:
    """Return the names of the recorded normalizers, as ``runtime: form``."""
    return [f"{name}: {form}" for name in recorded.names() for form in recorded.record(name).normalizers]


def answers(name: str) -> dict[int, str]:
    """Return what a recorded normalizer makes of each scalar value that it changes, or on which it fails.

    As U+XXXX, ``(nothing)``, or ``! message``.
    """
    runtime, _, form = name.partition(": ")
    lane = recorded.record(runtime).normalizers[form]
    limit = properties.versions().index(lane["oldest"]) + 1 if lane["oldest"] else 0
    ages, wanted = properties.ages(), asking.expected(form)
    made = {cp: spell(wanted[cp]) for cp in map(ord, asking.SCALARS) if 0 < ages[cp] <= limit and wanted[cp] != chr(cp)}
    for said, found in lane["differences"].items():
        made |= dict.fromkeys(asking.members(found), said)
    return {cp: said for cp, said in made.items() if said != label(cp)}


def as_record(found: Comparison) -> dict[str, object]:
    """Return a comparison as plain values."""
    sets = {key: list(map(label, getattr(found, key))) for key in ("only_first", "only_second", "both")}
    made = {"made": {label(cp): list(pair) for cp, pair in found.made.items()}} if found.made else {}
    return {"first": found.first, "second": found.second, **sets, **made}


def named(codepoints: tuple[int, ...]) -> list[str]:
    """Return code points with their names, for people."""
    return [f"{label(cp)} {names.name(cp)}" for cp in codepoints]


def _normalizers(first: str, second: str) -> Comparison:
    one, other = answers(first), answers(second)
    touched = sorted(one.keys() | other.keys())
    differing = [cp for cp in touched if one.get(cp) != other.get(cp)]
    return Comparison(
        first,
        second,
        tuple(cp for cp in differing if cp in one),
        tuple(cp for cp in differing if cp in other),
        tuple(cp for cp in touched if one.get(cp) == other.get(cp)),
        {cp: (one.get(cp, label(cp)), other.get(cp, label(cp))) for cp in differing},
    )
