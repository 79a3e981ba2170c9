"""The fewest or the most cells of a colour among many sets of places of a line, with numpy.

A dynamic program block by block, for all sets at once; `totals` has the one for a single set, without numpy.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from nonosat.line.masks import Can
from nonosat.line.totals import bounds
from nonosat.problem import Clue

Numbers = NDArray[np.int64]

_NONE = 1 << 20  # what an impossible cell costs: more than any number of cells


def bounds_of_sets(blocks: Clue, n: int, can: Can, sets: Sequence[int], colour: int, most: bool) -> Numbers:
    """Return the fewest cells of a colour among each of some sets of places, or the `most`; 0 if there is
    no arrangement."""
    if any(block.low != block.high for block in blocks):
        found = [bounds(blocks, n, can, places, colour) for places in sets]
        return np.array([pair[most] if pair else 0 for pair in found], np.int64)
    sign = -1 if most else 1
    counted = sign * _sums(membership(sets, n))
    # By the number of cells read: the cost of those that cannot be background; and the least total.
    white = _sums(_NONE * (1 - membership([can[0]], n)))
    least = np.repeat(white, len(sets), axis=0)
    before = 0
    for block in blocks:
        gap = int(block.colour == before)  # a background cell is between two blocks of a colour
        first, last = n + 1 - block.low, block.low + gap
        cost = _sums(_NONE * (1 - membership([can[block.colour]], n)))
        if block.colour == colour:
            cost = cost + counted
        begun = least[:, : first - gap] + white[:, gap:first] - white[:, : first - gap]
        least = np.full_like(least, n * _NONE * 4)
        least[:, last:] = begun + cost[:, last:] - cost[:, gap:first]
        least = white + np.minimum.accumulate(least - white, axis=1)
        before = block.colour
    total = least[:, n]
    return np.where(total < _NONE // 2, sign * total, 0)


def membership(sets: Sequence[int], n: int) -> Numbers:
    """Return sets, given as masks, as a table: a row per set of numbers below n, with 1 for its members."""
    width = n + 7 >> 3
    packed = np.frombuffer(b"".join([s.to_bytes(width, "little") for s in sets]), np.uint8)
    bits = np.unpackbits(packed.reshape(len(sets), width), axis=1, bitorder="little")
    return bits[:, :n].astype(np.int64)


def _sums(rows: Numbers) -> Numbers:
    """Return the sum of the first 0, 1, ... numbers of each row."""
    return np.concatenate([np.zeros((len(rows), 1), np.int64), np.cumsum(rows, axis=1)], axis=1)
