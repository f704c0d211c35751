"""The face of a runtime: what it is, what it can do, and one call in bulk for each of these."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import Final, TypeVar

A = TypeVar("A")
B = TypeVar("B")

FORMS: Final = ("NFC", "NFD", "NFKC", "NFKD")


@dataclass(frozen=True)
class Failure:
    """An answer that is an error: what the runtime said, or how it died."""

    message: str


#: Tells of each text, which is one character, whether it is a member.
Test = Callable[[Sequence[str]], "list[bool | Failure]"]
#: Makes a text of each text.
Map = Callable[[Sequence[str]], "list[str | Failure]"]


@dataclass(frozen=True)
class Runtime:
    """A real implementation, ready to be asked.

    Attributes:
        name: what the registry calls it.
        version: its own, with that of the library inside where that is what answers.
        unicode: the Unicode version that it claims; "" where it claims none.
        predicates: name to test of single characters.
        trims: name to a function that takes something off the ends of a text.
        normalizers: NFC, NFD, NFKC, NFKD or some of them, each as a function.
        close: end it; a process is told to stop.
    """

    name: str
    version: str
    unicode: str = ""
    predicates: Mapping[str, Test] = field(default_factory=lambda: MappingProxyType({}))
    trims: Mapping[str, Map] = field(default_factory=lambda: MappingProxyType({}))
    normalizers: Mapping[str, Map] = field(default_factory=lambda: MappingProxyType({}))
    close: Callable[[], None] = lambda: None


class NotInstalled(Exception):
    """A runtime that is not on this machine; the message says what is missing."""


class Broken(NotInstalled):
    """A runtime that is here, and was started, but does not say what it is."""


def each(function: Callable[[A], B]) -> Callable[[Sequence[A]], "list[B | Failure]"]:
    """Return a bulk call of a function that takes one text, or whatever; what it raises becomes a `Failure`.

    >>> each(str.strip)([" a", "b "])
    ['a', 'b']
    """
    return partial(_in_bulk, function)


def each_is(function: Callable[[str], object]) -> Test:
    """Return a bulk call of a test that takes one text; what it raises becomes a `Failure`.

    >>> each_is(str.isspace)(["a", " "])
    [False, True]
    """
    return partial(_in_bulk, lambda text: bool(function(text)))


def _in_bulk(function, texts):  # type: ignore[no-untyped-def]
    answers = []
    for text in texts:
        try:
            answers.append(function(text))
        except BaseException as error:  # a panic of Rust is no Exception
            answers.append(failed(error))
    return answers


def failed(error: BaseException) -> Failure:
    """Return an error as an answer, but for those that want to end the program."""
    if isinstance(error, KeyboardInterrupt | SystemExit | GeneratorExit):
        raise error
    return Failure(f"{type(error).__name__}: {error}".splitlines()[0])
