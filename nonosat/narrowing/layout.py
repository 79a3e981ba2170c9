"""The memory layout of a Problem of lines for machine code: everything that narrowing does not change."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import chain
from operator import is_
from typing import NamedTuple

import numpy as np

from nonosat.line.compiled import Ints, Plain
from nonosat.problem import Blocks, Problem
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.processes.machine_code import lean


class Lines(NamedTuple):
    """Lines in flat arrays, with their cells and blocks."""

    n: Ints  # by line
    plain: Ints  # by line: 1 if it is short, of one colour and of known lengths
    cell_at: Ints  # by line and one more: where its cells begin
    cells: Ints
    word_at: Ints  # by line and one more: where its words begin, `values` times `words` of them
    words: Ints  # by line
    block_at: Ints  # by line: where its blocks begin,
    block_end: Ints  # and end
    colour: Ints  # by block
    high: Ints
    kind_at: Ints  # by line: where its different lengths begin,
    kind_end: Ints  # and end
    clues: Plain
    seen_at: Ints  # by cell and one more: where its places in lines begin
    seen_line: Ints
    seen_place: Ints
    values: int


def lines_of(problem: Problem, clock: Clock = NO_CLOCK) -> Lines:
    """Lay out the lines of a Problem. Raises LimitReached once the clock's deadline has passed."""
    runs = [c for c in problem.constraints if isinstance(c, Blocks)]
    values = max(2, *set(problem.sizes))
    grid = _geometry([run.cells for run in runs], len(problem.sizes))
    clock.check()
    blocks = list(chain.from_iterable([run.blocks for run in runs]))
    parts = np.fromiter(chain.from_iterable(blocks), np.int64, 3 * len(blocks)).reshape(-1, 3)
    colour, low, high = np.ascontiguousarray(parts.T)
    block_at = _sums([len(run.blocks) for run in runs])
    lines = Lines(
        plain=np.zeros(len(runs), np.int64),
        word_at=_sums(values * grid["words"]),
        block_at=block_at,
        block_end=block_at[1:],
        colour=colour,
        high=high,
        kind_at=block_at,
        kind_end=np.zeros(len(runs), np.int64),
        clues=Plain(low, np.zeros(len(low), np.int64), np.zeros(len(low), np.int64)),
        values=values,
        **grid,
    )
    lay_out_clues(lines)
    return lines


def grid_of(cells: list[tuple[int, ...]], count: int, values: int) -> Lines:
    """Lay out lines over `count` cells without their clues, with room for any blocks of these values."""
    grid = _geometry(cells, count)
    room = _sums([len(line) for line in cells])
    colour, high, low, kind, lengths = np.zeros((5, room[-1]), np.int64)
    return Lines(
        plain=np.zeros(len(cells), np.int64),
        word_at=_sums(values * grid["words"]),
        block_at=room,
        block_end=np.zeros(len(cells), np.int64),
        colour=colour,
        high=high,
        kind_at=room,
        kind_end=np.zeros(len(cells), np.int64),
        clues=Plain(low, kind, lengths),
        values=values,
        **grid,
    )


_known_geometries: deque[tuple[list[tuple[int, ...]], dict[str, Ints]]] = deque(maxlen=8)


def _geometry(cells: list[tuple[int, ...]], count: int) -> dict[str, Ints]:
    """Lay out the cells of lines, and the lines of cells; batches repeat a few sizes."""
    for known, grid in _known_geometries:
        # Puzzles of one size share these tuples, and hashing them would take longer than laying them out.
        if len(known) == len(cells) and all(map(is_, known, cells)):
            return grid
    lengths = np.array([len(line) for line in cells], np.int64)
    flat = np.fromiter(chain.from_iterable(cells), np.int64, int(lengths.sum()))
    grid = {
        "n": lengths,
        "cell_at": _sums(lengths),
        "cells": flat,
        "words": lengths // 64 + 1,
        "seen_at": _sums(np.bincount(flat, minlength=count)),
        "seen_line": np.zeros(len(flat), np.int64),
        "seen_place": np.zeros(len(flat), np.int64),
    }
    free = grid["seen_at"].copy()
    _enter_cells(grid["cell_at"], flat, free, grid["seen_line"], grid["seen_place"])
    _known_geometries.appendleft((cells, grid))
    return grid


def _sums(numbers: Sequence[int] | Ints) -> Ints:
    found = np.zeros(len(numbers) + 1, np.int64)
    np.cumsum(numbers, out=found[1:])
    return found


@lean
def _enter_cells(cell_at: Ints, cells: Ints, free: Ints, seen_line: Ints, seen_place: Ints) -> None:
    """Enter for each cell its lines and its places in them; `free` has the next free slot by cell."""
    for line in range(len(cell_at) - 1):
        for at in range(cell_at[line], cell_at[line + 1]):
            place = free[cells[at]]
            free[cells[at]] += 1
            seen_line[place] = line
            seen_place[place] = at - cell_at[line]


@lean
def lay_out_clues(lines: Lines) -> None:
    """Enter which lines are plain, their distinct block lengths, and upper bounds for blotted blocks."""
    for line in range(len(lines.n)):
        lay_out_clue(lines, line)


@lean
def lay_out_clue(lines: Lines, line: int) -> None:
    """Do the same for one line."""
    lengths = lines.clues.lengths
    first, last = lines.block_at[line], lines.block_end[line]
    one_colour, room = True, lines.n[line]
    at = end = lines.kind_at[line]
    for j in range(first, last):
        low = lines.clues.low[j]
        one_colour = one_colour and lines.colour[j] == 1 and low == lines.high[j]
        room -= low + int(j > first and lines.colour[j] == lines.colour[j - 1])
        # Insert the length in order, unless it is already there.
        k = end
        while k > at and lengths[k - 1] >= low:
            k -= 1
        if k == end or lengths[k] != low:
            for other in range(end, k, -1):
                lengths[other] = lengths[other - 1]
            lengths[k] = low
            end += 1
    lines.kind_end[line] = end
    lines.plain[line] = int(lines.values == 2 and lines.n[line] < 64 and one_colour)
    for j in range(first, last):
        low = lines.clues.low[j]
        lines.high[j] = min(lines.high[j], low + max(0, room) + 1)
        while lengths[at + lines.clues.kind[j]] != low:
            lines.clues.kind[j] += 1
