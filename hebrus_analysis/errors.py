"""Every error a user can meet.

Each carries one sentence: what is wrong, where, and the cure. The command line prints that sentence
without a traceback and exits with 2.
"""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

#: A longer list of valid names helps nobody; the nearest stand for it.
_LISTED: Final = 130


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


class NotComparable(HebrusAnalysisError):
    """Two things of different kinds."""


class InvalidCodePoint(HebrusAnalysisError):
    """A notation that names no code point."""


class UnknownName(HebrusAnalysisError):
    """A name that is in no catalogue; the message lists the ones that are."""

    def __init__(self, kind: str, name: object, valid: Iterable[object]) -> None:
        names = list(map(str, valid))
        near = get_close_matches(str(name), names, 5, 0.4)
        listed = names if len(names) <= _LISTED else near
        said = f"use one of: {', '.join(listed)}" if listed else "none is near"
        rest = f" (the nearest of {len(names):,})" if len(names) > _LISTED else ""
        super().__init__(f"unknown {kind} {str(name)!r}; {said}{rest}")


class OracleDamaged(HebrusAnalysisError):
    """A frozen file is missing or is not the one that was locked."""


class MissingPackage(HebrusAnalysisError):
    """An optional package that the call needs is not installed."""
