# Compiled with state.pxd: no words over 64 bits, bad indices, new attributes (docs/hot-files.md).
"""What is still possible in a Problem, and what follows from single constraints.

The state is a few arrays, and a copy copies them (see `cells`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from nonosat.problem import CellValue, Clue, Constraint, Problem
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.propagation import ALL, COUNT, DONE, FAR, LOOSE, ONE, REGULAR, SHORT, UNFINISHED
from nonosat.propagation.cells import Cells, place_of
from nonosat.propagation.layout import Layout, layout_of
from nonosat.propagation.line import AnyLines, ShortLines
from nonosat.propagation.memory import Ints, Words, copy_row, join_words, words, zeros
from nonosat.propagation.regular import RegularLines

if TYPE_CHECKING:
    from nonosat.problem.automaton import Automaton

try:
    import cython
except ImportError:
    from nonosat.problem import interpreted as cython

_TICK = 20_000
"""Cells of lines, times the words of a line, between two checks of the clock: some milliseconds, also for
long lines and where the code runs interpreted."""

_NO_INTS, _NO_WORDS = zeros(1), words(1)


class State(Cells):
    """The values that the cells of a Problem may still have.

    narrow        rule out what single constraints exclude, until they exclude no more
    assume        fix a cell to a value
    rule_out      remove values
    deduce_by     what one constraint excludes
    undo          take back what was recorded since
    copy          an independent state

    `contradiction` names a violated constraint, once one is known. `work` counts the constraints that were
    looked at: every budget of work is a number of these, so that it is the same on every machine.

    A state and its copies share memory for temporary values, so they belong to one thread.
    """

    constraints: Sequence[Constraint]
    shape: object  # what the cells of its lines are known by: see `begin_lines`
    contradiction: str | None
    work: int
    after: Words  # by line and value: the places that may have it as the line leaves them: see `compute`
    stopped: bool  # whether the clock has raised an error in the current call
    until_tick: int
    clock: Clock
    error: BaseException | None
    room: tuple[int, int, int]  # for which lines there is room in what follows
    short: ShortLines
    any: AnyLines
    regular: RegularLines
    found: int  # how many options a count has ruled out: see `count_options`
    found_cell: Ints
    found_value: Ints

    def __init__(
        self, layout: Layout, possible: Sequence[int], constraints: Sequence[Constraint] = ()
    ) -> None:
        """Start with these masks of values by cell, and all constraints dirty."""
        super().__init__(layout, possible)
        self.constraints, self.shape = constraints, None
        self.contradiction = None
        self.work, self.after = 0, _NO_WORDS
        self._make_room()
        self.found, self.found_cell, self.found_value = 0, _NO_INTS, _NO_INTS
        if self.layout.most_options:
            most = self.layout.most_options * self.layout.values
            self.found_cell, self.found_value = zeros(most), zeros(most)
        self.stopped, self.until_tick = False, _TICK
        self.clock, self.error = NO_CLOCK, None
        if 0 in possible:
            self.contradiction = self._name_of(possible.index(0))

    def load(
        self,
        clues: Sequence[Clue],
        givens: Iterable[CellValue] = (),
        reader: Callable[[int], Automaton] | None = None,
    ) -> None:
        """Start again with these clues of the lines, and with nothing known but the givens. `reader` returns
        the automaton of a line whose clue has `*`.
        """
        self.layout.lay_out_clues(clues, reader)
        if self.room != (self.layout.most_blocks, self.layout.most_more, self.layout.most_states):
            self._make_room()
        self.contradiction, self.error, self.stopped = None, None, False
        self.work, self.until_tick = 0, _TICK
        self.forget()
        for cell, value in givens:
            self.assume(cell, value)

    def _make_room(self) -> None:
        """Make room for temporary values, as much as the layout's lines need."""
        self.room = self.layout.most_blocks, self.layout.most_more, self.layout.most_states
        self.short = ShortLines(self.layout.most_blocks)
        self.any, self.regular = AnyLines(self.layout), RegularLines(self.layout)

    def copy(self) -> State:
        """Return an independent copy, without a trail."""
        other: State = State.__new__(State)
        other.layout, other.constraints, other.shape = self.layout, self.constraints, None
        other.contradiction = self.contradiction
        other.can, other.dirty, other.work = copy_row(memoryview(self.can)), bytearray(self.dirty), self.work
        other.after, other.room, other.short, other.any = _NO_WORDS, self.room, self.short, self.any
        other.regular = self.regular
        other.trail, other.trailing = 0, False
        other.trail_at, other.trail_word = _NO_INTS, _NO_WORDS
        other.found, other.found_cell, other.found_value = 0, self.found_cell, self.found_value
        other.stopped, other.until_tick = False, _TICK
        other.clock, other.error = NO_CLOCK, None
        return other

    # What people ask

    def label(self, k: int) -> str:
        """Return the name of constraint k for people."""
        if k == self.layout.lines:  # the cells that are in no line
            return self._name_of(self.possible.index(0))
        return self.constraints[k].label or f"constraint {k + 1}"

    def narrow(self, clock: Clock = NO_CLOCK) -> None:
        """Rule out what single constraints exclude, in rounds over those that may exclude more, until none
        does, or until one is violated.

        This and all calls with a clock raise LimitReached once its deadline has passed.
        """
        if self.contradiction is not None:
            return
        self.begin_call(clock)
        with cython.nogil:
            line = self.settle(FAR)
        self.end_call()
        if line >= 0:
            self.contradiction = self.label(line)

    def assume(self, cell: int, value: int) -> None:
        """Fix a cell to a value."""
        self.fix(cell, value)
        self._note_if_empty(cell)

    def rule_out(self, options: Iterable[CellValue], by: int = -1) -> None:
        """Remove values of cells. If they were deduced by a line, it has nothing to add to its own result."""
        was_dirty = by >= 0 and self.dirty[by]
        for cell, value in options:
            self.strike(cell, value)
            self._note_if_empty(cell)
        if by >= 0 and self.layout.sort[by] != COUNT:
            self.dirty[by] = was_dirty

    def deduce_by(self, k: int) -> list[CellValue] | None:
        """Return what constraint k excludes in this state, None if it is violated. It then has nothing to add
        until the state changes.
        """
        self.dirty[k] = 0
        if len(self.after) < len(self.can):
            self.after = words(len(self.can))
        self.count_work(k)
        if not self.compute(k):
            return None
        if self.layout.sort[k] == COUNT:
            return [(self.found_cell[i], self.found_value[i]) for i in range(self.found)]
        options = []
        first, wide = self.layout.cell_at[k], self.layout.words[k]
        for value in range(self.layout.values):
            at = self.layout.word_at[k] + value * wide
            for w in range(wide):
                gone = self.can[at + w] & ~self.after[at + w]
                while gone:
                    lowest = gone & -gone
                    options.append((int(self.layout.cell[first + (w << 6) + place_of(lowest)]), value))
                    gone ^= lowest
        return options

    def narrow_by(self, k: int, can: Sequence[int]) -> tuple[int, ...] | None:
        """Return, for each value, the places that line k leaves it if these may have it; None if the line is
        violated. This replaces what is known about the line: use it on a state of its own.
        """
        if len(self.after) < len(self.can):
            self.after = words(len(self.can))
        first, wide = self.layout.word_at[k], self.layout.words[k]
        for value in range(self.layout.values):
            for w in range(wide):
                self.can[first + value * wide + w] = can[value] >> 64 * w & ALL
        if not self.compute(k):
            return None
        if wide == 1:
            return tuple([self.after[first + value] for value in range(self.layout.values)])
        at = range(first, first + self.layout.values * wide, wide)
        return tuple([join_words([self.after[value + w] for w in range(wide)]) for value in at])

    def _note_if_empty(self, cell: int) -> None:
        if self.contradiction is None and self.value_of(cell) < 0:
            self.contradiction = self._name_of(cell)

    def _name_of(self, cell: int) -> str:
        """Name a constraint of a cell, or the cell if there is none."""
        for k, constraint in enumerate(self.constraints):
            if cell in constraint.cells:
                return self.label(k)
        return f"cell {cell + 1}"

    # What techniques ask: compiled, these run without the interpreter lock

    def begin_call(self, clock: Clock) -> None:
        """Start a call that the clock may end. Raises LimitReached once its deadline has passed."""
        clock.check()
        self.clock = clock

    def end_call(self) -> None:
        """Raise the error that has stopped the call, if any."""
        self.stopped = False
        if self.error is not None:
            error, self.error = self.error, None
            raise error

    def _tick(self) -> None:
        """Check the clock, and whether the user has interrupted; other threads can run meanwhile."""
        self.until_tick = _TICK
        try:
            self.clock.check()
        except BaseException as error:  # raised by `end_call`: nothing passes through code without the lock
            self.error, self.stopped = error, True

    def count_work(self, k: int) -> None:
        """Count a look at a constraint; now and then, check the clock."""
        self.work += 1
        self.until_tick -= 16 + self.layout.n[k] * self.layout.words[k]
        if self.until_tick < 0:
            self._tick()

    def look(self, k: int) -> bool:
        """Remove what a constraint excludes; False if it is violated."""
        self.dirty[k] = 0
        self.count_work(k)
        if self.layout.sort[k] == SHORT:
            at = self.layout.word_at[k]
            white, black = self.can[at], self.can[at + 1]
            now_white, now_black = self.short.narrow(self.layout, k, white, black)
            if now_white | now_black == 0:
                return False
            if white != now_white:
                self.take(k, 0, 0, white ^ now_white)
            if black != now_black:
                self.take(k, 1, 0, black ^ now_black)
            return True
        if self.layout.sort[k] == COUNT:
            if not self.count_options(k):
                return False
            for i in range(self.found):
                self.strike(self.found_cell[i], self.found_value[i])
            return True
        if self.layout.sort[k] == LOOSE:
            return not self.clashes(k)
        return self._look_at_any(k)

    def compute(self, k: int) -> bool:
        """Find what a constraint excludes, without removing it; False if it is violated. Afterwards, `after`
        has what a line leaves, and the `found` options are what a count excludes.
        """
        at = self.layout.word_at[k]
        if self.layout.sort[k] == SHORT:
            white, black = self.short.narrow(self.layout, k, self.can[at], self.can[at + 1])
            self.after[at], self.after[at + 1] = white, black
            return white | black != 0
        if self.layout.sort[k] == COUNT:
            return self.count_options(k)
        count = self.layout.words[k] * self.layout.values
        if self.layout.sort[k] == LOOSE:
            for w in range(count):
                self.after[at + w] = self.can[at + w]
            return not self.clashes(k)
        if not self._narrow_any(k):
            return False
        for w in range(count):
            self.after[at + w] = self.any.at[w]
        return True

    def _narrow_any(self, line: int) -> bool:
        """Narrow a line that is not short; `any` has the result."""
        at = self.layout.word_at[line]
        count = self.layout.words[line] * self.layout.values
        for w in range(count):
            self.any.at[w] = self.can[at + w]
        if self.layout.sort[line] == REGULAR:
            return self.regular.narrow(self.layout, line, self.any.at)
        return self.any.narrow(self.layout, line)

    def _look_at_any(self, line: int) -> bool:
        """`look` for a line that is not short."""
        if not self._narrow_any(line):
            return False
        at, wide = self.layout.word_at[line], self.layout.words[line]
        for v in range(self.layout.values):
            for w in range(wide):
                gone = self.can[at + v * wide + w] & ~self.any.at[v * wide + w]
                if gone:
                    self.take(line, v, w, gone)
        return True

    def count_options(self, k: int) -> bool:
        """Find what a count excludes; False if it is violated."""
        begin, end = self.layout.option_at[k], self.layout.option_at[k + 1]
        sure = several = 0
        for i in range(begin, end):
            if self.has(self.layout.option_cell[i], self.layout.option_value[i]):
                if self.is_open(self.layout.option_cell[i]):
                    several += 1
                else:
                    sure += 1
        missing, room = self.layout.least[k] - sure, self.layout.most[k] - sure
        self.found = 0
        if room < 0 or missing > several:
            return False
        if room and missing != several:
            return True
        for i in range(begin, end):
            cell, value = self.layout.option_cell[i], self.layout.option_value[i]
            if not self.has(cell, value) or not self.is_open(cell):
                continue
            for v in range(self.layout.values):
                # Either no more options may hold, or all that are left must.
                if (v == value) == (room == 0) and self.has(cell, v):
                    self.found_cell[self.found], self.found_value[self.found] = cell, v
                    self.found += 1
        return True

    def clashes(self, line: int) -> bool:
        """Whether a cell of a line has no value left."""
        at, wide, n = self.layout.word_at[line], self.layout.words[line], self.layout.n[line]
        clash = False
        for w in range(wide):
            some = ONE ^ ONE
            for v in range(self.layout.values):
                some |= self.can[at + v * wide + w]
            left = n - (w << 6)
            full = (ONE << left) - 1 if left < 64 else ALL
            clash = clash or some != full
        return clash

    def settle(self, stop: int) -> int:
        """Look at dirty constraints until there are none: DONE, or the number of a violated one. UNFINISHED
        if the work reaches `stop` before that, or if the clock has stopped the call.
        """
        at, count = -1, self.layout.count
        while True:
            line = -1
            for k in range(at + 1, count):
                if self.dirty[k]:
                    line = k
                    break
            if line < 0:
                for k in range(at + 1):
                    if self.dirty[k]:
                        line = k
                        break
            if line < 0:
                return DONE
            at = line
            if self.work >= stop or self.stopped:
                return UNFINISHED
            if not self.look(at):
                return at


def begin(problem: Problem, clock: Clock = NO_CLOCK) -> State:
    """Return the state of a Problem before any propagation."""
    layout = layout_of(problem, clock)
    clock.check()
    return State(layout, problem.possible, problem.constraints)
