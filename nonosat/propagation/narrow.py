"""Narrows a Problem without a solver: single constraints, then single assumptions, then a short search.

Their budgets count work, so the result is the same on every machine. All of it costs less than starting a
solver.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from nonosat.problem import Problem, differing
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.propagation import DONE, REFUTED, UNFINISHED
from nonosat.propagation.listing import Listing
from nonosat.propagation.probe import AN_ASSUMPTION, Probing
from nonosat.propagation.state import State, begin

BY_LINES = "by lines alone"
BY_PROBES = "by lines and single assumptions"
BY_SEARCH = "by lines and a short search"

# In looks, by constraint of the Problem: probing in total, since its last success, and the search.
_MOST, _PATIENCE, _SEARCH = 4000, 80, 60
# The same in cells, which bounds the budgets of long lines.
_MOST_CELLS, _PATIENCE_CELLS, _SEARCH_CELLS = 20_000_000, 1_000_000, 1_500_000


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


def probe(probing: Probing, clock: Clock = NO_CLOCK) -> bool:
    """Probe within a budget; return whether probing is exhausted."""
    layout = probing.state.layout
    count, longest = layout.lines, max(1, layout.longest)
    most, patience = (
        min(_MOST * count, _MOST_CELLS // longest),
        min(_PATIENCE * count, _PATIENCE_CELLS // longest),
    )
    return probing.run(most, patience, clock)


def search(probing: Probing, work: int | None = None, clock: Clock = NO_CLOCK) -> bool:
    """Search for two solutions, or all, within about this much work; return whether that was achieved."""
    state, layout, outcome = probing.state, probing.state.layout, DONE
    if work is None:
        work = min(_SEARCH * layout.lines, _SEARCH_CELLS // max(1, layout.longest))
    listing = Listing(state, work)
    listing.start()
    while outcome == DONE and probing.found_count < 2:
        outcome = listing.next(clock)
        if outcome == DONE:
            probing.note_solution()
    listing.end()
    if outcome == REFUTED and not probing.solutions:
        state.contradiction = AN_ASSUMPTION
    elif outcome == REFUTED:
        for cell, value in enumerate(probing.solutions[0]):
            state.assume(cell, value)
        state.narrow()
    return outcome != UNFINISHED


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
    probes = Probing(state)
    probe(probes, clock)
    known = state.contradiction or probes.found_count == 2 or state.decided
    basis = BY_SEARCH if not known and search(probes, clock=clock) else BY_PROBES
    solutions = probes.solutions
    if len(solutions) == 2 and not differing(solutions[0], solutions[1], problem.answer_key):
        solutions = solutions[:1]
    yield Narrowed(problem.narrowed(state.possible), state.contradiction, basis, tuple(solutions))
