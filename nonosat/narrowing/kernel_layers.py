"""Refutations in layers of lines, in machine code: the twin of `shallowest` in `nonosat.reasons.layers`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nonosat.line.compiled import Ints, Words, narrow_any, narrow_plain
from nonosat.narrowing.kernel import NARROWED, TRAILING, State, assume, take, undo, values_left
from nonosat.narrowing.kernel_probes import is_open
from nonosat.narrowing.layout import Lines
from nonosat.processes.machine_code import compiled, inlined

_0, _1 = np.uint64(0), np.uint64(1)

UNREFUTED, ENDED = 0, -1  # in `Depths.depth`: not yet; never, because nothing more follows


class Depths(NamedTuple):
    """In how many layers each assumption is refuted, by cell and value, and by how many lines.

    `used` counts the lines that rule something out before the last layer; `going` counts the assumptions
    that deeper layers may still refute. The rest is scratch space.
    """

    depth: Ints
    used: Ints
    going: Ints
    layer: Ints  # the lines of the layer
    after: Words  # their words after narrowing


def depths_for(lines: Lines, state: State) -> Depths:
    """Return depths at which no assumption has been followed yet."""
    cells = len(lines.seen_at) - 1
    depth, used = np.zeros((2, cells, lines.values), np.int64)
    going, layer = np.zeros(1, np.int64), np.zeros(len(lines.n), np.int64)
    return Depths(depth, used, going, layer, state.can.copy())


@compiled
def deepen(lines: Lines, state: State, depths: Depths, most: int, begin: int, stop: int) -> int:
    """Follow each assumption that may still be refuted for `most` layers, from the cell `begin` on.

    The state must be settled, with room for a trail; it is unchanged afterwards. Return the cell to continue
    with once `stop` lines were narrowed in total, or the number of cells when done.
    """
    cells = len(lines.seen_at) - 1
    if begin == 0:
        depths.going[0] = 0
    for cell in range(begin, cells):
        if state.counts[NARROWED] >= stop:
            return cell
        left = values_left(lines, state, cell)
        if not is_open(left):
            continue
        for v in range(lines.values):
            if left >> np.uint64(v) & _1 and depths.depth[cell, v] == UNREFUTED:
                depth = _follow(lines, state, depths, cell, v, most)
                depths.depth[cell, v] = depth
                depths.going[0] += depth == UNREFUTED
    return cells


@compiled
def _follow(lines: Lines, state: State, depths: Depths, cell: int, value: int, most: int) -> int:
    """Return in which layer an assumption is refuted, `UNREFUTED` or `ENDED`."""
    state.counts[TRAILING] = 1
    assume(lines, state, cell, value)
    outcome, used = UNREFUTED, 0
    for depth in range(1, most + 1):
        count = 0
        for line in range(len(lines.n)):
            if state.dirty[line]:
                depths.layer[count] = line
                count += 1
        if count == 0:
            outcome = ENDED
            break
        of_layer = _layer(lines, state, depths, count)
        if of_layer < 0:
            outcome = depth
            break
        used += of_layer
    undo(state, 0)
    depths.used[cell, value] = used
    return outcome


@compiled
def _layer(lines: Lines, state: State, depths: Depths, count: int) -> int:
    """Narrow the lines of a layer, each from the state before the layer; return how many rule something out,
    or -1 if one cannot be completed or two conflict.
    """
    layer, after = depths.layer, depths.after
    used = 0
    for i in range(count):
        if not narrowed(lines, state, layer[i], after):
            return -1
        begin, end = lines.word_at[layer[i]], lines.word_at[layer[i] + 1]
        used += not np.array_equal(after[begin:end], state.can[begin:end])
    for i in range(count):
        line = layer[i]
        at, words = lines.word_at[line], lines.words[line]
        for v in range(lines.values):
            for w in range(words):
                gone = state.can[at + v * words + w] & ~after[at + v * words + w]
                if gone:
                    take(lines, state, line, v, w, gone)
    clash = False
    for i in range(count):
        clash = clash or _clashes(lines, state, layer[i])
    return -1 if clash else used


@inlined
def _clashes(lines: Lines, state: State, line: int) -> bool:
    """Whether a cell of a line has no value left."""
    at, n, words = lines.word_at[line], lines.n[line], lines.words[line]
    for w in range(words):
        some = _0
        for v in range(lines.values):
            some |= state.can[at + v * words + w]
        if ~some & ((_1 << np.uint64(n - (w << 6))) - _1 if n - (w << 6) < 64 else ~_0):
            return True
    return False


@inlined
def narrowed(lines: Lines, state: State, line: int, after: Words) -> bool:
    """Narrow one line and write the result into `after`; False if it has no arrangement."""
    state.dirty[line] = 0
    state.counts[NARROWED] += 1
    at, n, words = lines.word_at[line], lines.n[line], lines.words[line]
    begin, end = lines.block_at[line], lines.block_end[line]
    if lines.plain[line]:
        kinds = lines.kind_at[line], lines.kind_end[line]
        white, black = narrow_plain(
            state.can[at], state.can[at + 1], lines.clues, (begin, end), kinds, n, state.room
        )
        after[at], after[at + 1] = white, black
        return bool(white | black != _0)
    can = state.scratch[:, :words]
    for v in range(lines.values):
        for w in range(words):
            can[v, w] = state.can[at + v * words + w]
    low, high = lines.clues.low[begin:end], lines.high[begin:end]
    if not narrow_any(can, lines.colour[begin:end], low, high, n, state.room):
        return False
    for v in range(lines.values):
        for w in range(words):
            after[at + v * words + w] = can[v, w]
    return True
