"""What can be dated, and how each is asked: callables, recorded lanes, sets, and what a name stands for."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

from hebrus_analysis.charsmap import generations
from hebrus_analysis.charsmap.blob import Charsmap
from hebrus_analysis.errors import MissingPackage, NotDeterministic, NotText, UnknownName
from hebrus_analysis.runtimes import recorded
from hebrus_analysis.unicode.codepoints import MAX, label, spell

Normalizer = Callable[[str], str]


def named(name: str) -> Charsmap | Path | Normalizer | dict[int, str]:
    """Return what a name stands for: a model file, a stock map, a package that is here, or a recorded runtime.

    Raises:
        UnknownName: none of these; the message lists the names.
    """
    if Path(name).is_file():
        return Path(name)
    if name in INSTALLED:
        try:
            return INSTALLED[name]()
        except ImportError:
            raise MissingPackage(f"{name} is not installed here", "opinions") from None
    if name in recorded.names():
        return lane(name)
    try:
        return generations.load(name)
    except UnknownName:
        known = [*INSTALLED, *generations.catalogue(), *recorded.names()]
        raise UnknownName("file, map or runtime", name, known) from None


def lane(name: str) -> dict[int, str]:
    """Return the recorded NFKC of a runtime: what it makes of each code point that it changes.

    Raises:
        NotText: the runtime has no NFKC.
    """
    if not _normalizes(name):
        family = name.split("-", maxsplit=1)[0]
        others = [known for known in recorded.names() if known.startswith(family) and _normalizes(known)]
        hint = f"; these have one: {', '.join(others)}" if others else ""
        raise NotText(f"{name} is recorded without an NFKC, so there is nothing to date{hint}")
    said = recorded.answers(name, "NFKC").items()
    return {cp: _read(text) for cp, text in said if not text.startswith("!")}


def _normalizes(name: str) -> bool:
    return "NFKC" in recorded.record(name).normalizers


def _read(said: str) -> str:
    return "".join(chr(int(number[2:], 16)) for number in said.split() if number != "(nothing)")


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


def asked(normalizer: Normalizer, twice: bool) -> Callable[[NDArray[np.uint32]], NDArray[np.object_]]:
    """Ask a callable about each code point and, if it is nobody that we know, once more when it has seen the others.

    What is returned raises NotText where the callable raised or gave no str, NotDeterministic where it gave two
    answers.
    """

    def apply(codepoints: NDArray[np.uint32]) -> NDArray[np.object_]:
        asked = codepoints.tolist()
        made = _ask_all(normalizer, asked)
        again = _ask_all(normalizer, asked) if twice else made
        for codepoint, before, after in zip(asked, made, again, strict=True):
            if before != after:
                answers = f"{spell(before) or 'nothing'}, then {spell(after) or 'nothing'}"
                raise NotDeterministic(f"the normalizer gave two answers for {label(codepoint)}: {answers}")
        return objects(made)

    return apply


def _ask_all(normalizer: Normalizer, codepoints: list[int]) -> list[str]:
    try:
        return list(map(str.__str__, map(normalizer, map(chr, codepoints))))
    except (Exception, SystemExit):
        return [_ask(normalizer, codepoint) for codepoint in codepoints]  # once more, to say of which


def _ask(normalizer: Normalizer, codepoint: int) -> str:
    try:
        made = normalizer(chr(codepoint))
    except (Exception, SystemExit) as error:
        why = " ".join(str(error).split())
        raise NotText(f"the normalizer raised {type(error).__name__} on {label(codepoint)}: {why}") from error
    if not isinstance(made, str):
        raise NotText(
            f"the normalizer gave {type(made).__name__} for {label(codepoint)}; it must take str and give str"
        )
    return str.__str__(made)  # of a subclass the text alone, whatever its own methods do


def replayed(lane: Mapping[int, str]) -> Callable[[NDArray[np.uint32]], NDArray[np.object_]]:
    """Read what was recorded: of a code point that the lane leaves out, itself.

    Raises:
        NotText: a key is no code point, or a value no text.
    """
    for codepoint, made in lane.items():
        if not _is_codepoint(codepoint) or not isinstance(made, str):
            raise NotText(f"a recorded lane maps code points to texts, so {codepoint!r}: {made!r} is none of it")

    def apply(codepoints: NDArray[np.uint32]) -> NDArray[np.object_]:
        return objects([lane.get(cp, chr(cp)) for cp in codepoints.tolist()])

    return apply


def assigned(members: object) -> frozenset[int]:
    """Read a set of code points that something takes for assigned.

    Raises:
        NotText: it is no such set.
    """
    if isinstance(members, (bytes, bytearray)) or not isinstance(members, Iterable):
        raise NotText(f"{type(members).__name__} is nothing that can be dated; see `help(date)` for what can")
    found = list(members)
    for member in found:
        if not _is_codepoint(member):
            raise NotText(f"a set of assigned code points holds numbers up to U+10FFFF, and {member!r} is none")
    return frozenset(map(int, found))


def _is_codepoint(value: object) -> bool:
    return isinstance(value, (int, np.integer)) and 0 <= int(value) <= MAX


def objects(texts: list[str]) -> NDArray[np.object_]:
    """Return texts as an array of str, which an empty text or a short list must not turn into something else."""
    out = np.empty(len(texts), dtype=object)
    out[:] = texts
    return out
