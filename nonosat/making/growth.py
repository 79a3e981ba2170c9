# Compiled with growth.pxd: no words over 64 bits, bad indices, new attributes (docs/hot-files.md).
"""Which changes of a picture let lines decide more of it.

Lines decide some cells of a picture, or none. Changing cells that are still open gives the lines through them
new clues. What is known still follows if each of these lines repeats its deductions, each from what was known
at that point. The deductions of all other lines stay valid, so they need no second look.

The state's trail is kept from the start: it has all deductions, in order. Notes say which line made each.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.errors import InternalError
from nonosat.making.pictures import CONTRADICTED, Pictures
from nonosat.problem import CellValue
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.propagation.layout import Layout
from nonosat.propagation.memory import Ints, Words, ints, sums, words, zeros
from nonosat.propagation.state import State

try:
    import cython
except ImportError:
    from nonosat.problem import interpreted as cython


class Growth:
    """What lines deduce about a picture, in order."""

    pictures: Pictures
    state: State
    layout: Layout
    clock: Clock
    finder: Ints  # by entry of the trail: the line that found it
    before: Ints  # by entry: the previous entry of the same line; -1 if it is the first
    last: Ints  # by line: its last entry
    line: Ints  # by word: its line
    now: Words  # the words of the line that is checked,
    then: Words  # and what they were after a deduction
    change_at: Ints  # by change and one more: where its cells begin
    cells: Ints
    to: Ints
    gains: Ints  # by change: how many open cells it decides

    def __init__(self, pictures: Pictures, values: Sequence[int], clock: Clock = NO_CLOCK) -> None:
        """Start with a picture. The next use of `pictures` for another invalidates this.

        This and `grow` raise LimitReached once the clock's deadline has passed, which also invalidates it.
        """
        self.pictures, self.clock = pictures, clock
        self.state, self.layout = self.pictures.state, self.pictures.layout
        self.state.with_trail()
        if len(self.state.after) < len(self.state.can):
            self.state.after = words(len(self.state.can))
        room = len(self.state.trail_at)
        self.finder, self.before = zeros(room), zeros(room)
        self.last = ints([-1] * self.layout.count)
        self.line = zeros(len(self.state.can))
        self.now, self.then = words(len(self.state.can)), words(len(self.state.can))
        self.pictures.load(values)
        self.state.begin_call(clock)
        with cython.nogil:
            good = self._begin()
        self.state.end_call()
        if not good:
            raise InternalError(CONTRADICTED)

    @property
    def values(self) -> list[int]:
        """The picture's values, with the changes made so far."""
        values: list[int] = memoryview(self.pictures.values).tolist()
        return values

    def open_cells(self) -> list[int]:
        """Return the cells that lines leave open."""
        return self.pictures.open_now()

    def grow(self, changes: Sequence[Sequence[CellValue]]) -> int:
        """Make those of the changes that decide open cells, most productive first.

        Changes after which known cells would no longer follow are skipped. Return how many were made.
        """
        listed = [option for change in changes for option in change]
        self.change_at = sums(map(len, changes))
        self.cells, self.to = ints([cell for cell, _ in listed]), ints([value for _, value in listed])
        self.gains = zeros(len(changes))
        gains = self._try(range(len(changes)), False)
        best_first = sorted(filter(gains.__getitem__, range(len(changes))), key=lambda number: -gains[number])
        return len(changes) - self._try(best_first, True).count(0)

    def _try(self, numbers: Sequence[int], keep: bool) -> list[int]:
        """Find what these changes decide, one after another; with `keep`, make those that decide anything."""
        order = ints(numbers)
        self.state.begin_call(self.clock)
        with cython.nogil:
            good = self._try_each(order, keep)
        self.state.end_call()
        if not good:
            raise InternalError(CONTRADICTED)
        gains: list[int] = memoryview(self.gains).tolist()
        return gains

    # Compiled, these run without the interpreter lock

    def _begin(self) -> bool:
        for line in range(self.layout.count):
            for at in range(self.layout.word_at[line], self.layout.word_at[line + 1]):
                self.line[at] = line
        self.pictures.begin()
        self.state.trailing = True
        return self._settle()

    def _settle(self) -> bool:
        """Look at dirty lines, in order, until there are none or the clock stops the call. Note which line
        deduces what. False if one is violated.
        """
        some = True
        while some:
            some = False
            for line in range(self.layout.count):
                if self.state.dirty[line]:
                    if self.state.stopped:
                        return True
                    length = self.state.trail
                    if not self.state.look(line):
                        return False
                    some = True
                    for i in range(length, self.state.trail):
                        of = self.line[self.state.trail_at[i]]
                        self.finder[i], self.before[i], self.last[of] = line, self.last[of], i
        return True

    def _try_each(self, order: Ints, keep: bool) -> bool:
        still_open = self.pictures.count_open()
        for k in range(len(order)):
            if self.state.stopped:
                break
            number = order[k]
            self.gains[number] = 0
            if not self._is_possible(number):
                continue
            length = self.state.trail
            self._make(number)
            if not keep or self._all_follow():
                if not self._settle():
                    return False
                if self.state.trail > length:
                    self.gains[number] = still_open - self.pictures.count_open()
            if keep and self.gains[number]:
                still_open -= self.gains[number]
            else:
                self._take_back(number, length)
        return True

    def _is_possible(self, number: int) -> bool:
        """Whether a change fits what is known."""
        for i in range(self.change_at[number], self.change_at[number + 1]):
            if not self.state.has(self.cells[i], self.to[i]):
                return False
        return True

    def _make(self, number: int) -> None:
        """Make a change in the picture; its lines are then dirty. `to` then has what its cells were."""
        for i in range(self.change_at[number], self.change_at[number + 1]):
            was = self.pictures.values[self.cells[i]]
            self.pictures.change(self.cells[i], self.to[i])
            self.to[i] = was

    def _take_back(self, number: int, length: int) -> None:
        """Undo a change, and all deductions since the trail had this length."""
        for i in range(self.change_at[number + 1] - 1, self.change_at[number] - 1, -1):
            now = self.pictures.values[self.cells[i]]
            self.pictures.change(self.cells[i], self.to[i])
            self.to[i] = now
        for i in range(self.state.trail - 1, length - 1, -1):
            self.last[self.line[self.state.trail_at[i]]] = self.before[i]
        self.state.undo(length)
        self.state.trailing = True

    def _all_follow(self) -> bool:
        """Whether all deductions of dirty lines still follow from their clues."""
        for line in range(self.layout.count):
            if self.state.dirty[line] and not self._follows(line):
                return False
        return True

    def _follows(self, line: int) -> bool:
        """Whether a line's new clue repeats all its deductions, each from what was known at that point."""
        begin, end = self.layout.word_at[line], self.layout.word_at[line + 1]
        good, i = True, self.last[line]
        for at in range(begin, end):
            self.now[at] = self.state.can[at]
        while good and i >= 0 and not self.state.stopped:
            for at in range(begin, end):
                self.then[at] = self.state.can[at]
            own = self.finder[i] == line
            while i >= 0 and (self.finder[i] == line) == own:
                self.state.can[self.state.trail_at[i]] = self.state.trail_word[i]
                i = self.before[i]
            if own:
                self.state.count_work(line)
                good = self.state.compute(line)
                for at in range(begin, end):
                    good = good and self.state.after[at] & ~self.then[at] == 0
        for at in range(begin, end):
            self.state.can[at] = self.now[at]
        return good
