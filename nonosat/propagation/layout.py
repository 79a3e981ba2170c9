# Compiled with layout.pxd: no words over 64 bits, bad indices, new attributes (docs/hot-files.md).
"""A Problem's constraints in flat arrays: everything that propagation does not change.

Constraint k is a line (a Runs, or a Regular, which has an automaton instead of a clue) or a count. Cells that
are in no line form one more line without a clue, so that every cell is in a line: the lines hold the values
that cells may have.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from itertools import chain
from operator import is_
from typing import TYPE_CHECKING

from nonosat.problem import Clue, Constraint, Count, Problem, Runs, by_form
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.propagation import ANY, COUNT, LOOSE, REGULAR, SHORT
from nonosat.propagation.memory import Ints, ints, sums, zeros

if TYPE_CHECKING:
    from nonosat.problem.automaton import Automaton

try:
    import cython
except ImportError:
    from nonosat.problem import interpreted as cython


class Grid:
    """The cells of lines, and the lines of cells. Counts are lines without cells here."""

    count: int
    longest: int
    n: Ints  # by line
    cell_at: Ints  # by line and one more: where its cells begin
    cells: Ints
    words: Ints  # by line
    seen_at: Ints  # by cell and one more: where its places in lines begin
    seen_line: Ints
    seen_place: Ints

    def __init__(self, lines: list[tuple[int, ...]], cells: int) -> None:
        self._enter_lines(lines, cells)
        loose = self._loose(cells)
        if loose:
            self._enter_lines([*lines, tuple(loose)], cells)

    def _enter_lines(self, lines: list[tuple[int, ...]], cells: int) -> None:
        sizes = list(map(len, lines))
        self.count, self.longest = len(lines), max(sizes, default=0)
        self.n, self.cell_at = ints(sizes), sums(sizes)
        self.cells = ints(list(chain.from_iterable(lines)))
        self.words = ints([size // 64 + 1 for size in sizes])
        self.seen_at, self.seen_line = zeros(cells + 2), zeros(len(self.cells))
        self.seen_place = zeros(len(self.cells))
        self._enter_cells(len(lines), cells)

    def _loose(self, cells: int) -> list[int]:
        """Return the cells that are in no line."""
        return [cell for cell in range(cells) if self.seen_at[cell] == self.seen_at[cell + 1]]

    def _enter_cells(self, lines: int, cells: int) -> None:
        """Enter for each cell its lines and its places in them."""
        for i in range(self.cell_at[lines]):
            self.seen_at[self.cells[i] + 2] += 1
        for cell in range(cells):
            self.seen_at[cell + 2] += self.seen_at[cell + 1]
        for line in range(lines):
            for place in range(self.n[line]):
                cell = self.cells[self.cell_at[line] + place]
                free = self.seen_at[cell + 1]  # grows until it is where the next cell begins
                self.seen_line[free], self.seen_place[free] = line, place
                self.seen_at[cell + 1] = free + 1


_known: deque[tuple[list[tuple[int, ...]], int, Grid]] = deque(maxlen=8)


def grid_of(lines: list[tuple[int, ...]], cells: int) -> Grid:
    """Lay out the cells of lines, and the lines of cells; batches repeat a few sizes."""
    for known, count, grid in tuple(_known):  # another thread may add to it
        # Puzzles of one size share these tuples, and hashing them would take longer than laying them out.
        if count == cells and len(known) == len(lines) and all(map(is_, known, lines)):
            return grid
    grid = Grid(lines, cells)
    _known.appendleft((lines, cells, grid))
    return grid


_NO_LINE = Runs((), ())


class Layout:
    """Constraints in flat arrays. `lines` counts the Problem's own constraints, `count` all of them, with the
    line of the cells that are in no other.
    """

    values: int
    count: int
    lines: int
    cells: int
    roomy: bool
    room: int  # for blocks
    longest: int  # cells of a line
    most_words: int
    most_blocks: int
    most_more: int  # cells that a blotted block may have beyond its shortest length
    most_options: int
    n: Ints  # by line
    cell_at: Ints  # by line and one more: where its cells begin
    cell: Ints
    words: Ints  # by line
    seen_at: Ints  # by cell and one more: where its places in lines begin
    seen_line: Ints
    seen_place: Ints
    sort: Ints  # by constraint
    word_at: Ints  # by line and one more: where its words begin, `values` times `words` of them
    block_at: Ints  # by line: where its blocks and its different lengths begin
    block_end: Ints
    colour: Ints  # by block
    low: Ints
    high: Ints
    kind: Ints  # by block: which of its line's different `lengths` it has; these are in rising order
    lengths: Ints
    kind_end: Ints  # by line: where its different lengths end
    slack: Ints  # by line: how many cells its blocks can move
    option_at: Ints  # by constraint and one more: where the options of a count begin
    option_cell: Ints
    option_value: Ints
    least: Ints  # by constraint: how many options must hold
    most: Ints  # and how many may
    tally_at: Ints  # by cell and one more: where its counts begin
    tally: Ints
    most_states: int  # of an automaton
    table_at: Ints  # by constraint: where its automaton begins, the same place for equal ones
    states: Ints
    table: Ints  # by state: the next state for each value, -1 if there is none; then whether it may be last

    def __init__(
        self,
        constraints: Sequence[Constraint],
        cells: int,
        values: int,
        roomy: bool = False,
        clock: Clock = NO_CLOCK,
    ) -> None:
        """Lay out constraints over these cells. If `roomy`, each line has space for any clue."""
        forms = by_form(constraints)
        lines = [_NO_LINE] * len(constraints)  # as which counts are laid out
        for k, line in forms.lines:  # blocks need no table: they are narrowed by shifting words (see `line`)
            lines[k] = line
        for k, rule in forms.rules:
            lines[k] = Runs(rule.cells, ())
        self.lines, self.cells, self.values = len(lines), cells, values
        clock.check()
        self._share(grid_of([line.cells for line in lines], cells))
        clock.check()
        self.roomy, self.room = roomy, -1
        self.most_blocks = self.most_more = self.longest if roomy else 0
        self.lay_out_clues([line.blocks for line in lines])
        self._lay_out_counts(forms.counts, clock)
        self._lay_out_automata([(k, rule.automaton) for k, rule in forms.rules])

    def _share(self, grid: Grid) -> None:
        """Refer to the arrays of a grid."""
        self.count, self.longest = grid.count, grid.longest
        self.n, self.cell_at, self.cell, self.words = grid.n, grid.cell_at, grid.cells, grid.words
        self.seen_at, self.seen_line, self.seen_place = grid.seen_at, grid.seen_line, grid.seen_place
        self.most_words = self.longest // 64 + 1

    def _divide(self, blocks: int) -> None:
        """Make room for this many blocks: all arrays about clues are parts of one, which is faster."""
        n, self.room = self.count, blocks
        space = zeros(5 * blocks + 6 * n + 1)
        self.sort, self.kind_end, self.block_end = space[:n], space[n : 2 * n], space[2 * n : 3 * n]
        self.block_at, self.word_at = space[3 * n : 4 * n], space[4 * n : 5 * n + 1]
        self.slack, first = space[5 * n + 1 : 6 * n + 1], 6 * n + 1
        self.colour, self.low = space[first : first + blocks], space[first + blocks : first + 2 * blocks]
        first += 2 * blocks
        self.high, self.kind = space[first : first + blocks], space[first + blocks : first + 2 * blocks]
        self.lengths = space[first + 2 * blocks :]

    def lay_out_clues(self, clues: Sequence[Clue], reader: Callable[[int], Automaton] | None = None) -> None:
        """Enter the clues of all lines, instead of those before. `reader` returns the automaton of a line
        whose clue has `*`.
        """
        blocks = len(self.cell) if self.roomy else sum(map(len, clues))
        if blocks > self.room:
            self._divide(blocks)
        given, at, rules = tuple(clues), 0, []
        for line in range(self.count):
            self.word_at[line + 1] = self.word_at[line] + self.values * self.words[line]
            self.block_at[line] = end = at
            any_blocks = False
            clue = tuple(given[line]) if line < self.lines else ()
            for j in range(len(clue)):
                block = cython.cast(tuple, clue[j])
                self.colour[end], self.low[end], self.high[end] = block[0], block[1], block[2]
                any_blocks = any_blocks or self.low[end] == 0
                end += 1
            self.block_end[line] = end
            self.most_blocks = max(self.most_blocks, end - at)
            self.lay_out_clue(line)
            if any_blocks and reader is not None:
                rules.append((line, reader(line)))
            at = at + self.n[line] if self.roomy else end
        if self.count > self.lines:
            self.sort[self.lines] = LOOSE
        if rules:
            self._lay_out_automata(rules)

    def lay_out_clue(self, line: int) -> None:
        """Enter the sort of a line, its different lengths, and upper bounds for blotted blocks."""
        first, last = self.block_at[line], self.block_end[line]
        one_colour, room = True, self.n[line]
        end = first
        for j in range(first, last):
            low = self.low[j]
            one_colour = one_colour and self.colour[j] == 1 and low == self.high[j]
            room -= low
            if j > first and self.colour[j] == self.colour[j - 1]:
                room -= 1
            # Insert the length in order, unless it is already there.
            k = end
            while k > first and self.lengths[k - 1] >= low:
                k -= 1
            if k == end or self.lengths[k] != low:
                for other in range(end, k, -1):
                    self.lengths[other] = self.lengths[other - 1]
                self.lengths[k] = low
                end += 1
        self.kind_end[line], self.slack[line] = end, room
        self.sort[line] = SHORT if self.values == 2 and self.n[line] < 64 and one_colour else ANY
        for j in range(first, last):
            low = self.low[j]
            self.high[j] = min(self.high[j], low + max(0, room) + 1)
            self.most_more = max(self.most_more, self.high[j] - low)
            self.kind[j] = 0
            while self.lengths[first + self.kind[j]] != low:
                self.kind[j] += 1

    def _lay_out_counts(self, counts: Sequence[tuple[int, Count]], clock: Clock) -> None:
        """Enter the options of counts, and the counts of cells."""
        sizes = [0] * self.count
        for k, constraint in counts:
            sizes[k] = len(constraint.options)
        self.most_options, total = max(sizes, default=0), sum(sizes)
        self.tally_at, self.tally = zeros(self.cells + 2), zeros(total)
        self.option_at = self.option_cell = self.option_value = self.least = self.most = zeros(self.count + 1)
        if not counts:
            return
        self.option_at = sums(sizes)
        self.option_cell, self.option_value = zeros(total), zeros(total)
        self.least, self.most = zeros(self.count), zeros(self.count)
        at = 0
        for k, constraint in clock.through(counts):
            self.sort[k], self.least[k], self.most[k] = COUNT, constraint.least, constraint.most
            for cell, value in constraint.options:
                self.option_cell[at], self.option_value[at] = cell, value
                at += 1
        clock.check()
        self._enter_counts()

    def _lay_out_automata(self, rules: Sequence[tuple[int, Automaton]]) -> None:
        """Enter the automata; those of several lines that are the same object are entered once."""
        self.most_states, self.table_at, self.states, self.table = 0, self.option_at, self.option_at, zeros(0)
        if not rules:
            return
        self.table_at, self.states = zeros(self.count), zeros(self.count)
        entries: list[int] = []
        begins: dict[int, int] = {}
        for k, automaton in rules:
            if id(automaton) not in begins:
                begins[id(automaton)] = len(entries)
                entries += _table(automaton, self.values)
            self.sort[k], self.table_at[k] = REGULAR, begins[id(automaton)]
            self.states[k] = len(automaton.next)
        self.most_states, self.table = max(self.states), ints(entries)

    def _enter_counts(self) -> None:
        """Enter for each cell the counts that have an option of it, as often as they have one."""
        for i in range(self.option_at[self.count]):
            self.tally_at[self.option_cell[i] + 2] += 1
        for cell in range(self.cells):
            self.tally_at[cell + 2] += self.tally_at[cell + 1]
        for k in range(self.count):
            for i in range(self.option_at[k], self.option_at[k + 1]):
                cell = self.option_cell[i]
                free = self.tally_at[cell + 1]
                self.tally[free] = k
                self.tally_at[cell + 1] = free + 1


def _table(automaton: Automaton, values: int) -> list[int]:
    """Return an automaton as a table of numbers: see `Layout.table`."""
    entries = []
    for state, moves in enumerate(automaton.next):
        entries += [moves.get(value, -1) for value in range(values)]
        entries.append(int(automaton.accepts(state)))
    return entries


def layout_of(problem: Problem, clock: Clock = NO_CLOCK) -> Layout:
    """Lay out the constraints of a Problem. Raises LimitReached once the clock's deadline has passed."""
    return Layout(problem.constraints, len(problem.sizes), max({2, *problem.sizes}), clock=clock)
