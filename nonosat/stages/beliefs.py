"""How likely every value of every cell is, by belief propagation.

Lines pass each other, for every cell that they share, the odds of its values: the sum-product
algorithm on the factor graph whose factors are the lines. A line's answer is exact: a forward and a
backward pass over (block, place) weigh all its arrangements by the odds that the other lines gave,
and what it was told is divided out of what it says. The idea of using these odds as a solver's
first guesses is due to nonosolve (2026).

Places of a block are counted from its earliest one. In this count "the next block starts after this
one has ended" is just "its place is not smaller", so that a step from block to block is one running
sum, for all lines of a batch at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from nonosat.limits import Clock
from nonosat.problem import Problem, Runs

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

ROUNDS = 60
DAMPING = 0.5  # how much of the old message stays in the new one
CLIP = 12.0  # the surest that a message may be, in log-odds
KNOWN = 40.0  # the log-odds of what is known
SETTLED = 0.01  # no message changes by more: converged
STEADY = 6  # so many rounds in a row nothing changes sides: it has made up its mind
_LARGEST_BATCH = 128  # lines; keeps the arrays of a very large puzzle within memory


@dataclass(frozen=True)
class Likely:
    """`cells[cell, value]` is how likely the cell has the value, from 0 to 1.

    `places[k][j]` is the same for the places of block j of constraint k, counted from its earliest
    one; None for constraints that were not weighed. `rounds` were needed; `settled` says whether the
    odds had stopped to change by then.
    """

    cells: Floats
    places: Sequence[Floats | None]
    rounds: int
    settled: bool

    @property
    def values(self) -> list[int]:
        """The most likely value of every cell."""
        found: list[int] = self.cells.argmax(axis=1).tolist()
        return found


def likely(problem: Problem, rounds: int = ROUNDS, clock: Clock | None = None) -> Likely:
    """Weigh the Problem's cells. Lines with blotted blocks, and counts over options, say nothing."""
    return _passed(problem, rounds, DAMPING, clock)


def convinced(problem: Problem, rounds: int = 120) -> Likely:
    """Weigh the cells until nearly all are sure: each round leans more on what is believed already.

    Where there are many solutions, the odds of all of them together point to none; this makes up its
    mind for one. The method is known as reinforcement (Chavas, Furtlehner, Mezard and Zecchina,
    2005). Random first leanings, the same in every run, decide between mirror images.
    """
    return _passed(problem, rounds, 0.2, None, leaning=0.02)


HINTS: dict[str, Callable[[Problem], Likely]] = {"beliefs": likely, "convictions": convinced}
"""What a model card calls them. Both are needed: see models/auto.yaml for what was measured."""


def _passed(
    problem: Problem, rounds: int, damping: float, clock: Clock | None, leaning: float = 0.0
) -> Likely:
    """Pass messages. In round t a cell leans on its own log-odds by the factor 1 - (1 - leaning)^t."""
    values = max(problem.sizes, default=2)
    possible = np.array([[mask >> v & 1 for v in range(values)] for mask in problem.possible], dtype=bool)
    possible = possible.reshape(-1, values)  # also of no cells at all
    # Log-weights, of which only the differences in a cell matter. The last row belongs to no cell: it
    # is where what pads the shorter lines of a batch reads and writes.
    total: Floats = np.zeros((len(possible) + 1, values))
    total[:-1][~possible] = -KNOWN
    batches = [_Batch(problem, members, possible, damping) for members in _independent(problem)]
    several = np.flatnonzero(possible.sum(axis=1) > 1)
    leant = np.random.default_rng(1).normal(0.0, 0.5, (len(several), values)) * (leaning > 0)
    total[several] += leant * possible[several]
    allowed = possible[several]
    leant *= allowed
    change, done, steady, best = float("inf"), 0, 0, total[several].argmax(axis=1)
    while change >= SETTLED and done < rounds and steady < STEADY:
        if clock is not None:
            clock.check()
        change = max((batch.speak(total) for batch in batches), default=0.0)
        done += 1
        if leaning:
            odds = total[several]
            now = odds.argmax(axis=1)
            lean = np.maximum(odds - odds.max(axis=1, keepdims=True), -40.0) * allowed
            lean *= 1 - (1 - leaning) ** (done - 1)
            total[several] += lean - leant
            leant = lean
            steady = steady + 1 if np.array_equal(now, best) else 0
            best = now
    places: list[Floats | None] = [None] * len(problem.constraints)
    for batch in batches:
        for k, weights in zip(batch.members, batch.places(total), strict=True):
            places[k] = weights
    total = total[:-1]
    cells = np.exp(total - total.max(axis=1, keepdims=True)) * possible
    cells /= cells.sum(axis=1, keepdims=True)
    return Likely(cells, places, done, change < SETTLED)


def _independent(problem: Problem) -> list[list[int]]:
    """Part the lines into batches in which no two share a cell: of a nonogram, rows and columns."""
    batches: list[tuple[set[int], list[int]]] = []
    for k, constraint in enumerate(problem.constraints):
        if (
            not isinstance(constraint, Runs)
            or any(block.blotted for block in constraint.blocks)
            or all(problem.possible[cell].bit_count() == 1 for cell in constraint.cells)
        ):
            continue
        for taken, members in batches:
            if len(members) < _LARGEST_BATCH and taken.isdisjoint(constraint.cells):
                break
        else:
            taken, members = set(), []
            batches.append((taken, members))
        taken.update(constraint.cells)
        members.append(k)
    return [members for _, members in batches]


class _Batch:
    """Lines that share no cell, as arrays of (line, block, place), padded to the largest."""

    def __init__(
        self, problem: Problem, members: list[int], possible: NDArray[np.bool_], damping: float
    ) -> None:
        self.damping = damping
        runs = [c for k in members if isinstance(c := problem.constraints[k], Runs)]
        self.members = members
        self.shapes = [(len(r.blocks), _slack(r) + 1) for r in runs]
        lines, self.n = len(runs), max(len(r.cells) for r in runs)
        self.values = possible.shape[1]
        depth, width = (max(1, *sizes) for sizes in zip(*self.shapes, strict=True))
        # Cells of padding are read from, and written to, one more cell behind the last.
        cells: Ints = np.full((lines, self.n), len(possible))
        length, first, colour = (np.zeros((lines, depth), dtype=np.int64) for _ in range(3))
        # Blocks of padding have no cells, and stand at the last place, where they are in no one's way.
        real = np.zeros((lines, depth, width), dtype=bool)
        real[:, :, -1] = True
        for i, r in enumerate(runs):
            cells[i, : len(r.cells)] = r.cells
            at = 0
            for j, block in enumerate(r.blocks):
                at += int(j > 0 and r.blocks[j - 1].colour == block.colour)
                length[i, j], first[i, j], colour[i, j] = block.low, at, block.colour
                at += block.low
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
        self.said: Floats = np.zeros((lines, self.n, self.values))  # the message to each cell

    def speak(self, total: Floats) -> float:
        """Say all messages anew, in place of the old ones in `total`; return the largest change."""
        heard = total[self.cells] - self.said
        new = np.log(np.maximum(self._shares(self._weighed(heard)), 1e-13)) - heard + self.forbidden
        new -= new.max(axis=2, keepdims=True)
        np.maximum(new, -CLIP, out=new)
        new *= self.possible
        new -= self.said
        new *= 1 - self.damping
        self.said += new
        # No two lines of a batch share a cell, so that plain indexing adds every step once.
        total[self.cells] += new
        return float(np.abs(new, out=new).max(initial=0.0))

    def places(self, total: Floats) -> list[Floats]:
        """Return, for each line, how likely each place of each block is."""
        weighed = self._weighed(total[self.cells] - self.said)
        return [weighed[i, :depth, :width] for i, (depth, width) in enumerate(self.shapes)]

    def _weighed(self, heard: Floats) -> Floats:
        """Return the share of each place of each block among all arrangements, by weight."""
        lines = len(heard)
        sums = np.zeros((lines, self.values, self.n + 1))
        np.add.accumulate((heard - heard[:, :, :1]).transpose(0, 2, 1), axis=2, out=sums[:, :, 1:])
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

    def _shares(self, weighed: Floats) -> Floats:
        """Return the share of each value in each cell, from those of the blocks' places."""
        lines, places = len(weighed), self.values * (self.n + 1)
        shares = weighed.reshape(-1)
        begun = np.bincount(self.begin.reshape(-1), shares, lines * places)
        begun -= np.bincount(self.end.reshape(-1), shares, lines * places)
        covered = np.add.accumulate(begun.reshape(lines, self.values, self.n + 1), axis=2)
        found: Floats = covered[:, :, :-1].transpose(0, 2, 1)
        found[:, :, 0] = 1.0 - found[:, :, 1:].sum(axis=2)
        return found


def _slack(runs: Runs) -> int:
    gaps = sum(a.colour == b.colour for a, b in pairwise(runs.blocks))
    return len(runs.cells) - gaps - sum(block.low for block in runs.blocks)
