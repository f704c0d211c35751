"""Two sets or two normalizers: only in A, only in B, in both."""

from dataclasses import dataclass

from hebrus_analysis.errors import NotComparable, UnknownName
from hebrus_analysis.runtimes import recorded
from hebrus_analysis.unicode import names, whitespace
from hebrus_analysis.unicode.codepoints import label


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
        UnknownName: no such thing, whatever its case and blanks; the message has the nearest names.
        NotComparable: a normalizer beside a predicate or a trim.

    >>> found = compare("str.strip", "White_Space")
    >>> list(map(label, found.only_first)), len(found.only_second), len(found.both)
    (['U+001C', 'U+001D', 'U+001E', 'U+001F'], 0, 25)
    """
    known, normalizing = predicates(), normalizers()
    first, second = (_resolve(name, [*known, *normalizing]) for name in (first, second))
    if (first in normalizing) != (second in normalizing):
        normalizer, other_kind = (first, second) if first in normalizing else (second, first)
        raise NotComparable(f"{normalizer!r} is a normalizer and {other_kind!r} a set; compare two of one kind")
    if first in normalizing:
        return _normalizers(first, second)
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


def as_record(found: Comparison) -> dict[str, object]:
    """Return a comparison as plain values."""
    sets = {key: list(map(label, getattr(found, key))) for key in ("only_first", "only_second", "both")}
    made = {"made": {label(cp): list(pair) for cp, pair in found.made.items()}} if found.made else {}
    return {"first": found.first, "second": found.second, **sets, **made}


def named(codepoints: tuple[int, ...]) -> list[str]:
    """Return code points with their names, for people."""
    return [f"{label(cp)} {names.name(cp)}" for cp in codepoints]


def _resolve(name: str, known: list[str]) -> str:
    """Find a name whatever its case and blanks."""
    folded = {_folded(other): other for other in known}
    if _folded(name) not in folded:
        raise UnknownName("predicate, trim or normalizer", name, known)
    return folded[_folded(name)]


def _folded(name: str) -> str:
    return "".join(name.split()).casefold()


def _normalizers(first: str, second: str) -> Comparison:
    one, other = (recorded.answers(*name.split(": ", 1)) for name in (first, second))
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
