"""A depth-first search over the cells that probes leave open.

It is for puzzles whose search takes less time than starting a solver.
"""

from __future__ import annotations

from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.propagation.constants import DONE, FAR, REFUTED, UNFINISHED
from nonosat.propagation.layout import Layout
from nonosat.propagation.memory import Ints, zeros
from nonosat.propagation.probe import AN_ASSUMPTION, Probing
from nonosat.propagation.state import State

try:
    import cython
except ImportError:
    from nonosat.propagation import interpreted as cython

_CELLS = 200  # choosing the next of this many cells takes as long as a look at a line


class Search:
    """The assumptions of a search, in order: the length of the trail before each, its cell and its value."""

    probing: Probing
    state: State
    layout: Layout
    length: Ints
    cell: Ints
    value: Ints

    def __init__(self, probing: Probing) -> None:
        """Start from a settled state; solutions are noted where probes note theirs."""
        self.probing, self.state, self.layout = probing, probing.state, probing.state.layout
        most = self.layout.cells * self.layout.values + 1
        self.length, self.cell, self.value = zeros(most), zeros(most), zeros(most)

    def run(self, most: int, clock: Clock = NO_CLOCK) -> bool:
        """Search until two solutions are found, or all, within about `most` work; return whether that was
        achieved. Values that the state has lost then are in no solution.
        """
        self.state.begin_call(clock)
        with cython.nogil:
            outcome = self._run(most)
        self.state.end_call()
        if outcome == REFUTED:
            self.state.contradiction = AN_ASSUMPTION
        if outcome == DONE and self.probing.found_count == 1:
            for cell, value in enumerate(self.probing.solutions[0]):
                self.state.assume(cell, value)
            self.state.narrow()
        return bool(outcome != UNFINISHED)

    def _run(self, most: int) -> int:
        stop = self.state.work + most
        depth, met = (
            0,
            False,
        )  # how many assumptions hold, and whether there was a solution
        while True:
            if self.state.work >= stop or self.state.stopped:
                self.state.undo(0)
                return UNFINISHED
            cell = self._choose()
            stop -= self.layout.cells // _CELLS
            failed = cell < 0
            if failed:
                met = True
                self.probing.note_solution()
                if self.probing.found_count == 2:
                    self.state.undo(0)
                    return DONE
            else:
                value = self.layout.values - 1
                while not self.state.has(cell, value):  # the background comes last
                    value -= 1
                self.length[depth], self.cell[depth], self.value[depth] = self.state.trail, cell, value
                depth += 1
                self.state.trailing = True
                self.state.fix(cell, value)
                failed = self.state.settle(FAR) >= 0
            while failed:
                if depth == 0:
                    if met:
                        self.state.undo(0)
                    return DONE if self.probing.found_count else REFUTED
                depth -= 1
                self.state.undo(self.length[depth])
                if met:  # values that are excluded after a solution may be in solutions
                    self.state.trailing = True
                self.state.strike(self.cell[depth], self.value[depth])
                failed = self.state.settle(FAR) >= 0

    def _choose(self) -> int:
        """Return the open cell with the most known neighbours, -1 if none is open."""
        best, most = -1, -1
        for cell in range(self.layout.cells):
            if self.state.is_open(cell):
                known = self.probing.known_beside(cell)
                if known > most:
                    best, most = cell, known
                    if known == 2 * (self.layout.seen_at[cell + 1] - self.layout.seen_at[cell]):
                        break  # all neighbours are known
        return best
