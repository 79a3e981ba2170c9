# Compiled with order_clauses.pxd: no words over 64 bits, bad indices, new attributes (docs/hot-files.md).
"""The variables and clauses of lines in the encoding `order`, which says what they are.

The literals of a block's starts are a row: from the first place where it may start to the one before the
last. The rows of all blocks are in one array, with rows of the ends of blotted ones.
"""

from __future__ import annotations

from nonosat.encodings.model import TRUE
from nonosat.propagation.memory import Ints, Words, small_zeros, words, zeros
from nonosat.propagation.state import State

try:
    import cython
except ImportError:
    from nonosat.problem import interpreted as cython

_SORTS, _LENGTHS = 9, 4
"""How many sorts of clauses there are, and how many lengths, from 0."""


class Rows:
    """The variables and clauses of lines, which are known by their numbers in a Problem's constraints.

    place      find where the blocks of a line may be
    number     number the variables of all lines that were placed
    clauses    write their clauses
    starting   where a block may start first, and its variables

    They are called in this order.
    """

    state: State
    placed: bytearray  # by line: whether an arrangement fits it
    blocks: int  # of the lines that were placed
    masks: Words  # by block: where it may start, and if it is blotted, where it may end
    mask_at: Ints  # by block: where its masks begin
    mask_end: int  # where the next block's will
    literal: Ints
    length: int  # of all rows
    start_at: Ints  # by block: where its row of starts begins
    start_low: Ints  # the first place where it may start
    start_top: Ints  # and the last one
    end_at: Ints  # the same for its last cell; a block of known length has one row
    end_low: Ints
    end_top: Ints
    variables: int
    cells: Ints  # by cell and value: the literal
    writing: bool  # clauses are first counted, then written
    clause: Ints  # three literals for each clause; the last ones of a shorter one are -TRUE
    clause_at: Ints  # by length and sort: how many there are so far, or where the next one goes

    def __init__(self, state: State) -> None:
        """Begin with a state in which nothing has been ruled out."""
        self.state = state
        blocks = len(self.state.layout.colour)
        self.placed, self.blocks = bytearray(self.state.layout.count), 0
        self.masks, self.mask_at, self.mask_end = words(self._masks()), zeros(blocks), 0
        self.literal = self.cells = zeros(1)
        self.length = self.variables = 0
        self.start_at, self.start_low, self.start_top = zeros(blocks), zeros(blocks), zeros(blocks)
        self.end_at, self.end_low, self.end_top = zeros(blocks), zeros(blocks), zeros(blocks)
        self.writing, self.clause, self.clause_at = False, small_zeros(1), zeros(_LENGTHS * _SORTS)

    def _masks(self) -> int:
        """Return how many words all masks take."""
        total = 0
        for line in range(self.state.layout.lines):
            for b in range(self.state.layout.block_at[line], self.state.layout.block_end[line]):
                total += self.state.layout.words[line] * (2 if self._has_slack(b) else 1)
        return total

    def _has_slack(self, b: int) -> bool:
        return self.state.layout.low[b] != self.state.layout.high[b]

    def place(self, line: int) -> bool:
        """Find where the blocks of a line may be; False if no arrangement fits it."""
        wide, at = self.state.layout.words[line], self.state.layout.word_at[line]
        for w in range(wide * self.state.layout.values):
            self.state.any.at[w] = self.state.can[at + w]
        if not self.state.any.place(self.state.layout, line):
            return False
        row = 0
        for b in range(self.state.layout.block_at[line], self.state.layout.block_end[line]):
            self.mask_at[b], self.start_at[b] = self.mask_end, self.length
            low, top = self._keep(line, self.state.any.starts + row)
            self.start_low[b], self.start_top[b] = low, top
            self.length += top - low
            if self._has_slack(b):
                self.end_at[b] = self.length
                low, top = self._keep(line, self.state.any.ends + row)
                self.end_low[b], self.end_top[b] = low - 1, top - 1  # the cells before these boundaries
                self.length += top - low
            else:
                more = self.state.layout.low[b] - 1
                self.end_at[b], self.end_low[b], self.end_top[b] = self.start_at[b], low + more, top + more
            self.blocks += 1
            row += wide
        self.placed[line] = 1
        return True

    def _keep(self, line: int, row: int) -> tuple[int, int]:
        """Keep a mask of a line; return its lowest and its highest place."""
        for w in range(self.state.layout.words[line]):
            self.masks[self.mask_end + w] = self.state.any.at[row + w]
        low, top = 0, self.state.layout.n[line]
        while self.masks[self.mask_end + (low >> 6)] >> (low & 63) & 1 == 0:
            low += 1
        while self.masks[self.mask_end + (top >> 6)] >> (top & 63) & 1 == 0:
            top -= 1
        self.mask_end += self.state.layout.words[line]
        return low, top

    def number(self, variables: int) -> int:
        """Number the variables, after those used so far; return how many are then used."""
        self.variables, self.literal = variables, zeros(self.length)
        with cython.nogil:
            self._number()
        return self.variables

    def _number(self) -> None:
        for line in range(self.state.layout.lines):
            if self.placed[line]:
                for b in range(self.state.layout.block_at[line], self.state.layout.block_end[line]):
                    at = self.mask_at[b]
                    self._fill(self.start_at[b], at, self.start_low[b], self.start_top[b])
                    if self._has_slack(b):
                        at += self.state.layout.words[line]
                        self._fill(self.end_at[b], at, self.end_low[b] + 1, self.end_top[b] + 1)

    def _fill(self, row: int, mask: int, low: int, top: int) -> None:
        """Number the variables of a row. An impossible place has the same one as the place before it."""
        for place in range(low, top):
            self.variables += self.masks[mask + (place >> 6)] >> (place & 63) & 1
            self.literal[row + place - low] = self.variables

    def starting(self, line: int, j: int) -> tuple[int, list[int]]:
        """Return the first place where block j of a line may start, and the variables from there on."""
        b = self.state.layout.block_at[line] + j
        at, low = self.start_at[b], self.start_low[b]
        return low, [self.literal[at + k] for k in range(self.start_top[b] - low)]

    def ending(self, line: int, j: int) -> tuple[int, list[int]]:
        """Return the first place where blotted block j of a line may end, and the variables from there on."""
        b = self.state.layout.block_at[line] + j
        at, low = self.end_at[b], self.end_low[b]
        return low, [self.literal[at + k] for k in range(self.end_top[b] - low)]

    def clauses(self, literals: list[list[int]]) -> list[list[int]]:
        """Return the clauses: by length, and of one length by sort. `literals` are by cell and value.

        They are counted before they are written, so that their lists lie in memory in the order in which they
        are read and freed: otherwise that can take longer than all else.
        """
        self._take(literals)
        with cython.nogil:
            count = self._count()
        self.clause = small_zeros(3 * count)
        with cython.nogil:
            self._write()
        # One object for each literal, so that the clauses need no new ones.
        names, middle = list(range(-self.variables, self.variables + 1)), self.variables
        # Where the clauses of these lengths begin.
        one, two = self.clause_at[_SORTS - 1], self.clause_at[2 * _SORTS - 1]
        three = self.clause_at[3 * _SORTS - 1]
        listed: list[list[int]] = [[] for _ in range(one)]
        listed += [[names[middle + self.clause[k]]] for k in range(3 * one, 3 * two, 3)]
        listed += [
            [names[middle + self.clause[k]], names[middle + self.clause[k + 1]]]
            for k in range(3 * two, 3 * three, 3)
        ]
        listed += [
            [
                names[middle + self.clause[k]],
                names[middle + self.clause[k + 1]],
                names[middle + self.clause[k + 2]],
            ]
            for k in range(3 * three, 3 * count, 3)
        ]
        self.clause = small_zeros(1)
        return listed

    def _take(self, literals: list[list[int]]) -> None:
        self.cells = zeros(len(literals) * self.state.layout.values)
        at = 0
        for row in literals:
            for value in range(self.state.layout.values):
                self.cells[at + value] = row[value] if value < len(row) else -TRUE
            at += self.state.layout.values

    def _count(self) -> int:
        """Count the clauses, and find where those of each length and sort go."""
        self.writing = False
        self._write()
        total = 0
        for k in range(_LENGTHS * _SORTS):
            here = self.clause_at[k]
            self.clause_at[k] = total
            total += here
        self.writing = True
        return total

    def _write(self) -> None:
        """Count or write the clauses."""
        for line in range(self.state.layout.lines):
            if self.placed[line] and self.state.layout.block_at[line] < self.state.layout.block_end[line]:
                self._write_line(line)

    def _write_line(self, line: int) -> None:
        first, last = self.state.layout.block_at[line], self.state.layout.block_end[line]
        for b in range(first, last):
            low, top = self.start_low[b], self.start_top[b]
            end_low, end_top = self.end_low[b], self.end_top[b]
            # Once started, started; once ended, ended.
            for p in range(low, top):
                self._add(0, -self._starts_by(b, p), self._starts_by(b, p + 1), -TRUE)
            if self._has_slack(b):
                for p in range(end_low, end_top):
                    self._add(1, -self._ends_by(b, p), self._ends_by(b, p + 1), -TRUE)
                # Between low and high cells long.
                less = self.state.layout.low[b] - 1
                for p in range(end_low, end_top + 1):
                    self._add(2, -self._ends_by(b, p), self._starts_by(b, p - less), -TRUE)
                more = self.state.layout.high[b] - 1
                for p in range(low, top + 1):
                    self._add(3, -self._starts_by(b, p), self._ends_by(b, p + more), -TRUE)
            # It starts only after the one before has ended, and a gap if they are of one colour. The first
            # place of a literal gives the strongest clause.
            if b > first:
                gap = 1 if self.state.layout.colour[b] == self.state.layout.colour[b - 1] else 0
                for p in range(low, top + 1):
                    if self._starts_by(b, p) != self._starts_by(b, p - 1):
                        self._add(4, -self._starts_by(b, p), self._ends_by(b - 1, p - 1 - gap), -TRUE)
            # Started and not ended: the block's colour.
            for p in range(low, end_top + 1):
                colour = self._cell(line, p, self.state.layout.colour[b])
                self._add(5, -self._starts_by(b, p), self._ends_by(b, p - 1), colour)
            # Ended, the next not started: background; and so before the first and after the last.
            if b < last - 1:
                for p in range(end_low + 1, self.start_top[b + 1]):
                    self._add(6, -self._ends_by(b, p - 1), self._starts_by(b + 1, p), self._cell(line, p, 0))
        for p in range(self.start_top[first]):
            self._add(7, self._starts_by(first, p), self._cell(line, p, 0), -TRUE)
        for p in range(self.end_low[last - 1] + 1, self.state.layout.n[line]):
            self._add(8, -self._ends_by(last - 1, p - 1), self._cell(line, p, 0), -TRUE)

    def _starts_by(self, b: int, place: int) -> int:
        """Return the literal "block b starts at or before this place"."""
        past = place - self.start_low[b]
        if past < 0:
            return -TRUE
        return TRUE if place >= self.start_top[b] else self.literal[self.start_at[b] + past]

    def _ends_by(self, b: int, place: int) -> int:
        """Return the literal "the last cell of block b is at or before this place"."""
        past = place - self.end_low[b]
        if past < 0:
            return -TRUE
        return TRUE if place >= self.end_top[b] else self.literal[self.end_at[b] + past]

    def _cell(self, line: int, place: int, value: int) -> int:
        """Return the literal "the cell at this place of the line has this value"."""
        cell = self.state.layout.cell[self.state.layout.cell_at[line] + place]
        return self.cells[cell * self.state.layout.values + value]

    def _add(self, sort: int, a: int, b: int, c: int) -> None:
        """Count or write a clause without constants and repeated literals, unless it always holds."""
        if a == TRUE or b == TRUE or c == TRUE or a == -b or a == -c or b == -c:
            return
        if c in (a, b):
            c = -TRUE
        if b in (a, -TRUE):
            b, c = c, -TRUE
        if a == -TRUE:
            a, b, c = b, c, -TRUE
        length = 3 if c != -TRUE else 2 if b != -TRUE else 1 if a != -TRUE else 0
        at = self.clause_at[length * _SORTS + sort]
        self.clause_at[length * _SORTS + sort] = at + 1
        if self.writing:
            self.clause[3 * at], self.clause[3 * at + 1], self.clause[3 * at + 2] = a, b, c
