# Compiled with state.pxd: no words over 64 bits, bad indices, new attributes (docs/hot-files.md).
"""What is still possible in a Problem, and what follows from single constraints.

The state is a few arrays. A copy copies them; an assumption is undone with a trail of the words that it has
changed, as in SAT solvers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nonosat.problem import CellValue, Constraint, Problem
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.propagation.constants import ALL, COUNT, DONE, FAR, LOOSE, ONE, REGULAR, SHORT, UNFINISHED
from nonosat.propagation.layout import Layout, layout_of
from nonosat.propagation.line import AnyLines, ShortLines
from nonosat.propagation.memory import Ints, Words, copied, ints, joined, mask_of, words, zeros
from nonosat.propagation.regular import RegularLines

try:
    import cython
except ImportError:
    from nonosat.propagation import interpreted as cython

_TICK = 20_000
"""Cells of lines, times the words of a line, between two checks of the clock: some milliseconds, also for
long lines and where the code runs interpreted."""

# Shifted left by k, this number has different top six bits for every k (Leiserson, Prokop and Randall 1998),
# so these identify the single bit that it was multiplied by.
_DE_BRUIJN = 0x03F79D71B4CB0A89
_PLACES = zeros(64)
for _k in range(64):
    _PLACES[(_DE_BRUIJN << _k & ALL) >> 58] = _k


_NO_INTS, _NO_WORDS = zeros(1), words(1)
"""Arrays that are not needed yet."""


def place_of(bit: int) -> int:
    """Return the place of the only bit in a word."""
    return _PLACES[(bit * _DE_BRUIJN & ALL) >> 58]


class State:
    """The values that the cells of a Problem may still have.

    narrow        rule out what single constraints exclude, until they exclude no more
    assume        fix a cell to a value
    rule_out      remove values
    deduced_by    what one constraint excludes
    undo          take back what was recorded since
    copy          an independent state

    `contradiction` names a violated constraint, once one is known. `work` counts the constraints that were
    looked at: every budget of work is a number of these, so that it is the same on every machine.

    A state and its copies share memory for temporary values, so they belong to one thread.
    """

    layout: Layout
    constraints: Sequence[Constraint]
    contradiction: str | None
    work: int
    can: Words  # by line and value: the places that may have it
    after: Words  # the same, as a line leaves them: see `compute`
    dirty: bytearray  # by constraint: whether it may rule out more
    trail: int  # the length of the trail
    trailing: bool  # whether changes are recorded: the place and the old value of each word
    trail_at: Ints
    trail_word: Words
    stopped: bool  # whether the clock has raised an error in the current call
    until_tick: int
    clock: Clock
    error: BaseException | None
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
        self.layout, self.constraints = layout, constraints
        self.contradiction = None
        self.work, self.trail, self.trailing = 0, 0, False
        self.trail_at, self.trail_word = _NO_INTS, _NO_WORDS
        self.can = words(self.layout.word_at[self.layout.count])
        self.after = _NO_WORDS
        self.dirty = bytearray(b"\1" * self.layout.count)
        self.short = ShortLines(self.layout.most_blocks)
        self.any, self.regular = AnyLines(self.layout), RegularLines(self.layout)
        self.found, self.found_cell, self.found_value = 0, _NO_INTS, _NO_INTS
        if self.layout.most_options:
            most = self.layout.most_options * self.layout.values
            self.found_cell, self.found_value = zeros(most), zeros(most)
        self.stopped, self.until_tick = False, _TICK
        self.clock, self.error = NO_CLOCK, None
        if self.layout.values < 63:
            self._load(ints(possible))
        else:  # masks of more bits than a word has
            for cell, mask in enumerate(possible):
                for value in range(self.layout.values):
                    if mask >> value & 1:
                        self.allow(cell, value)
        if 0 in possible:
            self.contradiction = self._name_of(possible.index(0))

    def copy(self) -> State:
        """Return an independent copy, without a trail."""
        other: State = State.__new__(State)
        other.layout, other.constraints = self.layout, self.constraints
        other.contradiction = self.contradiction
        other.can, other.dirty, other.work = copied(memoryview(self.can)), bytearray(self.dirty), self.work
        other.after, other.short, other.any = _NO_WORDS, self.short, self.any
        other.regular = self.regular
        other.trail, other.trailing = 0, False
        other.trail_at, other.trail_word = _NO_INTS, _NO_WORDS
        other.found, other.found_cell, other.found_value = 0, self.found_cell, self.found_value
        other.stopped, other.until_tick = False, _TICK
        other.clock, other.error = NO_CLOCK, None
        return other

    # What people ask

    @property
    def possible(self) -> list[int]:
        """The masks of the values that are left, by cell."""
        if self.layout.values < 63:
            masks = zeros(self.layout.cells)
            self._read(masks)
            found: list[int] = masks.tolist()
            return found
        return [self.mask(cell) for cell in range(self.layout.cells)]

    @property
    def decided(self) -> bool:
        """Whether every cell has exactly one value left."""
        return all(mask and not mask & (mask - 1) for mask in set(self.possible))

    def mask(self, cell: int) -> int:
        """Return the mask of the values that are left for a cell."""
        return mask_of([value for value in range(self.layout.values) if self.has(cell, value)])

    @property
    def options(self) -> int:
        """How many values are left, of all cells together."""
        return sum(map(int.bit_count, self.possible))

    def label(self, k: int) -> str:
        """Return the name of constraint k for people."""
        if k == self.layout.lines:  # the cells that are in no line
            return self._name_of(self.possible.index(0))
        return self.constraints[k].label or f"constraint {k + 1}"

    def places(self, k: int) -> tuple[int, ...]:
        """Return for each value the places of line k that may have it, as masks."""
        wide = self.layout.words[k]
        at = self.layout.word_at[k]
        return tuple(
            [
                joined([self.can[at + value * wide + w] for w in range(wide)])
                for value in range(self.layout.values)
            ]
        )

    def narrow(self, clock: Clock = NO_CLOCK) -> None:
        """Rule out what single constraints exclude, in rounds over those that may exclude more, until none
        does, or until one is violated.

        This and all calls with a clock raise LimitReached once its deadline has passed.
        """
        if self.contradiction is not None:
            return
        self.begin_call(clock)
        with cython.nogil:
            found = self.settle(FAR)
        self.end_call()
        if found >= 0:
            self.contradiction = self.label(found)

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

    def deduced_by(self, k: int) -> list[CellValue] | None:
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

    def left_by(self, k: int, can: Sequence[int]) -> tuple[int, ...] | None:
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
        at = range(first, first + self.layout.values * wide, wide)
        return tuple([joined([self.after[value + w] for w in range(wide)]) for value in at])

    @property
    def pending(self) -> list[int]:
        """The constraints that may exclude more."""
        return [k for k in range(self.layout.lines) if self.dirty[k]]

    def nothing_pending(self) -> None:
        """Consider all constraints as looked at."""
        for k in range(self.layout.count):
            self.dirty[k] = 0

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

    def _load(self, masks: Ints) -> None:
        for line in range(self.layout.count):
            wide, first = self.layout.words[line], self.layout.cell_at[line]
            for v in range(self.layout.values):
                at, bit, word = self.layout.word_at[line] + v * wide, 0, ONE ^ ONE
                for place in range(self.layout.n[line]):
                    if masks[self.layout.cell[first + place]] >> v & 1:
                        word |= ONE << bit
                    bit += 1
                    if bit == 64:
                        self.can[at] = word
                        at, bit, word = at + 1, 0, ONE ^ ONE
                if bit:
                    self.can[at] = word

    def allow(self, cell: int, value: int) -> None:
        """Let a cell have a value."""
        for i in range(self.layout.seen_at[cell], self.layout.seen_at[cell + 1]):
            line, place = self.layout.seen_line[i], self.layout.seen_place[i]
            at = self.layout.word_at[line] + value * self.layout.words[line] + (place >> 6)
            self.can[at] |= ONE << (place & 63)

    def _read(self, masks: Ints) -> None:
        for cell in range(self.layout.cells):
            first = self.layout.seen_at[cell]
            line, place = self.layout.seen_line[first], self.layout.seen_place[first]
            at, wide = self.layout.word_at[line] + (place >> 6), self.layout.words[line]
            for v in range(self.layout.values):
                if self.can[at + v * wide] >> (place & 63) & 1:
                    masks[cell] |= ONE << v

    def has(self, cell: int, value: int) -> bool:
        """Whether a cell may have a value."""
        first = self.layout.seen_at[cell]
        line, place = self.layout.seen_line[first], self.layout.seen_place[first]
        at = self.layout.word_at[line] + value * self.layout.words[line] + (place >> 6)
        return bool(self.can[at] >> (place & 63) & 1)

    def is_open(self, cell: int) -> bool:
        """Whether a cell has more than one value left."""
        first = self.layout.seen_at[cell]
        line, place = self.layout.seen_line[first], self.layout.seen_place[first]
        at, wide = self.layout.word_at[line] + (place >> 6), self.layout.words[line]
        left = 0
        for v in range(self.layout.values):
            if self.can[at + v * wide] >> (place & 63) & 1:
                left += 1
        return left > 1

    def count_open(self, line: int) -> int:
        """Return how many cells of a line have more than one value left."""
        found, wide = 0, self.layout.words[line]
        for at in range(self.layout.word_at[line], self.layout.word_at[line] + wide):
            some = several = ONE ^ ONE
            for v in range(self.layout.values):
                several |= some & self.can[at + v * wide]
                some |= self.can[at + v * wide]
            while several:
                several &= several - ONE
                found += 1
        return found

    def value_of(self, cell: int) -> int:
        """Return the first value of a cell, -1 if it has none."""
        for v in range(self.layout.values):
            if self.has(cell, v):
                return v
        return -1

    def set_word(self, at: int, word: int) -> None:
        """Change a word of a line."""
        if self.trailing:
            self.trail_at[self.trail] = at
            self.trail_word[self.trail] = self.can[at]
            self.trail += 1
        self.can[at] = word

    def strike(self, cell: int, value: int, origin: int = -1) -> None:
        """Remove a value from a cell in all of its lines but one; what it changes is dirty."""
        changed = origin >= 0
        for i in range(self.layout.seen_at[cell], self.layout.seen_at[cell + 1]):
            line, place = self.layout.seen_line[i], self.layout.seen_place[i]
            if line != origin:
                at = self.layout.word_at[line] + value * self.layout.words[line] + (place >> 6)
                word, bit = self.can[at], ONE << (place & 63)
                if word & bit:
                    self.set_word(at, word ^ bit)
                    self.dirty[line] = 1
                    changed = True
        if changed:
            for i in range(self.layout.tally_at[cell], self.layout.tally_at[cell + 1]):
                self.dirty[self.layout.tally[i]] = 1

    def touch_counts(self) -> None:
        """Mark all counts dirty."""
        for k in range(self.layout.lines):
            if self.layout.sort[k] == COUNT:
                self.dirty[k] = 1

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

    def take(self, line: int, value: int, word: int, gone: int) -> None:
        """Remove a value from some cells of a line, which has excluded it."""
        at = self.layout.word_at[line] + value * self.layout.words[line] + word
        self.set_word(at, self.can[at] ^ gone)
        first = self.layout.cell_at[line] + (word << 6)
        while gone:
            lowest = gone & -gone
            self.strike(self.layout.cell[first + place_of(lowest)], value, line)
            gone ^= lowest

    def settle(self, stop: int) -> int:
        """Look at dirty constraints until there are none: DONE, or the number of a violated one. UNFINISHED
        if the work reaches `stop` before that, or if the clock has stopped the call.
        """
        at, count = -1, self.layout.count
        while True:
            found = -1
            for k in range(at + 1, count):
                if self.dirty[k]:
                    found = k
                    break
            if found < 0:
                for k in range(at + 1):
                    if self.dirty[k]:
                        found = k
                        break
            if found < 0:
                return DONE
            at = found
            if self.work >= stop or self.stopped:
                return UNFINISHED
            if not self.look(at):
                return at

    def fix(self, cell: int, value: int) -> None:
        """Remove all other values from a cell."""
        for v in range(self.layout.values):
            if v != value and self.has(cell, v):
                self.strike(cell, v)

    def undo(self, length: int) -> None:
        """Undo changes until the trail has this length, with nothing dirty. If it is then empty, recording
        stops: later changes are permanent.
        """
        self.trailing = length > 0
        while self.trail > length:
            self.trail -= 1
            self.can[self.trail_at[self.trail]] = self.trail_word[self.trail]
        for k in range(self.layout.count):
            self.dirty[k] = 0

    def with_trail(self) -> None:
        """Make room for a trail of all possible removals."""
        most = self.layout.values * self.layout.cell_at[self.layout.count] + 64
        if len(self.trail_at) < most:
            self.trail_at, self.trail_word = zeros(most), words(most)


def begin(problem: Problem, clock: Clock = NO_CLOCK) -> State:
    """Return the state of a Problem before any propagation."""
    layout = layout_of(problem, clock)
    clock.check()
    return State(layout, problem.possible, problem.constraints)
