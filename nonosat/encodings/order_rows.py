"""The clauses of `order`, written as arrays: the reference for its twin in machine code.

Block j has the variables S(j,p) "it starts at or before p" and E(j,p) "it ends at or before p"; for a block
of known length E is S shifted, so there is one row of variables per block. Both are monotone in p. Cells
follow: from a block's start to its end they have its colour, and from there to the next block's start they
are background. Given the known cells, only places where a block can still start have a variable: S is the
same before and after an impossible one.

All lines of a puzzle are written at once as arrays; a clause made of lookups that turn out constant
is dropped or shortened at the end. (A template per clue, shifted to each line, is slower: lines of one
puzzle rarely share a clue, and numpy is slow on many small arrays.)
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from nonosat.encodings.cells import Clauses, cell_literals, count_clauses
from nonosat.line.bits import by_value
from nonosat.line.masks import starts
from nonosat.model import TRUE, Cnf, Marginals
from nonosat.problem import Blocks, Problem

Ints = NDArray[np.int64]


def written(problem: Problem) -> Cnf:
    """Write the clauses; the twin in `order_compiled` writes the same."""
    literals, variables, clauses = cell_literals(problem)
    rows = Rows(max(problem.sizes, default=2))
    for number, constraint in enumerate(problem.constraints):
        if not isinstance(constraint, Blocks):
            more, variables = count_clauses(constraint, literals, variables)
            clauses += more
        elif not rows.add(number, constraint, problem):
            clauses.append([])
    for line in rows.empty:
        clauses += [[literals[cell][0]] for cell in line if abs(literals[cell][0]) != TRUE]
    if not rows.colour:
        return Cnf(variables, clauses, literals)
    numbered, variables = rows.numbered(variables)
    clauses += _simplified(np.concatenate(_families(rows, numbered, literals)))
    return Cnf(variables, clauses, literals, lambda marginals: rows.phases(numbered, marginals))


@dataclass
class Rows:
    """The blocks of all lines one after another, and their rows of variables as text of 0 and 1.

    A row is `0` + one digit per place, from the first possible one to the one before the last + `0`. A digit
    is 1 where the block may start (end), so that counting the ones numbers the variables.
    """

    values: int  # the most values that a cell has
    digits: list[str] = field(default_factory=list)
    length: int = 0
    start_at: list[int] = field(default_factory=list)  # where the row of S begins
    start_low: list[int] = field(default_factory=list)  # the first possible place
    start_top: list[int] = field(default_factory=list)  # the last possible place
    end_at: list[int] = field(default_factory=list)  # the same for E
    end_low: list[int] = field(default_factory=list)
    end_top: list[int] = field(default_factory=list)
    colour: list[int] = field(default_factory=list)
    low: list[int] = field(default_factory=list)
    high: list[int] = field(default_factory=list)
    origin: list[tuple[int, int, int]] = field(default_factory=list)  # constraint, block, first place
    first: list[bool] = field(default_factory=list)  # whether it is its line's first block
    cells_at: list[int] = field(default_factory=list)  # where its line's cells begin
    cells: list[int] = field(default_factory=list)
    line_length: list[int] = field(default_factory=list)
    empty: list[tuple[int, ...]] = field(default_factory=list)  # lines without blocks

    def add(self, number: int, runs: Blocks, problem: Problem) -> bool:
        """Add the blocks of a line, the constraint of this number; False if nothing fits it."""
        n = len(runs.cells)
        have = [problem.possible[cell] for cell in runs.cells]
        places = starts(runs.blocks, by_value(have, self.values), n)
        if places is None:
            return False
        if not runs.blocks:
            self.empty.append(runs.cells)
        earliest = 0
        for j, (block, (begin, end)) in enumerate(zip(runs.blocks, places, strict=True)):
            earliest += int(j > 0 and runs.blocks[j - 1].colour == block.colour)
            self.origin.append((number, j, earliest))
            earliest += block.low
            self.colour.append(block.colour)
            self.low.append(block.low)
            self.high.append(min(block.high, n))
            self.first.append(j == 0)
            self.cells_at.append(len(self.cells))
            self.line_length.append(n)
            at, low, top = self._row(begin)
            self.start_at.append(at)
            self.start_low.append(low)
            self.start_top.append(top)
            if block.blotted:
                at, low, top = self._row(end)
            else:
                low, top = low + block.low - 1, top + block.low - 1
            self.end_at.append(at)
            self.end_low.append(low)
            self.end_top.append(top)
        if runs.blocks:
            self.cells += runs.cells
        return True

    def _row(self, mask: int) -> tuple[int, int, int]:
        low = (mask & -mask).bit_length() - 1
        digits = format(mask >> low, "b")[:0:-1]
        at = self.length
        self.digits.append(f"0{digits}0")
        self.length += len(digits) + 2
        return at, low, low + len(digits)

    def numbered(self, variables: int) -> tuple[Ints, int]:
        """Return the literal of every digit, and the variables used so far."""
        ones = np.frombuffer("".join(self.digits).encode(), dtype=np.uint8).astype(np.int64) - ord("0")
        literals = variables + np.cumsum(ones)
        starts_at = np.array(self.start_at + self.end_at)
        tops_at = starts_at + 1 + np.array(self.start_top + self.end_top)
        tops_at -= np.array(self.start_low + self.end_low)
        count = int(literals[-1])
        literals[starts_at] = -TRUE
        literals[tops_at] = TRUE
        return literals, count

    def phases(self, numbered: Ints, marginals: Marginals) -> list[int]:
        """Return the likelier literal of each S: does the block start at or before the place?"""
        found: list[int] = []
        for at, low, top, (number, j, earliest) in zip(
            self.start_at, self.start_low, self.start_top, self.origin, strict=True
        ):
            weights = marginals.starts[number]
            if weights is not None and low < top:
                reached = np.cumsum(weights[j])[low - earliest : top - earliest]
                variables = numbered[at + 1 : at + 1 + top - low]
                found += np.where(reached > 0.5, variables, -variables).tolist()
        return found


def _families(rows: Rows, literal: Ints, cell_table: list[list[int]]) -> list[Ints]:
    """Return the clauses of all blocks: an array of three columns (0 where shorter) per family."""
    start_at, start_low, start_top = map(np.array, (rows.start_at, rows.start_low, rows.start_top))
    end_at, end_low, end_top = map(np.array, (rows.end_at, rows.end_low, rows.end_top))
    colour, cells_at, n = map(np.array, (rows.colour, rows.cells_at, rows.line_length))
    low, high, first = np.array(rows.low), np.array(rows.high), np.array(rows.first)
    cells = np.array(rows.cells)
    width = max(map(len, cell_table))
    table = np.array([row + [-TRUE] * (width - len(row)) for row in cell_table])
    last = np.append(first[1:], True)
    blocks = np.arange(len(colour))

    def started(block: Ints, place: Ints) -> Ints:
        """S(block, place)"""
        top = start_top[block] - start_low[block] + 1
        held: Ints = literal[start_at[block] + np.clip(place - start_low[block] + 1, 0, top)]
        return held

    def ended(block: Ints, place: Ints) -> Ints:
        """E(block, place)"""
        top = end_top[block] - end_low[block] + 1
        held: Ints = literal[end_at[block] + np.clip(place - end_low[block] + 1, 0, top)]
        return held

    def cell(block: Ints, place: Ints, value: Ints | int) -> Ints:
        """The cell at this place of the block's line has this value."""
        held: Ints = table[cells[cells_at[block] + place], value]
        return held

    def clauses(a: Ints, b: Ints, c: Ints | None = None) -> Ints:
        return np.stack((a, b, np.zeros_like(a) if c is None else c), axis=1)

    found = []
    # Once started, started; once ended, ended.
    b, p = _places(blocks, start_low, start_top - 1)
    found.append(clauses(-started(b, p), started(b, p + 1)))
    blotted = blocks[start_at != end_at]
    if len(blotted):
        b, p = _places(blotted, end_low[blotted], end_top[blotted] - 1)
        found.append(clauses(-ended(b, p), ended(b, p + 1)))
        # Between low and high cells long.
        b, p = _places(blotted, end_low[blotted], end_top[blotted])
        found.append(clauses(-ended(b, p), started(b, p - low[b] + 1)))
        b, p = _places(blotted, start_low[blotted], start_top[blotted])
        found.append(clauses(-started(b, p), ended(b, p + high[b] - 1)))
    # The next block starts only after this one has ended, and a gap if they are of one colour.
    inner = blocks[~last]
    after = inner + 1
    gap = (colour[inner] == colour[after]).astype(np.int64)
    b, p = _places(after, start_low[after], start_top[after])
    real = started(b, p) != started(b, p - 1)  # the first place of a literal gives the strongest clause
    b, p = b[real], p[real]
    found.append(clauses(-started(b, p), ended(b - 1, p - 1 - gap[np.searchsorted(after, b)])))
    # Started and not ended: the block's colour.
    b, p = _places(blocks, start_low, end_top)
    found.append(clauses(-started(b, p), ended(b, p - 1), cell(b, p, colour[b])))
    # Ended, the next not started: background; and so before the first and after the last.
    b, p = _places(inner, end_low[inner] + 1, start_top[after] - 1)
    found.append(clauses(-ended(b, p - 1), started(b + 1, p), cell(b, p, 0)))
    heads = blocks[first]
    b, p = _places(heads, np.zeros_like(heads), start_top[heads] - 1)
    found.append(clauses(started(b, p), cell(b, p, 0)))
    tails = blocks[last]
    b, p = _places(tails, end_low[tails] + 1, n[tails] - 1)
    found.append(clauses(-ended(b, p - 1), cell(b, p, 0)))
    return found


def _places(blocks: Ints, low: Ints, high: Ints) -> tuple[Ints, Ints]:
    """Return (block, place) for every place from low to high, both included, of every block."""
    lengths = np.maximum(high - low + 1, 0)
    total = int(lengths.sum())
    begins = np.cumsum(lengths) - lengths
    return np.repeat(blocks, lengths), np.arange(total) + np.repeat(low - begins, lengths)


def _simplified(rows: Ints) -> Clauses:
    """Return the clauses without constants, repeated literals and satisfied clauses."""
    a, b, c = np.ascontiguousarray(rows.T)  # contiguous columns: half the time
    holds = (a == TRUE) | (b == TRUE) | (c == TRUE) | (a == -b) | (a == -c) | ((b == -c) & (b != 0))
    a, b, c = (np.where(column == -TRUE, 0, column)[~holds] for column in (a, b, c))
    b[b == a] = 0
    c[(c == a) | (c == b)] = 0
    length = (a != 0).astype(np.int64) + (b != 0) + (c != 0)
    rows = np.stack((a, b, c), axis=1)
    clauses: Clauses = []
    for k in (0, 1, 2, 3):
        some = rows[length == k]
        clauses += some[some != 0].reshape(-1, k).tolist() if k else [[]] * len(some)
    return clauses
