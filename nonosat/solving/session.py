"""An Engine in a worker process: one Problem under one card's steps.

Clauses and assumptions are about cells and values only, so that questions do not depend on the encoding or
solver. Nothing is sent before the next search: the Problem goes with the first one, and clauses and phases
with the first one after they were added.

Guesses are made in this process, between the worker's steps: they stop by themselves when the clock says so.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from nonosat import backends
from nonosat.backends import Engine
from nonosat.problem import CellValue, Problem, Values
from nonosat.processes.limits import Bounds, Clock
from nonosat.solving import runner
from nonosat.solving.cards import CardStep
from nonosat.solving.runner import NO_CALL, Found, Opening, Query

if TYPE_CHECKING:
    from nonosat.processes.worker import Worker


class Session(Engine):
    """A connection to a solver, which a limit or an interruption closes for good.

    It is an Engine (see `nonosat.backends`); `last` is the full result of the last call.
    """

    def __init__(self, problem: Problem, steps: tuple[CardStep, ...], clock: Clock, memory: int) -> None:
        self.last: Found | None = None
        self._clock = clock
        self._memory = memory
        self._opening: Opening | None = Opening(problem, steps, memory)
        self._problem, self._steps, self._at = problem, steps, 0
        self._query = Query()
        self._guesses: list[str] = []  # the backends that have guessed
        self._seconds = {"beliefs": 0.0}
        self._worker: Worker | None = None
        self._closed = False

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
        """Search for a solution; None if the budget ended the search, or if the last step was a guess."""
        if any_of is not None and not any_of:
            return False  # an empty clause
        query = self._query_with(assumptions, any_of)
        known = query.phases is not None or self.last is not None
        restricted = query.clauses or query.assumptions or any_of is not None or query.budget is not None
        with self._usable():
            while True:
                while self._guesses_next:
                    guessed = [] if known or restricted else self._guess()
                    self._at += 1
                    if guessed:
                        found = replace(self.last or NO_CALL, values=guessed[0], ended=False)
                        self.last = self._complete(replace(found, other=guessed[-1]))
                        return True
                if self._at == len(self._steps):
                    return None
                query.at = self._at
                found = self._leased().call(self._bounds, runner.solve, self._opened(), query)
                self.last, self._at = self._complete(found), found.at
                if not (found.ended and self._guesses_next):
                    return None if found.ended else found.values is not None
                query = replace(query, clauses=[], phases=None)  # the worker has these

    def _query_with(self, assumptions: Sequence[CellValue], any_of: Sequence[CellValue] | None) -> Query:
        """Return the pending query, completed, and begin a new one."""
        query, self._query = self._query, Query(budget=self._query.budget)
        query.assumptions = list(assumptions)
        query.any_of = None if any_of is None else list(any_of)
        query.at = self._at
        return query

    @property
    def _guesses_next(self) -> bool:
        """Whether the next step is a guess."""
        return any(backends.guesses(step.backend) for step in self._steps[self._at : self._at + 1])

    def _guess(self) -> list[bytes]:
        """Return the solutions that the next step guesses."""
        step, begin = self._steps[self._at], time.perf_counter()
        try:
            return backends.guess(step.backend, self._problem, step.options, self._clock)
        finally:
            self._seconds["beliefs"] += time.perf_counter() - begin
            if step.backend not in self._guesses:
                self._guesses.append(step.backend)

    def _complete(self, found: Found) -> Found:
        """Return a result of the worker with the guesses added."""
        used = tuple(dict.fromkeys((*self._guesses, *found.backends)))
        spent = {part: seconds for part, seconds in self._seconds.items() if seconds}
        return replace(found, backends=used, seconds=found.seconds | spent)

    def other_solutions(
        self, first: Values, cells: Sequence[int], fixed: Sequence[CellValue] = ()
    ) -> Iterator[bytes]:
        """Yield the solutions besides the first, each once (see `nonosat.solving.other_solutions`)."""
        query = self._query_with(fixed, None)
        with self._usable():
            yield from self._leased().stream(
                self._bounds, runner.other_solutions, self._opened(), query, first, tuple(cells)
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
        if self._worker is not None:
            from nonosat.processes import worker

            held, self._worker = self._worker, None
            worker.release(held)

    @property
    def _bounds(self) -> Bounds:
        return self._clock.bounds(self._memory, self._worker.cpu if self._worker else 0.0)

    def _leased(self) -> Worker:
        if self._worker is None:
            from nonosat.processes import worker  # most puzzles need none, and it imports much

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
