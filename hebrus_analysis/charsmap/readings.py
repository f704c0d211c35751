"""The ways in which implementations walk one and the same charsmap.

They agree on every single code point and part on almost every rule of several: what SentencePiece joins by the longest
rule, others look up cluster by cluster, or character by character. Each reading is a function that explains itself
(`unicode.steps`); `Charsmap.normalize` is the fast form of the first. What implementations are said to do was read in
their sources, and for SentencePiece and tokenizers is proven by running them.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import islice
from typing import Final

from hebrus_analysis.charsmap import utf8
from hebrus_analysis.charsmap.blob import Charsmap
from hebrus_analysis.charsmap.trie import Trie
from hebrus_analysis.errors import UnknownName
from hebrus_analysis.unicode import canonical, properties
from hebrus_analysis.unicode.clusters import clusters
from hebrus_analysis.unicode.codepoints import spell
from hebrus_analysis.unicode.steps import Piece, Stage, stage

#: A cluster of so many bytes or more is never looked up whole: tokenizers, ``precompiled.rs``.
LONG_CLUSTER: Final = 6


@dataclass(frozen=True)
class Reading:
    """One way to apply a charsmap to text.

    Attributes:
        name: what it is called here.
        about: what it does, in a sentence.
        used_by: implementations that read so, as far as their sources or their answers say: Elasticsearch but for
            characters beyond U+FFFF, TransformersPHP where it has ext-intl.
        explain: makes the stages of a text.
    """

    name: str
    about: str
    used_by: tuple[str, ...]
    explain: Callable[[Charsmap, str], tuple[Stage, ...]]

    def normalize(self, charsmap: Charsmap, text: str) -> str:
        """Apply the reading.

        Raises:
            NotText: the text holds a lone surrogate.
        """
        stages = self.explain(charsmap, text)
        return stages[-1].result if stages else text


def matches(charsmap: Charsmap, text: str) -> Iterator[str]:
    """Yield every rule's key that begins a text, the shortest first."""
    target, label, value = _lists(charsmap.trie)
    node = 0
    for place, char in enumerate(text):
        for byte in char.encode():
            node = target[node] ^ byte
            if not byte or label[node] != byte:
                return
        if value[node] >= 0:
            yield text[: place + 1]


@lru_cache(maxsize=2)
def _lists(trie: Trie) -> tuple[list[int], list[int], list[int]]:
    """Return the trie as lists, of which one element is read much faster than of an array."""
    return trie.target.tolist(), trie.label.tolist(), trie.value.tolist()


def _longest(charsmap: Charsmap, text: str) -> Iterator[Piece]:
    """Take the longest rule that begins at each place; where none does, one character passes."""
    at, reach = 0, charsmap.trie.longest
    while at < len(text):
        keys = list(matches(charsmap, text[at : at + reach]))
        yield _applied(charsmap, keys[-1]) if keys else Piece(text[at], text[at])
        at += len(keys[-1]) if keys else 1


def _alone(charsmap: Charsmap, text: str) -> Iterator[Piece]:
    """Look each character up alone."""
    for char in text:
        has_rule = any(key == char for key in matches(charsmap, char))
        yield _applied(charsmap, char) if has_rule else Piece(char, char)


def _applied(charsmap: Charsmap, key: str, source: str = "") -> Piece:
    target, _, value = _lists(charsmap.trie)
    node = 0
    for byte in key.encode():
        node = target[node] ^ byte
    return Piece(source or key, charsmap.pool[value[node]], f"rule {spell(key)}", (source or key)[len(key) :])


def _leftmost_longest(charsmap: Charsmap, text: str) -> tuple[Stage, ...]:
    utf8.encode(text)
    return (stage("charsmap, leftmost-longest", _longest(charsmap, text)),)


def _by_cluster(
    name: str, of_cluster: Callable[[Charsmap, str], Iterator[Piece]], charsmap: Charsmap, text: str
) -> tuple[Stage, ...]:
    utf8.encode(text)
    pieces = (piece for cluster in clusters(text) for piece in of_cluster(charsmap, cluster))
    return (stage(f"charsmap, {name}", pieces),)


def _whole(pick: Callable[[list[str]], str], charsmap: Charsmap, cluster: str) -> Iterator[Piece]:
    """Replace a whole cluster by one rule that begins it; look into long ones, or where none does, one by one."""
    keys = list(matches(charsmap, cluster)) if len(cluster.encode()) < LONG_CLUSTER else []
    if keys:
        yield _applied(charsmap, pick(keys), cluster)
    else:
        yield from _alone(charsmap, cluster)


#: What transformers.js and its ports delete and turn into spaces, whatever the map says: ``Precompiled.ts``.
DELETED: Final = frozenset([*range(0x01, 0x09), 0x0B, *range(0x0E, 0x20), 0x7F, 0x8F, 0x9F])
SPACED: Final = frozenset(
    [
        *(0x09, 0x0A, 0x0C, 0x0D, 0xA0, 0x1680),
        *range(0x2000, 0x2010),
        *(0x2028, 0x2029, 0x202F, 0x205F, 0x2581, 0x3000, 0xFEFF, 0xFFFD),
    ]
)
_EXEMPT: Final = "\uff5e"


def _rules_ignored(unicode: str, _charsmap: Charsmap, text: str) -> tuple[Stage, ...]:
    utf8.encode(text)
    listed = stage("hard-coded list", map(_listed, text))
    # A text with a fullwidth tilde is cut there: it is kept, and nothing composes across the cut.
    parts = [canonical.stages("NFKC", part, unicode) for part in listed.result.split(_EXEMPT)]
    kept = Piece(_EXEMPT, _EXEMPT)
    return (
        listed,
        *(
            stage(same[0].name, islice((piece for step in same for piece in (kept, *step.pieces)), 1, None))
            for same in zip(*parts, strict=True)
        ),
    )


def _listed(char: str) -> Piece:
    if ord(char) in DELETED:
        return Piece(char, "", "deleted by the list")
    return Piece(char, " ", "a space by the list") if ord(char) in SPACED else Piece(char, char)


_LISTED: Final = (
    Reading(
        "leftmost-longest",
        "at each place the longest rule that begins there is applied and skipped",
        ("SentencePiece", "llama.cpp", "onnxruntime-extensions", "Microsoft.ML.Tokenizers", "OpenVINO Tokenizers"),
        _leftmost_longest,
    ),
    Reading(
        "grapheme-shortest",
        "the shortest rule that begins a cluster under 6 bytes replaces all of it; else each character alone",
        ("tokenizers", "Transformers.jl", "Elasticsearch"),
        partial(_by_cluster, "grapheme-shortest", partial(_whole, lambda keys: keys[0])),
    ),
    Reading(
        "grapheme-longest-whole-cluster",
        "the longest rule that begins a cluster under 6 bytes replaces all of it; else each character alone",
        (),
        partial(_by_cluster, "grapheme-longest-whole-cluster", partial(_whole, lambda keys: keys[-1])),
    ),
    Reading(
        "grapheme-then-longest",
        "the text is cut into clusters, and each is read leftmost-longest by itself",
        (),
        partial(_by_cluster, "grapheme-then-longest", _longest),
    ),
    Reading(
        "rules-ignored",
        "the map is not read: a hard-coded list of deletions and spaces, then the host's own NFKC, here of Unicode "
        + properties.DEFAULT_VERSION,
        ("transformers.js", "tokenizers.js", "swift-transformers", "TransformersPHP"),
        partial(_rules_ignored, properties.DEFAULT_VERSION),
    ),
)
READINGS: Final = {reading.name: reading for reading in _LISTED}


def find(name: str) -> Reading:
    """Return a reading by its name, or by that of an implementation that reads so, in any case.

    Raises:
        UnknownName: no such reading; the message lists all.

    >>> find("sentencepiece").name, find("tokenizers").name
    ('leftmost-longest', 'grapheme-shortest')
    """
    for reading in READINGS.values():
        if name.casefold() in map(str.casefold, (reading.name, *reading.used_by)):
            return reading
    raise UnknownName("reading", name, READINGS)
