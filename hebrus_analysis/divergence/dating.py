"""Which Unicode are you? The interval of versions that a table or a runtime agrees with, and the witnesses.

A code point that NFKC changes tells on whoever treats it: to change it is to know the version that assigned it, to
leave it alone is not to. The youngest that is known bounds the interval from below, the oldest younger one that is not
bounds it from above. What no version explains is residue, and is listed: another result, or a change where NFKC makes
none.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hebrus_analysis.charsmap import containers
from hebrus_analysis.charsmap.blob import Charsmap
from hebrus_analysis.divergence.reference import PLAIN, reference_for
from hebrus_analysis.divergence.subjects import INSTALLED, Normalizer, asked, assigned, lane, named, objects, replayed
from hebrus_analysis.errors import NoCharsmap
from hebrus_analysis.runtimes import recorded
from hebrus_analysis.runtimes.asking import members
from hebrus_analysis.unicode import properties
from hebrus_analysis.unicode.codepoints import label, spell

#: Every scalar value: what NFKC never changes may still be changed by whoever is asked.
SCALARS: Final = np.r_[0:0xD800, 0xE000:0x110000].astype(np.uint32)
#: At most this many witnesses are kept for each side; one proves the bound.
WITNESSES: Final = 8


@dataclass(frozen=True)
class Dating:
    """The Unicode versions that something agrees with.

    Attributes:
        oldest, newest: the interval, both ends included; "" where nothing dates it.
        knows: code points that exclude the versions before `oldest`.
        lacks: code points that exclude the versions after `newest`.
        residue: code points that no version explains, each with what was made of it, as U+XXXX ("" where it was
            deleted, "! message" where it was refused); of a set, "assigned" or "not assigned".
        version: of a recorded runtime, what it was; "" of anything else.
        why: of a recorded runtime with residue, why it has any.
    """

    oldest: str
    newest: str
    knows: tuple[int, ...]
    lacks: tuple[int, ...]
    residue: dict[int, str]
    version: str = ""
    why: str = ""

    def __str__(self) -> str:
        if not self.oldest:
            return "undated"
        return self.oldest if self.oldest == self.newest else f"{self.oldest}..{self.newest}"


def date(subject: Charsmap | Path | str | Normalizer | Mapping[int, str] | Collection[int]) -> Dating:
    """Date anything that is frozen at a Unicode version.

    Args:
        subject: a charsmap; the path of a model file; a name that `named` knows; a callable that normalizes to NFKC; a
            recorded lane, which maps a code point to what NFKC made of it and leaves out what it did not change; or the
            set of code points that something takes for assigned.

    Raises:
        NotText: a callable gave something else than str, or raised, and the message names the code point; or the
            subject is none of these.
        NotDeterministic: a callable gave two answers to one code point.
        HebrusAnalysisError: a model file that cannot be applied whole.

    >>> import unicodedata
    >>> found = date(lambda text: unicodedata.normalize("NFKC", text))
    >>> properties.key(found.oldest) <= properties.key(properties.version(unicodedata.unidata_version))
    True
    """
    is_known = isinstance(subject, str)
    if isinstance(subject, str):
        if subject not in INSTALLED and subject in recorded.names() and not Path(subject).is_file():
            return _date_recorded(subject)
        subject = named(subject)
    if isinstance(subject, Path):
        charsmap = containers.read(subject).charsmap
        if charsmap is None:
            raise NoCharsmap(f"{subject}: the model asks for no map, so there is nothing to date")
        subject = charsmap
    if isinstance(subject, Charsmap):
        return _date_normalizer(subject.sweep, reference_for(subject), subject.single_rules()[0])
    if isinstance(subject, Mapping):
        return _date_normalizer(replayed(subject), PLAIN, np.array(sorted(subject), dtype=np.uint32))
    if callable(subject):
        return _date_normalizer(asked(subject, twice=not is_known), PLAIN, SCALARS)
    return _date_assigned(assigned(subject))


def _date_recorded(name: str) -> Dating:
    """Return what was found when the runtime was asked about every scalar value."""
    record = recorded.record(name)
    made = lane(name)
    found = record.normalizers["NFKC"]
    if not found["oldest"]:
        return Dating("", "", (), (), {}, record.version, "it changes nothing")
    residue = {cp: said for said, ranges in found["differences"].items() for cp in members(ranges)}
    why = recorded.explanation(name, "NFKC", min(residue)) if residue else ""
    changed, ages, versions = PLAIN.changed(properties.versions()[-1]), properties.ages(), properties.versions()
    sane = [cp for cp in changed.tolist() if cp not in residue]
    oldest, newest = versions.index(found["oldest"]), versions.index(found["newest"])
    return Dating(
        found["oldest"],
        found["newest"],
        _some([cp for cp in sane if ages[cp] == oldest + 1 and cp in made]),
        _some([cp for cp in sane if ages[cp] == newest + 2]),
        _sorted({cp: "" if said == "(nothing)" else said for cp, said in residue.items()}),
        record.version,
        why,
    )


def as_record(name: str, found: Dating) -> dict[str, object]:
    """Return a dating as plain values, code points as U+XXXX."""
    return {
        "subject": name,
        "version": found.version,
        "oldest": found.oldest,
        "newest": found.newest,
        "knows": list(map(label, found.knows)),
        "lacks": list(map(label, found.lacks)),
        "residue": {label(codepoint): made for codepoint, made in found.residue.items()},
        "why": found.why,
    }


def _date_normalizer(
    apply: Callable[[NDArray[np.uint32]], NDArray[np.object_]], reference: Any, touched: NDArray[np.uint32]
) -> Dating:
    """Date by what NFKC changes; what else is touched must come out as it went in, or it is residue."""
    versions = properties.versions()
    changed = reference.changed(versions[-1])
    ages = properties.ages()[changed].astype(int)
    chars = objects(list(map(chr, changed.tolist())))
    made, wanted = apply(changed), reference(changed, versions[-1])
    knows, lacks = made == wanted, made == chars
    others = np.setdiff1d(touched, changed, assume_unique=True)
    other_made = apply(others)
    moved = other_made != objects(list(map(chr, others.tolist())))
    residue = _texts(others[moved], other_made[moved])
    oldest = int(ages[knows].max(initial=0))
    # A single agreement can be chance; whoever is called NFKC agrees on most of what its Unicode has.
    if 2 * knows.sum() <= (ages <= oldest).sum():
        return Dating("", "", (), _some(changed), _sorted(_texts(changed[~lacks], made[~lacks]) | residue))
    later = lacks & (ages > oldest)
    newest = int(ages[later].min()) - 1 if later.any() else len(versions)
    then = reference(changed, versions[newest - 1])  # before 4.1 a few read otherwise
    unexplained = ~knows & ~(lacks & (ages > oldest)) & (made != then)
    return Dating(
        versions[oldest - 1],
        versions[newest - 1],
        _some(changed[knows & (ages == oldest)]),
        _some(changed[later & (ages == newest + 1)]),
        _sorted(_texts(changed[unexplained], made[unexplained]) | residue),
    )


def _date_assigned(members: frozenset[int]) -> Dating:
    """Find the versions whose population is nearest to a set; what still differs is residue."""
    versions = properties.versions()
    populations = {version: frozenset(properties.population(version).tolist()) for version in versions}
    distance = [len(populations[version] ^ members) for version in versions]
    first = last = distance.index(min(distance))
    if distance[first] >= len(members):
        return Dating("", "", (), (), dict.fromkeys(sorted(members), "assigned"))
    while last + 1 < len(versions) and distance[last + 1] == distance[first]:
        last += 1
    here = populations[versions[last]]
    before = populations[versions[first - 1]] if first else frozenset[int]()
    after = populations[versions[last + 1]] if last + 1 < len(versions) else here
    residue = {cp: "assigned" if cp in members else "not assigned" for cp in sorted(here ^ members)}
    return Dating(
        versions[first],
        versions[last],
        _some(sorted((here - before) & members)),
        _some(sorted((after - here) - members)),
        residue,
    )


def _some(codepoints: Any) -> tuple[int, ...]:
    return tuple(int(codepoint) for codepoint in codepoints[:WITNESSES])


def _sorted(texts: dict[int, str]) -> dict[int, str]:
    return dict(sorted(texts.items()))


def _texts(codepoints: NDArray[np.uint32], texts: NDArray[np.object_]) -> dict[int, str]:
    return {codepoint: spell(text) for codepoint, text in zip(codepoints.tolist(), texts.tolist(), strict=True)}
