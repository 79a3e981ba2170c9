"""Random pictures: even, smooth or from a grey picture, and symmetric if asked.

Only `Random.random` is used, because its numbers are the same in every version of Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import TypeVar

from nonosat.making.order import Grey, Order
from nonosat.puzzles.symmetry import MOVES

T = TypeVar("T")

_MOST = 1 << 32

_SHIFT, _NOISE = 24.0, 160.0
"""The most grey levels by which a picture's threshold moves, up or down, and the width of the noise per cell.

The noisier a picture, the harder its puzzle.
"""


def pick(random: Random, things: Sequence[T]) -> T:
    """Return a random one of these things."""
    return things[int(random.random() * len(things))]


def field(order: Order, random: Random) -> list[int]:
    """Return the values of a random picture's cells, row by row."""
    if order.grey:
        return _after_grey(order, random)
    level = _levels(order, random)
    if order.smooth:
        smooth = _averaged(level, order.width, order.height)
        lowest = sorted(smooth)[: round(order.density * len(level))]
        black = [bool(lowest) and here <= lowest[-1] for here in smooth]
    else:
        black = [here < order.density * _MOST for here in level]
    return _coloured(order, black, random)


@lru_cache(maxsize=4)
def _orbits(width: int, height: int, symmetry: str) -> tuple[tuple[int, ...], ...]:
    grid = [tuple(range(r * width, (r + 1) * width)) for r in range(height)]
    used = {"v": MOVES[:1], "h": MOVES[1:2], "both": MOVES[:3], "turn": MOVES[2:3]}.get(symmetry, ())
    moved = [[cell for row in move(grid) for cell in row] for move in used]
    found = {tuple(sorted({cell, *(cells[cell] for cells in moved)})) for cell in range(width * height)}
    return tuple(sorted(found))


def orbits(order: Order) -> tuple[tuple[int, ...], ...]:
    """Return the sets of cells that the symmetry makes equal; single cells without one."""
    return _orbits(order.width, order.height, order.symmetry)


def _levels(order: Order, random: Random) -> list[int]:
    """Return a random number below `_MOST` per cell, with the symmetry of the order."""
    level = [0] * (order.width * order.height)
    for orbit in orbits(order):
        here = int(random.random() * _MOST)
        for cell in orbit:
            level[cell] = here
    return level


def _averaged(level: Sequence[int], width: int, height: int) -> list[int]:
    """Average each cell with its neighbours, as Simon Tatham's Pattern does once."""
    found = []
    for r in range(height):
        for c in range(width):
            around = [
                level[y * width + x]
                for y in range(max(0, r - 1), min(height, r + 2))
                for x in range(max(0, c - 1), min(width, c + 2))
            ]
            found.append(sum(around) // len(around))  # integers: the order of addition does not matter
    return found


def _coloured(order: Order, black: Sequence[bool], random: Random) -> list[int]:
    """Give each cell that is not background a colour; smooth pictures get coloured patches."""
    if order.colours == 1:
        return [int(one) for one in black]
    hue = _levels(order, random)
    if order.smooth:
        twice = _averaged(_averaged(hue, order.width, order.height), order.width, order.height)
        ranked = sorted(orbits(order), key=lambda orbit: (twice[orbit[0]], orbit))
        for rank, orbit in enumerate(ranked):  # about the same number of cells of each colour
            for cell in orbit:
                hue[cell] = _MOST * rank // len(ranked)
    return [1 + hue[cell] * order.colours // _MOST if one else 0 for cell, one in enumerate(black)]


def _after_grey(order: Order, random: Random) -> list[int]:
    """Return the grey picture at a random threshold, with some noise per cell."""
    threshold = _threshold(order.grey) + (2 * random.random() - 1) * _SHIFT
    noise = random.random() * _NOISE
    return [int(level < threshold + (random.random() - 0.5) * noise) for level in b"".join(order.grey)]


@lru_cache(maxsize=4)
def distances(grey: Grey) -> tuple[int, ...]:
    """Return how far each cell of a grey picture is from the threshold between black and white."""
    return tuple(abs(level - _threshold(grey)) for level in b"".join(grey))


def costs(grey: Grey, threshold: int | None = None) -> tuple[int, ...]:
    """Return the cost of changing each cell: the less certain its colour, the lower.

    Levels below `threshold` are black; it defaults to Otsu's.
    """
    if threshold is None:
        return tuple([1 + apart for apart in distances(grey)])
    return tuple([1 + abs(level - threshold) for level in b"".join(grey)])


@lru_cache(maxsize=4)
def _threshold(grey: Grey) -> int:
    from nonosat.formats.photo import otsu

    histogram = [0] * 256
    for level in b"".join(grey):
        histogram[level] += 1
    return otsu(histogram)
