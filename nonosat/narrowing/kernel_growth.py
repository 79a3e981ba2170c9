"""Which changes of a picture let lines decide more of it: the kernel of `nonosat.narrowing.growth`.

The trail is kept from the start: it has all deductions of the lines, in order. Notes record which line made
each deduction, so that only the lines of a change are checked again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from nonosat.line.compiled import Ints, Words
from nonosat.narrowing.kernel import NARROWED, TRAIL, TRAILING, State, look, undo, values_left
from nonosat.narrowing.kernel_layers import narrowed
from nonosat.narrowing.kernel_pictures import BEGUN, NEXT, begin_anew, count_open, read_clue
from nonosat.narrowing.layout import Lines
from nonosat.problem import CellValue
from nonosat.processes.machine_code import compiled, inlined, lean

_0, _1 = np.uint64(0), np.uint64(1)


class Notes(NamedTuple):
    """The origin of each deduction. An entry's line is that of its word, unless stated otherwise."""

    finder: Ints  # by entry of the trail: the line that found it
    before: Ints  # by entry: the previous entry of the same line; -1 if it is the first
    last: Ints  # by line: its last entry
    line: Ints  # by word
    at: Ints  # the next line to check, and whether any line was narrowed in this round
    now: Words  # scratch space: the words of all lines,
    then: Words
    after: Words


class Changes(NamedTuple):
    """Changes of a picture, each of a few cells, in flat arrays."""

    at: Ints  # by change and one more: where its cells begin
    cells: Ints
    values: Ints


def laid_out(changes: Sequence[Sequence[CellValue]]) -> Changes:
    """Lay changes out in flat arrays."""
    at = np.cumsum([0, *map(len, changes)])
    cells, values = np.array([pair for change in changes for pair in change], np.int64).reshape(-1, 2).T
    return Changes(at, cells.copy(), values.copy())


def notes_for(lines: Lines, state: State) -> Notes:
    """Return empty notes; the state must have room for a trail."""
    finder, before = np.zeros((2, len(state.trail_at)), np.int64)
    now, then, after = np.zeros((3, len(state.can)), np.uint64)
    line = np.repeat(np.arange(len(lines.n)), np.diff(lines.word_at))
    return Notes(
        finder, before, np.zeros(len(lines.n), np.int64), line, np.zeros(2, np.int64), now, then, after
    )


@lean
def begin(lines: Lines, state: State, notes: Notes, values: Ints) -> None:
    """Start with the clues of a picture, with no cell known."""
    begin_anew(lines, state, values)
    notes.last[:] = -1
    notes.at[:] = 0
    state.counts[TRAILING] = 1


@lean
def settle(lines: Lines, state: State, notes: Notes, stop: int) -> bool:
    """Narrow dirty lines, in order, until there are none, and note the origin of each deduction.

    Return False if `stop` lines were narrowed in total before that; call again to continue.
    """
    while True:
        for line in range(notes.at[0], len(lines.n)):
            if state.dirty[line]:
                if state.counts[NARROWED] >= stop:
                    notes.at[0] = line
                    return False
                length = state.counts[TRAIL]
                look(lines, state, line)
                notes.at[1] = 1
                for i in range(length, state.counts[TRAIL]):
                    of = notes.line[state.trail_at[i]]
                    notes.finder[i], notes.before[i], notes.last[of] = line, notes.last[of], i
        going = notes.at[1]
        notes.at[:] = 0
        if not going:
            return True


@compiled
def try_changes(
    lines: Lines,
    state: State,
    notes: Notes,
    values: Ints,
    changes: Changes,
    order: Ints,
    keep: bool,
    found: Ints,
    progress: Ints,
    stop: int,
) -> bool:
    """Find how many open cells each change decides. With `keep`, make those that decide any.

    Changes are made in `values`, in this order, if their cells are still open and everything known still
    follows. Return False if `stop` lines were narrowed in total before the end; call again to continue.
    """
    while progress[NEXT] < len(order):
        if state.counts[NARROWED] >= stop:
            return False
        number = order[progress[NEXT]]
        if not progress[BEGUN]:
            if progress[NEXT] == 0:
                progress[_OPEN] = count_open(lines, state)
            progress[_LENGTH] = state.counts[TRAIL]
            found[number] = 0
            if not _is_possible(lines, state, changes, number):
                progress[NEXT] += 1
                continue
            _make(lines, state, values, changes, number)
            if keep and not _all_follow(lines, state, notes):
                _make(lines, state, values, changes, number)
                state.dirty[:] = 0
                progress[NEXT] += 1
                continue
            progress[BEGUN] = 1
        if not settle(lines, state, notes, stop):
            return False
        if state.counts[TRAIL] > progress[_LENGTH]:
            found[number] = progress[_OPEN] - count_open(lines, state)
        if keep and found[number]:
            progress[_OPEN] -= found[number]
        else:
            _make(lines, state, values, changes, number)
            _take_back(state, notes, progress[_LENGTH])
        progress[NEXT], progress[BEGUN] = progress[NEXT] + 1, 0
    return True


_OPEN, _LENGTH = 2, 3  # further places in `progress`: open cells and the trail's length before the change
PLACES = 4


@inlined
def _is_possible(lines: Lines, state: State, changes: Changes, number: int) -> bool:
    for i in range(changes.at[number], changes.at[number + 1]):
        if not values_left(lines, state, changes.cells[i]) >> np.uint64(changes.values[i]) & _1:
            return False
    return True


@lean
def _make(lines: Lines, state: State, values: Ints, changes: Changes, number: int) -> None:
    """Make or undo a change in the picture and in the clues of its lines, and mark these dirty."""
    for i in range(changes.at[number], changes.at[number + 1]):
        cell = changes.cells[i]
        values[cell], changes.values[i] = changes.values[i], values[cell]
        for k in range(lines.seen_at[cell], lines.seen_at[cell + 1]):
            state.dirty[lines.seen_line[k]] = 1
    for line in range(len(lines.n)):
        if state.dirty[line]:
            read_clue(lines, values, line)


@lean
def _all_follow(lines: Lines, state: State, notes: Notes) -> bool:
    """Whether all deductions of dirty lines still follow from their clues; the lines stay dirty."""
    for line in range(len(lines.n)):
        if state.dirty[line]:
            follows = _follows(lines, state, notes, line)
            state.dirty[line] = 1
            if not follows:
                return False
    return True


@lean
def _follows(lines: Lines, state: State, notes: Notes, line: int) -> bool:
    """Whether a line's new clue repeats all its deductions, each from what was known at that point."""
    begin, end = lines.word_at[line], lines.word_at[line + 1]
    good, i = True, notes.last[line]
    for at in range(begin, end):
        notes.now[at] = state.can[at]
    while good and i >= 0:
        for at in range(begin, end):
            notes.then[at] = state.can[at]
        own = notes.finder[i] == line
        while i >= 0 and (notes.finder[i] == line) == own:
            state.can[state.trail_at[i]] = state.trail_word[i]
            i = notes.before[i]
        if own:
            narrowed(lines, state, line, notes.after)
            for at in range(begin, end):
                good = good and notes.after[at] & ~notes.then[at] == _0
    for at in range(begin, end):
        state.can[at] = notes.now[at]
    return good


@inlined
def _take_back(state: State, notes: Notes, length: int) -> None:
    """Undo all deductions since the trail had this length."""
    for i in range(state.counts[TRAIL] - 1, length - 1, -1):
        notes.last[notes.line[state.trail_at[i]]] = notes.before[i]
    undo(state, length)
    state.counts[TRAILING] = 1
