"""Narrow a line in machine code: the twin of `nonosat.line.masks`, including colours and blotted blocks.

Sets of cells and of boundaries between them are words of 64 bits: one word for lines of up to 63 cells,
several beyond. Boundary i lies before cell i. From the left, `fill` sweeps boundaries through cells
with the carry of an addition; from the right, `fill_down` does so by doubling steps.

A line is narrowed in place: `can` holds, value by value, the cells that may have it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nonosat.processes.machine_code import compiled, inlined, lean

Words = NDArray[np.uint64]
Ints = NDArray[np.int64]
Pair = tuple[int, int]

_0, _1, _2, _4 = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(4)
_8, _16, _32, _63 = np.uint64(8), np.uint64(16), np.uint64(32), np.uint64(63)
_64 = np.uint64(64)


class Room(NamedTuple):
    """Scratch space for the lines of a problem: rows of words by block, or by kind of block."""

    gaps: Words
    starts: Words
    ends: Words
    fits: Words
    spread: Words
    line: Words  # a few rows for temporary values


def room_for(blocks: int, words: int) -> Room:
    """Return scratch space for lines of at most this many blocks and words."""
    gaps, starts, ends, fits, spread = np.zeros((5, blocks + 2, words), np.uint64)
    return Room(gaps, starts, ends, fits, spread, np.zeros((8, words), np.uint64))


@inlined
def fill(seeds: np.uint64, through: np.uint64) -> np.uint64:
    """Return the boundaries that are reached from the seeds by stepping over cells to the right."""
    return ((through + (seeds & through)) ^ through) | seeds


@inlined
def fill_down(seeds: np.uint64, through: np.uint64) -> np.uint64:
    """Return the boundaries from which the seeds are reached by stepping over cells to the right."""
    seeds |= (seeds >> _1) & through
    through &= through >> _1
    seeds |= (seeds >> _2) & through
    through &= through >> _2
    seeds |= (seeds >> _4) & through
    through &= through >> _4
    seeds |= (seeds >> _8) & through
    through &= through >> _8
    seeds |= (seeds >> _16) & through
    through &= through >> _16
    return seeds | ((seeds >> _32) & through)


class Plain(NamedTuple):
    """Clues of one colour and known lengths, one after another.

    Block j has the length `low[j]`, which is the `kind[j]`-th of its line's different `lengths`, which
    are in rising order.
    """

    low: Ints
    kind: Ints
    lengths: Ints


@inlined
def narrow_plain(
    white: np.uint64, black: np.uint64, clues: Plain, blocks: Pair, kinds: Pair, n: int, room: Room
) -> tuple[np.uint64, np.uint64]:
    """Narrow a line of up to 63 cells with blocks of one colour and known lengths.

    Given the cells that can be white and black, return those that are so in some arrangement; no cells if
    there is no arrangement. `blocks` and `kinds` are the ranges of the line. Afterwards, `room.starts` has
    the places where each block may start.
    """
    gaps, starts, fits, spread = room.gaps, room.starts, room.fits, room.spread
    first, last = blocks[0], blocks[1] - 1
    run, have = black, 1
    for kind in range(kinds[0], kinds[1]):
        length = clues.lengths[kind]
        while have < length:
            shift = min(have, length - have)
            run &= run >> np.uint64(shift)
            have += shift
        fits[kind - kinds[0], 0] = run
        spread[kind - kinds[0], 0] = _0
    free = gap = fill(_1, white)
    for j in range(first, last + 1):
        gaps[j - first, 0] = gap
        start = free & fits[clues.kind[j], 0]
        if start == _0:
            return _0, _0
        starts[j - first, 0] = start
        end = start << np.uint64(clues.low[j])
        free = fill(end, white) if j == last else fill((end & white) << _1, white)
        gap = end | free
    end_of_line = _1 << np.uint64(n)
    if gap & end_of_line == _0:
        return _0, _0
    rest = fill_down(end_of_line, white)
    some_white = gap & (rest >> _1)
    for j in range(last, first - 1, -1):
        ends = rest if j == last else (rest >> _1) & white
        from_here = ends >> np.uint64(clues.low[j])
        kind = clues.kind[j]
        starts[j - first, 0] &= from_here
        spread[kind, 0] |= starts[j - first, 0]
        rest = fill_down(from_here & fits[kind, 0], white)
        some_white |= gaps[j - first, 0] & (rest >> _1)
    covered = _0
    for kind in range(kinds[1] - 1, kinds[0] - 1, -1):
        covered |= spread[kind - kinds[0], 0]
        # What a kind has beyond the next shorter one is spread first, the rest together with that one.
        have = clues.lengths[kind - 1] if kind > kinds[0] else 1
        length = clues.lengths[kind]
        while have < length:
            shift = min(have, length - have)
            covered |= covered << np.uint64(shift)
            have += shift
    return white & some_white, covered


@lean
def copy_row(to: NDArray[Any], row: NDArray[Any]) -> None:
    """Copy one row to another; assigning a slice would allocate, in case they overlap."""
    for w in range(len(to)):
        to[w] = row[w]


@lean
def shift_up(to: Words, row: Words, by: int) -> None:
    """Move a set to higher places; bits beyond the last word are lost. `to` may be `row`."""
    words, bits = by >> 6, np.uint64(by & 63)
    for w in range(len(row) - 1, -1, -1):
        moved = row[w - words] << bits if w >= words else _0
        if bits and w > words:
            moved |= row[w - words - 1] >> (_64 - bits)
        to[w] = moved


@lean
def shift_down(to: Words, row: Words, by: int) -> None:
    """Move a set to lower places; `to` may be `row`."""
    words, bits = by >> 6, np.uint64(by & 63)
    last = len(row) - 1
    for w in range(len(row)):
        moved = row[w + words] >> bits if w + words <= last else _0
        if bits and w + words < last:
            moved |= row[w + words + 1] << (_64 - bits)
        to[w] = moved


@lean
def fill_row(row: Words, through: Words) -> None:
    """`fill` over several words."""
    carry = _0
    for w in range(len(row)):
        cells = through[w]
        # A carry from the word below is a boundary here, from which more cells may be stepped over.
        seeds = row[w] | carry
        total = cells + (seeds & cells)
        row[w] = (total ^ cells) | seeds
        carry = _1 if total < cells else _0


@lean
def fill_down_row(row: Words, through: Words) -> None:
    """`fill_down` over several words."""
    above = _0
    for w in range(len(row) - 1, -1, -1):
        if above and through[w] >> _63:
            row[w] |= _1 << _63
        row[w] = fill_down(row[w], through[w])
        above = row[w] & _1


@lean
def fits_row(to: Words, cells: Words, length: int, spare: Words) -> None:
    """Set `to` to the cells that begin a run of this length."""
    copy_row(to, cells)
    have = 1
    while have < length:
        by = min(have, length - have)
        shift_down(spare, to, by)
        for w in range(len(to)):
            to[w] &= spare[w]
        have += by


@lean
def spread_row(row: Words, length: int, spare: Words) -> None:
    """Extend every start to a run of this length."""
    have = 1
    while have < length:
        by = min(have, length - have)
        shift_up(spare, row, by)
        for w in range(len(row)):
            row[w] |= spare[w]
        have += by


@lean
def step_row(row: Words, cells: Words, steps: int, down: bool, spare: Words) -> None:
    """Add to the boundaries those that are at most this many steps over the cells away."""
    for _ in range(steps):
        grown = False
        if down:
            shift_down(spare, row, 1)
            for w in range(len(row)):
                spare[w] &= cells[w]
        else:
            for w in range(len(row)):
                spare[w] = row[w] & cells[w]
            shift_up(spare, spare, 1)
        for w in range(len(row)):
            grown = grown or (spare[w] & ~row[w]) != _0
            row[w] |= spare[w]
        if not grown:
            return


@lean
def narrow_any(can: Words, colours: Ints, lows: Ints, highs: Ints, n: int, room: Room) -> bool:
    """Narrow a line of any length, with colours and blotted blocks; False if nothing fits.

    `can[v]` are the words of the cells that may have the value v.
    """
    words = can.shape[1]
    gaps, starts, ends = room.gaps[:, :words], room.starts[:, :words], room.ends[:, :words]
    fits, line = room.fits[:, :words], room.line[:, :words]
    free, spare, rest, whites, shut, tail = line[0], line[1], line[2], line[3], line[4], line[5]
    white, k = can[0], len(lows)
    slack = n
    for j in range(k):
        slack -= lows[j] + (1 if j and colours[j] == colours[j - 1] else 0)
    if slack < 0:
        return False
    free[:] = _0
    free[0] = _1
    fill_row(free, white)
    copy_row(gaps[0], free)
    for j in range(k):
        fits_row(fits[j], can[colours[j]], lows[j], spare)
        some = False
        for w in range(words):
            starts[j, w] = free[w] & fits[j, w]
            some = some or starts[j, w] != _0
        if not some:
            return False
        shift_up(ends[j], starts[j], lows[j])
        _lengthen(ends[j], can[colours[j]], highs[j] - lows[j], slack, False, spare)
        if j < k - 1 and colours[j] == colours[j + 1]:
            for w in range(words):
                free[w] = ends[j, w] & white[w]
            shift_up(free, free, 1)
        else:
            copy_row(free, ends[j])
        fill_row(free, white)
        for w in range(words):
            gaps[j + 1, w] = ends[j, w] | free[w]
    if not gaps[k, n >> 6] >> np.uint64(n & 63) & _1:
        return False
    rest[:] = _0
    rest[n >> 6] = _1 << np.uint64(n & 63)
    fill_down_row(rest, white)
    shift_down(spare, rest, 1)
    for w in range(words):
        whites[w] = gaps[k, w] & spare[w]
    for j in range(k - 1, -1, -1):
        # From the right: where block j may end, then where it may start, then where gap j may be.
        if j < k - 1 and colours[j] == colours[j + 1]:
            shift_down(rest, rest, 1)
            for w in range(words):
                rest[w] &= white[w]
        for w in range(words):
            ends[j, w] &= rest[w]
        _lengthen(rest, can[colours[j]], highs[j] - lows[j], slack, True, spare)
        shift_down(rest, rest, lows[j])
        for w in range(words):
            rest[w] &= fits[j, w]
            starts[j, w] &= rest[w]
        fill_down_row(rest, white)
        shift_down(spare, rest, 1)
        for w in range(words):
            whites[w] |= gaps[j, w] & spare[w]
    for w in range(words):
        whites[w] &= white[w]
    # The gaps are no longer needed: their rows hold the results for the colours.
    for v in range(1, can.shape[0]):
        shut[:] = _0
        for j in range(k):
            if colours[j] == v:
                more = highs[j] - lows[j]
                if more:
                    shift_up(spare, starts[j], lows[j])
                    _tail(tail, spare, ends[j], can[v], min(more, slack), more >= slack, gaps)
                    for w in range(words):
                        shut[w] |= tail[w]
                spread_row(starts[j], lows[j], spare)
                for w in range(words):
                    shut[w] |= starts[j, w]
        copy_row(can[v], shut)
    copy_row(can[0], whites)
    return True


@lean
def _lengthen(row: Words, cells: Words, more: int, slack: int, down: bool, spare: Words) -> None:
    """Let a blotted block be up to `more` cells longer; the line alone limits it from `slack` on."""
    if more == 0:
        return
    if more < slack:
        step_row(row, cells, more, down, spare)
    elif down:
        fill_down_row(row, cells)
    else:
        fill_row(row, cells)


@compiled
def _tail(
    tail: Words, shortest: Words, ends: Words, cells: Words, more: int, unlimited: bool, steps: Words
) -> None:
    """Set `tail` to the cells that a blotted block has beyond its `low` first ones.

    `shortest` are the boundaries where it would end if it were no longer, for its possible starts;
    `ends` those where it can end. See `Shape._tail` in `nonosat.line.masks`.
    """
    words = len(tail)
    if unlimited:
        # Each of these ends goes with all such boundaries to its left that cells of the colour connect to it.
        fill_row(shortest, cells)
        copy_row(steps[0], ends)
        fill_down_row(steps[0], cells)
        shift_down(tail, steps[0], 1)
        for w in range(words):
            tail[w] &= shortest[w] & cells[w]
        return
    reached = np.empty((more + 1, words), np.uint64)
    copy_row(reached[0], shortest)
    for i in range(more):
        for w in range(words):
            reached[i + 1, w] = reached[i, w] & cells[w]
        shift_up(reached[i + 1], reached[i + 1], 1)
    tail[:] = _0
    used = steps[0]
    used[:] = _0
    for i in range(more, -1, -1):
        for w in range(words):
            tail[w] |= used[w]
            used[w] = reached[i, w] & (ends[w] | used[w])
        shift_down(used, used, 1)  # the last cells of blocks this long that can still reach an end
