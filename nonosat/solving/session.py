"""An Engine in a worker process: one Problem under one card's steps.

Clauses and assumptions speak of cells and values only, so that questions can be asked without knowing
which encoding or solver answers. What is told travels with what is asked next: the Problem itself with
the first question, clauses and phases with the next one.

First come those steps of a card that are so short that they need no process: they are done here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile

from nonosat import backends
from nonosat.backends import Engine
from nonosat.problem import CellValue, Problem, Values
from nonosat.processes import worker
from nonosat.processes.limits import Bounds, Clock
from nonosat.solving import engine
from nonosat.solving.cards import CardStep
from nonosat.solving.engine import Found, Opening, Query


class Session(Engine):
    """A connection to a solver, which a limit or an interruption closes for good.

    It is an Engine (see `nonosat.backends`); `last` is all that the last call gave.
    """

    def __init__(self, problem: Problem, steps: tuple[CardStep, ...], clock: Clock, memory: int) -> None:
        self.last: Found | None = None
        self._clock = clock
        self._memory = memory
        self._query = Query()
        problem = problem.without_symmetries()  # they are of no use to a solver, and large
        short = _short(problem, steps)
        self._opening: Opening | None = Opening(problem, steps[short:], memory)
        self._here: engine.Case | None = None
        self._before: Found | None = None  # what the steps done here have given in all
        self._worker: worker.Worker | None = None
        self._open = True
        if short:
            self._here = engine.Case(Opening(problem, steps[:short], memory), followed=True)
        else:
            self._worker = worker.lease()

    def add_clause(self, options: Sequence[CellValue]) -> None:
        """Require that one of the options holds."""
        self._query.clauses.append((list(options), True))

    def add_blocking_clause(self, options: Sequence[CellValue]) -> None:
        """Require that not all of the options hold."""
        self._query.clauses.append((list(options), False))

    def set_phases(self, values: Values) -> None:
        """Try these values of the cells first."""
        self._query.phases = list(values)

    def set_budget(self, conflicts: int | None) -> None:
        """Let each call end after this many conflicts of the last step."""
        self._query.budget = conflicts

    def solve(
        self, assumptions: Sequence[CellValue] = (), any_of: Sequence[CellValue] | None = None
    ) -> bool | None:
        """Look for a solution; None if the budget ended the search."""
        if any_of is not None and not any_of:
            return False  # nothing need be asked
        query = self._query_with(assumptions, any_of)
        with self._usable():
            found = self._answer_here(query) or self._answer_there(query)
        self.last = found
        return None if found.ended else found.values is not None

    def other_solutions(
        self, first: Values, cells: Sequence[int], fixed: Sequence[CellValue] = ()
    ) -> Iterator[bytes]:
        """Yield the solutions besides the first, each once (see `nonosat.solving.other_solutions`)."""
        query = self._query_with(fixed, None)
        with self._usable():
            self._hand_over(query)
            yield from self._leased().stream(
                self._bounds, engine.other_solutions, self._opened(), query, first, tuple(cells)
            )

    def values(self) -> bytes:
        """Return the cells' values in the solution that was found last."""
        if self.last is None or self.last.values is None:
            raise RuntimeError("no solution was found")
        return self.last.values

    def conflicts(self) -> int | None:
        """Return the conflicts so far, where the solver tells."""
        return self.last.conflicts if self.last else None

    @property
    def peak_memory(self) -> int:
        """The most bytes that the worker was seen to use."""
        return self._worker.peak if self._worker else 0

    def close(self) -> None:
        """Give the worker back."""
        self._open = False
        if self._here is not None:
            self._here.close()
        if self._worker is not None:
            held, self._worker = self._worker, None
            worker.release(held)

    @property
    def _bounds(self) -> Bounds:
        return Bounds(self._clock.deadline, self._memory)

    def _query_with(self, assumptions: Sequence[CellValue], any_of: Sequence[CellValue] | None) -> Query:
        """Return the query with all that was told since the last one."""
        query, self._query = self._query, Query(budget=self._query.budget)
        query.assumptions = list(assumptions)
        query.any_of = None if any_of is None else list(any_of)
        return query

    def _answer_here(self, query: Query) -> Found | None:
        """Let the short steps answer; None if they give up, as the worker then goes on for good."""
        if self._here is None:
            return None
        self._clock.check()
        found = self._here.answer(query)
        if not found.ended:
            return found
        self._before = found
        query.clauses = []  # told already
        self._hand_over(query)
        return None

    def _answer_there(self, query: Query) -> Found:
        found = self._leased().call(self._bounds, engine.solve, self._opened(), query)
        return found.after(self._before) if self._before else found

    def _hand_over(self, query: Query) -> None:
        """Add to a query all that the short steps were told."""
        if self._here is not None:
            query.clauses = self._here.clauses + query.clauses
            query.phases = query.phases or self._here.phases
            self._here.close()
            self._here = None

    def _leased(self) -> worker.Worker:
        if self._worker is None:
            self._worker = worker.lease()
        return self._worker

    def _opened(self) -> Opening | None:
        opening, self._opening = self._opening, None
        return opening

    @contextmanager
    def _usable(self) -> Iterator[None]:
        if not self._open:
            raise RuntimeError("the session is closed")
        try:
            yield
        except BaseException:  # a session whose call failed is not usable
            self.close()
            raise

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _short(problem: Problem, steps: tuple[CardStep, ...]) -> int:
    """Return how many steps there are before the first that needs a process."""
    short = (backends.short(step.backend, problem, step.options) for step in steps[:-1])
    return sum(1 for _ in takewhile(bool, short))
