"""Sets of cells, or of boundaries between them, as Python integers of any length.

Bit i is cell i, or the boundary before cell i. Shifts and carries move to higher bits. No carry moves to
lower ones, so a pass from the far end is a pass over the mirrored line.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
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


def growth(length: int, start: int = 1) -> tuple[int, ...]:
    """Return the shifts that extend runs of `start` cells to runs of `length`: each at most doubles."""
    shifts = []
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
    wide = word(width)
    return [bits >> wide - width for bits in mirrorer(wide, len(sets))(sets)]


def word(width: int) -> int:
    """Return the smallest width of at least this many bits that a `mirrorer` can have."""
    return 32 if width <= 32 else 64 if width <= 64 else (width + 7) // 8 * 8


@lru_cache(maxsize=1024)
def mirrorer(width: int, count: int) -> Callable[[Sequence[int]], Sequence[int]]:
    """Return a function that mirrors `count` sets of `width` bits and reverses their order.

    The width is a `word`. Short sets are mirrored all at once, in a quarter of the time.
    """
    if width <= 64:
        words = struct.Struct(f"<{count}{'I' if width == 32 else 'Q'}")
        pack, unpack = words.pack, words.unpack
        return lambda sets: unpack(pack(*sets)[::-1].translate(_MIRRORED_BYTE))

    size = width // 8
    read = int.from_bytes
    return lambda sets: [
        read(bits.to_bytes(size, "little").translate(_MIRRORED_BYTE), "big") for bits in reversed(sets)
    ]


_DIGITS = [bytes(b"01"[mask >> value & 1] for mask in range(256)) for value in range(8)]


def by_value(have: Sequence[int], values: int) -> list[int]:
    """Turn the values that each cell may have into the cells that may have each value."""
    mirrored = have[::-1]
    if values <= 8:  # nearly always; five times faster
        text = bytes(mirrored)
        return [int(b"0" + text.translate(digits), 2) for digits in _DIGITS[:values]]
    return [int("0" + "".join(["01"[mask >> value & 1] for mask in mirrored]), 2) for value in range(values)]
