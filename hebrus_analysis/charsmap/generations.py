"""The catalogue of stock maps: every content that a sentencepiece wheel ever carried, by hash.

A name says nothing by itself: since sentencepiece 0.2.1 the same rule name has had several contents.
"""

import hashlib
import lzma
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from hebrus_analysis import oracle
from hebrus_analysis.charsmap.blob import Charsmap, decode
from hebrus_analysis.charsmap.rules import difference
from hebrus_analysis.errors import UnknownName

#: The stock map of T5, mT5, ALBERT, CamemBERT and XLM-R.
STOCK: Final = "nmt_nfkc@0.1.95"


@dataclass(frozen=True)
class Generation:
    """One distinct content of a stock map.

    Attributes:
        name: ``rule@wheel``, the newest wheel that carries it.
        rule: the stock rule's name.
        sha256: of the uncompressed blob; the identity.
        size: of the uncompressed blob, in bytes.
        n_rules: number of rules.
        wheels: the sentencepiece versions whose wheels carry it, oldest first; empty for a map met elsewhere.
    """

    name: str
    rule: str
    sha256: str
    size: int
    n_rules: int
    wheels: tuple[str, ...]


@dataclass(frozen=True)
class Identification:
    """What a blob is.

    Attributes:
        generation: the generation with this very content, None if there is none.
        nearest: the generation with the fewest differing rules; `generation` itself where there is one.
        added: rules that only the blob has.
        removed: rules that only the nearest generation has.
        changed: keys that both have, with (value in the nearest, value in the blob).
    """

    generation: Generation | None
    nearest: Generation
    added: dict[str, str]
    removed: dict[str, str]
    changed: dict[str, tuple[str, str]]


@lru_cache(maxsize=1)
def _index() -> Any:
    return oracle.document("charsmaps/index.json")


@lru_cache(maxsize=1)
def elsewhere() -> dict[str, Generation]:
    """Return the maps that other packages carry under a stock rule's name, by ``rule@package-version``.

    >>> list(elsewhere())
    ['nfkc@pyonmttok-1.38.1', 'nfkc_cf@pyonmttok-1.38.1', 'nmt_nfkc@pyonmttok-1.38.1', 'nmt_nfkc_cf@pyonmttok-1.38.1']
    """
    return {entry["name"]: _generation(entry) for entry in _index()["elsewhere"]}


@lru_cache(maxsize=1)
def catalogue() -> dict[str, Generation]:
    """Return every generation that a sentencepiece wheel carries by name, by rule and then oldest first."""
    return {entry["name"]: _generation(entry) for entry in _index()["generations"]}


def _generation(entry: dict[str, Any]) -> Generation:
    wheels = tuple(entry["wheels"])
    return Generation(entry["name"], entry["rule"], entry["sha256"], entry["bytes"], entry["rules"], wheels)


def resolve(name: str) -> Generation:
    """Return a generation by name; any wheel version that carries it will do.

    Raises:
        UnknownName: no such generation; the message lists all.

    >>> resolve("nmt_nfkc@0.1.91").name, resolve("nmt_nfkc@0.1.99").name
    ('nmt_nfkc@0.1.95', 'nmt_nfkc@0.2.0')
    """
    known = catalogue() | elsewhere()
    if name in known:
        return known[name]
    rule, _, wheel = name.partition("@")
    for generation in catalogue().values():
        if generation.rule == rule and wheel in generation.wheels:
            return generation
    of_rule = [known for known, generation in catalogue().items() if generation.rule == rule]
    raise UnknownName("stock map", name, of_rule or known)


@lru_cache
def load(name: str = STOCK) -> Charsmap:
    """Return a stock map, decoded.

    Raises:
        UnknownName: no such generation; the message lists all.

    >>> load()
    <Charsmap 0942789e0111452f: 237,539 bytes, 224,711 rules>
    """
    return decode(lzma.decompress(oracle.read(f"charsmaps/{resolve(name).name}.bin.xz")))


def by_content(sha256: str) -> Generation | None:
    """Return the generation with this hash, None if there is none."""
    known = (*catalogue().values(), *elsewhere().values())
    return next((generation for generation in known if generation.sha256 == sha256), None)


def name_of(charsmap: Charsmap) -> str:
    """Return what to call a map: its generation's name, or the beginning of its hash.

    >>> name_of(load())
    'nmt_nfkc@0.1.95'
    """
    known = by_content(charsmap.sha256)
    return known.name if known else f"sha256:{charsmap.sha256[:16]}"


def identify(blob: bytes) -> Identification:
    """Say which generation a blob is, or how it differs from the nearest.

    Nearest means: fewest differing rules of one code point, then fewest differing rules.

    Raises:
        MalformedCharsmap: the blob cannot be applied whole.
    """
    known = by_content(hashlib.sha256(blob).hexdigest())
    if known:
        return Identification(known, known, {}, {}, {})
    charsmap = decode(blob)
    single, rules = _single(charsmap), charsmap.rule_arrays()
    distance = {name: len(_single(load(name)) ^ single) for name in catalogue()}
    closest = min(distance.values())
    tied = {name: difference(load(name).rule_arrays(), rules) for name in catalogue() if distance[name] == closest}
    nearest = min(tied, key=lambda name: sum(len(part) for part in tied[name]))
    return Identification(None, catalogue()[nearest], *tied[nearest])


def _single(charsmap: Charsmap) -> set[tuple[int, str]]:
    codepoints, values = charsmap.single_rules()
    return set(zip(codepoints.tolist(), values, strict=True))
