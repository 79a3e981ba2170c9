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

from collections.abc import Sequence
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
    values = max(problem.sizes)
    possible = np.array([[mask >> v & 1 for v in range(values)] for mask in problem.possible], dtype=bool)
    # Every message is log-odds against the background, so the background's are 0 throughout.
    known = np.where(possible, 0.0, -KNOWN)
    known = np.clip(known - known[:, :1], -KNOWN, KNOWN)
    batches = [_Batch(problem, members, values) for members in _independent(problem)]
    total = known.copy()
    change, done = 0.0, 0
    for done in range(1, rounds + 1):
        if clock is not None:
            clock.check()
        change = 0.0
        for batch in batches:
            change = max(change, batch.speak(total))
        if change < SETTLED:
            break
    shares = np.exp(total - total.max(axis=1, keepdims=True)) * possible
    sums = shares.sum(axis=1, keepdims=True)
    cells = np.divide(shares, sums, out=possible / np.maximum(possible.sum(axis=1, keepdims=True), 1), where=sums > 0)
    places: list[Floats | None] = [None] * len(problem.constraints)
    for batch in batches:
        for k, weights in zip(batch.members, batch.places(), strict=True):
            places[k] = weights
    return Likely(cells, places, done, change < SETTLED)


def _independent(problem: Problem) -> list[list[int]]:
    """Part the lines into batches in which no two share a cell: of a nonogram, rows and columns."""
    batches: list[tuple[set[int], list[int]]] = []
    for k, constraint in enumerate(problem.constraints):
        if not isinstance(constraint, Runs) or any(block.blotted for block in constraint.blocks):
            continue
        for taken, members in batches:
            if taken.isdisjoint(constraint.cells):
                break
        else:
            taken, members = set(), []
            batches.append((taken, members))
        taken.update(constraint.cells)
        members.append(k)
    return [members for _, members in batches]


class _Batch:
    """Lines that share no cell, as arrays of (line, block, place), padded to the largest."""

    def __init__(self, problem: Problem, members: list[int], values: int) -> None:
        runs = [c for k in members if isinstance(c := problem.constraints[k], Runs)]
        lines, n = len(runs), max(len(r.cells) for r in runs)
        deepest = max(1, max(len(r.blocks) for r in runs))
        self.members = members
        self.shapes = [(len(r.blocks), _slack(r) + 1) for r in runs]
        width = max(1, max(places for _, places in self.shapes))
        # Cells of padding are read from, and written to, one more cell behind the last.
        nowhere = len(problem.sizes)
        self.cells: Ints = np.full((lines, n), nowhere)
        lengths = np.zeros((lines, deepest), dtype=np.int64)
        first = np.zeros((lines, deepest), dtype=np.int64)
        colour = np.zeros((lines, deepest), dtype=np.int64)
        self.real = np.zeros((lines, deepest, width), dtype=bool)
        for i, r in enumerate(runs):
            self.cells[i, : len(r.cells)] = r.cells
            at = 0
            for j, block in enumerate(r.blocks):
                at += int(j > 0 and r.blocks[j - 1].colour == block.colour)
                lengths[i, j], first[i, j], colour[i, j] = block.low, at, block.colour
                at += block.low
            depth, places = self.shapes[i]
            self.real[i, :depth, : max(places, 0)] = True
            self.real[i, depth:, 0] = True  # a block of length 0 at one place: weight 1
        begin = np.minimum(first[:, :, None] + np.arange(width), n)
        end = np.minimum(begin + lengths[:, :, None], n)
        # Running sums of the log-odds are laid out as (line, colour, place of n + 1).
        row = (np.arange(lines)[:, None] * values + colour)[:, :, None] * (n + 1)
        self.begin, self.end = row + begin, row + end
        self.values, self.n = values, n
        self.said: Floats = np.zeros((lines, n, values))  # the message to each cell

    def speak(self, total: Floats) -> float:
        """Say all messages anew, in place of the old ones in `total`; return the largest change."""
        heard = np.vstack([total, np.zeros((1, self.values))])[self.cells] - self.said
        shares = self._shares(heard)
        with np.errstate(divide="ignore"):
            odds = np.log(shares)
        with np.errstate(invalid="ignore"):
            new = np.clip(odds - odds[:, :, :1] - heard, -CLIP, CLIP)
        new = np.nan_to_num(new, nan=0.0) * (self.cells < len(total))[:, :, None]
        new = DAMPING * self.said + (1 - DAMPING) * new
        step = new - self.said
        self.said = new
        # No two lines of a batch share a cell, so that plain indexing adds every step once.
        inside = self.cells < len(total)
        total[self.cells[inside]] += step[inside]
        return float(np.abs(step).max(initial=0.0))

    def _shares(self, heard: Floats) -> Floats:
        """Return the weight of each value in each cell over all arrangements, given the odds heard."""
        lines, depth, width = self.real.shape
        sums = np.zeros((lines, self.values, self.n + 1))
        np.cumsum(heard.transpose(0, 2, 1), axis=2, out=sums[:, :, 1:])
        sums = sums.reshape(-1)
        log_weight = sums[self.end] - sums[self.begin]
        log_weight[~self.real] = -np.inf
        # A factor common to all places of a block changes nothing and keeps the numbers in range.
        top = log_weight.max(axis=2, keepdims=True)
        weight = np.exp(log_weight - np.where(np.isfinite(top), top, 0.0))
        forward, backward = np.empty_like(weight), np.empty_like(weight)
        so_far = np.zeros((lines, width))
        so_far[:, 0] = 1.0
        for j in range(depth):
            forward[:, j] = _scaled(np.cumsum(so_far, axis=1)) * self.before[:, j] if False else _scaled(np.cumsum(so_far, axis=1))
            so_far = forward[:, j] * weight[:, j]
        raise NotImplementedError

    def places(self) -> list[Floats]:
        raise NotImplementedError


def _slack(runs: Runs) -> int:
    gaps = sum(a.colour == b.colour for a, b in pairwise(runs.blocks))
    return len(runs.cells) - gaps - sum(block.low for block in runs.blocks)
