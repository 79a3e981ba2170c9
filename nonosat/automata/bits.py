"""Sets of cells, or of boundaries between them, as Python integers of any length.

Bit i is cell i, or the boundary before cell i. Shifts and carries move to higher bits. No carry moves to
lower ones, so a pass from the far end is a pass over the mirrored line.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

_MIRRORED_BYTE = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def fill(seeds: int, through: int) -> int:
    """Return the boundaries that are reached from the seeds by stepping over cells of `through`.

    One addition does it: a carry sweeps a run of ones.
    """
    return ((through + (seeds & through)) ^ through) | seeds


def reach(seeds: int, through: int, steps: int) -> int:
    """Like `fill`, but with at most `steps` steps."""
    if steps:
        seeds |= (seeds & through) << 1
        for more in growth(steps):
            seeds |= (seeds & fits(through, more)) << more
    return seeds


@lru_cache(maxsize=1024)
def growth(length: int) -> tuple[int, ...]:
    """Return the shifts that extend single cells to runs of `length`: each at most doubles the runs."""
    start, shifts = 1, []
    while start < length:
        shifts.append(min(start, length - start))
        start += shifts[-1]
    return tuple(shifts)


def fits(cells: int, length: int) -> int:
    """Return the cells at which a run of `length` of these cells begins."""
    for shift in growth(length):
        cells &= cells >> shift
    return cells


def spread(starts: int, length: int) -> int:
    """Return the cells of all runs of `length` cells that begin at the starts."""
    for shift in growth(length):
        starts |= starts << shift
    return starts


def mirror_all(sets: Sequence[int], width: int) -> list[int]:
    """Return the sets, of at most `width` bits, mirrored and in reverse order."""
    size = width + 7 >> 3
    spare = 8 * size - width
    mirrored = (bits.to_bytes(size, "little").translate(_MIRRORED_BYTE) for bits in reversed(sets))
    return [int.from_bytes(found, "big") >> spare for found in mirrored]


_DIGITS = [bytes(b"01"[mask >> value & 1] for mask in range(256)) for value in range(8)]


def by_value(have: Sequence[int], values: int) -> list[int]:
    """Turn the values that each cell may have into the cells that may have each value."""
    mirrored = have[::-1]
    if values <= 8:  # nearly always; five times faster
        text = bytes(mirrored)
        return [int(b"0" + text.translate(digits), 2) for digits in _DIGITS[:values]]
    return [int("0" + "".join(["01"[mask >> value & 1] for mask in mirrored]), 2) for value in range(values)]
