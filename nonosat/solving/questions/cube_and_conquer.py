"""Cube and conquer: one hard puzzle, split into subproblems (cubes) for many workers.

The Problem is split into cubes (see `nonosat.solving.split`), each a task for an executor, on this machine
or on many: "a solution in this cube". The cube of the first solution gets another task, "one that differs
from it". A second solution, wherever it is found, ends the work; if all tasks find none, there is no other
solution.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue

from nonosat.errors import InternalError, LimitReached
from nonosat.problem import Problem, Values
from nonosat.processes.limits import NO_LIMITS, Limits
from nonosat.processes.pool import Pool
from nonosat.puzzles import Puzzle
from nonosat.solving.answer import Answer, Verdict
from nonosat.solving.cards import DEFAULT, Card, as_card
from nonosat.solving.found import Found
from nonosat.solving.questions.unique import Decision
from nonosat.solving.run import Run
from nonosat.solving.session import Session
from nonosat.solving.split import split
from nonosat.words import plural

_LOOK_EVERY = 0.5  # seconds between checks of the clock, and of how many tasks an executor accepts


@dataclass
class Tally:
    """The fate of the cubes: `refuted` or `solved` by lines alone, or `searched` completely."""

    cubes: int = 0
    refuted: int = 0
    solved: int = 0
    searched: int = 0

    @property
    def text(self) -> str:
        """The tally in words."""
        ends = (
            (self.refuted, "refuted by lines"),
            (self.solved, "solved by lines"),
            (self.searched, "searched"),
        )
        return ", ".join([plural(self.cubes, "cube"), *(f"{n} {end}" for n, end in ends if n)])


def cube_and_conquer(
    puzzle: Puzzle,
    depth: int,
    model: str | Card = DEFAULT,
    limits: Limits = NO_LIMITS,
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    stop: Callable[[], object] | None = None,
) -> tuple[Answer, Tally]:
    """Find a solution and whether it is the only one, in at most 2^depth subproblems (cubes).

        >>> import nonosat
        >>> answer, tally = nonosat.cube_and_conquer(nonosat.load("dom-5"), depth=2)
        >>> answer.verdict.value, tally.searched
        ('unique', 4)

    Without an executor, `jobs` cubes at a time are searched on this machine, and share the memory limit; with
    one, each task has all of it. At the end, all open futures are cancelled, and `stop` is called to end the
    running tasks, which an executor that stops cancelled futures does not need. An executor with an attribute
    `ahead` gets at most that many tasks at a time.

    Raises InputError if there is no such card, InternalError if an answer fails its check.
    """
    card = as_card(model)
    with Run(puzzle, card, limits) as run:
        if executor is not None:
            search = _CubeSearch(run, depth, executor, stop, limits.over(card.limits).memory)
            return search.answer(), search.tally
        with Pool(jobs) as pool:
            search = _CubeSearch(run, depth, pool, pool.stop, run.memory // jobs)
            return search.answer(), search.tally


def search_cube(
    cube: Problem, card: Card, excluding: Values | None, limits: Limits, near: bool = True
) -> tuple[Found, int]:
    """Search a cube for a solution other than `excluding`, `near` it first; also return the memory used."""
    with Session(cube, card, limits.clock(), limits.memory_bytes) as session:
        if excluding is not None:
            session.add_blocking_clause([(cell, excluding[cell]) for cell in cube.answer_key])
            if near:
                session.set_phases(excluding)
        if session.solve() is None or session.last is None:
            raise InternalError("a cube without a result")
        return session.last, session.peak_memory


class _CubeSearch(Decision):
    """The search for one puzzle, with its open tasks."""

    def __init__(
        self,
        run: Run,
        depth: int,
        executor: Executor,
        stop: Callable[[], object] | None,
        memory: int | None,
    ) -> None:
        super().__init__(run)
        self.tally = Tally()
        self._depth = depth
        self._executor = executor
        self._stop = stop
        self._memory = memory
        self._open: dict[Future[tuple[Found, int]], Problem] = {}
        self._ended: SimpleQueue[Future[tuple[Found, int]]] = SimpleQueue()
        self._unfinished: LimitReached | InternalError | None = None

    def solve(self) -> None:
        """Split the Problem and submit its cubes to the executor."""
        if self.solutions:
            self.look_beside()
        if self.settled:
            return
        try:
            with self.run.timed("search", "searching cubes", self._fact):
                self.verdict = self._search()
        except LimitReached as limit:
            detail = f"{limit.detail}; " if limit.detail else ""
            raise LimitReached(limit.stop_reason, f"{detail}{self.tally.text}") from None
        finally:
            for future in self._open:
                future.cancel()
            if self._stop is not None:
                self._stop()
        self.basis = self.tally.text

    def _fact(self) -> str:
        return f"{self.tally.text}, {len(self._open)} open"

    def _search(self) -> Verdict:
        run = self.run
        cubes: Iterator[Problem] | None = self._cubes()
        while cubes or self._open:
            room = len(self._open) < getattr(self._executor, "ahead", sys.maxsize)
            if cubes and room:
                begin = time.perf_counter()
                cube = next(cubes, None)
                spent = run.seconds.get("split", 0.0) + time.perf_counter() - begin
                run.seconds["split"] = spent
                if cube is None:
                    cubes = None
                elif (known := self._known_in(cube)) is not None:
                    if not cube.decided:
                        self._begin(cube, known)
                elif cube.decided:
                    self._note_solution(cube.values, cube)
                else:
                    self._begin(cube)
            self._wait(0 if cubes and room else _LOOK_EVERY)
            if len(self.solutions) == 2:
                return Verdict.MULTIPLE
            if self.solutions and self.run.card.goal == "solution":
                return Verdict.UNKNOWN
        if self._unfinished is not None:
            raise self._unfinished
        return Verdict.UNIQUE if self.solutions else Verdict.NONE

    def _cubes(self) -> Iterator[Problem]:
        """Yield the cubes that lines have not refuted."""
        for part in split(self.run.problem, self._depth, self.run.clock):
            self.tally.cubes += 1
            if part.contradiction is not None:
                self.tally.refuted += 1
                continue
            self.tally.solved += part.problem.decided
            yield part.problem

    def _known_in(self, cube: Problem) -> Values | None:
        """Return the solution that propagation has led to, if it is in this cube."""
        if not self.solutions:
            return None
        values = self.solutions[0].values
        inside = all(mask >> value & 1 for mask, value in zip(cube.possible, values, strict=True))
        return values if inside else None

    def _begin(self, cube: Problem, excluding: Values | None = None) -> None:
        run = self.run
        limits = replace(run.limits_left, memory=self._memory)
        future = self._executor.submit(search_cube, cube, run.card, excluding, limits)
        self._open[future] = cube
        future.add_done_callback(self._ended.put)

    def _wait(self, seconds: float) -> None:
        """Wait for an open task, if any, to end, at most this long."""
        self.run.clock.check()
        with contextlib.suppress(Empty):
            if self._open:
                self._end(self._ended.get(timeout=seconds))

    def _end(self, future: Future[tuple[Found, int]]) -> None:
        """Process the result of a task; an unfinished task leaves the verdict open, and others continue."""
        cube = self._open.pop(future)
        try:
            found, peak = future.result()
        except (LimitReached, InternalError) as error:
            if not isinstance(self._unfinished, InternalError):
                self._unfinished = error
            return
        self.run.add(found, peak)
        if found.values is None:
            self.tally.searched += 1
        else:
            self._note_solution(found.values, cube)

    def _note_solution(self, values: Values, cube: Problem) -> None:
        """Process a solution: the first or a second."""
        first = not self.solutions
        self.see(values)
        if first:
            self.look_beside()
            if len(self.solutions) == 1 and not cube.decided:
                self._begin(cube, values)
