"""A solution where there are many: a solver searches in turns everywhere and where beliefs guess it.

How long a search takes is luck, and mostly it is either short or very long. So it is cut into turns of
growing budgets. Between two of them decimations are tried, and the solver looks only where the first
decisions of the best of them hold (see `nonosat.beliefs.decimation`). All that it learns is of use to the
next turn.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import count

from nonosat.backends import Engine
from nonosat.beliefs.decimation import Decimation, decimated, ready
from nonosat.problem import Problem

_DECIMATIONS = 2  # of the first turn
_MOST_CELLS = 20_000  # what a decimation takes grows with their square: half a second where there are 5,000
_VARIED = 0.8  # of the cells that the worst leaves open: what the best leaves where it is a matter of luck
_TURNS = 3  # what is not found in these has one solution or few: turns only hinder its search
_LAST = 4  # how many times longer than the last turn the solver then searches without guesses
_TRIES = 3  # of the solver with a decimation


def solve(engine: Engine, narrowed: Callable[[], Problem], conflicts: int) -> bool | None:
    """Look for a solution; the first turn takes this many conflicts at most. None if no turn finds an answer.

    The solver is one that keeps to a budget of conflicts. Between its first two turns the Problem is
    `narrowed` as far as can be, and the solver told.
    """
    begin = time.thread_time()
    engine.set_budget(conflicts)
    answer = engine.solve()
    if answer is not None:
        return answer
    problem = narrowed()
    seeds, number = count(), _DECIMATIONS if len(problem.sizes) <= _MOST_CELLS else 0
    for _ in range(_TURNS):
        if number and ready(time.thread_time() - begin):
            tried = _tried(problem, seeds, number)
            left = [found.left[-1] for found in tried]
            found = _found_near(engine, tried[left.index(min(left))], conflicts)
            if found:
                return True
            if found is False:
                number //= 2  # where there are few solutions beliefs mislead
            elif min(left) < _VARIED * max(left):
                number *= 2  # with luck the next ones come to an end
        conflicts *= 2
        engine.set_budget(conflicts)
        answer = engine.solve()
        if answer is not None:
            return answer
    engine.set_budget(_LAST * conflicts)
    return engine.solve()


def _tried(problem: Problem, seeds: Iterator[int], number: int) -> list[Decimation]:
    """Return a number of decimations; the last one may be complete, and then they are fewer."""
    tried: list[Decimation] = []
    while len(tried) < number and not (tried and tried[-1].complete):
        tried.append(decimated(problem, next(seeds)))
    return tried


def _found_near(engine: Engine, found: Decimation, conflicts: int) -> bool | None:
    """Look for a solution where the first decisions hold; False if the solver has refuted all it was asked.

    As many of them are to hold as the solver can neither refute nor prove: too few do not help it, and of
    too many some are wrong.
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
