"""What SentencePiece does to spaces before and after the map: the whitespace flags of a normalizer_spec, as stages.

Source: SentencePiece ``normalizer.cc``, ``Normalizer::Normalize``. There the map and the flags are one loop; here the
map comes first and each flag is a stage of its own. The three flags changed their defaults between wheels, so none of
them has a default here; ``treat_whitespace_as_suffix`` is in the trainer_spec.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from hebrus_analysis.charsmap.containers import NormalizerSpec
from hebrus_analysis.unicode.steps import Piece, Stage, stage

#: What stands for a space in pieces: U+2581.
SPACE_SYMBOL: Final = "\u2581"


@dataclass(frozen=True)
class Flags:
    """The whitespace flags.

    Attributes:
        add_dummy_prefix: put one space in front.
        remove_extra_whitespaces: remove spaces at both edges, and all but one of a run.
        escape_whitespaces: write each space as U+2581.
        treat_whitespace_as_suffix: put the space of `add_dummy_prefix` behind instead.
    """

    add_dummy_prefix: bool
    remove_extra_whitespaces: bool
    escape_whitespaces: bool
    treat_whitespace_as_suffix: bool = False


def of(spec: NormalizerSpec) -> Flags | None:
    """Return the flags that a container states; None where it states none, as every one but a spiece.model."""
    prefix, extra, escape = spec.add_dummy_prefix, spec.remove_extra_whitespaces, spec.escape_whitespaces
    if prefix is None or extra is None or escape is None:
        return None
    return Flags(prefix, extra, escape, bool(spec.treat_whitespace_as_suffix))


def stages(flags: Flags, mapped: Stage) -> tuple[Stage, ...]:
    """Return what the flags do to a text that the map has been applied to.

    Args:
        flags: the flags.
        mapped: the map's own stage; whether all that it made are single spaces decides about the dummy prefix.
    """
    text = mapped.result
    if not mapped.source:
        return ()
    found: list[Stage] = []

    def add(name: str, pieces: Iterator[Piece]) -> None:
        nonlocal text
        found.append(stage(name, pieces))
        text = found[-1].result

    only_spaces = all(piece.made.strip(" ") == "" and piece.made for piece in mapped.pieces)
    if flags.remove_extra_whitespaces:
        add("extra whitespace removed", _without_extra(text))
        if only_spaces:
            return tuple(found)
    if flags.add_dummy_prefix and not flags.treat_whitespace_as_suffix:
        add("dummy prefix", iter([Piece("", " ", "a space in front"), Piece(text, text)]))
    if flags.escape_whitespaces:
        add("whitespace escaped", _escaped(text))
    if flags.remove_extra_whitespaces:
        add("trailing whitespace removed", _without_trailing(text, SPACE_SYMBOL if flags.escape_whitespaces else " "))
    if flags.add_dummy_prefix and flags.treat_whitespace_as_suffix:
        behind = SPACE_SYMBOL if flags.escape_whitespaces else " "
        add("dummy suffix", iter([Piece(text, text), Piece("", behind, "a space behind")]))
    return tuple(found)


def _without_extra(text: str) -> Iterator[Piece]:
    """Remove the spaces in front, and all but the first of each run."""
    leading = True
    for is_space, group in groupby(text, lambda char: char == " "):
        run = "".join(group)
        if is_space and (leading or len(run) > 1):
            yield Piece(run, "" if leading else " ", "extra spaces removed")
        else:
            yield Piece(run, run)
        leading = False


def _escaped(text: str) -> Iterator[Piece]:
    for char in text:
        yield Piece(char, SPACE_SYMBOL, "space escaped") if char == " " else Piece(char, char)


def _without_trailing(text: str, space: str) -> Iterator[Piece]:
    kept = text.rstrip(space)
    yield Piece(kept, kept)
    if kept != text:
        yield Piece(text[len(kept) :], "", "trailing spaces removed")
