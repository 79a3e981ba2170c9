"""An Engine in a worker process: one Problem under one card's steps.

Clauses and assumptions are about cells and values only, so that questions do not depend on the encoding or
solver. Nothing is sent before the next search: the Problem goes with the first one, and clauses and phases
with the first one after they were added.

Card steps that are too short to need another process run in this one, between those of the worker.
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
    """This process, or the worker: its pending query, and its last result."""

    query: Query = field(default_factory=Query)
    last: Found | None = None

    def query_with(
        self,
        assumptions: Sequence[CellValue],
        any_of: Sequence[CellValue] | None,
        first: int,
        end: int | None,
    ) -> Query:
        """Return the pending query, completed, and begin a new one."""
        query, self.query = self.query, Query(budget=self.query.budget)
        query.assumptions = list(assumptions)
        query.any_of = None if any_of is None else list(any_of)
        query.first, query.end = first, end
        return query


class Session(Engine):
    """A connection to a solver, which a limit or an interruption closes for good.

    It is an Engine (see `nonosat.backends`); `last` is the full result of the last call.
    """

    def __init__(self, problem: Problem, steps: tuple[CardStep, ...], clock: Clock, memory: int) -> None:
        self.last: Found | None = None
        self._clock = clock
        self._memory = memory
        # Solvers do not use a Problem's symmetries, which are large.
        opening = Opening(problem.without_symmetries(), steps, memory)
        self._problem, self._steps, self._at = opening.problem, steps, 0
        self._short: dict[int, bool] = {}
        self._runner = engine.StepRunner(opening)
        self._here, self._there = _Side(), _Side()
        self._opening: Opening | None = opening
        self._worker: worker.Worker | None = None
        self._closed = False

    def add_clause(self, options: Sequence[CellValue]) -> None:
        """Require that one of the options holds."""
        self._add(list(options), True)

    def add_blocking_clause(self, options: Sequence[CellValue]) -> None:
        """Require that not all of the options hold."""
        self._add(list(options), False)

    def _add(self, options: Sequence[CellValue], holds: bool) -> None:
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
        """Search for a solution; None if the budget ended the search."""
        if any_of is not None and not any_of:
            return False  # an empty clause
        with self._usable():
            found = self._search(assumptions, any_of)
        self.last = found
        return None if found.ended else found.values is not None

    def _search(self, assumptions: Sequence[CellValue], any_of: Sequence[CellValue] | None) -> Found:
        """Try the steps in order; adjacent steps that run in the same process form one query."""
        while True:
            end = self._at + 1
            here = self._is_short(self._at)
            while end < len(self._steps) and self._is_short(end) == here:
                end += 1
            side, other = (self._here, self._there) if here else (self._there, self._here)
            query = side.query_with(assumptions, any_of, self._at, end)
            if here:
                self._clock.check()
                side.last = self._runner.answer(query)
            else:
                side.last = self._leased().call(self._bounds, engine.solve, self._opened(), query)
            if not side.last.ended or end == len(self._steps):
                return side.last.combined_with(other.last) if other.last else side.last
            self._at = end

    def _is_short(self, at: int) -> bool:
        """Whether a step runs in this process: a short one, but not the last, which has no limit."""
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
        """Return the conflicts so far, if the solver reports them."""
        return self.last.conflicts if self.last else None

    @property
    def peak_memory(self) -> int:
        """The largest number of bytes that the worker was seen to use."""
        return self._worker.peak if self._worker else 0

    def close(self) -> None:
        """Give the worker back."""
        self._closed = True
        self._runner.close()
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
