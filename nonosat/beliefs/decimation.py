"""Decimation: repeatedly fix the values that beliefs are surest of, and update the beliefs.

Marginals are about single cells; together, the likeliest values contradict each other. So lines are narrowed
after every decision, and beliefs are updated under the decisions made (an idea from survey propagation:
Mezard, Parisi and Zecchina, 2002). If it ends in a contradiction, the decisions of its
first half are often still right: see `nonosat.solving.guesses`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from nonosat.beliefs.marginals import DAMPING
from nonosat.beliefs.messages import Messages
from nonosat.problem import CellValue, Problem, is_single
from nonosat.propagation.state import begin

_SHARE = 0.02  # share of the open cells that are decided between two updates of the messages
_ROUNDS, _AGAIN = 200, 15  # rounds of messages at first, and in updates, when little has changed
_NOISE = 0.01  # standard deviation of the noise on marginals, which makes seeds differ


class Decimation(NamedTuple):
    """Decisions in order; `left[i]` cells are open after i of them. If `complete`, they make a solution."""

    decisions: list[CellValue]
    left: list[int]
    complete: bool

    def between(self, first: int, last: int) -> int:
        """Return the number of decisions after which half of the cells are closed that are closed between
        `first` and `last` decisions; one of the two if there is no number between them.
        """
        half = (self.left[first] + self.left[last]) / 2
        number = next(i for i in range(first, last + 1) if self.left[i] <= half)
        return number if number < last else max(first, last - 1)


def decimated(problem: Problem, seed: int = 0) -> Decimation:
    """Decide cell after cell, until all are decided or lines refute a decision and its opposite."""
    random = np.random.default_rng(seed)
    state = begin(problem)
    state.narrow()
    possible, rounds = state.possible, _ROUNDS
    decisions: list[CellValue] = []
    left = [_open(possible)]
    while left[-1] and state.contradiction is None:
        messages = Messages(problem.narrowed(possible), DAMPING)
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
            if way.contradiction is not None:  # beliefs were wrong: update them
                state.rule_out([(cell, values[cell])])
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
    """Return how many cells are open; counted by mask, which is quicker than cell by cell."""
    singles = (possible.count(1 << value) for value in range(max(possible, default=0).bit_length()))
    return len(possible) - sum(singles)
