"""Two sets or two normalizers: only in A, only in B, in both."""

from dataclasses import dataclass
from typing import cast

from hebrus_analysis.charsmap import generations
from hebrus_analysis.errors import NotComparable, UnknownName
from hebrus_analysis.runtimes import recorded
from hebrus_analysis.unicode import forms, names, trims, whitespace
from hebrus_analysis.unicode.codepoints import label, spell


@dataclass(frozen=True)
class Comparison:
    """What two have in common and what only one has.

    Attributes:
        first, second: what was compared.
        only_first, only_second, both: of predicates and trims, members; of normalizers, what each changes otherwise
            than the other, and what both change alike.
        made: of normalizers, what each makes of a code point on which they differ, as U+XXXX; empty otherwise.
        unanswered: of predicates and trims, code points about which one of the two gave no answer.
    """

    first: str
    second: str
    only_first: tuple[int, ...]
    only_second: tuple[int, ...]
    both: tuple[int, ...]
    made: dict[int, tuple[str, str]]
    unanswered: tuple[int, ...] = ()

    def differences(self) -> dict[int, str]:
        """Return how the two part, by code point, in code point order.

        >>> compare("NFKC of 12.0", "NFKC of 12.1").differences()[0x32FF]
        'NFKC of 12.0: U+32FF; NFKC of 12.1: U+4EE4 U+548C'
        """
        said = {cp: f"{self.first}: {one}; {self.second}: {other}" for cp, (one, other) in self.made.items()}
        if not said:
            said = dict.fromkeys(self.only_first, f"only {self.first}")
            said |= dict.fromkeys(self.only_second, f"only {self.second}")
        return dict(sorted(said.items()))


def compare(first: str, second: str) -> Comparison:
    """Compare two recorded predicates, trims or normalizers by name.

    Raises:
        UnknownName: no such thing, whatever its case and blanks; the message has the nearest names.
        NotComparable: a normalizer beside a predicate or a trim.

    >>> found = compare("str.strip", "White_Space")
    >>> list(map(label, found.only_first)), len(found.only_second), len(found.both)
    (['U+001C', 'U+001D', 'U+001E', 'U+001F'], 0, 25)
    """
    known, normalizing = predicates() | _rules(), normalizers()
    first, second = (_resolve(name, [*known, *normalizing]) for name in (first, second))
    if (first in normalizing) != (second in normalizing):
        normalizer, other_kind = (first, second) if first in normalizing else (second, first)
        raise NotComparable(f"{normalizer!r} is a normalizer and {other_kind!r} a set; compare two of one kind")
    if first in normalizing:
        return _normalizers(first, second)
    one, other = known[first], known[second]
    silent = recorded.unanswered(first) | recorded.unanswered(second)
    parts = (one - other - silent, other - one - silent, one & other)
    only_first, only_second, both = (tuple(sorted(part)) for part in parts)
    return Comparison(first, second, only_first, only_second, both, {}, tuple(sorted(silent)))


def predicates() -> dict[str, frozenset[int]]:
    """Return every predicate and trim: those of the sweep, White_Space over time, and what the runtimes answered."""
    return whitespace.predicates() | whitespace.history() | recorded.predicates()


def normalizers() -> list[str]:
    """Return what normalizes: a recorded ``runtime: form``, a stock map, a form at a Unicode version."""
    asked = [f"{name}: {form}" for name in recorded.names() for form in recorded.record(name).normalizers]
    stated = [f"{form} of {version}" for form in forms.FORMS for version in forms.exact_versions()]
    return [*asked, *generations.catalogue(), *stated]


def _rules() -> dict[str, frozenset[int]]:
    """Return the trim rules that take whole code points."""
    return {name: rule.codepoints for name, rule in trims.RULES.items() if rule.codepoints is not None}


def as_record(found: Comparison) -> dict[str, object]:
    """Return a comparison as plain values."""
    sets = {key: list(map(label, getattr(found, key))) for key in ("only_first", "only_second", "both")}
    sets["unanswered"] = list(map(label, found.unanswered))
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


def _answers(name: str) -> dict[int, str]:
    if ": " in name:
        return recorded.answers(*name.split(": ", 1))
    if name in generations.catalogue():
        codepoints, made = generations.load(name).single_rules()
        return {cp: spell(text) or "(nothing)" for cp, text in zip(codepoints.tolist(), made, strict=True)}
    form, version = name.split(" of ")
    return recorded.standard(cast(forms.Form, form), version)


def _normalizers(first: str, second: str) -> Comparison:
    one, other = map(_answers, (first, second))
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
