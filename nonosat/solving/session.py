"""An Engine in a worker process: one Problem under one card's steps.

Clauses and assumptions are about cells and values only, so that questions do not depend on the encoding or
solver. Everything told travels with the next question: the Problem itself with the first one, clauses and
phases with the one after.

Steps of a card that are too short to need a process run here, in turns with those of the worker.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from nonosat import backends
from nonosat.backends import Engine
from nonosat.problem import CellValue, Problem, Values
from nonosat.processes import worker
from nonosat.processes.limits import Bounds, Clock
from nonosat.solving import engine
from nonosat.solving.cards import CardStep
from nonosat.solving.engine import Found, Opening, Query


@dataclass
class _Side:
    """This process, or the worker: what to tell it with the next question, and its last answer."""

    query: Query = field(default_factory=Query)
    last: Found | None = None

    def query_with(
        self,
        assumptions: Sequence[CellValue],
        any_of: Sequence[CellValue] | None,
        first: int,
        end: int | None,
    ) -> Query:
        """Return the query with everything told since the last one."""
        query, self.query = self.query, Query(budget=self.query.budget)
        query.assumptions = list(assumptions)
        query.any_of = None if any_of is None else list(any_of)
        query.first, query.end = first, end
        return query


class Session(Engine):
    """A connection to a solver, which a limit or an interruption closes for good.

    It is an Engine (see `nonosat.backends`); `last` is all that the last call gave.
    """

    def __init__(self, problem: Problem, steps: tuple[CardStep, ...], clock: Clock, memory: int) -> None:
        self.last: Found | None = None
        self._clock = clock
        self._memory = memory
        # A Problem's symmetries are of no use to a solver, and large.
        opening = Opening(problem.without_symmetries(), steps, memory)
        self._problem, self._steps, self._at = opening.problem, steps, 0
        self._short: dict[int, bool] = {}
        self._case = engine.Case(opening)
        self._here, self._there = _Side(), _Side()
        self._opening: Opening | None = opening
        self._worker: worker.Worker | None = None
        self._closed = False

    def add_clause(self, options: Sequence[CellValue]) -> None:
        """Require that one of the options holds."""
        self._tell(list(options), True)

    def add_blocking_clause(self, options: Sequence[CellValue]) -> None:
        """Require that not all of the options hold."""
        self._tell(list(options), False)

    def _tell(self, options: Sequence[CellValue], holds: bool) -> None:
        for side in (self._here, self._there):
            side.query.clauses.append((options, holds))

    def set_phases(self, values: Values) -> None:
        """Try these values of the cells first."""
        for side in (self._here, self._there):
            side.query.phases = list(values)

    def set_budget(self, conflicts: int | None) -> None:
        """Let each call end after this many conflicts of the last step."""
        for side in (self._here, self._there):
            side.query.budget = conflicts

    def solve(
        self, assumptions: Sequence[CellValue] = (), any_of: Sequence[CellValue] | None = None
    ) -> bool | None:
        """Look for a solution; None if the budget ended the search."""
        if any_of is not None and not any_of:
            return False  # nothing need be asked
        with self._usable():
            found = self._found(assumptions, any_of)
        self.last = found
        return None if found.ended else found.values is not None

    def _found(self, assumptions: Sequence[CellValue], any_of: Sequence[CellValue] | None) -> Found:
        """Ask step after step, those in turns that are done here and there."""
        while True:
            end = self._at + 1
            here = self._is_short(self._at)
            while end < len(self._steps) and self._is_short(end) == here:
                end += 1
            side, other = (self._here, self._there) if here else (self._there, self._here)
            query = side.query_with(assumptions, any_of, self._at, end)
            if here:
                self._clock.check()
                side.last = self._case.answer(query)
            else:
                side.last = self._leased().call(self._bounds, engine.solve, self._opened(), query)
            if not side.last.ended or end == len(self._steps):
                return side.last.beside(other.last) if other.last else side.last
            self._at = end

    def _is_short(self, at: int) -> bool:
        """Whether a step is done here: any but the last, which has no end."""
        if at not in self._short:
            step = self._steps[at]
            short = at < len(self._steps) - 1 and backends.short(step.backend, self._problem, step.options)
            self._short[at] = short
        return self._short[at]

    def other_solutions(
        self, first: Values, cells: Sequence[int], fixed: Sequence[CellValue] = ()
    ) -> Iterator[bytes]:
        """Yield the solutions besides the first, each once (see `nonosat.solving.other_solutions`)."""
        solvers = (at for at in range(self._at, len(self._steps)) if not self._is_short(at))
        query = self._there.query_with(fixed, None, next(solvers), None)
        with self._usable():
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
        self._closed = True
        self._case.close()
        if self._worker is not None:
            held, self._worker = self._worker, None
            worker.release(held)

    @property
    def _bounds(self) -> Bounds:
        return Bounds(self._clock.deadline, self._memory)

    def _leased(self) -> worker.Worker:
        if self._worker is None:
            self._worker = worker.lease()
        return self._worker

    def _opened(self) -> Opening | None:
        opening, self._opening = self._opening, None
        return opening

    @contextmanager
    def _usable(self) -> Iterator[None]:
        if self._closed:
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
