# Compiled with probe.pxd: no words over 64 bits, bad indices, new attributes (docs/hot-files.md).
"""Probing: assume a value of a cell, and see what follows from single constraints.

A value that leads to a contradiction is ruled out, and so is what every value of the cell rules out. Once
nothing more follows from any cell, single assumptions are exhausted; the order of probing does not affect
that result. Cells next to known ones come first, then those next to the cells of the last success.
"""

from __future__ import annotations

from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.propagation import AN_ASSUMPTION, DONE, FAR, REFUTED, UNFINISHED
from nonosat.propagation.layout import Layout
from nonosat.propagation.memory import Ints, Words, words, zeros
from nonosat.propagation.state import State

try:
    import cython
except ImportError:
    from nonosat.problem import interpreted as cython

_LEAST, _LEAST_CELLS = 1000, 200_000  # looks that an assumption may take at least, and cells of these


class Probing:
    """The cells to probe next, and what probes have found in a state.

    `hot` is a stack of cells next to newly known ones; `order` has the remaining cells of a round from `next`
    on. A round that rules out nothing is the last one. `found` has the solutions that probes ended in, at
    most two different ones.
    """

    state: State
    layout: Layout
    hot: Ints
    is_hot: bytearray  # by cell
    order: Ints
    union_: Words  # what at least one value of the probed cell leaves possible
    found: Ints  # by solution and cell
    known: Ints  # by cell, while a round is ordered: how many neighbours are known, -1 if it is not open
    touched: bytearray  # by constraint, while a success is settled: whether it was dirty
    before: Words  # and the words of all lines
    hots: int
    next: int
    ordered: int
    found_count: int
    success: int  # the work done before the last success
    gained: bool

    def __init__(self, state: State) -> None:
        """Start with a settled state."""
        state.with_trail()
        self.state, self.layout = state, state.layout
        room = max(1, self.layout.cells)
        self.hot, self.order, self.known, self.found = zeros(room), zeros(room), zeros(room), zeros(2 * room)
        self.is_hot, self.touched = bytearray(room), bytearray(max(1, self.layout.count))
        self.union_, self.before = words(len(self.state.can)), words(len(self.state.can))
        self.hots = self.next = self.ordered = self.found_count = 0
        self.success = self.state.work
        self.gained = True

    @property
    def solutions(self) -> list[tuple[int, ...]]:
        """The solutions found, at most two."""
        cells = self.layout.cells
        values = memoryview(self.found).tolist()
        return [tuple(values[k * cells : (k + 1) * cells]) for k in range(self.found_count)]

    def run(self, most: int, patience: int, clock: Clock = NO_CLOCK) -> bool:
        """Probe until nothing changes, until a contradiction, or within about `most` work; also stop after
        `patience` since the last success. Return whether probing is exhausted. Call again to continue.
        """
        self.state.begin_call(clock)
        with cython.nogil:
            outcome = self._run(most, patience)
        self.state.end_call()
        if outcome == REFUTED:
            self.state.contradiction = AN_ASSUMPTION
        return bool(outcome != UNFINISHED)

    def _run(self, most: int, patience: int) -> int:
        stop = self.state.work + most
        least = min(_LEAST, _LEAST_CELLS // max(1, self.layout.longest))
        while True:
            if self.state.work >= stop or self.state.work - self.success > patience or self.state.stopped:
                return UNFINISHED
            cell = self._next()
            if cell < 0:
                return DONE
            if self._probe(cell, stop, least) == REFUTED:
                return REFUTED
            if self.found_count == 2:
                return DONE

    def _next(self) -> int:
        """Return the next cell to probe, or -1 if a whole round has ruled out nothing."""
        while self.hots:
            self.hots -= 1
            cell = self.hot[self.hots]
            self.is_hot[cell] = 0
            if self.state.is_open(cell):
                return cell
        while True:
            while self.next < self.ordered:
                cell = self.order[self.next]
                self.next += 1
                if self.state.is_open(cell):
                    return cell
            if not self.gained:
                return -1
            self.gained = False
            self._order_cells()

    def _count_known_beside(self, cell: int) -> int:
        """Return the number of known neighbours of a cell; an edge counts as known."""
        known = 0
        for i in range(self.layout.seen_at[cell], self.layout.seen_at[cell + 1]):
            line, place = self.layout.seen_line[i], self.layout.seen_place[i]
            first, last = self.layout.cell_at[line], self.layout.n[line] - 1
            if place == 0 or not self.state.is_open(self.layout.cell[first + place - 1]):
                known += 1
            if place == last or not self.state.is_open(self.layout.cell[first + place + 1]):
                known += 1
        return known

    def _order_cells(self) -> None:
        """Start a round: order the open cells, those with the most known neighbours first."""
        self.next = self.ordered = 0
        most = 0
        for cell in range(self.layout.cells):
            self.known[cell] = -1
            if self.state.is_open(cell):
                self.known[cell] = self._count_known_beside(cell)
                most = max(most, self.known[cell])
        for wanted in range(most, -1, -1):
            for cell in range(self.layout.cells):
                if self.known[cell] == wanted:
                    self.order[self.ordered] = cell
                    self.ordered += 1

    def _probe(self, cell: int, stop: int, least: int) -> int:
        """Assume each value of a cell in turn; return DONE or REFUTED.

        An assumption may take the work to `stop`, but it has at least `least` of its own.
        """
        count = self.layout.word_at[self.layout.count]
        for at in range(count):
            self.union_[at] = 0
        whole = True  # whether all values that are left were followed to the end
        for v in range(self.layout.values):
            if not self.state.has(cell, v):
                continue
            self.state.trailing = True
            self.state.fix(cell, v)
            outcome = self.state.settle(max(stop, self.state.work + least))
            if outcome == DONE:
                self.note_solution()
                for at in range(count):
                    self.union_[at] |= self.state.can[at]
            elif outcome == UNFINISHED:
                whole = False
            self.state.undo(0)
            if outcome >= 0:
                self.state.strike(cell, v)
                if not self._settle():
                    return REFUTED
                if not self.state.is_open(cell):
                    return DONE
        if whole and self._keep_union() and not self._settle():
            return REFUTED
        return DONE

    def _keep_union(self) -> bool:
        """Rule out what every value of the probed cell rules out; return whether anything was ruled out."""
        gained = False
        for line in range(self.layout.count):
            for at in range(self.layout.word_at[line], self.layout.word_at[line + 1]):
                if self.state.can[at] & ~self.union_[at]:
                    self.state.can[at] &= self.union_[at]
                    self.state.dirty[line] = 1
                    gained = True
        if gained:
            self.state.touch_counts()
        return gained

    def _settle(self) -> bool:
        """Narrow after a success, and put the open cells next to newly known ones on the agenda."""
        self.gained, self.success = True, self.state.work
        for line in range(self.layout.count):
            self.touched[line] = self.state.dirty[line]
        for at in range(self.layout.word_at[self.layout.count]):
            self.before[at] = self.state.can[at]
        if self.state.settle(FAR) >= 0:
            return False
        for line in range(self.layout.count):
            changed = self.touched[line] != 0
            for at in range(self.layout.word_at[line], self.layout.word_at[line + 1]):
                changed = changed or self.state.can[at] != self.before[at]
            if changed:
                self._heat(line)
        return True

    def _heat(self, line: int) -> None:
        """Put the open cells of a line that are next to a known one on top of the agenda."""
        first, last = self.layout.cell_at[line], self.layout.n[line] - 1
        for place in range(last + 1):
            cell = self.layout.cell[first + place]
            if self.is_hot[cell] or not self.state.is_open(cell):
                continue
            if (
                place == 0
                or place == last
                or not self.state.is_open(self.layout.cell[first + place - 1])
                or not self.state.is_open(self.layout.cell[first + place + 1])
            ):
                self.hot[self.hots] = cell
                self.hots += 1
                self.is_hot[cell] = 1

    def note_solution(self) -> None:
        """Keep the values as a solution if every cell of a settled state has just one."""
        if self.found_count == 2:
            return
        for line in range(self.layout.count):
            if self.state.count_open(line):
                return
        at = self.found_count * self.layout.cells
        for cell in range(self.layout.cells):
            self.found[at + cell] = self.state.value_of(cell)
        for cell in range(at):
            if self.found[cell] != self.found[at + cell]:
                self.found_count = 2
                return
        self.found_count = 1
