"""The main road: a puzzle and a card become a Run, which finds solutions and checks each of them.

Questions ask a Run. It narrows the Problem, opens a Session only when lines alone do not settle
it, decodes what comes back and lets the puzzle's own rules check it: a solver is never believed.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Any

from nonosat import worker
from nonosat.answer import DONE
from nonosat.cards import Card
from nonosat.engines import Found
from nonosat.errors import InternalError, LimitReached
from nonosat.limits import Clock, Limits
from nonosat.problem import Option, Problem
from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import Picture
from nonosat.session import Session
from nonosat.stages import lines

Values = Sequence[int]


class Run:
    """One puzzle under one card, within limits."""

    def __init__(self, puzzle: Puzzle, card: Card, limits: Limits) -> None:
        self.puzzle = puzzle
        self.card = card
        self.clock = Clock(limits.time if limits.time is not None else card.time_limit)
        self.memory = Limits(memory=limits.memory or card.memory_limit).bytes
        self.seconds: dict[str, float] = {}
        self.last: Found | None = None
        self.peak_memory = 0
        self.reason = DONE
        self.detail = ""
        self._checked: tuple[Values, Picture] = ((), ())
        self._session: Session | None = None
        self._problem: Problem | None = None

    @property
    def problem(self) -> Problem:
        """The Problem, narrowed as far as it has come."""
        if self._problem is None:
            with self.timed("state"):
                self._problem = self.puzzle.problem()
        return self._problem

    def narrow(self) -> str | None:
        """Narrow the Problem by lines; say which constraint cannot hold, if one cannot."""
        with self.timed("lines"):
            narrowed = lines.narrow(self.problem, self.clock.deadline)
        self._problem = narrowed.problem
        return narrowed.contradiction

    def impossible(self) -> str | None:
        """Narrow the Problem by lines; say why it has no solution, if that is seen without a search."""
        obstacle = self.puzzle.obstacle()
        if obstacle is not None:
            return obstacle
        label = self.narrow()
        return None if label is None else f"by lines alone: {label} cannot be completed"

    def first(self) -> Values | None:
        """Return a solution of the narrowed Problem, which may be decided, or None."""
        return self.problem.values if self.problem.decided else self.find()

    def find(self, assume: Sequence[Option] = (), one_of: Sequence[Option] | None = None) -> Values | None:
        """Return a solution, checked, as values of all cells; None if there is none.

        All of the assumed options hold in it and, unless it is None, one of `one_of`.
        """
        if one_of is not None and not one_of:
            return None
        session = self._opened()
        found = session.solve(assume, one_of or ())
        self.seconds.update(found.seconds)
        self.last = found
        self.peak_memory = max(self.peak_memory, session.peak_memory)
        if found.values is None:
            return None
        self.picture(found.values)
        return found.values

    def solutions(
        self, first: Values, cells: Sequence[int], fixed: Sequence[Option] = ()
    ) -> Iterator[Values]:
        """Yield the first and all other solutions in which the fixed options hold, checked.

        Each comes once, as far as the cells make solutions different.
        """
        yield first
        for values in self._opened().walk(first, cells, fixed):
            self.picture(values)
            yield values

    def exclude(self, values: Values) -> None:
        """Ask from now on for solutions that differ from this one in the answer key."""
        self._opened().exclude(values, self.problem.answer_key)

    def prefer(self, values: Values) -> None:
        """Ask the solver to try these values of the cells first."""
        self._opened().prefer(values)

    def rule_out(self, options: Iterable[Option]) -> None:
        """Take these options, of which each is known to be in no solution, out of the Problem."""
        possible = list(self.problem.possible)
        for cell, value in options:
            possible[cell] &= ~(1 << value)
        self._problem = self.problem.narrowed(possible)

    def call(self, target: str, *arguments: object, within: float | None = None) -> Any:
        """Call `module:function` in a worker process, within the limits, and return its result.

        None if it takes longer than `within` seconds.
        """
        deadline, patience = self.clock.deadline, Clock(within).deadline
        impatient = patience is not None and (deadline is None or patience < deadline)
        held = worker.lease()
        try:
            return held.call(
                target, *arguments, deadline=patience if impatient else deadline, memory=self.memory
            )
        except LimitReached as limit:
            if impatient and limit.reason == "time limit":
                return None
            raise
        finally:
            self.peak_memory = max(self.peak_memory, held.peak)
            worker.release(held)

    @contextmanager
    def until_stopped(self) -> Iterator[None]:
        """Let a limit or Ctrl-C end what is inside; `reason` and `detail` tell it afterwards."""
        try:
            yield
        except LimitReached as limit:
            self.reason, self.detail = limit.reason, limit.detail
        except KeyboardInterrupt:
            self.reason = "interrupted"

    def picture(self, values: Values) -> Picture:
        """Draw a solution; InternalError if the puzzle's own check finds a fault in it."""
        if values is self._checked[0]:
            return self._checked[1]
        picture = self.puzzle.picture(values)
        fault = self.puzzle.fault(picture)
        if fault is not None:
            raise InternalError(f"{self.puzzle.source}: {self.card.name} gave a wrong picture: {fault}")
        self._checked = values, picture
        return picture

    @contextmanager
    def timed(self, part: str) -> Iterator[None]:
        """Add the time that something takes to a part's seconds."""
        begin = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[part] = self.seconds.get(part, 0.0) + time.perf_counter() - begin

    def _opened(self) -> Session:
        if self._session is None:
            self._session = Session(self.problem, self.card.steps, self.clock, self.memory)
        return self._session

    def close(self) -> None:
        """Free the solver."""
        if self._session is not None:
            self._session.close()
            self._session = None

    def __enter__(self) -> Run:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
