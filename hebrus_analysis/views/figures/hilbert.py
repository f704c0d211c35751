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


def outlines(patches: NDArray[np.generic]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the borders between patches as one broken line: x and y, with a NaN after each segment.

    Args:
        patches: the patch of each cell, shape (rows, columns); cell (r, c) covers x from c to c+1, y from r to r+1.
    """
    row, column = np.nonzero(patches[:, 1:] != patches[:, :-1])
    upright = np.stack([column + 1, column + 1, row, row + 1])
    row, column = np.nonzero(patches[1:] != patches[:-1])
    level = np.stack([column, column + 1, row + 1, row + 1])
    x0, x1, y0, y1 = np.concatenate([upright, level], axis=1).astype(float)
    gap = np.full_like(x0, np.nan)
    return np.stack([x0, x1, gap], axis=1).ravel(), np.stack([y0, y1, gap], axis=1).ravel()


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
