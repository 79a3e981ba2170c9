"""Messages between lines: how likely a line considers each value of its cells, sent to the other lines.

This is the sum-product algorithm on the factor graph whose factors are the lines. A line's outgoing message
is exact: a forward and a backward pass over (block, place) weigh all its arrangements by the incoming odds,
which are divided out of the outgoing ones.

Places of a block are counted from its earliest start. In this count "the next block starts after this
one has ended" is just "its place is not smaller", so that a step from block to block is one running
sum, for all lines of a batch at once.

Messages can be reinforced (Chavas, Furtlehner, Mezard and Zecchina, 2005): each round, every cell's odds are
drawn towards the likeliest value, more and more. If there are many solutions, the odds over all of them point
to none; reinforcement hardens them into one. Here it grows with the square of the time, and decreasing random
noise makes trials differ.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from nonosat.line.slack import earliest, slack
from nonosat.problem import Blocks, Problem

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

SETTLED = 0.01  # messages are settled if none changes by this much
CLIP = 12.0  # the largest log-odds of a message
KNOWN = 40.0  # the log-odds of known values, and the most that are reinforced
LEAST = 1e-13  # the smallest share that is distinguished from 0
_NOISE = 0.25  # standard deviation of random reinforcements, in log-odds
_LARGEST_BATCH = 128  # lines; keeps the arrays of a very large puzzle within memory


def lines_with_messages(problem: Problem) -> list[tuple[int, Blocks]]:
    """Return the constraints that send messages, with their numbers: lines with open cells.

    Lines with blotted blocks, and counts over options, send none.
    """
    is_open = [mask.bit_count() > 1 for mask in problem.possible]
    return [
        (k, constraint)
        for k, constraint in enumerate(problem.constraints)
        if isinstance(constraint, Blocks)
        and any(map(is_open.__getitem__, constraint.cells))
        and not any(low != high for _, low, high in constraint.blocks)
    ]


class Messages:
    """The messages of a Problem's lines, passed round after round.

    `damping` is how much of an old message stays in the new one. With `within`, marginals are
    reinforced, and harden within about this many rounds; equal seeds give equal noise.

    `done` rounds were passed; in the last one no message changed by more than `change`, and for
    `steady` rounds no cell has changed its likeliest value. With reinforcement, `solved` tells whether
    these values satisfy all lines that send messages.
    """

    def __init__(self, problem: Problem, damping: float, within: int = 0, seed: int = 0) -> None:
        values = max(problem.sizes, default=2)
        self.problem = problem
        lines = lines_with_messages(problem)
        self.members = [k for k, _ in lines]
        self.runs = [line for _, line in lines]
        self.damping, self.within = damping, within
        masks = np.array(problem.possible, dtype=np.uint64)[:, None]
        self.possible: Bools = (masks >> np.arange(values, dtype=np.uint64) & np.uint64(1)).astype(bool)
        # Log-weights, of which only the differences in a cell matter. The last row belongs to no
        # cell: it is read and written by the padding of a batch's shorter lines.
        self.total: Floats = np.empty((len(self.possible) + 1, values))
        self.noise: Floats = np.zeros((len(self.possible), values))
        self.applied: Floats = np.empty_like(self.noise)
        self.best: Ints = np.empty(len(self.possible), dtype=np.int64)
        self._prepare()
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Start again, with different noise."""
        self.total[...] = 0.0
        self.total[:-1][~self.possible] = -KNOWN
        if self.within:
            several = self.possible & (self.possible.sum(axis=1) > 1)[:, None]
            self.noise[several] = np.random.default_rng(seed).normal(0.0, _NOISE, int(several.sum()))
            self.total[:-1] += self.noise
        self.applied[...] = self.noise
        self.best[...] = self.total[:-1].argmax(axis=1)
        self.change, self.done, self.steady, self.solved = float("inf"), 0, 0, False
        self._reset_outgoing()

    @property
    def values(self) -> list[int]:
        """The likeliest value of every cell; with reinforcement, before its last step."""
        found: list[int] = (self.best if self.within else self.total[:-1].argmax(axis=1)).tolist()
        return found

    @property
    def cells(self) -> Floats:
        """`cells[cell, value]`: how likely the cell has the value, from 0 to 1."""
        total = self.total[:-1]
        found: Floats = np.exp(total - total.max(axis=1, keepdims=True)) * self.possible
        found /= found.sum(axis=1, keepdims=True)
        return found

    def reinforcement(self, done: int) -> tuple[float, float]:
        """Return how strongly a cell is reinforced after this many rounds: by its own odds, and at random."""
        time = done / self.within
        return min(0.999, time**2), max(0.0, 1.0 - 2.0 * time)

    def starts(self) -> list[Floats | None]:
        """Return, for each constraint that sends messages, how likely each start of each block is."""
        found: list[Floats | None] = [None] * len(self.problem.constraints)
        for batch in self._batches:
            for number, weights in zip(batch.members, batch.starts(self.total), strict=True):
                found[self.members[number]] = weights
        return found

    def run(self, rounds: int, patience: int) -> None:
        """Pass messages, at most `rounds` times, until settled, solved, or steady for `patience` rounds."""
        for _ in range(rounds):
            self.change = max((batch.update(self.total) for batch in self._batches), default=0.0)
            self.done += 1
            if self.within:
                self._reinforce()
                self.solved = self._satisfied()
            if self.solved or self.change < SETTLED or self.steady >= patience:
                return

    def _prepare(self) -> None:
        self._batches = [
            _Batch([self.runs[i] for i in members], members, self.possible, self.damping)
            for members in _independent(self.runs)
        ]
        # All lines one after another, each with a cell of padding before it, and the blocks that they
        # must have: (line, colour, length).
        outside = len(self.possible)
        self._row = np.array([cell for r in self.runs for cell in (outside, *r.cells)] + [outside])
        self._line = np.repeat(np.arange(len(self.runs)), [len(r.cells) + 1 for r in self.runs])
        wanted = [(i, block.colour, block.low) for i, r in enumerate(self.runs) for block in r.blocks]
        self._clues: Ints = np.array(wanted, dtype=np.int64).reshape(-1, 3)

    def _reset_outgoing(self) -> None:
        """Reset all outgoing messages."""
        for batch in self._batches:
            batch.outgoing[...] = 0.0

    def _reinforce(self) -> None:
        total = self.total[:-1]
        now = total.argmax(axis=1)
        self.steady = self.steady + 1 if np.array_equal(now, self.best) else 0
        self.best[...] = now
        pull = np.maximum(total - total.max(axis=1, keepdims=True), -KNOWN)
        own, random = self.reinforcement(self.done - 1)
        pull *= self.possible * own
        pull += self.noise * random
        total += pull - self.applied
        self.applied[...] = pull

    def _satisfied(self) -> bool:
        """Whether the likeliest values have exactly the blocks of each line."""
        row = np.append(self.best, 0)[self._row]
        edges = np.flatnonzero(row[1:] != row[:-1]) + 1
        lengths = np.diff(edges, append=len(row))
        begins = edges[row[edges] > 0]
        if len(begins) != len(self._clues):
            return False
        found = np.stack((self._line[begins], row[begins], lengths[row[edges] > 0]), axis=1)
        return np.array_equal(found, self._clues)


def _independent(runs: Sequence[Blocks]) -> list[list[int]]:
    """Split the lines into batches in which no two share a cell: in a nonogram, rows and columns."""
    batches: list[tuple[set[int], list[int]]] = []
    for number, line in enumerate(runs):
        for taken, members in batches:
            if len(members) < _LARGEST_BATCH and taken.isdisjoint(line.cells):
                break
        else:
            taken, members = set(), []
            batches.append((taken, members))
        taken.update(line.cells)
        members.append(number)
    return [members for _, members in batches]


class _Batch:
    """Lines that share no cell, as arrays of (line, block, place), padded to the largest."""

    def __init__(self, runs: list[Blocks], members: list[int], possible: Bools, damping: float) -> None:
        self.damping = damping
        self.members = members
        self.shapes = [(len(r.blocks), slack(r.blocks, len(r.cells)) + 1) for r in runs]
        lines, self.n = len(runs), max(len(r.cells) for r in runs)
        self.values = possible.shape[1]
        depth, width = (max(1, *sizes) for sizes in zip(*self.shapes, strict=True))
        # Padding cells are read from, and written to, an extra cell after the last.
        cells: Ints = np.full((lines, self.n), len(possible))
        length, first, colour = (np.zeros((lines, depth), dtype=np.int64) for _ in range(3))
        # Padding blocks have no cells, and are at the last place, where they do not interfere.
        real = np.zeros((lines, depth, width), dtype=bool)
        real[:, :, -1] = True
        for i, r in enumerate(runs):
            cells[i, : len(r.cells)] = r.cells
            for j, (block, at) in enumerate(zip(r.blocks, earliest(r.blocks), strict=True)):
                length[i, j], first[i, j], colour[i, j] = block.low, at, block.colour
            real[i, : self.shapes[i][0]] = np.arange(width) < self.shapes[i][1]
        self.cells = cells
        self.possible = (cells < len(possible))[:, :, None] & np.vstack([possible, possible[:1]])[cells]
        self.forbidden: Floats = np.where(self.possible, 0.0, -1e30)
        self.unreal: Floats = np.where(real, 0.0, -np.inf)
        begin = np.minimum(first[:, :, None] + np.arange(width), self.n)
        end = np.minimum(begin + length[:, :, None], self.n)
        # Running sums over the cells are laid out as (line, value, place between cells).
        row = (np.arange(lines)[:, None] * self.values + colour)[:, :, None] * (self.n + 1)
        self.begin, self.end = row + begin, row + end
        self.outgoing: Floats = np.zeros((lines, self.n, self.values))  # the message to each cell

    def update(self, total: Floats) -> float:
        """Replace all messages in `total` with new ones; return the largest change."""
        incoming = total[self.cells] - self.outgoing
        new = np.log(np.maximum(self._shares(self._weigh(incoming)), LEAST)) - incoming + self.forbidden
        new -= new.max(axis=2, keepdims=True)
        np.maximum(new, -CLIP, out=new)
        new *= self.possible
        new -= self.outgoing
        new *= 1 - self.damping
        self.outgoing += new
        # No two lines of a batch share a cell, so plain indexing adds every step once.
        total[self.cells] += new
        return float(np.abs(new, out=new).max(initial=0.0))

    def starts(self, total: Floats) -> list[Floats]:
        """Return, for each line, how likely each place of each block is."""
        share = self._weigh(total[self.cells] - self.outgoing)
        return [share[i, :depth, :width] for i, (depth, width) in enumerate(self.shapes)]

    def _weigh(self, incoming: Floats) -> Floats:
        """Return the share of each place of each block among all arrangements, by weight."""
        lines = len(incoming)
        sums = np.zeros((lines, self.values, self.n + 1))
        np.add.accumulate((incoming - incoming[:, :, :1]).transpose(0, 2, 1), axis=2, out=sums[:, :, 1:])
        flat = sums.reshape(-1)
        weight: Floats = flat[self.end] - flat[self.begin]
        weight += self.unreal
        # A factor common to all places of a block changes no share, and keeps numbers in range.
        weight -= weight.max(axis=2, keepdims=True)
        np.exp(weight, out=weight)
        # Both passes at once: the one from the end is the one from the beginning, mirrored.
        both = np.concatenate((weight, weight[:, ::-1, ::-1]))
        before = np.ones_like(both)
        for j in range(1, weight.shape[1]):
            here = before[:, j]
            np.multiply(before[:, j - 1], both[:, j - 1], out=here)
            np.add.accumulate(here, axis=1, out=here)
            here /= np.maximum(here[:, -1:], 1e-300)  # the last of running sums is the largest
        weight *= before[:lines]
        weight *= before[lines:, ::-1, ::-1]
        weight /= np.maximum(weight.sum(axis=2, keepdims=True), 1e-300)
        return weight

    def _shares(self, share: Floats) -> Floats:
        """Return the share of each value in each cell, from those of the blocks' places."""
        lines, places = len(share), self.values * (self.n + 1)
        shares = share.reshape(-1)
        begun = np.bincount(self.begin.reshape(-1), shares, lines * places)
        begun -= np.bincount(self.end.reshape(-1), shares, lines * places)
        covered = np.add.accumulate(begun.reshape(lines, self.values, self.n + 1), axis=2)
        found: Floats = covered[:, :, :-1].transpose(0, 2, 1)
        found[:, :, 0] = 1.0 - found[:, :, 1:].sum(axis=2)
        return found


def block_starts(problem: Problem) -> int:
    """Return the number of starts of all blocks, with which the cost of a round of messages grows."""
    lines = lines_with_messages(problem)
    return sum(len(line.blocks) * (slack(line.blocks, len(line.cells)) + 1) for _, line in lines)
