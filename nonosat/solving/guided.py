"""Find one of many solutions: search in turns, over the whole Problem and near guesses made by beliefs.

How long a search takes is luck: most searches are either short or very long. So the search is cut into turns
with growing budgets. Between two turns decimations are tried, and the solver searches only where the first
decisions of the best one hold (see `nonosat.beliefs.decimation`). The solver
keeps what it learns for the next turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

from nonosat import beliefs
from nonosat.backends import Engine
from nonosat.beliefs.decimation import MOST_CELLS, Decimation, decimate
from nonosat.problem import Problem

_DECIMATIONS = 2  # in the first turn
_MOST_CELLS = 20_000  # a decimation takes 0.1 to 0.2 s for 5,000 cells
_VARIED = 0.8  # if the best leaves fewer cells open than this share of the worst, more tries help
_TURNS = 3  # a puzzle not solved by then has few solutions, and further turns slow its search down
_LAST = 4  # the last search, without guesses, is this many times as long as the last turn
_TRIES = 3  # calls of the solver per decimation


def solve(engine: Engine, narrowed: Callable[[], Problem], conflicts: int) -> bool | None:
    """Search for a solution, for at most this many conflicts in the first turn; None if no turn decides.

    The solver must respect a budget of conflicts. `narrowed` is called after the first turn: it narrows the
    Problem further and adds the result to the solver's clauses.
    """
    engine.set_budget(conflicts)
    answer = engine.solve()
    if answer is not None:
        return answer
    problem = narrowed()
    few_cells = len(problem.sizes) <= MOST_CELLS
    seeds, number = count(), _DECIMATIONS if few_cells and beliefs.AVAILABLE else 0
    for _ in range(_TURNS):
        if number:
            tried = _decimations(problem, seeds, number)
            left = [found.left[-1] for found in tried]
            found = _search_near(engine, tried[left.index(min(left))], conflicts)
            if found:
                return True
            if found is False:
                number //= 2  # where solutions are few, beliefs mislead
            elif min(left) < _VARIED * max(left):
                number *= 2  # one of the next may be complete
        conflicts *= 2
        engine.set_budget(conflicts)
        answer = engine.solve()
        if answer is not None:
            return answer
    engine.set_budget(_LAST * conflicts)
    return engine.solve()


def _decimations(problem: Problem, seeds: Iterator[int], number: int) -> list[Decimation]:
    """Return this many decimations, or fewer if one is complete, which is then the last."""
    tried: list[Decimation] = []
    while len(tried) < number and not (tried and tried[-1].complete):
        tried.append(decimate(problem, next(seeds)))
    return tried


def _search_near(engine: Engine, found: Decimation, conflicts: int) -> bool | None:
    """Search where the first decisions hold; False if the solver refuted every attempt.

    The number of decisions is bisected: too few do not help the solver; among too many, some are wrong.
    """
    first, last = 0, len(found.decisions)
    number = last if found.complete else found.between(first, last)
    engine.set_budget(conflicts // 2 + 1)
    for _ in range(_TRIES):
        answer = engine.solve(found.decisions[:number])
        if answer:
            return True
        first, last = (first, number) if answer is False else (number, last)
        number = found.between(first, last)
        if number in (first, last):
            break
    return None if first else False
