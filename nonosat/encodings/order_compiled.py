"""The writer of `order` in machine code: the same clauses in the same order.

For lines of up to 63 cells, with one colour and known lengths; other Problems are left to the twin.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nonosat.encodings import order_rows
from nonosat.encodings.cells import Clauses, cell_literals
from nonosat.line.compiled import Ints, Words, narrow_plain
from nonosat.line.slack import earliest
from nonosat.model import TRUE, Cnf, Marginals
from nonosat.narrowing import kernel
from nonosat.narrowing.layout import Lines, lines_of
from nonosat.problem import Blocks, Problem
from nonosat.processes.machine_code import inlined, lean

_1 = np.uint64(1)


class Rows(NamedTuple):
    """By block: its row of literals begins at `numbered[at]`, which is for the place before `low`."""

    at: Ints
    low: Ints
    top: Ints
    length: Ints
    numbered: Ints


def written(problem: Problem) -> Cnf:
    """Write the clauses, as `order_rows.written` does."""
    if set(problem.sizes) != {2} or set(map(type, problem.constraints)) != {Blocks} or 0 in problem.possible:
        return order_rows.written(problem)
    lines = lines_of(problem)
    blocks = len(lines.colour)
    state = kernel.state_of(lines, problem.possible)
    starts = np.empty(blocks, np.uint64)
    if not blocks or not lines.plain.all() or not _starts(lines, state, starts):
        return order_rows.written(problem)
    literals, variables, clauses = cell_literals(problem)
    at, low, top = np.empty((3, blocks), np.int64)
    rows = Rows(at, low, top, lines.clues.low, np.empty(66 * blocks, np.int64))
    variables = int(_number(starts, variables, rows))
    for line in problem.constraints:
        if isinstance(line, Blocks) and not line.blocks:
            clauses += [[literals[cell][0]] for cell in line.cells if abs(literals[cell][0]) != TRUE]
    table = np.array(literals)
    most = int(4 * (top - low + 2).sum() + lines.clues.low.sum() + 3 * lines.n.sum())
    some = np.empty((3, most, 3), np.int64)
    count = np.zeros(4, np.int64)
    _write(lines, rows, table, some, count)
    if count[0]:  # an unsatisfiable clause
        return order_rows.written(problem)
    for length in (1, 2, 3):
        found: Clauses = some[length - 1, : count[length], :length].tolist()
        clauses += found
    return Cnf(variables, clauses, literals, lambda marginals: _phases(problem, rows, marginals))


def _phases(problem: Problem, rows: Rows, marginals: Marginals) -> list[int]:
    twin = order_rows.Rows(2)
    twin.start_at, twin.start_low, twin.start_top = rows.at.tolist(), rows.low.tolist(), rows.top.tolist()
    twin.origin = [
        (number, j, first)
        for number, line in enumerate(problem.constraints)
        if isinstance(line, Blocks)
        for j, first in enumerate(earliest(line.blocks))
    ]
    return twin.phases(rows.numbered, marginals)


@lean
def _starts(lines: Lines, state: kernel.State, starts: Words) -> bool:
    """Find the places where each block may start; False if nothing fits a line."""
    for line in range(len(lines.n)):
        at, blocks = lines.word_at[line], (lines.block_at[line], lines.block_end[line])
        kinds = lines.kind_at[line], lines.kind_end[line]
        white, black = narrow_plain(
            state.can[at], state.can[at + 1], lines.clues, blocks, kinds, lines.n[line], state.room
        )
        if not white | black:
            return False
        for j in range(blocks[0], blocks[1]):
            starts[j] = state.room.starts[j - blocks[0], 0]
    return True


@lean
def _number(starts: Words, variables: int, rows: Rows) -> int:
    """Fill in the rows; return the variables used so far."""
    here = 0
    for b in range(len(starts)):
        mask, low, top = starts[b], 0, 63
        while not mask >> np.uint64(low) & _1:
            low += 1
        while not mask >> np.uint64(top) & _1:
            top -= 1
        rows.at[b], rows.low[b], rows.top[b] = here, low, top
        rows.numbered[here] = -TRUE
        for p in range(low, top):
            variables += int(mask >> np.uint64(p) & _1)
            rows.numbered[here + 1 + p - low] = variables
        rows.numbered[here + 1 + top - low] = TRUE
        here += top - low + 2
    return variables


@inlined
def _started(rows: Rows, b: int, p: int) -> int:
    """S(b, p)"""
    return int(rows.numbered[rows.at[b] + min(max(p - rows.low[b] + 1, 0), rows.top[b] - rows.low[b] + 1)])


@inlined
def _ended(rows: Rows, b: int, p: int) -> int:
    """E(b, p)"""
    return _started(rows, b, p - rows.length[b] + 1)


@inlined
def _add(some: Ints, count: Ints, a: int, b: int, c: int) -> None:
    """Add a clause (c is 0 if it has two literals) without constants, unless it is already satisfied."""
    if a == TRUE or b == TRUE or c == TRUE or a == -b or a == -c or (b == -c and b != 0):
        return
    first = 0 if a == -TRUE else a
    second = 0 if b in (-TRUE, a) else b
    third = 0 if c in (-TRUE, a, b) else c
    length = int(first != 0) + int(second != 0) + int(third != 0)
    at, place = count[length], 0
    count[length] += 1
    for literal in (first, second, third):
        if literal != 0:
            some[length - 1, at, place] = literal
            place += 1


@lean
def _write(lines: Lines, rows: Rows, table: Ints, some: Ints, count: Ints) -> None:
    """Write the families of `order` one after another, the clauses of each length separately."""
    low, top, length = rows.low, rows.top, rows.length
    # Once started, started.
    for b in range(len(low)):
        for p in range(low[b], top[b]):
            _add(some, count, -_started(rows, b, p), _started(rows, b, p + 1), 0)
    # The next block starts only after this one has ended, and a gap.
    for line in range(len(lines.n)):
        for b in range(lines.block_at[line] + 1, lines.block_end[line]):
            for p in range(low[b], top[b] + 1):
                if _started(rows, b, p) != _started(rows, b, p - 1):
                    _add(some, count, -_started(rows, b, p), _ended(rows, b - 1, p - 2), 0)
    # Started and not ended: black.
    for line in range(len(lines.n)):
        at = lines.cell_at[line]
        for b in range(lines.block_at[line], lines.block_end[line]):
            for p in range(low[b], top[b] + length[b]):
                black = table[lines.cells[at + p], 1]
                _add(some, count, -_started(rows, b, p), _ended(rows, b, p - 1), black)
    # Ended, the next not started: white; and so before the first and after the last.
    for line in range(len(lines.n)):
        at = lines.cell_at[line]
        for b in range(lines.block_at[line], lines.block_end[line] - 1):
            for p in range(low[b] + length[b], top[b + 1]):
                white = table[lines.cells[at + p], 0]
                _add(some, count, -_ended(rows, b, p - 1), _started(rows, b + 1, p), white)
    for line in range(len(lines.n)):
        b = lines.block_at[line]
        if b < lines.block_end[line]:
            for p in range(top[b]):
                _add(some, count, _started(rows, b, p), table[lines.cells[lines.cell_at[line] + p], 0], 0)
    for line in range(len(lines.n)):
        b = lines.block_end[line] - 1
        if b >= lines.block_at[line]:
            for p in range(low[b] + length[b], lines.n[line]):
                _add(some, count, -_ended(rows, b, p - 1), table[lines.cells[lines.cell_at[line] + p], 0], 0)
