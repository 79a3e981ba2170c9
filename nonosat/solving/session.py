"""A Solver in a worker process: one Problem under one card.

Clauses and assumptions are about cells and values only, so that questions do not depend on the encoding or
solver. Nothing is sent before the next search: the Problem goes with the first one, and clauses and phases
with the first one after they were added.

The first guesses of `auto` are made in this process, before a worker is needed: they stop by themselves when
the clock runs out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from nonosat.errors import InternalError
from nonosat.problem import CellValues, Problem, Values
from nonosat.processes import calls
from nonosat.processes.clock import Bounds, Clock
from nonosat.solving.answer import Found
from nonosat.solving.card import Card
from nonosat.solving.proxy import Proxy, Told, tell

if TYPE_CHECKING:
    from nonosat.processes.worker import Worker
    from nonosat.solving.solver import Solver

Opening = tuple[Problem, Card, int, Found]
"""The start of a Session: a Problem, the card to solve it by, the memory limit in bytes, and what guesses
have used.
"""


class Session(Proxy):
    """A connection to a solver, which a limit or an interruption closes for good.

    It is an Engine (see `nonosat.backends`); `last` is the full result of the last call.
    """

    def __init__(self, problem: Problem, card: Card, clock: Clock, memory: int) -> None:
        super().__init__()
        self.last: Found | None = None
        self._clock, self._memory = clock, memory
        self._opening: Opening | None = (problem, card, memory, Found())
        self._budget: int | None = None
        self._worker: Worker | None = None
        self._closed = False

    def set_budget(self, conflicts: int | None) -> None:
        """Let each call end after this many conflicts."""
        if conflicts != self._budget:
            self._budget = conflicts
            super().set_budget(conflicts)

    def solve(self, assumptions: CellValues = (), any_of: CellValues | None = None) -> bool | None:
        """Search for a solution; None if the budget ended the search."""
        if any_of is not None and not any_of:
            return False  # an empty clause
        with self._usable():
            if self.last is None and not (self.told or assumptions) and any_of is None:
                self.last = self._guess()
                if self.last.values is not None:
                    return True
            question = list(assumptions), None if any_of is None else list(any_of)
            self.last = found = self._lease().call(self._bounds, solve, *self._news(), *question)
        return None if found.ended else found.values is not None

    def _guess(self) -> Found:
        """Return what the card's first guesses find; the solver adds to what they have used."""
        if self._opening is None or not self._opening[1].is_recipe:
            return Found()
        from nonosat.solving.guesses import FIRST, guess  # few puzzles come as far

        problem, card, memory, _ = self._opening
        found = guess(FIRST, problem, self._clock)
        self._opening = problem, card, memory, found
        return found

    def other_solutions(self, first: Values, cells: Sequence[int], fixed: CellValues = ()) -> Iterator[bytes]:
        """Yield the solutions besides the first, each once (see `nonosat.solving.session`)."""
        with self._usable():
            worker, told = self._lease(), self._news()
            yield from worker.stream(self._bounds, other_solutions, *told, first, tuple(cells), tuple(fixed))

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

    def _lease(self) -> Worker:
        if self._worker is None:
            from nonosat.processes import worker  # most puzzles need none, and it imports much

            self._worker = worker.lease()
        return self._worker

    def _news(self) -> tuple[Opening | None, Told]:
        """Return what the worker does not know yet."""
        news, self._opening, self.told = (self._opening, self.told), None, []
        return news

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


# The worker's side.


def solve(opening: Opening | None, told: Told, assumptions: CellValues, any_of: CellValues | None) -> Found:
    """Search for a solution; only the first call of a Session has an opening."""
    solver = _solver(opening, told)
    asked = solver.problem.possible
    answer = solver.solve(assumptions, any_of)
    possible = solver.problem.possible
    return Found(
        solver.values() if answer else None,
        answer is None,
        tuple(solver.used),
        *solver.size,
        dict(solver.seconds),
        solver.conflicts(),
        solver.other,
        None if possible == asked else possible,
    )


def other_solutions(
    opening: Opening | None, told: Told, first: Values, cells: Sequence[int], fixed: CellValues
) -> Iterator[bytes]:
    """Yield the solutions besides the first in which the fixed options hold.

    Raises InternalError if a call ends without an answer, for example because of a budget: the solutions so
    far would look like all of them.
    """
    solver = _solver(opening, told)

    def find(assumptions: CellValues, any_of: CellValues | None) -> bytes | None:
        answer = solver.solve(assumptions, any_of)
        if answer is None:  # it would read as "no more solutions"
            raise InternalError("an enumeration was given a budget")
        return solver.values() if answer else None

    from nonosat.solving.others import iter_other_solutions  # rarely used

    yield from iter_other_solutions(find, solver.problem.possible, first, cells, fixed)


def _solver(opening: Opening | None, told: Told) -> Solver:
    """Return the Session's solver, a new one if it is opened, and tell it what it has to know."""
    if opening is not None:
        if "solver" in calls.kept:
            calls.kept["solver"].close()
        calls.kept["solver"] = _start(*opening)
    solver: Solver | None = calls.kept.get("solver")
    if solver is None:
        raise RuntimeError("no session was opened")
    tell(solver, told)
    return solver


def _start(problem: Problem, card: Card, memory: int, guessed: Found) -> Solver:
    from nonosat.solving import solver  # in the worker alone

    kind = solver.Solver
    if card.is_recipe:
        from nonosat.solving.auto import Auto

        kind = Auto
    started = kind(problem, card, memory)
    started.add(guessed)
    return started
