"""Which changes of a picture let lines decide more of it, in machine code.

The twin of `nonosat.making.growth`, which explains the method.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nonosat.line.compiled import Ints
from nonosat.narrowing import kernel, kernel_growth
from nonosat.narrowing.layout import Lines
from nonosat.problem import CellValue
from nonosat.processes.limits import NO_CLOCK, Clock

_SLICE = 50_000  # cells of lines narrowed between checks of the clock: less than a tenth of a second


class CompiledGrowth:
    """What lines deduce about a picture, in order."""

    def __init__(self, lines: Lines) -> None:
        """`lines` is the layout for the picture's size; its clues are overwritten."""
        self._lines = lines
        self._state = kernel.with_trail(lines, kernel.state_of(lines, [0] * (len(lines.seen_at) - 1)))
        self._notes = kernel_growth.notes_for(lines, self._state)
        self._slice = max(1, _SLICE // int(lines.n.max()))
        self._clock = NO_CLOCK
        self._picture: Ints = np.zeros(0, np.int64)

    @property
    def values(self) -> list[int]:
        """The picture's values, with the changes made so far."""
        values: list[int] = self._picture.tolist()
        return values

    def begin(self, values: Sequence[int], clock: Clock = NO_CLOCK) -> None:
        """Start with a picture. This and `grow` raise LimitReached once the clock's deadline has passed."""
        self._clock = clock
        self._picture = np.array(values, np.int64)
        kernel_growth.begin(self._lines, self._state, self._notes, self._picture)
        while not kernel_growth.settle(self._lines, self._state, self._notes, self._stop()):
            clock.check()

    def open_cells(self) -> list[int]:
        """Return the cells that lines leave open."""
        return open_cells(self._lines, self._state)

    def grow(self, changes: Sequence[Sequence[CellValue]]) -> int:
        """Make those of the changes that decide open cells, most productive first.

        Changes after which known cells would no longer follow are skipped. Return how many were made.
        """
        lines, state, notes, listed = self._lines, self._state, self._notes, kernel_growth.laid_out(changes)
        found, order = np.zeros(len(changes), np.int64), np.arange(len(changes))
        for keep in (False, True):
            progress = np.zeros(kernel_growth.PLACES, np.int64)
            while not kernel_growth.try_changes(
                lines, state, notes, self._picture, listed, order, keep, found, progress, self._stop()
            ):
                self._clock.check()
            order = np.argsort(-found, kind="stable")[: np.count_nonzero(found)]
        return len(order)

    def _stop(self) -> int:
        return int(self._state.counts[kernel.NARROWED]) + self._slice


def open_cells(lines: Lines, state: kernel.State) -> list[int]:
    """Return the cells that are open."""
    masks = kernel.masks([(1 << lines.values) - 1] * (len(lines.seen_at) - 1))
    kernel.read(lines, state, masks)
    cells: list[int] = np.flatnonzero(masks & (masks - np.uint64(1))).tolist()
    return cells
