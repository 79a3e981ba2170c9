"""A solution where there are many: a solver searches in turns everywhere and where beliefs guess it.

How long a search takes is luck, and mostly it is either short or very long. So it is cut into turns of
growing budgets. Between two of them the solver looks only where the first half of a decimation's
decisions holds (see `nonosat.beliefs.decimation`), each time that of another one. All that it learns is
of use to the next turn.
"""

from __future__ import annotations

from itertools import count

from nonosat.backends import Engine
from nonosat.beliefs import decimation
from nonosat.problem import Problem

_GROWTH = 2  # of the budget, from turn to turn


def solve(engine: Engine, problem: Problem, conflicts: int) -> bool:
    """Look for a solution; the first turn takes this many conflicts at most.

    The solver is one that keeps to a budget of conflicts, with the clauses of the Problem.
    """
    for turn in count():
        engine.set_budget(conflicts)
        answer = engine.solve()
        if answer is None and decimation.ready():
            answer = _guessed(engine, problem, turn, conflicts) or None
        if answer is not None:
            return answer
        conflicts *= _GROWTH
    raise AssertionError


def _guessed(engine: Engine, problem: Problem, seed: int, conflicts: int) -> bool:
    """Look for a solution where decisions of a decimation hold, fewer of them if they contradict."""
    found = decimation.decimated(problem, seed)
    number = len(found.decisions) if found.complete else found.half_of(len(found.decisions))
    while number and conflicts > 0:
        before = engine.conflicts() or 0
        engine.set_budget(conflicts)
        answer = engine.solve(found.decisions[:number])
        if answer is not False:
            return answer is True
        conflicts -= (engine.conflicts() or 0) - before
        number = found.half_of(number)
    return False
