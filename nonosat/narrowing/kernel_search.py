"""A depth-first search, in machine code, over the cells that probes leave open.

It is for puzzles whose search takes less time than starting a solver.
"""

from __future__ import annotations

import numpy as np

from nonosat.line.compiled import Ints
from nonosat.narrowing.kernel import (
    FAR,
    NARROWED,
    TRAIL,
    TRAILING,
    State,
    assume,
    settle,
    strike,
    undo,
    values_left,
)
from nonosat.narrowing.kernel_probes import (
    CONTRADICTION,
    DONE,
    UNFINISHED,
    Agenda,
    is_open,
    known_beside,
    note_solution,
)
from nonosat.narrowing.layout import Lines
from nonosat.processes.machine_code import lean

_1 = np.uint64(1)
_FOUND = 4
_CELLS = 200  # choosing the next of this many cells takes as long as narrowing a line


@lean
def search(lines: Lines, state: State, agenda: Agenda, levels: Ints, most: int) -> int:
    """Search a settled state with an empty trail until two solutions are found, or all.

    Return DONE, CONTRADICTION if there is no solution, or UNFINISHED after about `most` lines. `levels` must
    have room for the trail's length, the cell and the value of each assumption.

    Values that the final state has lost are in no solution: assumptions that led to a solution are excluded
    only during the rest of the search.
    """
    stop = state.counts[NARROWED] + most
    depth, met = 0, False
    while True:
        if state.counts[NARROWED] >= stop:
            undo(state, 0)
            return UNFINISHED
        cell = _choose(lines, state)
        stop -= len(lines.seen_at) // _CELLS
        failed = cell < 0
        if failed:
            met = True
            note_solution(lines, state, agenda)
            if agenda.counts[_FOUND] == 2:
                undo(state, 0)
                return DONE
        else:
            left = values_left(lines, state, cell)
            value = 0
            while left >> np.uint64(value + 1):  # the background comes last
                value += 1
            levels[depth, 0], levels[depth, 1], levels[depth, 2] = state.counts[TRAIL], cell, value
            depth += 1
            state.counts[TRAILING] = 1
            assume(lines, state, cell, value)
            failed = settle(lines, state, state.counts[NARROWED] + FAR) >= 0
        while failed:
            if depth == 0:
                if met:
                    undo(state, 0)
                return DONE if agenda.counts[_FOUND] else CONTRADICTION
            depth -= 1
            undo(state, levels[depth, 0])
            if met:
                state.counts[TRAILING] = 1
            strike(lines, state, levels[depth, 1], levels[depth, 2], -1)
            failed = settle(lines, state, state.counts[NARROWED] + FAR) >= 0


@lean
def _choose(lines: Lines, state: State) -> int:
    """Return the open cell with the most known neighbours, -1 if none is open."""
    best, most = -1, -1
    for cell in range(len(lines.seen_at) - 1):
        if lines.seen_at[cell] == lines.seen_at[cell + 1] or not is_open(values_left(lines, state, cell)):
            continue
        known = known_beside(lines, state, cell)
        if known > most:
            best, most = int(cell), known
            if known == 2 * (lines.seen_at[cell + 1] - lines.seen_at[cell]):
                break  # all neighbours are known
    return best
