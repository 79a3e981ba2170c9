"""The messages of `messages.py`, compiled with numba: line by line instead of on whole arrays.

About ten times faster, but it takes half a second to load: worth it for many rounds.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

import numpy as np

from nonosat.beliefs.messages import (
    CLIP,
    KNOWN,
    LEAST,
    SETTLED,
    Bools,
    Floats,
    Ints,
    Messages,
)
from nonosat.beliefs.numerics import Bits, exp, log, room_for
from nonosat.line.slack import earliest, slack
from nonosat.processes.machine_code import compiled_floats

# Unsigned integers: a signed index could count from the end, which would have to be checked at every step.
# Signed and unsigned integers must not be mixed: numba would convert both to floats.
_UNSIGNED = np.uint64
_ZERO, _ONE = _UNSIGNED(0), _UNSIGNED(1)


class Lines(NamedTuple):
    """The constant data: the lines, one after another."""

    cells: Ints
    first_cell: Ints  # by line: where its cells begin; and where the last ones end
    first_block: Ints  # by line: where its blocks begin; and where the last ones end
    width: Ints  # by line: the number of places of each block
    start: Ints  # by block: its first place
    length: Ints  # by block
    colour: Ints  # by block


class State(NamedTuple):
    """The data that changes from round to round; the arrays of one line are reused for the next."""

    possible: Bools
    total: Floats
    applied: Floats
    noise: Floats
    outgoing: Floats  # by cell of a line
    best: Ints
    incoming: Floats  # by value and place in the line
    sums: Floats  # by value and place between cells
    odds: Floats  # by value but the background, and place in the line, without gaps
    share: Floats  # by block and place
    before: Floats  # by block and place
    after: Floats  # by place
    power: Bits
    mantissa: Bits


class CompiledMessages(Messages):
    """Messages passed by compiled code."""

    def _prepare(self) -> None:
        runs, values = self.runs, self.total.shape[1]

        def flat(rows: Iterable[Iterable[int]]) -> Ints:
            return np.array(list(chain.from_iterable(rows)), dtype=_UNSIGNED)

        def sums(lengths: list[int]) -> Ints:
            return np.cumsum([0, *lengths], dtype=_UNSIGNED)

        widths = [slack(r.blocks, len(r.cells)) + 1 for r in runs]
        self._lines = Lines(
            flat([r.cells for r in runs]),
            sums([len(r.cells) for r in runs]),
            sums([len(r.blocks) for r in runs]),
            np.array(widths, dtype=_UNSIGNED),
            flat([earliest(r.blocks) for r in runs]),
            flat([[low for _, low, _ in r.blocks] for r in runs]),
            flat([[colour for colour, _, _ in r.blocks] for r in runs]),
        )
        n = max((len(r.cells) for r in runs), default=0)
        room = max((len(r.blocks) * width for r, width in zip(runs, widths, strict=True)), default=0)
        self._state = State(
            self.possible,
            self.total,
            self.applied,
            self.noise,
            np.zeros((len(self._lines.cells), values)),
            self.best,
            np.zeros((values, n)),
            np.zeros((values, n + 1)),
            np.zeros(values * n),
            np.zeros(room),
            np.zeros(room),
            np.zeros(max(widths, default=0)),
            room_for(max(room, values * n)),
            room_for(values * n),
        )

    def _reset_outgoing(self) -> None:
        self._state.outgoing[...] = 0.0

    def run(self, rounds: int, patience: int) -> None:
        """Pass messages until settled, solved, or steady for `patience` rounds; at most `rounds` times."""
        reinforcements = np.empty((0, 2))
        if self.within:
            reinforcements = np.array([self.reinforcement(self.done + i) for i in range(rounds)])
        self.done, self.change, self.steady, self.solved = _run(
            self._lines, self._state, rounds, patience, self.damping, reinforcements, self.done, self.steady
        )

    def starts(self) -> list[Floats | None]:
        """Return, for each constraint that sends messages, how likely each start of each block is."""
        found: list[Floats | None] = [None] * len(self.problem.constraints)
        for i, (k, line) in enumerate(zip(self.members, self.runs, strict=True)):
            _weigh(self._lines, self._state, i)
            shape = len(line.blocks), int(self._lines.width[i])
            found[k] = self._state.share[: shape[0] * shape[1]].reshape(shape).copy()
        return found


@compiled_floats
def _run(
    lines: Lines,
    state: State,
    rounds: int,
    patience: int,
    damping: float,
    reinforcements: Floats,
    done: int,
    steady: int,
) -> tuple[int, float, int, bool]:
    change, solved = 0.0, False
    for i in range(rounds):
        change = 0.0
        for line in range(len(lines.width)):
            _weigh(lines, state, line)
            change = max(change, _update(lines, state, line, damping))
        if len(reinforcements):
            moved = _reinforce(state, reinforcements[i, 0], reinforcements[i, 1])
            steady = 0 if moved else steady + 1
            solved = _satisfied(lines, state.best)
        done += 1
        if solved or change < SETTLED or steady >= patience:
            break
    return done, change, steady, solved


@compiled_floats
def _weigh(lines: Lines, state: State, i: int) -> None:
    """Collect the incoming messages of a line's cells; compute the share of each place of each block."""
    incoming, sums, share, before, after = state.incoming, state.sums, state.share, state.before, state.after
    cells, total, outgoing = lines.cells, state.total, state.outgoing
    first, n = lines.first_cell[i], lines.first_cell[i + 1] - lines.first_cell[i]
    block, blocks = lines.first_block[i], lines.first_block[i + 1] - lines.first_block[i]
    width = lines.width[i]
    for v in range(1, len(sums)):
        running = 0.0
        for at in range(n):
            cell = cells[first + at]
            background = total[cell, 0] - outgoing[first + at, 0]
            incoming[v, at] = total[cell, v] - outgoing[first + at, v] - background
            running += incoming[v, at]
            sums[v, at + _ONE] = running
    for j in range(blocks):
        here, begin, v = j * width, lines.start[block + j], lines.colour[block + j]
        end = begin + lines.length[block + j]
        largest = -np.inf
        for p in range(width):
            share[here + p] = sums[v, end + p] - sums[v, begin + p]
            largest = max(largest, share[here + p])
        # A factor common to all places of a block changes no share, and keeps numbers in range.
        for p in range(width):
            share[here + p] -= largest
    exp(share, blocks * width, state.power)
    before[:width] = factor = 1.0
    for j in range(_ONE, blocks):
        here, running = j * width, 0.0
        for p in range(here, here + width):
            running += before[p - width] * (share[p - width] * factor)
            before[p] = running
        factor = 1.0 / max(running, 1e-300)
    after[:width] = factor = 1.0
    for back in range(_ONE, blocks + _ONE):
        here, whole, running = (blocks - back) * width, 0.0, 0.0
        for left in range(_ONE, width + _ONE):
            p = width - left
            both = share[here + p] * (after[p] * factor)
            running += both
            after[p] = running
            share[here + p] = both * before[here + p]
            whole += share[here + p]
        factor, part = 1.0 / max(running, 1e-300), 1.0 / max(whole, 1e-300)
        for p in range(here, here + width):
            share[p] *= part


@compiled_floats
def _update(lines: Lines, state: State, i: int, damping: float) -> float:
    """Replace a line's messages with new ones; return the largest change."""
    incoming, covered, share, odds = state.incoming, state.sums, state.share, state.odds
    cells, outgoing, total, possible = lines.cells, state.outgoing, state.total, state.possible
    first, n = lines.first_cell[i], lines.first_cell[i + 1] - lines.first_cell[i]
    values, width, block = len(covered), lines.width[i], lines.first_block[i]
    covered[:, : n + _ONE] = 0.0
    for j in range(lines.first_block[i + 1] - block):
        here, begin, v = j * width, lines.start[block + j], lines.colour[block + j]
        end = begin + lines.length[block + j]
        for p in range(width):
            covered[v, begin + p] += share[here + p]
        for p in range(width):
            covered[v, end + p] -= share[here + p]
    background = covered[0]
    background[:n] = 1.0
    for v in range(1, values):
        running = 0.0
        for at in range(n):
            running += covered[v, at]
            covered[v, at] = max(running, LEAST)
            background[at] -= running
    here = _ZERO
    for v in range(1, values):
        for at in range(n):
            odds[here + at] = covered[v, at] / max(background[at], LEAST)
        here += n
    log(odds, here, state.power, state.mantissa)
    change = 0.0
    for at in range(n):
        cell, here = cells[first + at], at
        largest = 0.0 if possible[cell, 0] else -np.inf  # all is relative to the background
        for v in range(1, values):
            if possible[cell, v]:
                incoming[v, at] = odds[here] - incoming[v, at]
                largest = max(largest, incoming[v, at])
            here += n
        for v in range(values):
            if possible[cell, v]:
                news = max((incoming[v, at] if v else 0.0) - largest, -CLIP)
                step = (news - outgoing[first + at, v]) * (1.0 - damping)
                outgoing[first + at, v] += step
                total[cell, v] += step
                change = max(change, abs(step))
    covered[:, 0] = 0.0  # the sums of the next line begin at 0
    return change


@compiled_floats
def _reinforce(state: State, reinforcement: float, noise: float) -> bool:
    """Reinforce every cell's likeliest value; return whether any cell's likeliest value has changed."""
    total, applied, best, moved = state.total, state.applied, state.best, False
    for cell in range(len(best)):
        favoured = 0
        for v in range(total.shape[1]):
            if total[cell, v] > total[cell, favoured]:
                favoured = v
        moved = moved or best[cell] != favoured
        best[cell] = favoured
        largest = total[cell, favoured]
        for v in range(total.shape[1]):
            if state.possible[cell, v]:
                pull = max(total[cell, v] - largest, -KNOWN) * reinforcement
                pull += state.noise[cell, v] * noise
                total[cell, v] += pull - applied[cell, v]
                applied[cell, v] = pull
    return moved


@compiled_floats
def _satisfied(lines: Lines, best: Ints) -> bool:
    """Whether the likeliest values have exactly the blocks of each line."""
    for i in range(len(lines.width)):
        at, end = lines.first_cell[i], lines.first_cell[i + 1]
        for j in range(lines.first_block[i], lines.first_block[i + 1]):
            while at < end and best[lines.cells[at]] == 0:
                at += _ONE
            begin = at
            while at < end and best[lines.cells[at]] == lines.colour[j]:
                at += _ONE
            if at - begin != lines.length[j]:
                return False
        while at < end:
            if best[lines.cells[at]] != 0:
                return False
            at += _ONE
    return True
