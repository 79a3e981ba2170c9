"""A Problem's constraints in flat arrays: everything that propagation does not change.

Constraint k is a line (a Blocks) or a count (an Exactly or AtMost). Cells that are in no line form one more
line without a clue, so that every cell is in a line: the lines hold the values that cells may have.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import chain
from operator import is_

from nonosat.problem import AtMost, Blocks, Clue, Constraint, Exactly, Problem
from nonosat.propagation.constants import ANY, COUNT, LOOSE, SHORT
from nonosat.propagation.memory import Ints, ints, joined, sums, zeros


class Grid:
    """The cells of lines, and the lines of cells. Counts are lines without cells here."""

    count: int
    n: Ints  # by line
    cell_at: Ints  # by line and one more: where its cells begin
    cells: Ints
    words: Ints  # by line
    seen_at: Ints  # by cell and one more: where its places in lines begin
    seen_line: Ints
    seen_place: Ints

    def __init__(self, lines: list[tuple[int, ...]], cells: int) -> None:
        self._enter(lines, cells)
        if self._some_are_in_none(cells):
            in_lines = set().union(*lines)
            self._enter([*lines, tuple(cell for cell in range(cells) if cell not in in_lines)], cells)

    def _enter(self, lines: list[tuple[int, ...]], cells: int) -> None:
        self.count = len(lines)
        self.n = ints(map(len, lines))
        self.cell_at = sums(map(len, lines))
        self.cells = joined(lines)
        self.words = ints([len(line) // 64 + 1 for line in lines])
        self.seen_at, self.seen_line, self.seen_place = (
            zeros(cells + 2),
            zeros(len(self.cells)),
            zeros(len(self.cells)),
        )
        self._enter_cells(len(lines), cells)

    def _some_are_in_none(self, cells: int) -> bool:
        """Whether some cells are in no line."""
        for cell in range(cells):
            if self.seen_at[cell] == self.seen_at[cell + 1]:
                return True
        return False

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


class Layout:
    """Constraints in flat arrays. `lines` counts the Problem's own constraints, `count` all of them, with the
    line of the cells that are in no other.
    """

    values: int
    count: int
    lines: int
    cells: int
    longest: int  # cells of a line
    most_words: int
    most_blocks: int
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
    block_at: Ints  # by line: where its blocks begin, and its different lengths
    block_end: Ints
    colour: Ints  # by block
    low: Ints
    high: Ints
    kind: Ints  # by block: which of its line's different `lengths` it has; these are in rising order
    lengths: Ints
    kind_end: Ints  # by line: where its different lengths end
    option_at: Ints  # by constraint and one more: where the options of a count begin
    option_cell: Ints
    option_value: Ints
    wanted: Ints  # by constraint: how many options may hold
    exact: Ints  # and whether they must
    tally_at: Ints  # by cell and one more: where its counts begin
    tally: Ints

    def __init__(self, constraints: Sequence[Constraint], cells: int, values: int, roomy: bool = False) -> None:
        """Lay out constraints over these cells. If `roomy`, each line has space for any clue."""
        lines = [c.cells if isinstance(c, Blocks) else () for c in constraints]
        clues: list[Clue] = [c.blocks if isinstance(c, Blocks) else () for c in constraints]
        grid = grid_of(lines, cells)
        clues += [()] * (grid.count - len(lines))
        self.lines, self.cells, self.values = len(lines), cells, values
        self._share(grid)
        self.longest = max(self.n, default=0)
        self.most_words = self.longest // 64 + 1
        sizes = list(map(len, clues))
        self.block_at = sums(self.n if roomy else sizes)
        self.block_end = ints(map(sum, zip(self.block_at, sizes, strict=False)))
        self.most_blocks = max(self.n if roomy else sizes, default=0)
        self.word_at = sums([values * words for words in self.words])
        blocks = self.block_at[self.count]
        self.colour, self.low, self.high = zeros(blocks), zeros(blocks), zeros(blocks)
        self.kind, self.lengths = zeros(blocks), zeros(blocks)
        self.sort, self.kind_end = zeros(self.count), zeros(self.count)
        if not roomy:
            self._lay_out_clues(ints(chain.from_iterable(chain.from_iterable(clues))))
        if self.count > self.lines:
            self.sort[self.lines] = LOOSE
        self._lay_out_counts(constraints)

    def _share(self, grid: Grid) -> None:
        """Refer to the arrays of a grid."""
        self.count = grid.count
        self.n, self.cell_at, self.cell, self.words = grid.n, grid.cell_at, grid.cells, grid.words
        self.seen_at, self.seen_line, self.seen_place = grid.seen_at, grid.seen_line, grid.seen_place

    def _lay_out_clues(self, blocks: Ints) -> None:
        """Enter the blocks, each with its colour and its shortest and longest length."""
        for j in range(self.block_at[self.count]):
            self.colour[j], self.low[j], self.high[j] = blocks[3 * j], blocks[3 * j + 1], blocks[3 * j + 2]
        for line in range(self.count):
            self.lay_out_clue(line)

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
        self.kind_end[line] = end
        self.sort[line] = SHORT if self.values == 2 and self.n[line] < 64 and one_colour else ANY
        for j in range(first, last):
            low = self.low[j]
            self.high[j] = min(self.high[j], low + max(0, room) + 1)
            self.kind[j] = 0
            while self.lengths[first + self.kind[j]] != low:
                self.kind[j] += 1

    def _lay_out_counts(self, constraints: Sequence[Constraint]) -> None:
        """Enter the options of counts, and the counts of cells."""
        counts = [c if isinstance(c, Exactly | AtMost) else None for c in constraints]
        counts += [None] * (self.count - self.lines)
        options = [option for c in counts if c for option in c.options]
        self.option_at = sums([len(c.options) if c else 0 for c in counts])
        self.option_cell = ints([cell for cell, _ in options])
        self.option_value = ints([value for _, value in options])
        self.wanted = ints([c.count if c else 0 for c in counts])
        self.exact = ints([isinstance(c, Exactly) for c in counts])
        self.most_options = max([len(c.options) for c in counts if c], default=0)
        self.tally_at = zeros(self.cells + 2)
        self.tally = zeros(len(options))
        for k, c in enumerate(counts):
            if c is not None:
                self.sort[k] = COUNT
        if options:
            self._enter_counts()

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


def layout_of(problem: Problem) -> Layout:
    """Lay out the constraints of a Problem."""
    return Layout(problem.constraints, len(problem.sizes), max({2, *problem.sizes}))
