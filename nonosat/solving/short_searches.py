"""Narrow a Problem by short searches: a value that a solver refutes within a small budget is ruled out.

Single assumptions rule out what lines refute. In some puzzles, a solver refutes a few more values in a
thousand conflicts, and lines and single assumptions then settle hundreds of cells. Such values are found
among those from which lines conclude the most, whichever way a cell is decided: a value that leads far is
likely to be refuted, and the opposite one then settles much. The lookahead is that of cube and conquer, with
products in place of sums.
"""

from __future__ import annotations

from math import prod

from nonosat.backends import Engine
from nonosat.problem import CellValue, Problem, is_single, values_of
from nonosat.propagation.narrow import probe
from nonosat.propagation.probe import Probing
from nonosat.propagation.state import State, begin

_CONFLICTS = 1000  # for each value
_FAILURES = 4  # cells in a row of which no value is refuted
_MOST_CELLS = 20_000  # ranking takes a second for 5,000 cells


def narrow(engine: Engine, problem: Problem) -> tuple[Problem, bool | None]:
    """Return the Problem with fewer values left, and what the searches show by the way: a solution, which the
    engine then has; False if there is none; or None. What is ruled out is added to the engine's clauses.

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
                return problem.narrowed(state.possible), True
            if answer is False:
                _rule_out(engine, state, (cell, value))
                if state.contradiction:
                    return problem, False
                ranked, failures = _rank(state), 0
                break
    return problem.narrowed(state.possible), None


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
    ranks = {}
    for cell, mask in enumerate(state.possible):
        if not is_single(mask):
            ranks[cell] = prod(_count_excluded(state, (cell, value)) for value in values_of(mask))
    return sorted(ranks, key=lambda cell: ranks[cell])


def _count_excluded(state: State, option: CellValue) -> int:
    """Return how many options lines rule out if this one holds."""
    way = state.copy()
    way.assume(*option)
    way.narrow()
    return state.options - way.options
