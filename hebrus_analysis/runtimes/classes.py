r"""Which code points an expression's classes hold in each engine: ``\p{L}``, ``\p{M}``, ``\p{N}``, ``\s`` and others.

Each engine is asked about every scalar value in one go, and answers with ranges. Python's ``re`` has no ``\p``.
"""

import json
import re
import subprocess
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version
from typing import Any, Final

from hebrus_analysis.runtimes import python
from hebrus_analysis.runtimes.places import PROGRAMS, on_path
from hebrus_analysis.runtimes.runtime import NotInstalled

#: The classes that published expressions are made of.
CLASSES: Final = (
    r"\p{L}",
    r"\p{M}",
    r"\p{N}",
    r"\p{P}",
    r"\p{S}",
    r"\p{Lu}",
    r"\p{Ll}",
    r"\p{Lt}",
    r"\p{Lm}",
    r"\p{Lo}",
)
SPACE: Final = r"\s"
#: What `re` has.
_OF_RE: Final = (r"\s", r"\d", r"\w")
#: What an expression that ignores case takes for these letters, which end the English contractions.
IGNORING_CASE: Final = tuple(f"(?i:{letter})" for letter in "stremvld")
#: What steps of tokenizers, other than expressions, take out or cut at: class, step, its settings.
OF_STEPS: Final = {
    r"\p{M} of StripAccents": ("normalizers", "StripAccents", {}),
    r"\p{Mn} of BertNormalizer": (
        "normalizers",
        "BertNormalizer",
        {"clean_text": False, "handle_chinese_chars": False, "strip_accents": True, "lowercase": False},
    ),
    r"\p{P} of Punctuation": ("pre_tokenizers", "Punctuation", {}),
    r"\p{P} of BertPreTokenizer": ("pre_tokenizers", "BertPreTokenizer", {}),
    r"\p{N} of Digits": ("pre_tokenizers", "Digits", {}),
}
_TIMEOUT: Final = 120
#: Characters of one call: `tokenizers` takes a time that grows faster than its text.
_PART: Final = 1 << 13

Ranges = list[tuple[int, int]]


@dataclass(frozen=True)
class Engine:
    """An engine of regular expressions, and what its classes hold.

    Attributes:
        name: what the registry calls it.
        version: its own.
        unicode: the Unicode version that it claims; "" where it claims none.
        members: class to ranges of code points, both ends inside, ascending.
    """

    name: str
    version: str
    unicode: str
    members: dict[str, Ranges]


def engines() -> dict[str, Callable[[], Engine]]:
    """Return how each engine is asked; the call raises `NotInstalled` where it is not there."""
    return {
        "regex": _regex,
        "tokenizers": _tokenizers,
        "steps of tokenizers": _steps,
        "re": _re,
        "node": _node,
        "java": _java,
    }


@lru_cache(maxsize=1)
def _scalars() -> str:
    return "".join(map(chr, (*range(0xD800), *range(0xE000, 0x110000))))


def _at(place: int) -> int:
    """Return the scalar value that stands at a place of all of them."""
    return place if place < 0xD800 else place + 0x800


def _ranges(spans: Iterator[tuple[int, int]]) -> Ranges:
    """Return spans of places as ranges of code points, cut at the surrogates and joined where they touch."""
    out: Ranges = []
    for start, end in spans:
        cuts = [(start, 0xD800), (0xD800, end)] if start < 0xD800 < end else [(start, end)]
        for first, last in cuts:
            if out and out[-1][1] + 1 == _at(first):
                out[-1] = (out[-1][0], _at(last - 1))
            else:
                out.append((_at(first), _at(last - 1)))
    return out


def _regex() -> Engine:
    package = python.imported("regex")
    classes = (*CLASSES, SPACE, *IGNORING_CASE)
    members = {
        each: _ranges(match.span() for match in package.finditer(f"{each}+", _scalars(), package.V0))
        for each in classes
    }
    return Engine("regex", version("regex"), "", members)


def _re() -> Engine:
    classes = (*_OF_RE, *IGNORING_CASE)
    members = {each: _ranges(match.span() for match in re.finditer(f"{each}+", _scalars())) for each in classes}
    return Engine("re", f"CPython {unicodedata.unidata_version}", unicodedata.unidata_version, members)


def _tokenizers() -> Engine:
    """Through the pre-tokenizer that a tokenizer.json names: Split, which takes out what matches."""
    package = python.imported("tokenizers")

    def ask(each: str) -> Ranges:
        split = package.pre_tokenizers.Split(package.Regex(f"{each}+"), "removed")
        return _ranges(
            (start + a, start + b)
            for start in range(0, len(_scalars()), _PART)
            for a, b in _removed(split, _scalars()[start : start + _PART])
        )

    classes = (*CLASSES, SPACE, *IGNORING_CASE)
    return Engine("tokenizers", version("tokenizers"), "", {each: ask(each) for each in classes})


def _removed(split: Any, text: str) -> Iterator[tuple[int, int]]:
    left = [place for _, span in split.pre_tokenize_str(text) for place in span]
    bounds = [0, *left, len(text)]
    return ((a, b) for a, b in zip(bounds[::2], bounds[1::2], strict=True) if a < b)


def _steps() -> Engine:
    """Each character after another: what a normalizer takes out, a pre-tokenizer cuts off."""
    package = python.imported("tokenizers")

    def ask(module: str, name: str, settings: dict[str, bool]) -> Ranges:
        step = getattr(getattr(package, module), name)(**settings)
        found: list[int] = []
        for start in range(0, len(_scalars()), _PART):
            chars = _scalars()[start : start + _PART]
            between = "\ue000" if "x" in chars else "x"
            text = "".join(between + char for char in chars)
            if module == "normalizers":
                left = step.normalize_str(text).split(between)[1:]
                taken = {char for char, kept in zip(chars, left, strict=True) if not kept}
            else:
                taken = {piece for piece, _ in step.pre_tokenize_str(text) if len(piece) == 1} - {between}
            found += [start + place for place, char in enumerate(chars) if char in taken]
        return _ranges((place, place + 1) for place in found)

    return Engine("steps of tokenizers", version("tokenizers"), "", {each: ask(*how) for each, how in OF_STEPS.items()})


def _node() -> Engine:
    return _program("node", [on_path("node"), str(PROGRAMS / "classes.js")])


def _java() -> Engine:
    return _program("java", [on_path("java"), str(PROGRAMS / "Classes.java")])


def _program(name: str, command: list[str]) -> Engine:
    """Run a program that is given the classes as JSON and prints an engine as JSON.

    Raises:
        NotInstalled: it does not run here.
    """
    asked = json.dumps([*CLASSES, SPACE, *IGNORING_CASE])
    try:
        done = subprocess.run([*command, asked], capture_output=True, text=True, timeout=_TIMEOUT, check=True)
        said = json.loads(done.stdout)
        members = {each: [(first, last) for first, last in ranges] for each, ranges in said["members"].items()}
        return Engine(name, said["version"], said["unicode"], members)
    except (OSError, ValueError, KeyError, subprocess.SubprocessError) as error:
        raise NotInstalled(f"{command[0]} does not answer: {error}") from None
