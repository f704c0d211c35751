"""How a text became another, so that it can be done again: a stage turns a whole text piece by piece.

The sources of a stage's pieces are, joined, the text that went in; what was made of them is, joined, the text that
comes out. So an explanation is executable: applying it gives the result.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby


@dataclass(frozen=True)
class Piece:
    """One place where something was done, or nothing.

    Attributes:
        source: what was consumed.
        made: what stands for it.
        why: what did it, in a phrase; "" where it passed unchanged.
        lost: the part of the source that the reason does not account for, such as what stands behind a rule's key.
    """

    source: str
    made: str
    why: str = ""
    lost: str = ""


@dataclass(frozen=True)
class Stage:
    """One pass over a text.

    Attributes:
        name: what it is.
        pieces: what it did, in order.
    """

    name: str
    pieces: tuple[Piece, ...]

    @property
    def source(self) -> str:
        """The text that went in."""
        return "".join(piece.source for piece in self.pieces)

    @property
    def result(self) -> str:
        """The text that comes out."""
        return "".join(piece.made for piece in self.pieces)


def stage(name: str, pieces: Iterable[Piece]) -> Stage:
    """Return a stage, neighbouring pieces that passed unchanged joined."""
    joined: list[Piece] = []
    for acted, group in groupby(pieces, lambda piece: bool(piece.why)):
        if acted:
            joined += group
        else:
            passed = "".join(piece.source for piece in group)
            joined += [Piece(passed, passed)] if passed else []
    return Stage(name, tuple(joined))


def apply(stages: Sequence[Stage], text: str) -> str:
    """Apply stages to the text that they were made of.

    Raises:
        ValueError: a stage was made of another text.
    """
    for each in stages:
        if each.source != text:
            raise ValueError(f"the stage {each.name!r} was made of another text")
        text = each.result
    return text
