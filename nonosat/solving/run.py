"""A Run: one puzzle under one card. It finds solutions and checks each of them.

All questions use a Run. It narrows the Problem, opens a Session only if that does not decide it, decodes the
solver's output and checks it by the puzzle's own rules: solver output is never trusted.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from operator import ge
from typing import TYPE_CHECKING, NamedTuple, ParamSpec, TypedDict, TypeVar

from nonosat.errors import InternalError, LimitReached, StopReason, WrongAnswerError
from nonosat.problem import CellValue, CellValues, Problem, Values, is_single
from nonosat.processes.clock import PROCESSOR_TIME, Clock
from nonosat.processes.limits import NO_LIMITS, Limits
from nonosat.processes.progress import Stage
from nonosat.propagation.narrow import Narrowed, begin_lines, give_back, narrowing
from nonosat.propagation.state import State, begin
from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import Picture
from nonosat.solving.answer import Found
from nonosat.solving.card import Card
from nonosat.solving.cards import as_card

if TYPE_CHECKING:
    from nonosat.solving.session import Session

P = ParamSpec("P")
T = TypeVar("T")


class Solution(NamedTuple):
    """A checked solution: the values of all cells, and their picture."""

    values: Values
    picture: Picture


class Ending(TypedDict):
    """The fields about the work that every Report has."""

    stop_reason: StopReason
    basis: str
    seconds: dict[str, float]


def count_settled(possible: Sequence[int]) -> str:
    """Return in words how many cells have one value left."""
    return f"{sum(map(is_single, possible))} of {len(possible)} cells settled"


OpenSession = Callable[[Problem, Card, Clock, int], "Session"]
"""Opens a Session, given a Problem, a card, a clock and the memory limit in bytes."""


class Run:
    """One puzzle under one card, within limits; where none is given, the card's own applies.

    `clock` began earlier, if this is not the first part of the work. `session` opens the solver, for tests.
    `problem` replaces the puzzle's own: a part of it that has no solution, either.

        >>> import nonosat
        >>> from nonosat import toolkit
        >>> with toolkit.Run(nonosat.load("switch"), "auto", nonosat.Limits(time=10)) as run:
        ...     run.prepare(), run.find().picture[0]
        (None, '######')
    """

    def __init__(
        self,
        puzzle: Puzzle,
        model: str | Card,
        limits: Limits = NO_LIMITS,
        *,
        clock: Clock | None = None,
        session: OpenSession | None = None,
        problem: Problem | None = None,
    ) -> None:
        self.puzzle = puzzle
        self.card = as_card(model)
        limits = limits.over(self.card.limits)
        self.clock = clock or limits.clock()
        self.memory = limits.memory_bytes
        self.seconds: dict[str, float] = {}
        self.last = Found()
        self.peak_memory = 0
        self.stop_reason = StopReason.DONE
        self.detail = ""
        self.open_session = session or _open
        self._session: Session | None = None
        self._stated = problem
        self._problem: Problem | None = None
        self._narrowed: Narrowed | None = None
        self.state: State | None = None
        self.evident: str | None = None
        self.probed: tuple[Values, ...] = ()
        self.decided_by = ""

    @property
    def problem(self) -> Problem:
        """The Problem, narrowed as far as it is now."""
        if self._problem is None:
            self._problem = self._narrowed.problem if self._narrowed else self.state_problem()
        return self._problem

    def state_problem(self) -> Problem:
        """Return the Problem before any narrowing."""
        if self._stated is None:
            with self.time("state", "stating the puzzle"):
                self._stated = self.puzzle.problem(self.clock)
        return self._stated

    @property
    def possible(self) -> tuple[int, ...]:
        """The values left, by cell: also if a limit has ended the statement of the puzzle."""
        known = self._problem or self._narrowed
        known = known or Problem(self.puzzle.cell_sizes, (), (), self.puzzle.given_options)
        return tuple(known.possible)

    @property
    def values(self) -> Values | None:
        """The values of all cells if narrowing has left one of each, else None."""
        if self._problem is None and self._narrowed is not None:
            return self._narrowed.values
        return self.problem.values if self.problem.decided else None

    @property
    def done(self) -> bool:
        """Whether nothing has stopped the work."""
        return self.stop_reason is StopReason.DONE

    @property
    def limits_left(self) -> Limits:
        """What is left of the limits."""
        return Limits(self.clock.left, self.memory, self.clock.cpu_left)

    def prepare(self) -> str | None:
        """Narrow the Problem without a solver; return why it has no solution, if that is found.

        It narrows by lines and, if the card sets `probes`, by single assumptions. `decided_by` says which of
        them decided the Problem; `probed` has the solutions, at most two, to which assumptions led.
        """
        obstacle = None
        for obstacle in self.propagate():  # noqa: B007
            pass
        return self.evident or obstacle

    def propagate(self) -> Iterator[str | None]:
        """Do the work of `prepare` stage by stage: yield after each what `prepare` returns. Until the end,
        `state` is that of the narrowing. If the puzzle shows why it has no solution, `evident` has it.
        """
        puzzle = self.puzzle
        with self.time("lines", "narrowing by lines") as entered:
            # First: if they leave one value of each cell, nothing is evident.
            lines = None if self._stated or self._narrowed else puzzle.clued_lines
            if lines is not None:
                state = begin_lines(*lines, len(puzzle.palette), puzzle.given_options)
            elif (why := puzzle.obstacle(self.clock)) is not None:
                self.evident = why
                return
            else:
                state = begin(self.problem, self.clock)
            self.state, entered.fact = state, lambda: count_settled(state.possible)
            for narrowed in narrowing(self.state_problem, state, self.clock, self.card.probes):
                solved = narrowed.values is not None and not narrowed.contradiction
                if lines is not None and self._narrowed is None and not solved:
                    self.evident = puzzle.obstacle(self.clock)
                if self.evident is not None:
                    break
                self._narrowed, self._problem, self.probed = narrowed, None, narrowed.solutions
                obstacle = narrowed.obstacle
                if obstacle is None and (narrowed.values is not None or self.probed):
                    self.decided_by = narrowed.basis
                yield obstacle
            self.state = None
            if lines is not None:
                give_back(state)

    def first(self) -> Solution | None:
        """Return a solution of the narrowed Problem, or None; decided Problems need no solver."""
        if not self.decided_by:
            return self.find()
        return self.check_solution(self.probed[0] if self.probed else self.problem.values)

    def find(self, assumptions: CellValues = (), any_of: CellValues | None = None) -> Solution | None:
        """Return a solution, checked; None if there is none.

        All of the assumptions hold in it and, unless it is None, one of `any_of`.
        """
        solution, ended = self.find_within(None, assumptions, any_of)
        if ended:
            raise InternalError(f"{self.puzzle.source}: {self.card.name} gave up without a limit")
        return solution

    def find_within(
        self, conflicts: int | None, assumptions: CellValues = (), any_of: CellValues | None = None
    ) -> tuple[Solution | None, bool]:
        """Like `find`, within a budget of conflicts; also return whether the budget ended the search."""
        session = self._connect()
        session.set_budget(conflicts)
        answer = session.solve(assumptions, any_of)
        if session.last is not None:
            self.last = session.last
            self.seconds |= session.last.seconds
        self.peak_memory = max(self.peak_memory, session.peak_memory)
        return (self.check_solution(session.values()) if answer else None), answer is None

    def iter_solutions(
        self, first: Values, cells: Sequence[int], fixed: CellValues = ()
    ) -> Iterator[Solution]:
        """Yield the first and all other solutions in which the fixed options hold, checked.

        Solutions that do not differ in the `cells` count as one.
        """
        yield self.check_solution(first)
        session = self._connect()
        session.set_budget(None)  # earlier calls may have left one, which would cut the list short
        for values in session.other_solutions(first, cells, fixed):
            yield self.check_solution(values)

    def exclude(self, values: Values) -> None:
        """From now on, find only solutions that differ from this one in the answer key."""
        self._connect().add_blocking_clause([(cell, values[cell]) for cell in self.problem.answer_key])
        self.prefer(values)  # another solution is often near: a switch of a few cells

    def deny(self, options: Iterable[CellValue]) -> None:
        """From now on, find only solutions in which none of these options holds."""
        for option in options:
            self._connect().add_blocking_clause([option])

    def prefer(self, values: Values) -> None:
        """Ask the solver to try these values of the cells first."""
        self._connect().set_phases(values)

    def rule_out(self, options: Iterable[CellValue]) -> None:
        """Remove options from the Problem; each must be known to hold in no solution."""
        possible = list(self.problem.possible)
        for cell, value in options:
            possible[cell] &= ~(1 << value)
        self._problem = self.problem.narrow_to(possible)

    def in_worker(self, function: Callable[P, T], /, *arguments: P.args, **options: P.kwargs) -> T:
        """Call a function of a module in a worker process, within the limits, and return its result."""
        return self._call_before(self.clock.deadline, function, *arguments, **options)

    def in_worker_within(
        self, seconds: float | None, function: Callable[P, T], /, *arguments: P.args, **options: P.kwargs
    ) -> T | None:
        """Like `in_worker`, but return None if it takes longer than this many seconds."""
        left = self.clock.left
        if seconds is None or (left is not None and left <= seconds):
            return self.in_worker(function, *arguments, **options)
        try:
            return self._call_before(time.monotonic() + seconds, function, *arguments, **options)
        except LimitReached as limit:
            if limit.stop_reason is StopReason.TIME_LIMIT and limit.detail != PROCESSOR_TIME:
                return None
            raise

    def _call_before(
        self, deadline: float | None, function: Callable[P, T], /, *arguments: P.args, **options: P.kwargs
    ) -> T:
        from nonosat.processes import worker  # most puzzles need none, and it imports much

        if self.clock.cpu_left == 0:  # a short call would end before anyone looks
            raise LimitReached(StopReason.TIME_LIMIT, PROCESSOR_TIME)
        with worker.borrow() as held:
            try:
                bounds = self.clock.bounds(self.memory, held.cpu)._replace(deadline=deadline)
                with Stage("", lambda: held.fact):
                    return held.call(bounds, function, *arguments, **options)
            finally:
                self.peak_memory = max(self.peak_memory, held.peak)

    @contextmanager
    def until_stopped(self) -> Iterator[None]:
        """Let a limit or Ctrl-C end the block; `stop_reason` and `detail` then have the cause."""
        try:
            yield
        except LimitReached as limit:
            self.stop_reason, self.detail = limit.stop_reason, limit.detail
        except MemoryError:
            self.stop_reason = StopReason.MEMORY_LIMIT
        except KeyboardInterrupt:
            self.stop_reason = StopReason.INTERRUPTED

    def ending(self, basis: str = "") -> Ending:
        """Return how the work ended. Without a basis, the detail of a limit is used."""
        seconds = {**self.seconds, "total": self.clock.seconds}
        return {"stop_reason": self.stop_reason, "basis": basis or self.detail, "seconds": seconds}

    def check_solution(self, values: Values) -> Solution:
        """Draw a solution. Raises WrongAnswerError if the puzzle's own check finds a fault in it."""
        if values is not self.values:  # what narrowing leaves are values of the cells
            sizes = self.problem.sizes
            if len(values) != len(sizes) or any(map(ge, values, sizes)):
                what = f"{self.card.name} gave values that no cell has"
                raise WrongAnswerError(f"{self.puzzle.source}: {what}")
        picture = self.puzzle.picture(values)
        fault = self.puzzle.fault(picture)
        if fault is not None:
            raise WrongAnswerError(f"{self.puzzle.source}: {self.card.name} gave a wrong picture: {fault}")
        return Solution(values, picture)

    def time(self, part: str, name: str, fact: Callable[[], str] = lambda: "") -> Stage:
        """Return a stage of the work that adds its time to the seconds of `part`."""
        entered = Stage(name, fact)
        entered.sums, entered.part = self.seconds, part
        return entered

    def _connect(self) -> Session:
        if self._session is None:
            self._session = self.open_session(self.problem, self.card, self.clock, self.memory)
        return self._session

    def close(self) -> None:
        """Free the solver."""
        if self._session is not None:
            self._session.close()
            self._session = None

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _open(problem: Problem, card: Card, clock: Clock, memory: int) -> Session:
    from nonosat.solving.session import Session  # solvers and workers: most puzzles need none

    return Session(problem, card, clock, memory)
