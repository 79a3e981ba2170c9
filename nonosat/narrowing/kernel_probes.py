"""Probing in machine code: the twin of `nonosat.narrowing.probes`.

An open cell is assumed to have each of its values, and lines are narrowed. A value that leads to a
contradiction is ruled out, and so is what every value of the cell rules out. Cells next to known ones
come first, then those next to the cells of the last success.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nonosat.line.compiled import Ints, Words, copy_row
from nonosat.narrowing.kernel import (
    FAR,
    NARROWED,
    TRAILING,
    State,
    assume,
    settle,
    strike,
    undo,
    values_left,
)
from nonosat.narrowing.layout import Lines
from nonosat.processes.machine_code import inlined, lean

_0, _1 = np.uint64(0), np.uint64(1)

DONE, UNFINISHED, CONTRADICTION = 0, 1, 2

_LEAST, _LEAST_CELLS = 1000, 200_000  # lines that an assumption may take at least, and cells of these


class Agenda(NamedTuple):
    """The cells to probe next. `hot` is a stack of cells next to newly known ones; `order` has the remaining
    cells of a round from `counts[_NEXT]` on. A round that rules out nothing is the last one. `found` has
    solutions that probes ended in, at most two different ones.
    """

    hot: Ints
    is_hot: Ints  # by cell
    order: Ints
    union: Words  # what at least one value of the probed cell leaves possible
    found: Ints  # by solution and cell
    counts: Ints
    known: Ints  # by cell, while a round is ordered: how many neighbours are known, -1 if it is not open
    touched: Ints  # by line, while a success is settled: whether it was dirty
    before: Words  # and the words of all lines


_HOT, _NEXT, _ORDER, _GAINED, _FOUND, _PROBES, _SUCCESS = 0, 1, 2, 3, 4, 5, 6


def agenda_for(lines: Lines, state: State) -> Agenda:
    """Return an empty agenda; the first round starts automatically."""
    cells = len(lines.seen_at) - 1
    counts = np.zeros(7, np.int64)
    counts[_GAINED] = 1
    counts[_SUCCESS] = state.counts[NARROWED]
    return Agenda(
        np.zeros(cells, np.int64),
        np.zeros(cells, np.int64),
        np.zeros(cells, np.int64),
        np.zeros(len(state.can), np.uint64),
        np.zeros((2, cells), np.int64),
        counts,
        np.zeros(cells, np.int64),
        np.zeros_like(state.dirty),
        np.zeros_like(state.can),
    )


@lean
def probe(lines: Lines, state: State, agenda: Agenda, most: int, patience: int) -> int:
    """Probe until nothing changes, until a contradiction, or until about `most` lines were narrowed.

    Also stop when `patience` lines were narrowed since the last success. The state must be settled, with room
    for a trail. Call again to continue.
    """
    stop = state.counts[NARROWED] + most
    longest = 1
    for n in lines.n:
        longest = max(longest, n)
    least = min(_LEAST, _LEAST_CELLS // longest)
    while True:
        if state.counts[NARROWED] >= stop or state.counts[NARROWED] - agenda.counts[_SUCCESS] > patience:
            return UNFINISHED
        cell = _next(lines, state, agenda)
        if cell < 0:
            return DONE
        outcome = _probe(lines, state, agenda, cell, stop, least)
        if outcome == CONTRADICTION:
            return CONTRADICTION
        if agenda.counts[_FOUND] == 2:
            return DONE


@lean
def _next(lines: Lines, state: State, agenda: Agenda) -> int:
    """Return the next cell to probe, or -1 if a whole round has ruled out nothing."""
    counts = agenda.counts
    while counts[_HOT]:
        counts[_HOT] -= 1
        cell = agenda.hot[counts[_HOT]]
        agenda.is_hot[cell] = 0
        if is_open(values_left(lines, state, cell)):
            return int(cell)
    while True:
        while counts[_NEXT] < counts[_ORDER]:
            cell = agenda.order[counts[_NEXT]]
            counts[_NEXT] += 1
            if is_open(values_left(lines, state, cell)):
                return int(cell)
        if not counts[_GAINED]:
            return -1
        counts[_GAINED] = 0
        _order(lines, state, agenda)


@inlined
def is_open(mask: np.uint64) -> bool:
    """Whether a mask has more than one value."""
    return bool(mask & (mask - _1) != _0)


@lean
def known_beside(lines: Lines, state: State, cell: int) -> int:
    """Return the number of known neighbours of a cell; an edge counts as known."""
    known = 0
    for i in range(lines.seen_at[cell], lines.seen_at[cell + 1]):
        line, place = lines.seen_line[i], lines.seen_place[i]
        first, last = lines.cell_at[line], lines.n[line] - 1
        known += place == 0 or not is_open(values_left(lines, state, lines.cells[first + place - 1]))
        known += place == last or not is_open(values_left(lines, state, lines.cells[first + place + 1]))
    return known


@lean
def _order(lines: Lines, state: State, agenda: Agenda) -> None:
    """Start a round: order the open cells, those with the most known neighbours first."""
    counts = agenda.counts
    counts[_NEXT] = counts[_ORDER] = 0
    known = agenda.known
    for cell in range(len(agenda.order)):
        known[cell] = -1
        if lines.seen_at[cell] < lines.seen_at[cell + 1] and is_open(values_left(lines, state, cell)):
            known[cell] = min(known_beside(lines, state, cell), 4)
    for wanted in range(4, -1, -1):
        for cell in range(len(agenda.order)):
            if known[cell] == wanted:
                agenda.order[counts[_ORDER]] = cell
                counts[_ORDER] += 1


@lean
def _probe(lines: Lines, state: State, agenda: Agenda, cell: int, stop: int, least: int) -> int:
    """Assume each value of a cell in turn; return DONE or CONTRADICTION.

    An assumption may narrow lines up to a total of `stop`, but at least `least` of its own.
    """
    left = values_left(lines, state, cell)
    agenda.counts[_PROBES] += 1
    agenda.union[:] = _0
    whole = True  # whether all values that are left were narrowed to the end
    for v in range(lines.values):
        if not left >> np.uint64(v) & _1:
            continue
        state.counts[TRAILING] = 1
        assume(lines, state, cell, v)
        outcome = settle(lines, state, max(stop, state.counts[NARROWED] + least))
        if outcome == -1:
            note_solution(lines, state, agenda)
            for at in range(len(state.can)):
                agenda.union[at] |= state.can[at]
        elif outcome == -2:
            whole = False
        undo(state, 0)
        if outcome >= 0:
            strike(lines, state, cell, v, -1)
            if not _settled(lines, state, agenda):
                return CONTRADICTION
            if not is_open(values_left(lines, state, cell)):
                return DONE
    if whole and _keep_union(lines, state, agenda) and not _settled(lines, state, agenda):
        return CONTRADICTION
    return DONE


@lean
def _keep_union(lines: Lines, state: State, agenda: Agenda) -> bool:
    """Rule out what every value of the probed cell rules out; return whether anything was ruled out."""
    gained = False
    for line in range(len(lines.n)):
        for at in range(lines.word_at[line], lines.word_at[line + 1]):
            word = state.can[at] & agenda.union[at]
            if word != state.can[at]:
                state.can[at] = word
                state.dirty[line] = 1
                gained = True
    return gained


@lean
def _settled(lines: Lines, state: State, agenda: Agenda) -> bool:
    """Narrow after a success, and put the open cells next to newly known ones on the agenda."""
    agenda.counts[_GAINED] = 1
    agenda.counts[_SUCCESS] = state.counts[NARROWED]
    touched, before = agenda.touched, agenda.before
    copy_row(touched, state.dirty)
    copy_row(before, state.can)
    if settle(lines, state, state.counts[NARROWED] + FAR) >= 0:
        return False
    for line in range(len(lines.n)):
        changed = touched[line] != 0
        for at in range(lines.word_at[line], lines.word_at[line + 1]):
            changed = changed or state.can[at] != before[at]
        if changed:
            _heat(lines, state, agenda, line)
    return True


@lean
def _heat(lines: Lines, state: State, agenda: Agenda, line: int) -> None:
    """Put the open cells of a line that are next to a known one on top of the agenda."""
    first = lines.cell_at[line]
    for place in range(lines.n[line]):
        cell = lines.cells[first + place]
        if agenda.is_hot[cell] or not is_open(values_left(lines, state, cell)):
            continue
        beside = place == 0 or place == lines.n[line] - 1
        if not beside:
            beside = not (
                is_open(values_left(lines, state, lines.cells[first + place - 1]))
                and is_open(values_left(lines, state, lines.cells[first + place + 1]))
            )
        if beside:
            agenda.hot[agenda.counts[_HOT]] = cell
            agenda.counts[_HOT] += 1
            agenda.is_hot[cell] = 1


@lean
def note_solution(lines: Lines, state: State, agenda: Agenda) -> None:
    """Keep the values as a solution if every cell of a settled state has just one."""
    number = agenda.counts[_FOUND]
    if number == 2:
        return
    for cell in range(len(lines.seen_at) - 1):
        if lines.seen_at[cell] < lines.seen_at[cell + 1]:
            mask = values_left(lines, state, cell)
            if is_open(mask):
                return
            value = 0
            while not mask >> np.uint64(value) & _1:
                value += 1
            agenda.found[number, cell] = value
    if number == 1:
        same = True
        for cell in range(len(agenda.order)):
            same = same and agenda.found[0, cell] == agenda.found[1, cell]
        if same:
            return
    agenda.counts[_FOUND] += 1


def found(agenda: Agenda) -> int:
    """Return how many solutions were found, at most two."""
    return int(agenda.counts[_FOUND])
