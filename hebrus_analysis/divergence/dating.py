"""Which Unicode are you? The interval of versions that a table or a runtime agrees with, and the witnesses.

A code point that NFKC changes tells on whoever treats it: to change it is to know the version that assigned it, to
leave it alone is not to. The youngest that is known bounds the interval from below, the oldest younger one that is not
bounds it from above. What no version explains is residue, and is listed: another result, or a change where NFKC makes
none.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from hebrus_analysis.charsmap import containers, generations
from hebrus_analysis.charsmap.blob import Charsmap
from hebrus_analysis.divergence.reference import PLAIN, reference_for
from hebrus_analysis.errors import MissingPackage, NoCharsmap, NotDeterministic, NotText, UnknownName
from hebrus_analysis.unicode import properties
from hebrus_analysis.unicode.codepoints import label, spell

Normalizer = Callable[[str], str]
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
        residue: code points that no version explains, with what was made of each.
    """

    oldest: str
    newest: str
    knows: tuple[int, ...]
    lacks: tuple[int, ...]
    residue: dict[int, str]

    def __str__(self) -> str:
        if not self.oldest:
            return "undated"
        return self.oldest if self.oldest == self.newest else f"{self.oldest}..{self.newest}"


def date(subject: Charsmap | Path | str | Normalizer | Mapping[int, str] | Collection[int]) -> Dating:
    """Date anything that is frozen at a Unicode version.

    Args:
        subject: a charsmap; the path of a model file; a callable that normalizes to NFKC; a recorded lane, which maps a
            code point to what NFKC made of it and leaves out what it did not change; or the set of code points that
            something takes for assigned.

    Raises:
        NotText: a callable gave something else than str, or raised; the message names the code point.
        NotDeterministic: a callable gave two answers to one code point.
        HebrusAnalysisError: a model file that cannot be applied whole.

    >>> import unicodedata
    >>> found = date(lambda text: unicodedata.normalize("NFKC", text))
    >>> properties.key(found.oldest) <= properties.key(properties.version(unicodedata.unidata_version))
    True
    """
    if isinstance(subject, (str, Path)):
        charsmap = containers.read(subject).charsmap
        if charsmap is None:
            raise NoCharsmap(f"{subject}: the model asks for no map, so there is nothing to date")
        subject = charsmap
    if isinstance(subject, Charsmap):
        return _date_normalizer(subject.sweep, reference_for(subject), subject.single_rules()[0])
    if isinstance(subject, Mapping):
        return _date_normalizer(_recorded(subject), PLAIN, np.array(sorted(subject), dtype=np.uint32))
    if callable(subject):
        return _date_normalizer(_asked(subject), PLAIN, SCALARS)
    return _date_assigned(frozenset(subject))


def named(name: str) -> Charsmap | Path | Normalizer:
    """Return what a name stands for: a model file, a stock map, or a normalizer that is installed here.

    Raises:
        UnknownName: none of these; the message lists the names.
    """
    if Path(name).is_file():
        return Path(name)
    if name in INSTALLED:
        try:
            return INSTALLED[name]()
        except ImportError:
            raise MissingPackage(f"{name} is not installed here; run `pip install {name}`") from None
    try:
        return generations.load(name)
    except UnknownName:
        raise UnknownName("file, map or runtime", name, [*INSTALLED, *generations.catalogue()]) from None


def as_record(name: str, found: Dating) -> dict[str, object]:
    """Return a dating as plain values, code points as U+XXXX."""
    return {
        "subject": name,
        "oldest": found.oldest,
        "newest": found.newest,
        "knows": list(map(label, found.knows)),
        "lacks": list(map(label, found.lacks)),
        "residue": {label(codepoint): spell(made) for codepoint, made in found.residue.items()},
    }


def _host() -> Normalizer:
    import unicodedata

    return partial(unicodedata.normalize, "NFKC")


def _unicodedata2() -> Normalizer:
    import unicodedata2

    return partial(unicodedata2.normalize, "NFKC")


def _tokenizers() -> Normalizer:
    from tokenizers import normalizers

    return cast(Normalizer, normalizers.NFKC().normalize_str)


#: Normalizers that a Python installation brings, by the name of their package.
INSTALLED: Final[dict[str, Callable[[], Normalizer]]] = {
    "unicodedata": _host,
    "unicodedata2": _unicodedata2,
    "tokenizers": _tokenizers,
}


def _date_normalizer(
    apply: Callable[[NDArray[np.uint32]], NDArray[np.object_]], reference: Any, touched: NDArray[np.uint32]
) -> Dating:
    """Date by what NFKC changes; what else is touched must come out as it went in, or it is residue."""
    versions = properties.versions()
    changed = reference.changed(versions[-1])
    ages = properties.ages()[changed].astype(int)
    chars = np.array([chr(cp) for cp in changed.tolist()], dtype=object)
    made, wanted = apply(changed), reference(changed, versions[-1])
    knows, lacks = made == wanted, made == chars
    others = np.setdiff1d(touched, changed)
    other_made = apply(others)
    moved = other_made != np.array(list(map(chr, others.tolist())), dtype=object)
    residue = _texts(others[moved], other_made[moved])
    if not knows.any():
        return Dating("", "", (), _some(changed), _sorted(_texts(changed[~lacks], made[~lacks]) | residue))
    oldest = int(ages[knows].max())
    later = lacks & (ages > oldest)
    newest = int(ages[later].min()) - 1 if later.any() else len(versions)
    unexplained = ~knows & ~(lacks & (ages > oldest))
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
    distance = {version: len(population ^ members) for version, population in populations.items()}
    best = min(distance.values())
    nearest = [version for version in versions if distance[version] == best]
    first, last = versions.index(nearest[0]), versions.index(nearest[-1])
    here = populations[nearest[-1]]
    before = populations[versions[first - 1]] if first else frozenset[int]()
    after = populations[versions[last + 1]] if last + 1 < len(versions) else here
    residue = {cp: "assigned" if cp in members else "not assigned" for cp in sorted(here ^ members)}
    return Dating(
        nearest[0],
        nearest[-1],
        _some(sorted((here - before) & members)),
        _some(sorted((after - here) - members)),
        residue,
    )


def _asked(normalizer: Normalizer) -> Callable[[NDArray[np.uint32]], NDArray[np.object_]]:
    def apply(codepoints: NDArray[np.uint32]) -> NDArray[np.object_]:
        return np.array([_ask(normalizer, cp) for cp in codepoints.tolist()], dtype=object)

    return apply


def _ask(normalizer: Normalizer, codepoint: int) -> str:
    char = chr(codepoint)
    try:
        made, again = normalizer(char), normalizer(char)
    except Exception as error:
        raise NotText(f"the normalizer raised {type(error).__name__} on {label(codepoint)}: {error}") from error
    if not isinstance(made, str):
        raise NotText(
            f"the normalizer gave {type(made).__name__} for {label(codepoint)}; it must take str and give str"
        )
    if made != again:
        answers = f"{spell(made) or 'nothing'}, then {spell(again) or 'nothing'}"
        raise NotDeterministic(f"the normalizer gave two answers for {label(codepoint)}: {answers}")
    return made


def _recorded(lane: Mapping[int, str]) -> Callable[[NDArray[np.uint32]], NDArray[np.object_]]:
    def apply(codepoints: NDArray[np.uint32]) -> NDArray[np.object_]:
        return np.array([lane.get(cp, chr(cp)) for cp in codepoints.tolist()], dtype=object)

    return apply


def _some(codepoints: Any) -> tuple[int, ...]:
    return tuple(int(codepoint) for codepoint in codepoints[:WITNESSES])


def _sorted(texts: dict[int, str]) -> dict[int, str]:
    return dict(sorted(texts.items()))


def _texts(codepoints: NDArray[np.uint32], texts: NDArray[np.object_]) -> dict[int, str]:
    return dict(zip(codepoints.tolist(), texts.tolist(), strict=True))
