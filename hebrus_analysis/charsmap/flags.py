"""What SentencePiece does to spaces before and after the map: the whitespace flags of a normalizer_spec, as stages.

Source: SentencePiece ``normalizer.cc``, ``Normalizer::Normalize``. There the map and the flags are one loop; here the
map comes first and each flag is a stage of its own. The three flags changed their defaults between wheels, so none of
them has a default here; ``treat_whitespace_as_suffix`` is in the trainer_spec.
"""

from collections.abc import Iterator
from dataclasses import dataclass
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
        mapped: the map's own stage, since a replacement that holds several spaces keeps those inside.
    """
    text = mapped.result
    if not mapped.source:
        return ()
    found: list[Stage] = []

    def add(name: str, pieces: Iterator[Piece]) -> None:
        nonlocal text
        found.append(stage(name, pieces))
        text = found[-1].result

    units = list(_units(mapped))
    if flags.remove_extra_whitespaces:
        add("extra whitespace removed", _without_extra(units))
        if all(unit == " " for unit in units):
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


def _units(mapped: Stage) -> Iterator[str]:
    """Yield what the map made in one go: of a rule its whole replacement, of what passed each character."""
    for piece in mapped.pieces:
        if piece.why:
            yield piece.made
        else:
            yield from piece.made


def _without_extra(units: list[str]) -> Iterator[Piece]:
    """Remove single spaces in front; then the spaces that a unit begins with where the text before ends in one."""
    leading, after_space = True, True
    for unit in units:
        kept = unit.lstrip(" ") if after_space else unit
        if leading and unit == " ":
            kept = ""
        else:
            leading = False
        yield Piece(unit, kept, "extra spaces removed" if kept != unit else "")
        if kept:
            after_space = kept.endswith(" ")


def _escaped(text: str) -> Iterator[Piece]:
    for char in text:
        yield Piece(char, SPACE_SYMBOL, "space escaped") if char == " " else Piece(char, char)


def _without_trailing(text: str, space: str) -> Iterator[Piece]:
    kept = text.rstrip(space)
    yield Piece(kept, kept)
    if kept != text:
        yield Piece(text[len(kept) :], "", "trailing spaces removed")
