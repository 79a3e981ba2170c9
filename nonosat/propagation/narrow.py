"""Narrows a Problem without a solver: single constraints, then single assumptions, then a short search.

Their budgets count work, so the result is the same on every machine. All of it costs less than starting a
solver.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from nonosat.problem import Problem, differing
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.propagation import AN_ASSUMPTION
from nonosat.propagation.state import State, begin

BY_LINES = "by lines alone"


@dataclass(frozen=True)
class Narrowed:
    """A Problem with fewer values left; `contradiction` names a violated constraint, if any. `basis` names
    the method; `solutions` has the solutions that assumptions led to, at most two.
    """

    problem: Problem
    contradiction: str | None = None
    basis: str = BY_LINES
    solutions: tuple[tuple[int, ...], ...] = ()

    @property
    def obstacle(self) -> str | None:
        """Why there is no solution, if that is known."""
        if self.contradiction is None or self.contradiction == AN_ASSUMPTION:
            return self.contradiction and self.basis
        return f"{self.basis}: {self.contradiction} cannot be completed"


def narrow(problem: Problem, clock: Clock = NO_CLOCK, probing: bool = False) -> Narrowed:
    """Narrow to the fixpoint of single constraints and, where that leaves cells open and `probing`, by probes
    and a short search.

    Raises LimitReached once the clock's deadline has passed.
    """
    *_, found = narrowing(problem, begin(problem, clock), clock, probing)
    return found


def narrowing(problem: Problem, state: State, clock: Clock, probing: bool) -> Iterator[Narrowed]:
    """Do the same stage by stage, from the Problem's initial state; yield the result after each."""
    state.narrow(clock)
    narrowed = Narrowed(problem.narrowed(state.possible), state.contradiction)
    yield narrowed
    if not probing or state.contradiction or narrowed.problem.decided:
        return
    from nonosat.propagation.search import search_beyond_lines  # lines decide most puzzles

    basis, solutions = search_beyond_lines(state, clock)
    if len(solutions) == 2 and not differing(solutions[0], solutions[1], problem.answer_key):
        solutions = solutions[:1]
    yield Narrowed(problem.narrowed(state.possible), state.contradiction, basis, tuple(solutions))
