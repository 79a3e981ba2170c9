"""A solution where there are many: a solver searches in turns everywhere and where beliefs guess it.

How long a search takes is luck, and mostly it is either short or very long. So it is cut into turns of
growing budgets. Between two of them decimations are tried, and the solver looks only where the first
decisions of the best of them hold (see `nonosat.beliefs.decimation`). All that it learns is of use to the
next turn.
"""

from __future__ import annotations

from itertools import count

from nonosat.backends import Engine
from nonosat.beliefs.decimation import Decimation, decimated, ready
from nonosat.problem import Problem

_DECIMATIONS = 2  # of the first turn; as the budget of conflicts, they are doubled from turn to turn
_TRIES = 3  # of the solver with a decimation


def solve(engine: Engine, problem: Problem, conflicts: int) -> bool:
    """Look for a solution; the first turn takes this many conflicts at most.

    The solver is one that keeps to a budget of conflicts, with the clauses of the Problem.
    """
    seeds = count()
    for turn in count():
        engine.set_budget(conflicts << turn)
        answer = engine.solve()
        if answer is not None:
            return answer
        if ready():
            found = decimated(problem, next(seeds))
            for _, seed in zip(range(1, _DECIMATIONS << turn), seeds, strict=False):
                if found.complete:
                    break
                found = min(found, decimated(problem, seed), key=lambda one: one.left[-1])
            if _found_near(engine, found, conflicts << turn):
                return True
    raise AssertionError


def _found_near(engine: Engine, found: Decimation, conflicts: int) -> bool:
    """Look for a solution where the first decisions hold: as many as the solver can neither refute nor prove.

    Too few do not help it, and of too many some are wrong.
    """
    number = last = len(found.decisions)
    first = 0
    engine.set_budget(conflicts // 2 + 1)
    if not found.complete:
        number = found.between(first, last)
    for _ in range(_TRIES):
        answer = engine.solve(found.decisions[:number])
        if answer:
            return True
        first, last = (first, number) if answer is False else (number, last)
        number = found.between(first, last)
        if number in (first, last):
            break
    return False
