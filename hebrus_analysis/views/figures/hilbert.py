"""Code space on a Hilbert curve: neighbours in number are neighbours on paper, and a block is one patch."""

from functools import lru_cache
from typing import Final, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

Value = TypeVar("Value", bound=np.generic)

SIDE: Final = 256  # of a plane: 256 x 256 cells are its 65,536 code points


def positions(index: ArrayLike, side: int = SIDE) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return column and row of each index along the curve, shapes of the input.

    Args:
        index: places along the curve, 0 to side * side - 1; 0 is the top left corner.
        side: a power of two.

    >>> [places.tolist() for places in positions([0, 1, 2, 3], side=2)]
    [[0, 0, 1, 1], [0, 1, 1, 0]]
    """
    rest = np.asarray(index, dtype=np.int64)
    x, y = np.zeros_like(rest), np.zeros_like(rest)
    width = 1
    while width < side:
        right = rest >> 1 & 1
        down = (rest ^ right) & 1
        # A quarter in the upper row is turned, so that its end meets the next quarter's start.
        flip, swap = (down == 0) & (right == 1), down == 0
        x, y = np.where(flip, width - 1 - x, x), np.where(flip, width - 1 - y, y)
        x, y = np.where(swap, y, x), np.where(swap, x, y)
        x, y = x + width * right, y + width * down
        rest = rest >> 2
        width *= 2
    return x, y


@lru_cache(maxsize=1)
def _plane() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    return positions(np.arange(SIDE * SIDE))


def square(values: NDArray[Value]) -> NDArray[Value]:
    """Lay the values of one plane, shape (65536, ...), on its square, shape (256, 256, ...)."""
    x, y = _plane()
    out = np.empty((SIDE, SIDE, *values.shape[1:]), dtype=values.dtype)
    out[y, x] = values
    return out


def outlines(patches: NDArray[np.generic]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the borders between patches, upright and level: x and y of the two ends of each, both of shape (2, n).

    Args:
        patches: the patch of each cell, shape (rows, columns); cell (r, c) covers x from c to c+1, y from r to r+1.

    >>> [places.tolist() for places in outlines(np.array([[1, 2], [1, 2]]))]
    [[[1], [1]], [[0], [2]]]
    """
    column, top, bottom = _runs((patches[:, 1:] != patches[:, :-1]).T)
    row, left, right = _runs(patches[1:] != patches[:-1])
    x = np.stack([np.concatenate([column + 1, left]), np.concatenate([column + 1, right])])
    y = np.stack([np.concatenate([top, row + 1]), np.concatenate([bottom, row + 1])])
    return x, y


def _runs(lines: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return line, start and end of each run of true values along the lines."""
    turns = np.diff(np.pad(lines.astype(np.int8), ((0, 0), (1, 1))))
    line, start = np.nonzero(turns == 1)
    return line, start, np.nonzero(turns == -1)[1]


def deepest(mask: NDArray[np.bool_]) -> tuple[float, float]:
    """Return column and row of the cell farthest from the edge of a patch, where a label has the most room."""
    left = np.pad(mask, 1)
    while True:
        inner = left.copy()
        inner[1:-1, 1:-1] &= left[:-2, 1:-1] & left[2:, 1:-1] & left[1:-1, :-2] & left[1:-1, 2:]
        if not inner.any():
            row, column = np.nonzero(left)
            return float(column.mean()) - 0.5, float(row.mean()) - 0.5
        left = inner
