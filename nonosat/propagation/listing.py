# Compiled with listing.pxd: no words over 64 bits, bad indices, new attributes (docs/hot-files.md).
"""Lists all solutions of a Problem, if there are few, with a depth-first search instead of a solver.

It is for puzzles whose search takes less time than starting a solver. If the search gives up, the caller uses
a solver.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.problem import CellValue, Values, values_of
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.propagation import COUNT, DONE, REFUTED, UNFINISHED
from nonosat.propagation.layout import Layout
from nonosat.propagation.memory import Ints, zeros
from nonosat.propagation.state import State
from nonosat.records import dataclass, field

try:
    import cython
except ImportError:
    from nonosat.problem import interpreted as cython

_CELLS = 200  # choosing the next of this many cells takes as long as a look at a line


@dataclass
class Listed:
    """The result of a search: distinct solutions, and whether they are all. `possible` has the values of each
    cell that are in some solution if `exact`, else those not ruled out.
    """

    solutions: list[Values] = field(default_factory=list)
    complete: bool = False
    possible: Sequence[int] = ()
    exact: bool = False


class Listing:
    """A search that stops at each solution: the length of the trail before each decision, its cell and value.

    `left` is the work that it may still do; after `turn` more decisions it pauses, unless that is negative.
    Unless it is guided, it takes the next cell from the constraint with the fewest open cells.
    """

    state: State
    layout: Layout
    length: Ints
    cell: Ints
    value: Ints
    open_in: Ints  # by constraint: its open cells, while a cell is chosen
    order: Ints  # the cells in the order of a guide, and by cell the value that it tries first
    wanted: Ints
    at: Ints  # by depth: the cells before this place of `order` are closed
    depth: int
    left: int
    turn: int

    def __init__(self, state: State, work: int) -> None:
        """Search a settled state, which is the same again after `start`."""
        state.with_trail()
        self.state, self.layout = state, state.layout
        most = self.layout.cells * self.layout.values + 2
        self.length, self.cell, self.value = zeros(most), zeros(most), zeros(most)
        self.open_in = zeros(self.layout.count + 1)
        self.order, self.wanted, self.at = zeros(0), zeros(0), zeros(most + 1)
        self.depth, self.left, self.turn = -1, work, -1

    def guide(self, order: Ints, wanted: Ints) -> None:
        """Choose the open cells in this order, which must have all of them, and try these values first."""
        self.order, self.wanted = order, wanted
        for depth in range(self.depth + 1):
            self.at[depth] = 0

    def start(self, cell: int = -1, value: int = 0, clock: Clock = NO_CLOCK) -> bool:
        """Begin anew, below an assumption if a cell is given; return whether that is possible."""
        self.state.undo(0)
        self.depth = self.at[0] = 0
        self.state.trailing = True
        if cell < 0:
            return True
        self.state.begin_call(clock)
        self.state.fix(cell, value)
        outcome = self._settle()
        self.state.end_call()
        return outcome == DONE

    @property
    def decisions(self) -> list[CellValue]:
        """The decisions that lead to the state, with the values that they chose."""
        depth = self.depth if self.depth >= 0 else -self.depth - 1
        return [(self.cell[k], self.value[k]) for k in range(depth)]

    def end(self) -> None:
        """Restore the state."""
        self.state.undo(0)

    def next(self, clock: Clock = NO_CLOCK) -> int:
        """Go to the next solution: DONE if the state now is one, REFUTED if there are no more, UNFINISHED if
        it pauses, or the work is used up.
        """
        self.state.begin_call(clock)
        with cython.nogil:
            outcome = self._next()
        self.state.end_call()
        return outcome

    def _next(self) -> int:
        failed = self.depth < 0  # the state is a solution: the search continues after it
        if failed:
            self.depth = -self.depth - 1
        while True:
            while failed:
                if self.depth == 0:
                    return REFUTED
                self.depth -= 1
                self.state.undo(self.length[self.depth])
                self.state.trailing = True
                self.state.strike(self.cell[self.depth], self.value[self.depth])
                outcome = self._settle()
                if outcome == UNFINISHED:
                    return UNFINISHED
                failed = outcome == REFUTED
            if self.turn == 0:
                return UNFINISHED
            self.turn -= 1
            if len(self.order):
                cell = self._next_in_order()
            else:
                cell = self._choose()
                self.left -= self.layout.cells // _CELLS
            if cell < 0:
                self.depth = -self.depth - 1
                return DONE
            value = self.layout.values - 1  # the background comes last
            if len(self.order) and self.state.has(cell, self.wanted[cell]):
                value = self.wanted[cell]
            while not self.state.has(cell, value):
                value -= 1
            self.length[self.depth] = self.state.trail
            self.cell[self.depth], self.value[self.depth] = cell, value
            self.depth += 1
            self.at[self.depth] = self.at[self.depth - 1]
            self.state.trailing = True
            self.state.fix(cell, value)
            outcome = self._settle()
            if outcome == UNFINISHED:
                return UNFINISHED
            failed = outcome == REFUTED

    def _settle(self) -> int:
        """Narrow within the work that is left; DONE, REFUTED or UNFINISHED."""
        before = self.state.work
        outcome = self.state.settle(before + self.left)
        self.left -= self.state.work - before
        return outcome if outcome < 0 else REFUTED

    def _next_in_order(self) -> int:
        """Return the next open cell in the order of the guide; -1 if no cell is open."""
        for at in range(self.at[self.depth], len(self.order)):
            if self.state.is_open(self.order[at]):
                self.at[self.depth] = at
                return self.order[at]
        return -1

    def _choose(self) -> int:
        """Return an open cell of the constraint with the fewest open cells; -1 if no cell is open."""
        fewest = -1
        for k in range(self.layout.lines):
            self.open_in[k] = 0
            if self.layout.sort[k] == COUNT:
                for i in range(self.layout.option_at[k], self.layout.option_at[k + 1]):
                    if self.state.is_open(self.layout.option_cell[i]):
                        self.open_in[k] += 1
            else:
                self.open_in[k] = self.state.count_open(k)
            if self.open_in[k] and (fewest < 0 or self.open_in[k] < self.open_in[fewest]):
                fewest = k
        if fewest < 0:
            for cell in range(self.layout.cells):  # a cell without constraints may be open
                if self.state.is_open(cell):
                    return cell
            return -1
        if self.layout.sort[fewest] == COUNT:
            for i in range(self.layout.option_at[fewest], self.layout.option_at[fewest + 1]):
                if self.state.is_open(self.layout.option_cell[i]):
                    return self.layout.option_cell[i]
        for i in range(self.layout.cell_at[fewest], self.layout.cell_at[fewest + 1]):
            if self.state.is_open(self.layout.cell[i]):
                return self.layout.cell[i]
        return -1


def list_solutions(state: State, most: int, work: int, clock: Clock = NO_CLOCK) -> Listed:
    """List at most `most` solutions of a settled state, and find the values that cells have in any solution.

    The search gives up after about this much work, and returns its results so far. Raises LimitReached once
    the clock's deadline has passed.
    """
    listed = Listed(possible=state.possible)
    if state.contradiction is not None:
        listed.complete = listed.exact = True
        return listed
    search = Listing(state, work)
    search.start()
    outcome = DONE
    while outcome == DONE and len(listed.solutions) < most:
        outcome = search.next(clock)
        if outcome == DONE:
            listed.solutions.append(tuple([mask.bit_length() - 1 for mask in state.possible]))
    listed.complete = outcome == REFUTED
    if outcome != UNFINISHED:
        _note_backbone(listed, search, clock)
    search.end()
    return listed


def _note_backbone(listed: Listed, search: Listing, clock: Clock) -> None:
    """Find the values that occur in some solution: those of the listed ones, and others by search."""
    shown = [0] * len(listed.possible)

    def show(values: Values) -> None:
        for cell, value in enumerate(values):
            shown[cell] |= 1 << value

    for values in listed.solutions:
        show(values)
    if not listed.complete:
        for cell, mask in enumerate(listed.possible):
            for value in values_of(mask & ~shown[cell]):
                if shown[cell] >> value & 1:
                    continue
                if search.start(cell, value, clock) and search.next(clock) == DONE:
                    show([mask.bit_length() - 1 for mask in search.state.possible])
                if search.left <= 0:
                    return
    listed.possible, listed.exact = shown, True
