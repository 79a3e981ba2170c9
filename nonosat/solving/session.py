"""A Solver in a worker process: one Problem under one card.

Clauses and assumptions are about cells and values only, so that questions do not depend on the encoding or
solver. Nothing is sent before the next search: the Problem goes with the first one, and clauses and phases
with the first one after they were added.

The first steps of `auto` are made in this process: guesses, which stop by themselves when the clock runs out,
and MiniSat on models so small that its budget of conflicts ends within a fifth of a second. MiniSat begins
here only once, because a worker takes longer to start than most puzzles to solve; one that has started is
quicker, since it also goes on to what follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING

from nonosat.problem import CellValues, Problem, Values
from nonosat.processes import ALONE
from nonosat.processes.clock import Bounds, Clock
from nonosat.solving.answer import Found
from nonosat.solving.card import Card
from nonosat.solving.opened import Opening, solve
from nonosat.solving.proxy import Proxy, Told

if TYPE_CHECKING:
    from nonosat.processes.worker import Worker
    from nonosat.solving.here import Here


begun = count()
"""How many solvers have begun in this process, or were left to a worker because one had."""


class Session(Proxy):
    """A connection to a solver, which a limit or an interruption closes for good.

    It is an Engine (see `nonosat.backends`); `last` is the full result of the last call. Unless it may begin
    `here`, a worker makes all steps but guesses.
    """

    def __init__(
        self, problem: Problem, card: Card, clock: Clock, memory: int, here: bool = not ALONE
    ) -> None:
        super().__init__()
        self.last: Found | None = None
        self._clock, self._memory = clock, memory
        self._opening: Opening | None = (problem, card, memory, Found())
        self._budget: int | None = None
        self._worker: Worker | None = None
        self._here: Here | None = None
        self._may_begin = here and card.is_recipe
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
            answer = self._solve_here(*question)
            self.last = answer = answer or self._lease().call(self._bounds, solve, *self._news(), *question)
        return None if answer.ended else answer.values is not None

    def _solve_here(self, assumptions: CellValues, any_of: CellValues | None) -> Found | None:
        """Return what the recipe's first solver finds in this process; None leaves it to a worker."""
        if self._here is None:
            if self._opening is None or not self._may_begin or next(begun):
                return None
            from nonosat.solving.here import Here

            self._here = Here.begin(self._opening)
        if self._here is not None:
            answer = self._here.solve(self.told, assumptions, any_of)
            self.told = []
            if answer is not None:
                return answer
            self._leave()
        return None

    def _leave(self) -> None:
        """Let a worker begin with all that the solver in this process was given."""
        if self._here is not None:
            self._opening, heard = self._here.hand_over()
            self.told, self._here = heard + self.told, None

    def _guess(self) -> Found:
        """Return what the card's first guesses find; the solver adds to what they have used."""
        if self._opening is None or not self._opening[1].is_recipe:
            return Found()
        from nonosat.solving.guesses import FIRST, guess  # few puzzles come as far

        problem, card, memory, _ = self._opening
        guessed = guess(FIRST, problem, self._clock)
        self._opening = problem, card, memory, guessed
        return guessed

    def other_solutions(self, first: Values, cells: Sequence[int], fixed: CellValues = ()) -> Iterator[bytes]:
        """Yield the solutions besides the first, each once (see `nonosat.solving.others`)."""
        with self._usable():
            from nonosat.solving.others import other_solutions  # rarely used

            self._leave()
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
        self._leave()
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
