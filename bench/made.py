"""Random puzzles made to order that lines solve: how long one takes, and how many cells are changed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import mean

from bench.figures import Figure
from bench.setting import Setting, progress
from nonosat.toolkit import Made, Order, make

SIDES: dict[int, tuple[int, float]] = {25: (50, 0.06), 100: (6, 10.0)}
"""Side -> how many are made at a density of 0.5, and in how many seconds each is to be."""

OTHERS = (0.55, False), (0.6, False), (0.65, False), (0.5, True)
"""Other densities, even and smooth, at the largest side."""


def time_making(setting: Setting) -> Iterator[Figure]:
    """The sides at a density of 0.5, and the largest one at others."""
    for side, (number, reach) in SIDES.items():
        yield from _figures(Order(width=side, height=side, density=0.5), number, reach)
    side = max(SIDES)
    for density, smooth in OTHERS:
        order = Order(width=side, height=side, density=density, smooth=smooth)
        yield from _figures(order, SIDES[side][0], None)


def _figures(order: Order, number: int, reach: float | None) -> Iterator[Figure]:
    what = f"{order.width}x{order.height}, density {order.density:g}{', smooth' if order.smooth else ''}"
    progress(f"generate: {what}")
    seconds, changed = [], []
    for candidate in range(number):
        begin = time.process_time()
        found = make(order, candidate)
        seconds.append(time.process_time() - begin)
        if isinstance(found, Made):
            changed.append(100 * found.changed / (order.width * order.height))
    note = f"longest {max(seconds):.3g} s; {len(changed)} of {number} candidates"
    yield Figure(f"{what}: mean", mean(seconds) if changed else None, "s", reach, note=note)
    if changed:
        yield Figure(f"{what}: cells changed", mean(changed), "%", note=f"at most {max(changed):.3g} %")
