"""Narrows the puzzles of many pictures of one size, one after another, in machine code.

Each picture reuses the layout of the previous one; only its clues are new.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from nonosat.line.compiled import Ints
from nonosat.narrowing import kernel, kernel_layers, kernel_pictures
from nonosat.narrowing.growth import CompiledGrowth, open_cells
from nonosat.narrowing.layout import grid_of
from nonosat.narrowing.probes import depths
from nonosat.problem import CellValue
from nonosat.processes.limits import NO_CLOCK, Clock

_FEW = 3  # up to this many layers, one pass at full depth is faster than deepening step by step
_SLICE = 50_000  # cells of lines narrowed between checks of the clock: less than a tenth of a second


class CompiledPictures:
    """Finds the cells of a picture that lines, and refutations in a few layers, leave open."""

    def __init__(self, lines: Sequence[tuple[int, ...]], colours: int) -> None:
        """`lines` has the cells of each row and column; `colours` includes the background."""
        self._cells = max(map(max, lines)) + 1
        self._lines_cells = list(lines)
        self._lines = grid_of(self._lines_cells, self._cells, colours)
        state = kernel.state_of(self._lines, [0] * self._cells)
        self._state = kernel.with_trail(self._lines, state)
        self._growth: CompiledGrowth | None = None
        self._slice = max(1, _SLICE // max(map(len, lines)))

    @classmethod
    def warm_up(cls) -> None:
        """Let numba compile everything, or load it from its cache."""
        for colours in (2, 3):
            pictures = cls([(0, 1), (2, 3), (0, 2), (1, 3)], colours)
            pictures.open_cells([0, 1, 1, 0], 3)
            pictures.after_each([0, 1, 1, 0], [(0, 1)])
            pictures.growth([0, 1, 1, 0]).grow([[(0, 1), (1, 0)]])

    def open_cells(
        self,
        values: Sequence[int],
        layers: int = 0,
        among: Iterable[int] | None = None,
        clock: Clock = NO_CLOCK,
    ) -> list[int]:
        """Return the cells that lines, and refutations in at most `layers` layers, leave open.

        With `among`, all cells but these are known to begin with. Raises LimitReached once the clock's
        deadline has passed.
        """
        unknown = np.zeros(self._cells, np.int64)
        unknown[slice(None) if among is None else list(among)] = 1
        kernel_pictures.begin(self._lines, self._state, _array(values), unknown)
        self._settle(clock)
        if layers:
            found = kernel_layers.depths_for(self._lines, self._state)
            while self._refuted(found, layers, clock):
                self._settle(clock)
        return open_cells(self._lines, self._state)

    def after_each(
        self, values: Sequence[int], options: Sequence[CellValue], clock: Clock = NO_CLOCK
    ) -> list[int]:
        """Return, for each change of one cell, how many cells lines leave open after it.

        Raises LimitReached once the clock's deadline has passed.
        """
        picture, changes = _array(values), np.array(options, np.int64).reshape(-1, 2)
        found, progress = np.zeros(len(changes), np.int64), np.zeros(2, np.int64)
        lines, state = self._lines, self._state
        while not kernel_pictures.after_each(lines, state, picture, changes, found, progress, self._stop()):
            clock.check()
        counts: list[int] = found.tolist()
        return counts

    def growth(self, values: Sequence[int], clock: Clock = NO_CLOCK) -> CompiledGrowth:
        """Return what lines deduce about a picture; the next call invalidates it.

        Raises LimitReached once the clock's deadline has passed.
        """
        if self._growth is None:
            self._growth = CompiledGrowth(grid_of(self._lines_cells, self._cells, self._lines.values))
        self._growth.begin(values, clock)
        return self._growth

    def _stop(self) -> int:
        return int(self._state.counts[kernel.NARROWED]) + self._slice

    def _settle(self, clock: Clock) -> None:
        while kernel.settle(self._lines, self._state, self._stop()) == -2:
            clock.check()

    def _refuted(self, found: kernel_layers.Depths, layers: int, clock: Clock) -> bool:
        """Rule out what refutations in few layers exclude in this state; return whether anything was."""
        for depth in (layers,) if layers <= _FEW else depths(layers):
            cell = 0
            while cell < self._cells:
                clock.check()
                cell = kernel_layers.deepen(self._lines, self._state, found, depth, cell, self._stop())
            going = bool(found.going[0])
            if kernel_pictures.strike_refuted(self._lines, self._state, found, not going or depth == layers):
                return True
            if not going:
                break
        return False


def _array(values: Sequence[int]) -> Ints:
    return np.frombuffer(bytes(values), np.uint8).astype(np.int64)
