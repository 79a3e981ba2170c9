"""Searches by a solver that respects a budget of conflicts; parts of `auto`.

For one of many solutions, in turns, over the whole Problem and near guesses made by beliefs: how long a
search takes is luck, most are either short or very long. So the search is cut into turns with growing
budgets. Between two turns decimations are tried, and the solver searches only where the first decisions of
the best one hold (see `nonosat.beliefs.guesses`). The solver keeps what it learns for the next turn.

And to narrow a Problem, since single assumptions rule out only what lines refute: in some puzzles, a solver
refutes a few more values in a thousand conflicts, and lines and single assumptions then settle hundreds of
cells. Such values are found among those from which lines conclude the most, whichever way a cell is decided:
a value that leads far is likely to be refuted, and the opposite one then settles much. The lookahead is that
of cube and conquer, with products in place of sums.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from math import prod

from nonosat import beliefs
from nonosat.backends import Engine
from nonosat.beliefs.guesses import MOST_CELLS, Decimation, decimate
from nonosat.problem import CellValue, Problem, is_single, values_of
from nonosat.propagation.probe import Probing
from nonosat.propagation.search import probe
from nonosat.propagation.state import State, begin

_DECIMATIONS = 2  # in the first turn
_VARIED = 0.8  # if the best leaves fewer cells open than this share of the worst, more tries help
_TURNS = 2  # a puzzle not solved by then has few solutions, which Kissat finds sooner
_TRIES = 3  # calls of the solver per decimation
_CONFLICTS = 1000  # for each value
_FAILURES = 4  # cells in a row of which no value is refuted
_MOST_CELLS = 20_000  # ranking takes a second for 5,000 cells


def solve_in_turns(engine: Engine, narrowed: Callable[[], Problem], conflicts: int) -> bool | None:
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
            left = [one.left[-1] for one in tried]
            solved = _search_near(engine, tried[left.index(min(left))], conflicts)
            if solved:
                return True
            if solved is False:
                number //= 2  # where solutions are few, beliefs mislead
            elif min(left) < _VARIED * max(left):
                number *= 2  # one of the next may be complete
        conflicts *= 2
        engine.set_budget(conflicts)
        answer = engine.solve()
        if answer is not None:
            return answer
    return None


def _decimations(problem: Problem, seeds: Iterator[int], number: int) -> list[Decimation]:
    """Return this many decimations, or fewer if one is complete, which is then the last."""
    tried: list[Decimation] = []
    while len(tried) < number and not (tried and tried[-1].complete):
        tried.append(decimate(problem, next(seeds)))
    return tried


def _search_near(engine: Engine, decimation: Decimation, conflicts: int) -> bool | None:
    """Search where the first decisions hold; False if the solver refuted every attempt.

    The number of decisions is bisected: too few do not help the solver; among too many, some are wrong.
    """
    first, last = 0, len(decimation.decisions)
    number = last if decimation.complete else decimation.between(first, last)
    engine.set_budget(conflicts // 2 + 1)
    for _ in range(_TRIES):
        answer = engine.solve(decimation.decisions[:number])
        if answer:
            return True
        first, last = (first, number) if answer is False else (number, last)
        number = decimation.between(first, last)
        if number in (first, last):
            break
    return None if first else False


def narrow_by_short_searches(engine: Engine, problem: Problem) -> tuple[Problem, bool | None]:
    """Return the Problem with fewer values left, and what the searches show by the way: a solution, which
    the engine then has; False if there is none; or None. Pictures that are ruled out become clauses.

    The engine must respect a budget of conflicts.
    """
    if len(problem.sizes) > _MOST_CELLS:
        return problem, None
    state = begin(problem)
    state.narrow()
    ranked, failures = _rank(state), 0
    while failures < _FAILURES and ranked:
        cell = ranked.pop()
        mask = state.mask(cell)
        if is_single(mask):
            continue
        failures += 1
        for value in values_of(mask):
            engine.set_budget(_CONFLICTS)
            answer = engine.solve([(cell, value)])
            if answer:
                return problem.narrow_to(state.possible), True
            if answer is False:
                _rule_out(engine, state, (cell, value))
                if state.contradiction:
                    return problem, False
                ranked, failures = _rank(state), 0
                break
    return problem.narrow_to(state.possible), None


def _rule_out(engine: Engine, state: State, option: CellValue) -> None:
    """Rule out an option, narrow by lines and single assumptions, and tell the engine."""
    before = state.possible
    state.rule_out([option])
    state.narrow()
    if state.contradiction is None:
        probe(Probing(state))
    for cell, (had, left) in enumerate(zip(before, state.possible, strict=True)):
        if had != left:
            engine.add_clause([(cell, value) for value in values_of(left)])


def _rank(state: State) -> list[int]:
    """Return the open cells, the most promising one last."""
    ranks = {
        cell: prod(_count_excluded(state, (cell, value)) for value in values_of(mask))
        for cell, mask in enumerate(state.possible)
        if not is_single(mask)
    }
    return sorted(ranks, key=ranks.__getitem__)


def _count_excluded(state: State, option: CellValue) -> int:
    """Return how many options lines rule out if this one holds."""
    way = state.copy()
    way.assume(*option)
    way.narrow()
    return state.options - way.options
