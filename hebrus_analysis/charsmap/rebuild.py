"""The map that sentencepiece would have made at another freeze.

Every stock map that a wheel carries is the newest map of its rule, cut back to the Unicode it was compiled at, plus at
most 32 edits by hand; `tests` hold all of them to that. So a map at any freeze up to the newest map's is a cut, and no
rule of the builder is written again here. Beyond it nothing is known yet, and nothing is made up.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from hebrus_analysis.charsmap import generations
from hebrus_analysis.charsmap.blob import Charsmap, decode
from hebrus_analysis.charsmap.rules import Rules
from hebrus_analysis.errors import MissingPackage, UnknownName
from hebrus_analysis.unicode import properties

_STABLE: Final = properties.key("4.1")


@dataclass(frozen=True)
class RuleSet:
    """Rules without a blob.

    Attributes:
        rule: the stock rule's name.
        freeze: the Unicode version that it was cut back to.
        source: the generation that it was cut from.
        arrays: every rule, as arrays.
    """

    rule: str
    freeze: str
    source: str
    arrays: Rules

    @cached_property
    def rules(self) -> dict[str, str]:
        """Every rule, by key in code point order."""
        return self.arrays.as_dict()

    def compile(self) -> Charsmap:
        """Compile the rules with SentencePiece's own builder.

        Raises:
            MissingPackage: sentencepiece is not installed.
        """
        return compile_rules(self.rules)


def newest(rule: str) -> generations.Generation:
    """Return the newest generation of a stock rule.

    Raises:
        UnknownName: no such rule; the message lists all.
    """
    known = {generation.rule: generation for generation in generations.catalogue().values()}
    if rule not in known:
        raise UnknownName("stock rule", rule, known)
    return known[rule]


@lru_cache
def _newest_rules(rule: str) -> Rules:
    return generations.load(newest(rule).name).rule_arrays()


@lru_cache
def _youngest(rule: str) -> NDArray[np.uint16]:
    """Return the age, as `properties.ages` counts it, of the youngest character in each rule of the newest map."""
    rules = [key + value for key, value in _newest_rules(rule).as_dict().items()]
    characters = np.frombuffer("".join(rules).encode("utf-32-le"), dtype=np.uint32)
    starts = np.cumsum([0, *map(len, rules[:-1])])
    return np.maximum.reduceat(properties.ages()[characters], starts)


@lru_cache
def freezes(rule: str) -> tuple[str, ...]:
    """Return the Unicode versions that a rule can be rebuilt at: from 4.1 on, up to the youngest that it knows.

    Before 4.1 normalization was not yet what it is now (Corrigenda 4 and 5), so a cut would be another map.

    >>> freezes("nmt_nfkc")[-1]
    '17.0'
    """
    return tuple(
        version for version in properties.versions()[: int(_youngest(rule).max())] if properties.key(version) >= _STABLE
    )


@lru_cache(maxsize=4)
def rebuild(rule: str, freeze: str) -> RuleSet:
    """Return the rules that sentencepiece would have made at a Unicode version.

    Args:
        rule: a stock rule: nfkc, nmt_nfkc, nfkc_cf or nmt_nfkc_cf.
        freeze: a Unicode version, up to the newest map's own.

    Raises:
        UnknownName: no such rule or version, or a version that the newest map does not know yet.

    >>> len(rebuild("nfkc", "13.0").rules) == generations.load("nfkc@0.2.0").n_rules
    True
    """
    source = newest(rule)
    version = properties.version(freeze)
    if version not in freezes(rule):
        raise UnknownName(f"freeze of {rule}", freeze, freezes(rule))
    old_enough = _youngest(rule) <= properties.versions().index(version) + 1
    return RuleSet(rule, version, source.name, _newest_rules(rule).where(old_enough))


def compile_rules(rules: dict[str, str]) -> Charsmap:
    """Compile rules with SentencePiece's own builder, which gives the same bytes for the same rules.

    Raises:
        MissingPackage: sentencepiece is not installed.
    """
    try:
        from sentencepiece import SentencePieceNormalizer, sentencepiece_model_pb2
    except ImportError:
        raise MissingPackage("compiling a map needs sentencepiece, which rules as TSV do not", "opinions") from None
    compiled = SentencePieceNormalizer(
        norm_map=sorted(rules.items()), add_dummy_prefix=False, escape_whitespaces=False, remove_extra_whitespaces=False
    )
    spec = cast(Any, sentencepiece_model_pb2).NormalizerSpec.FromString(compiled.serialized_normalizer_spec())
    return decode(spec.precompiled_charsmap)


def rules_tsv(rules: dict[str, str]) -> str:
    """Return rules in SentencePiece's own format: source, tab, target, as hexadecimal code points.

    >>> rules_tsv({"\\ufb01": "fi", "\\xad": ""})
    'FB01\\t66 69\\nAD\\t\\n'
    """
    lines = (f"{_hexadecimal(key)}\t{_hexadecimal(value)}\n" for key, value in rules.items())
    return "".join(lines)


def _hexadecimal(text: str) -> str:
    return " ".join(f"{ord(char):X}" for char in text)
