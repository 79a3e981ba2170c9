"""Decimation: what beliefs are surest of is taken for true, then beliefs are asked again, and so on.

Marginals say what is likely of each cell by itself; together, the likeliest values contradict each other.
Here lines are narrowed after every decision, and the next beliefs are those under the decisions made
(the idea is that of survey propagation: Mezard, Parisi and Zecchina, 2002). Where it ends in a
contradiction, the decisions of its first half are often right still: see `nonosat.solving.guesses`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from nonosat.beliefs.marginals import DAMPING, MESSAGES, ROUNDS
from nonosat.narrowing import engine
from nonosat.problem import CellValue, Problem, is_single

_SHARE = 0.02  # of the open cells, decided between one passing of messages and the next
_AGAIN = 15  # rounds, where little has changed since the last ones
_NOISE = 1e-3  # of certainties, by which runs with other seeds differ

_WAIT = 5.0  # seconds for machine code: without it a run takes too long


class Decimation(NamedTuple):
    """Decisions in order; `left[i]` cells are open after i of them. If `complete`, they make a solution."""

    decisions: list[CellValue]
    left: list[int]
    complete: bool

    def half_of(self, number: int) -> int:
        """Return how many of the first decisions, fewer than this number, do half of their work.

        Work is to close cells; no more than half of all is done by them.
        """
        most = (self.left[0] + self.left[number]) / 2
        return next((i for i in range(number) if self.left[i] <= most), max(0, number - 1))


def ready() -> bool:
    """Wait a moment for machine code; whether it is there."""
    engine.ready()
    MESSAGES.wait(_WAIT)
    return engine.ENGINE.loaded and MESSAGES.loaded


def decimated(problem: Problem, seed: int = 0) -> Decimation:
    """Decide cell after cell until lines contradict both ways of one, or all cells are decided."""
    random = np.random.default_rng(seed)
    state = engine.begin(problem)
    state.narrow()
    possible, rounds = state.possible, ROUNDS
    decisions: list[CellValue] = []
    left = [_open(possible)]
    while left[-1] and state.contradiction is None:
        messages = MESSAGES.current(problem.narrowed(possible), DAMPING)
        messages.run(rounds, patience=rounds)
        rounds = _AGAIN
        shares = messages.cells.max(axis=1) + random.normal(0.0, _NOISE, len(possible))
        values, end = messages.values, len(decisions) + max(1, int(_SHARE * left[-1]))
        for cell in np.argsort(-shares).tolist():
            if is_single(possible[cell]):
                continue
            way = state.copy()
            way.assume(cell, values[cell])
            way.narrow()
            if way.contradiction is not None:  # beliefs were wrong, and are asked again
                state.strike([(cell, values[cell])])
                state.narrow()
                possible = state.possible
                left[-1] = _open(possible)
                break
            state, possible = way, way.possible
            decisions.append((cell, values[cell]))
            left.append(_open(possible))
            if len(decisions) == end:
                break
    return Decimation(decisions, left, state.contradiction is None)


def _open(possible: Sequence[int]) -> int:
    return sum(not is_single(mask) for mask in possible)
