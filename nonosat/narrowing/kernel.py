"""Narrows whole Problems of lines in machine code, for `nonosat.narrowing.compiled`.

The state is a few arrays. A copy copies them; an assumption is undone with a trail of the words that it has
changed. Lines are narrowed in the same order as in the twin, in rounds over those that may rule out more, so
that both report the same contradiction.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from nonosat.line.compiled import Ints, Room, Words, narrow_any, narrow_plain, room_for
from nonosat.narrowing.layout import Lines
from nonosat.processes.machine_code import inlined, lean

_0, _1 = np.uint64(0), np.uint64(1)

# Shifted left by k, this number has different top six bits for every k (Leiserson, Prokop and Randall 1998),
# so these identify the single bit that it was multiplied by.
_DE_BRUIJN, _58 = np.uint64(0x03F79D71B4CB0A89), np.uint64(58)
_INDEX = np.zeros(64, np.int64)
for _k in range(64):
    _INDEX[(0x03F79D71B4CB0A89 << _k) % (1 << 64) >> 58] = _k


class State(NamedTuple):
    """The state: `can`, the words of all lines, and which lines are dirty. `counts` has the lines narrowed so
    far, the length of the trail, and whether there is one. The trail has the place and the old value of each
    word changed since its start.
    """

    can: Words
    dirty: Ints
    counts: Ints
    trail_at: Ints
    trail_word: Words
    scratch: Words
    room: Room


NARROWED, TRAIL, TRAILING = 0, 1, 2  # places in `State.counts`
FAR = 1 << 60


def state_of(lines: Lines, possible: Sequence[int]) -> State:
    """Return a state in which these values are possible, with all lines dirty."""
    words = int(lines.words.max(initial=1))
    blocks = int(np.diff(lines.block_at).max(initial=0))
    state = State(
        np.zeros(int(lines.word_at[-1]), np.uint64),
        np.ones(len(lines.n), np.int64),
        np.zeros(3, np.int64),
        np.zeros(0, np.int64),
        np.zeros(0, np.uint64),
        np.zeros((lines.values, words), np.uint64),
        room_for(blocks, words),
    )
    _load(lines, state, masks(possible))
    return state


def masks(possible: Sequence[int]) -> Words:
    """Return masks of values as an array."""
    try:
        return np.frombuffer(bytes(possible), np.uint8).astype(np.uint64)  # fast, for at most 8 values
    except ValueError:
        return np.array(possible, np.uint64)


def copied(state: State) -> State:
    """Return an independent copy, without a trail."""
    return state._replace(
        can=state.can.copy(),
        dirty=state.dirty.copy(),
        counts=state.counts * np.array([1, 0, 0]),
        trail_at=state.trail_at[:0],
        trail_word=state.trail_word[:0],
    )


def with_trail(lines: Lines, state: State) -> State:
    """Return the state with room for a trail of all possible removals."""
    most = 2 * int(lines.values) * int(lines.cell_at[-1]) + 64
    if len(state.trail_at) >= most:
        return state
    return state._replace(trail_at=np.zeros(most, np.int64), trail_word=np.zeros(most, np.uint64))


@lean
def _load(lines: Lines, state: State, possible: Words) -> None:
    for line in range(len(lines.n)):
        at, words = lines.word_at[line], lines.words[line]
        for place in range(lines.n[line]):
            mask = possible[lines.cells[lines.cell_at[line] + place]]
            for v in range(lines.values):
                if mask >> np.uint64(v) & _1:
                    state.can[at + v * words + (place >> 6)] |= _1 << np.uint64(place & 63)


@lean
def read(lines: Lines, state: State, possible: Words) -> None:
    """Clear the impossible values of cells from their masks."""
    for cell in range(len(possible)):
        if lines.seen_at[cell] < lines.seen_at[cell + 1]:
            possible[cell] &= values_left(lines, state, cell)


@inlined
def values_left(lines: Lines, state: State, cell: int) -> np.uint64:
    """Return the mask of the values that a cell of a line may have."""
    first = lines.seen_at[cell]
    line, place = lines.seen_line[first], lines.seen_place[first]
    at, words = lines.word_at[line] + (place >> 6), lines.words[line]
    mask = _0
    for v in range(lines.values):
        bit = state.can[at + v * words] >> np.uint64(place & 63) & _1
        mask |= bit << np.uint64(v)
    return mask


@inlined
def _set_word(state: State, at: int, word: np.uint64) -> None:
    if state.counts[TRAILING]:
        length = state.counts[TRAIL]
        state.trail_at[length] = at
        state.trail_word[length] = state.can[at]
        state.counts[TRAIL] = length + 1
    state.can[at] = word


@inlined
def strike(lines: Lines, state: State, cell: int, value: int, origin: int) -> None:
    """Remove a value from a cell in all of its lines but one, and mark these dirty."""
    for i in range(lines.seen_at[cell], lines.seen_at[cell + 1]):
        line, place = lines.seen_line[i], lines.seen_place[i]
        if line != origin:
            at = lines.word_at[line] + value * lines.words[line] + (place >> 6)
            word = state.can[at]
            bit = _1 << np.uint64(place & 63)
            if word & bit:
                _set_word(state, at, word ^ bit)
                state.dirty[line] = 1


@inlined
def look(lines: Lines, state: State, line: int) -> bool:
    """Narrow one line and apply the result; False if it has no arrangement."""
    state.dirty[line] = 0
    state.counts[NARROWED] += 1
    at, n = lines.word_at[line], lines.n[line]
    blocks = lines.block_at[line], lines.block_end[line]
    if lines.plain[line]:
        kinds = lines.kind_at[line], lines.kind_end[line]
        white, black = state.can[at], state.can[at + 1]
        now_white, now_black = narrow_plain(white, black, lines.clues, blocks, kinds, n, state.room)
        if now_white | now_black == _0:
            return False
        for value, gone in ((0, white ^ now_white), (1, black ^ now_black)):
            if gone:
                take(lines, state, line, value, 0, gone)
        return True
    return _look_at_any(lines, state, line)


@lean
def _look_at_any(lines: Lines, state: State, line: int) -> bool:
    """Do the same for a line that is not plain; separate, to keep the plain path fast."""
    at, n, words = lines.word_at[line], lines.n[line], lines.words[line]
    begin, end = lines.block_at[line], lines.block_end[line]
    can = state.scratch[:, :words]
    for v in range(lines.values):
        for w in range(words):
            can[v, w] = state.can[at + v * words + w]
    low = lines.clues.low[begin:end]
    if not narrow_any(can, lines.colour[begin:end], low, lines.high[begin:end], n, state.room):
        return False
    for v in range(lines.values):
        for w in range(words):
            gone = state.can[at + v * words + w] & ~can[v, w]
            if gone:
                take(lines, state, line, v, w, gone)
    return True


@inlined
def take(lines: Lines, state: State, line: int, value: int, word: int, gone: np.uint64) -> None:
    """Remove a value from some cells of a line, which has ruled it out."""
    at = lines.word_at[line] + value * lines.words[line] + word
    _set_word(state, at, state.can[at] ^ gone)
    first = lines.cell_at[line] + (word << 6)
    while gone:
        lowest = gone & (~gone + _1)
        strike(lines, state, lines.cells[first + _index(lowest)], value, line)
        gone ^= lowest


@inlined
def _index(bit: np.uint64) -> int:
    """Return the index of the only bit in a word."""
    return int(_INDEX[(bit * _DE_BRUIJN) >> _58])


@lean
def settle(lines: Lines, state: State, stop: int) -> int:
    """Narrow until nothing is dirty; return the line without arrangements, or -1; -2 if `stop` lines were
    narrowed in total before that.
    """
    count = len(lines.n)
    at = -1
    while True:
        found = -1
        for line in range(at + 1, count):
            if state.dirty[line]:
                found = line
                break
        if found < 0:
            for line in range(min(at + 1, count)):
                if state.dirty[line]:
                    found = line
                    break
        if found < 0:
            return -1
        at = found
        if state.counts[NARROWED] >= stop:
            return -2
        if not look(lines, state, at):
            return at


@inlined
def assume(lines: Lines, state: State, cell: int, value: int) -> None:
    """Fix a cell to a value."""
    left = values_left(lines, state, cell)
    for v in range(lines.values):
        if v != value and left >> np.uint64(v) & _1:
            strike(lines, state, cell, v, -1)


@inlined
def undo(state: State, length: int) -> None:
    """Undo changes until the trail has this length, and mark all lines clean. If it is then empty, recording
    stops: later changes are permanent.
    """
    state.counts[TRAILING] = int(length > 0)
    while state.counts[TRAIL] > length:
        state.counts[TRAIL] -= 1
        state.can[state.trail_at[state.counts[TRAIL]]] = state.trail_word[state.counts[TRAIL]]
    state.dirty[:] = 0
