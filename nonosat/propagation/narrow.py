"""Narrows a Problem without a solver: single constraints, then single assumptions, then a short search.

Their budgets count work, so the result is the same on every machine. All of it costs less than starting a
solver.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import repeat
from typing import TYPE_CHECKING

from nonosat.problem import CellValue, Clue, Problem, Runs, Values, differing
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.propagation import AN_ASSUMPTION
from nonosat.propagation.layout import Layout
from nonosat.propagation.state import State, begin

if TYPE_CHECKING:
    from nonosat.problem.automaton import Automaton

BY_LINES = "by lines alone"

_idle: dict[tuple[int, int], State] = {}
"""States that are not in use, by the identity of their shape's cells and the number of values."""

_MOST_SHAPES, _MOST_IDLE = 16, 10_000  # shapes, and cells of one


class Narrowed:
    """What narrowing leaves of a Problem. `contradiction` names a violated constraint, if any, and `basis`
    the method; `solutions` has the solutions that assumptions led to, at most two. `values` has those of all
    cells if each has one left, which may still violate the constraints.
    """

    def __init__(
        self,
        stated: Callable[[], Problem],
        state: State,
        basis: str = BY_LINES,
        solutions: tuple[Values, ...] = (),
    ) -> None:
        self._stated, self.basis, self.solutions = stated, basis, solutions
        self.values, self.contradiction = state.values, state.contradiction
        self._left = state.possible if self.values is None else []

    @cached_property
    def problem(self) -> Problem:
        """The Problem with the values that are left."""
        return self._stated().narrow_to(self.possible)

    @property
    def possible(self) -> Sequence[int]:
        """The values that are left, as masks by cell."""
        return self._left if self.values is None else [1 << value for value in self.values]

    @property
    def obstacle(self) -> str | None:
        """Why there is no solution, if that is known."""
        if self.contradiction is None or self.contradiction == AN_ASSUMPTION:
            return self.contradiction and self.basis
        return f"{self.basis}: {self.contradiction} cannot be completed"


def begin_lines(
    names: Sequence[str],
    lines: tuple[tuple[int, ...], ...],
    clues: Sequence[Clue],
    reader: Callable[[int], Automaton] | None,
    values: int,
    givens: Iterable[CellValue] = (),
) -> State:
    """Return the state of lines with these names, cells and clues before any propagation. `reader` returns
    the automaton of a line whose clue has `*`. Each cell is in some line, and has so many `values`.

    Batches repeat a few shapes, of which `lines` is the same object: memory that was released is used again.
    To check clues alone: `state.narrow()`, look at it, and `give_back(state)`.
    """
    state = _idle.pop((id(lines), values), None)
    if state is None:
        constraints = tuple(map(Runs, lines, repeat(()), names))
        cells = 1 + max(map(max, lines))
        state = State(Layout(constraints, cells, values), [1] * cells, constraints)
        state.shape = lines
    state.load(clues, givens, reader)
    return state


def give_back(state: State) -> None:
    """Let the next lines of this shape use the memory of a state from `begin_lines`."""
    if state.layout.cells <= _MOST_IDLE:
        if len(_idle) >= _MOST_SHAPES:
            _idle.clear()
        _idle[id(state.shape), state.layout.values] = state


def narrow(problem: Problem, clock: Clock = NO_CLOCK, probing: bool = False) -> Narrowed:
    """Narrow to the fixpoint of single constraints and, where that leaves cells open and `probing`, by probes
    and a short search.

    Raises LimitReached once the clock's deadline has passed.
    """
    *_, narrowed = narrowing(lambda: problem, begin(problem, clock), clock, probing)
    return narrowed


def narrowing(stated: Callable[[], Problem], state: State, clock: Clock, probing: bool) -> Iterator[Narrowed]:
    """Do the same stage by stage, from the initial state of a Problem; yield the result after each. `stated`
    returns the Problem.
    """
    state.narrow(clock)
    narrowed = Narrowed(stated, state)
    yield narrowed
    if not probing or state.contradiction or narrowed.values is not None:
        return
    from nonosat.propagation.search import search_beyond_lines  # lines decide most puzzles

    basis, solutions = search_beyond_lines(state, clock)
    if len(solutions) == 2 and not differing(solutions[0], solutions[1], stated().answer_key):
        solutions = solutions[:1]
    yield Narrowed(stated, state, basis, tuple(solutions))
