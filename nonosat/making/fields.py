"""Random pictures: even, smooth or from a grey picture, and symmetric if asked.

Only `Random.random` is used, because its numbers are the same in every version of Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import TypeVar

from nonosat.making.order import Grey, Order, Space

T = TypeVar("T")

FINE = 3
"""A picture for cells that are not squares is read at this multiple of the size."""

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
        smooth = _average(level, order.space)
        lowest = sorted(smooth)[: round(order.density * len(level))]
        black = [bool(lowest) and here <= lowest[-1] for here in smooth]
    else:
        black = [here < order.density * _MOST for here in level]
    return _colour(order, black, random)


@lru_cache(maxsize=4)
def _orbits(space: Space, symmetry: str) -> tuple[tuple[int, ...], ...]:
    moved = space.puzzle.mirrors[symmetry] if symmetry else ()
    orbits = {tuple(sorted({cell, *(cells[cell] for cells in moved)})) for cell in range(space.cells)}
    return tuple(sorted(orbits))


def orbits(order: Order) -> tuple[tuple[int, ...], ...]:
    """Return the sets of cells that the symmetry makes equal; single cells without one."""
    return _orbits(order.space, order.symmetry)


def _levels(order: Order, random: Random) -> list[int]:
    """Return a random number below `_MOST` per cell, with the symmetry of the order."""
    level = [0] * order.space.cells
    for orbit in orbits(order):
        here = int(random.random() * _MOST)
        for cell in orbit:
            level[cell] = here
    return level


def _average(level: Sequence[int], space: Space) -> list[int]:
    """Average each cell with those that touch it, as Simon Tatham's Pattern does once."""
    # These are integers, so that the order of addition does not matter.
    return [sum([level[cell] for cell in around]) // len(around) for around in space.around]


def _colour(order: Order, black: Sequence[bool], random: Random) -> list[int]:
    """Give each cell that is not background a colour; smooth pictures get coloured patches."""
    if order.colours == 1:
        return [int(one) for one in black]
    hue = _levels(order, random)
    if order.smooth:
        twice = _average(_average(hue, order.space), order.space)
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
    least = threshold or _threshold(grey)
    return tuple([1 + abs(level - least) for level in b"".join(grey)])


@lru_cache(maxsize=4)
def _threshold(grey: Grey) -> int:
    from nonosat.formats.photo import threshold

    return threshold(grey)
