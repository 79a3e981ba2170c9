"""Reads the clues of many pictures of one size, and narrows their lines, in machine code."""

from __future__ import annotations

import numpy as np

from nonosat.line.compiled import Ints
from nonosat.narrowing.kernel import NARROWED, TRAIL, TRAILING, State, settle, strike, values_left
from nonosat.narrowing.kernel_layers import UNREFUTED, Depths
from nonosat.narrowing.kernel_probes import is_open
from nonosat.narrowing.layout import Lines, lay_out_clue
from nonosat.processes.machine_code import inlined, lean

_0, _1 = np.uint64(0), np.uint64(1)

NEXT, BEGUN = 0, 1  # places in `progress`


@lean
def read_clues(lines: Lines, values: Ints) -> None:
    """Enter the clues of a picture with these cell values."""
    for line in range(len(lines.n)):
        read_clue(lines, values, line)


@lean
def read_clue(lines: Lines, values: Ints, line: int) -> None:
    """Enter the clue of one line."""
    low, at = lines.clues.low, lines.block_at[line]
    before = 0
    for i in range(lines.cell_at[line], lines.cell_at[line + 1]):
        value = values[lines.cells[i]]
        if value and value == before:
            low[at - 1] += 1
        elif value:
            lines.colour[at], low[at], lines.clues.kind[at] = value, 1, 0
            at += 1
        before = value
    lines.block_end[line] = at
    for j in range(lines.block_at[line], at):
        lines.high[j] = low[j]
    lay_out_clue(lines, line)


@lean
def begin(lines: Lines, state: State, values: Ints, among: Ints) -> None:
    """Start with the clues of a picture, with all cells known except those marked in `among`."""
    read_clues(lines, values)
    state.can[:] = _0
    state.counts[TRAIL] = state.counts[TRAILING] = 0
    for line in range(len(lines.n)):
        at, words, first = lines.word_at[line], lines.words[line], lines.cell_at[line]
        state.dirty[line] = 0
        for place in range(lines.n[line]):
            cell = lines.cells[first + place]
            bit = _1 << np.uint64(place & 63)
            if among[cell]:
                state.dirty[line] = 1
                for v in range(lines.values):
                    state.can[at + v * words + (place >> 6)] |= bit
            else:
                state.can[at + values[cell] * words + (place >> 6)] |= bit


@lean
def count_open(lines: Lines, state: State) -> int:
    """Return how many cells are open."""
    count = 0
    for cell in range(len(lines.seen_at) - 1):
        count += is_open(values_left(lines, state, cell))
    return count


@lean
def after_each(
    lines: Lines, state: State, values: Ints, options: Ints, found: Ints, progress: Ints, stop: int
) -> bool:
    """Find, for each change of one cell, how many cells lines alone leave open after it.

    Return False if `stop` lines were narrowed in total before that; call again to continue.
    """
    while progress[NEXT] < len(options):
        if state.counts[NARROWED] >= stop:
            return False
        number = progress[NEXT]
        cell, value = options[number, 0], options[number, 1]
        before = values[cell]
        if not progress[BEGUN]:
            values[cell] = value
            begin_anew(lines, state, values)
            values[cell] = before
        progress[BEGUN] = 1
        if settle(lines, state, stop) == -2:
            return False
        found[number] = count_open(lines, state)
        progress[NEXT], progress[BEGUN] = number + 1, 0
    return True


@inlined
def begin_anew(lines: Lines, state: State, values: Ints) -> None:
    """Start with the clues of a picture, with no cell known."""
    read_clues(lines, values)
    state.dirty[:] = 1
    state.counts[TRAIL] = state.counts[TRAILING] = 0
    for line in range(len(lines.n)):
        at, words, n = lines.word_at[line], lines.words[line], lines.n[line]
        for w in range(words):
            left = n - (w << 6)
            word = ~_0 if left >= 64 else (_1 << np.uint64(max(0, left))) - _1
            for v in range(lines.values):
                state.can[at + v * words + w] = word


@lean
def strike_refuted(lines: Lines, state: State, depths: Depths, forget: bool) -> bool:
    """Rule out what was refuted; return whether anything was. In that case, or with `forget`, all assumptions
    are marked to be followed again.
    """
    some = False
    for cell in range(len(lines.seen_at) - 1):
        for v in range(lines.values):
            if depths.depth[cell, v] > 0:
                strike(lines, state, cell, v, -1)
                some = True
    if some or forget:
        depths.depth[:] = UNREFUTED
    return some
