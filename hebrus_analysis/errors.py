"""Every error a user can meet.

Each carries one sentence: what is wrong, where, and the cure. The command line prints that sentence
without a traceback and exits with 2.
"""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

#: A longer list of valid names helps nobody; the nearest stand for it.
_LISTED: Final = 40
_NEAR: Final = 8


class HebrusAnalysisError(Exception):
    """The base of every error that this package raises on purpose."""


class MalformedCharsmap(HebrusAnalysisError):
    """A blob is no precompiled charsmap that can be applied whole."""


class MalformedContainer(HebrusAnalysisError):
    """A model file is cut short, damaged, or is not a model file."""


class NoCharsmap(HebrusAnalysisError):
    """A container names a normalizer but carries no map that could be applied."""


class NotText(HebrusAnalysisError):
    """Input that is no sequence of Unicode scalar values."""


class NotDeterministic(HebrusAnalysisError):
    """A callable that gave two answers to one question."""


class NotWritable(HebrusAnalysisError):
    """What a notation has no way to write."""


class NotComparable(HebrusAnalysisError):
    """Two things of different kinds."""


class InvalidCodePoint(HebrusAnalysisError):
    """A notation that names no code point."""


class UnknownName(HebrusAnalysisError):
    """A name that is in no catalogue; the message lists the ones that are."""

    def __init__(self, kind: str, name: object, valid: Iterable[object]) -> None:
        names = list(map(str, valid))
        if len(names) <= _LISTED:
            said = f"use one of: {', '.join(names)}"
        else:
            holding = [known for known in names if str(name) and str(name).casefold() in known.casefold()]
            near = [*holding, *(known for known in get_close_matches(str(name), names, 5, 0.4) if known not in holding)]
            listed = ", ".join(near[:_NEAR])
            said = f"the nearest of {len(names):,} are: {listed}" if near else f"none of {len(names):,} names is near"
        super().__init__(f"unknown {kind} {str(name)!r}; {said}")


class OracleDamaged(HebrusAnalysisError):
    """A frozen file is missing or is not the one that was locked."""


class MissingPackage(HebrusAnalysisError):
    """An optional package that the call needs is not installed; the message says which extra of ours brings it."""

    def __init__(self, what: str, extra: str) -> None:
        brings = f"`pip install 'hebrus-analysis[{extra}]'`, or in a checkout `pip install -e '.[{extra}]'`"
        super().__init__(f"{what}; {brings} brings it")


class BadExpression(HebrusAnalysisError):
    """A regular expression that does not compile, or does not end."""


class MalformedTokenizer(HebrusAnalysisError):
    """A tokenizer file whose steps, vocabulary or tokens cannot be what a tokenizer needs."""


class NothingFound(HebrusAnalysisError):
    """Nothing to write, where a file of nothing would be of no use."""


class NotebookFailed(HebrusAnalysisError):
    """A notebook that does not run to its end."""
