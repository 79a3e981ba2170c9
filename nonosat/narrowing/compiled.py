"""The twin of `nonosat.narrowing.lines.Narrowing` in machine code, for Problems that have only lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from nonosat.narrowing import kernel, kernel_layers, kernel_probes, kernel_search
from nonosat.narrowing.layout import lines_of
from nonosat.narrowing.probes import CONTRADICTION, depths
from nonosat.problem import Block, Blocks, CellValue, Problem, is_single
from nonosat.processes.limits import NO_CLOCK, Clock

_SLICE = 50_000  # cells of lines narrowed between checks of the clock: less than a tenth of a second


class CompiledNarrowing:
    """The state of narrowing a Problem; see `lines.Narrowing` for the contract."""

    def __init__(self, problem: Problem, clock: Clock = NO_CLOCK) -> None:
        self.constraints = problem.constraints
        self.contradiction: str | None = None
        self.solutions: list[tuple[int, ...]] = []
        self._possible = problem.possible
        self._lines = lines_of(problem, clock)
        self._slice = max(1, _SLICE // self.size[1])
        self._state = kernel.state_of(self._lines, problem.possible)
        self._agenda: kernel_probes.Agenda | None = None
        if 0 in problem.possible:
            cell = problem.possible.index(0)
            line = int(self._lines.seen_line[self._lines.seen_at[cell]])
            self.contradiction = self.label(line)

    @classmethod
    def warm_up(cls) -> None:
        """Let numba compile everything, or load it from its cache."""
        for colours, n in ((1, 2), (2, 2)):  # short lines of one colour take a separate path
            clue = tuple(Block(colour, 1, 1) for colour in range(1, colours + 1))
            cells = tuple(range(n))
            state = cls(Problem((colours + 1,) * n, (Blocks(cells, clue), Blocks(cells[::-1], clue)), cells))
            state.narrow()
            state.copy().assume(0, 1)
            state.shallowest(2)
            state.probe(100, 100)
            state.search(100)
            _ = state.possible

    @property
    def size(self) -> tuple[int, int]:
        """The number of lines, and the number of cells in the longest."""
        return len(self._lines.n), max(1, int(self._lines.n.max(initial=1)))

    @property
    def whole(self) -> bool:
        """Whether every cell is in a line."""
        return bool(np.diff(self._lines.seen_at).all())

    @property
    def unsettled(self) -> bool:
        """Whether the number of solutions (none, one, several) is still unknown."""
        if self.contradiction or len(self.solutions) == 2:
            return False
        return not all(map(is_single, set(self.possible)))

    def label(self, k: int) -> str:
        """Return the name of constraint k for people."""
        return self.constraints[k].label or f"constraint {k + 1}"

    @property
    def possible(self) -> Sequence[int]:
        """The masks of the values that are left, by cell."""
        found = kernel.masks(self._possible)
        kernel.read(self._lines, self._state, found)
        masks: list[int] = found.tolist()
        return masks

    @property
    def lines_narrowed(self) -> int:
        """The number of lines narrowed so far, which measures the work."""
        return int(self._state.counts[kernel.NARROWED])

    def narrow(self, clock: Clock = NO_CLOCK) -> None:
        """Narrow to the fixpoint, or to a contradiction.

        Raises LimitReached once the clock's deadline has passed.
        """
        clock.check()
        while self.contradiction is None:
            line = kernel.settle(self._lines, self._state, self.lines_narrowed + self._slice)
            if line >= 0:
                self.contradiction = self.label(line)
            if line != -2:
                return
            clock.check()

    def assume(self, cell: int, value: int) -> None:
        """Fix a cell to a value."""
        kernel.assume(self._lines, self._state, cell, value)

    def strike(self, options: Iterable[CellValue]) -> None:
        """Rule options out."""
        for cell, value in options:
            kernel.strike(self._lines, self._state, cell, value, -1)

    def copy(self) -> CompiledNarrowing:
        """Return an independent copy."""
        other = object.__new__(CompiledNarrowing)
        other.__dict__.update(self.__dict__)
        other.solutions = self.solutions[:]
        other._state = kernel.copied(self._state)
        other._agenda = None
        return other

    def search(self, most: int, clock: Clock = NO_CLOCK) -> bool:
        """Search after probes, within a budget of lines; return whether it was completed: with two solutions,
        the only one, or none.
        """
        agenda = self._agenda_of_state()
        levels = np.zeros((len(self._possible) * self._lines.values, 3), np.int64)
        clock.check()
        outcome = kernel_search.search(self._lines, self._state, agenda, levels, most)
        self._note(outcome, agenda)
        if outcome == kernel_probes.DONE and len(self.solutions) == 1:
            for cell, value in enumerate(self.solutions[0]):
                self.assume(cell, value)
            self.narrow()
        return outcome != kernel_probes.UNFINISHED

    def probe(self, most: int, patience: int, clock: Clock = NO_CLOCK) -> bool:
        """Probe as `probes.probe` does; return whether probing is exhausted."""
        agenda = self._agenda_of_state()
        outcome, left = kernel_probes.UNFINISHED, most
        while outcome == kernel_probes.UNFINISHED and left > 0 and self.contradiction is None:
            clock.check()
            before = self.lines_narrowed
            slice_ = min(left, self._slice)
            outcome = kernel_probes.probe(self._lines, self._state, agenda, slice_, patience)
            left -= self.lines_narrowed - before
            if before == self.lines_narrowed or self.lines_narrowed - before < slice_:
                break  # out of patience
        self._note(outcome, agenda)
        return outcome != kernel_probes.UNFINISHED

    def shallowest(self, most: int, clock: Clock = NO_CLOCK) -> tuple[int, list[CellValue]]:
        """Return the fewest layers that refute an assumption, and all assumptions that they refute.

        `nonosat.reasons.layers` explains layers and has the twin.
        """
        if self.contradiction is not None:
            return 0, []
        self._state = kernel.with_trail(self._lines, self._state)
        found = kernel_layers.depths_for(self._lines, self._state)
        for depth in depths(most):
            cell = 0
            while cell < len(self._possible):
                clock.check()
                stop = self.lines_narrowed + _SLICE
                cell = kernel_layers.deepen(self._lines, self._state, found, depth, cell, stop)
            refuted = found.depth > 0
            if refuted.any():
                least = int(found.depth[refuted].min())
                cells, values = np.nonzero(found.depth == least)
                by_lines = np.argsort(found.used[cells, values], kind="stable")
                options = np.stack((cells, values), axis=1)[by_lines].tolist()
                return least, [(cell, value) for cell, value in options]
            if not found.going[0]:
                break
        return 0, []

    def _agenda_of_state(self) -> kernel_probes.Agenda:
        """Return the agenda of probing, which is kept from one call to the next."""
        if self._agenda is None:
            self._state = kernel.with_trail(self._lines, self._state)
            self._agenda = kernel_probes.agenda_for(self._lines, self._state)
        return self._agenda

    def _note(self, outcome: int, agenda: kernel_probes.Agenda) -> None:
        if outcome == kernel_probes.CONTRADICTION:
            self.contradiction = CONTRADICTION
        self.solutions = [tuple(values.tolist()) for values in agenda.found[: kernel_probes.found(agenda)]]
