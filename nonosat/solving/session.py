"""A Solver in a worker process: one Problem under one card.

Clauses and assumptions are about cells and values only, so that questions do not depend on the encoding or
solver. Nothing is sent before the next search: the Problem goes with the first one, and clauses and phases
with the first one after they were added.

The first guesses of `auto` are made in this process, before a worker is needed: they stop by themselves when
the clock says so.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from nonosat.backends import Engine
from nonosat.errors import InternalError
from nonosat.problem import CellValue, CellValues, Problem, Values, differing, is_single, values_of
from nonosat.processes import calls
from nonosat.processes.clock import Bounds, Clock
from nonosat.solving.answer import Found
from nonosat.solving.cards import Card
from nonosat.solving.solver import Solver

if TYPE_CHECKING:
    from nonosat.processes.worker import Worker


V = TypeVar("V", bound=Values)


def iter_other_solutions(
    find: Callable[[CellValues, CellValues | None], V | None],
    possible: Sequence[int],
    first: Values,
    cells: Iterable[int],
    fixed: CellValues = (),
) -> Iterator[V]:
    """Yield every solution in which the `fixed` options hold, once, except the `first`.

    Solutions that do not differ in the `cells` count as one. `find(assumptions, any_of)` returns a
    solution in which all of the assumptions hold and, unless it is None, one of `any_of`.

    A node of the tree has assumptions, and a solution under them that was found before. Another solution
    under them splits the node at a cell in which the two differ. Only one path of the tree is kept, and
    each solution takes two calls.
    """
    open_values = {cell: list(values_of(possible[cell])) for cell in cells if not is_single(possible[cell])}
    others = {
        (cell, value): [(cell, other) for other in values if other != value]
        for cell, values in open_values.items()
        for value in values
    }
    path = list(fixed)
    # The open nodes: the length of the path to the parent, the option that leads from there to the node,
    # and a known solution under the node, if there is one.
    todo: list[tuple[int, list[CellValue], Values | None]] = [(len(path), [], first)]
    while todo:
        depth, option, known = todo.pop()
        path[depth:] = option
        differ: list[CellValue] | None = None
        if known is not None:
            settled = {cell for cell, _ in path}
            differ = [
                option for cell in open_values if cell not in settled for option in others[cell, known[cell]]
            ]
            if not differ:
                continue
        other = find(path, differ)
        if other is None:
            continue
        yield other
        if known is None:
            todo.append((depth, option, other))
            continue
        cell = differing(known, other, open_values)[0]
        below: dict[int, Values] = {known[cell]: known, other[cell]: other}
        todo += [(len(path), [(cell, value)], below.get(value)) for value in open_values[cell]]


Opening = tuple[Problem, Card, int]
"""The start of a Session: a Problem, the card to solve it by, and the memory limit in bytes."""

Told = list[tuple[Callable[..., None], Any]]
"""What a Solver is told before a search: methods of it, each with its argument."""


class Session(Engine):
    """A connection to a solver, which a limit or an interruption closes for good.

    It is an Engine (see `nonosat.backends`); `last` is the full result of the last call.
    """

    def __init__(self, problem: Problem, card: Card, clock: Clock, memory: int) -> None:
        self.last: Found | None = None
        self._problem, self._card = problem, card
        self._clock, self._memory = clock, memory
        self._opening: Opening | None = (problem, card, memory)
        self._told: Told = []
        self._budget: int | None = None
        self._guessed: Found | None = None
        self._worker: Worker | None = None
        self._closed = False

    def add_clause(self, options: CellValues) -> None:
        """Require that one of the options holds."""
        self._told.append((Solver.add_clause, list(options)))

    def add_blocking_clause(self, options: CellValues) -> None:
        """Require that not all of the options hold."""
        self._told.append((Solver.add_blocking_clause, list(options)))

    def set_phases(self, values: Values) -> None:
        """Try these values of the cells first."""
        self._told.append((Solver.set_phases, list(values)))

    def set_budget(self, conflicts: int | None) -> None:
        """Let each call end after this many conflicts."""
        if conflicts != self._budget:
            self._budget = conflicts
            self._told.append((Solver.set_budget, conflicts))

    def solve(self, assumptions: CellValues = (), any_of: CellValues | None = None) -> bool | None:
        """Search for a solution; None if the budget ended the search."""
        if any_of is not None and not any_of:
            return False  # an empty clause
        with self._usable():
            if self.last is None and not (self._told or assumptions) and any_of is None:
                self.last = self._guessed = self._guess()
                if self.last.values is not None:
                    return True
            question = list(assumptions), None if any_of is None else list(any_of)
            found = self._lease().call(self._bounds, solve, *self._news(), *question)
            self.last = self._add_guesses(found)
        return None if found.ended else found.values is not None

    def _guess(self) -> Found:
        """Return what the card's first guesses find."""
        if not self._card.is_recipe:
            return Found()
        from nonosat.solving import auto  # rarely used

        begin = time.perf_counter()
        found, used = auto.guess_first(self._problem, self._card, self._clock)
        seconds = {"beliefs": time.perf_counter() - begin} if used else {}
        one, other = (found[0], found[-1]) if found else (None, None)
        return Found(one, backends=tuple(used), seconds=seconds, other=other)

    def _add_guesses(self, found: Found) -> Found:
        """Return a result of the worker with the guesses added."""
        if self._guessed is None:
            return found
        used = tuple(dict.fromkeys((*self._guessed.backends, *found.backends)))
        spent = self._guessed.seconds.get("beliefs", 0.0) + found.seconds.get("beliefs", 0.0)
        return replace(found, backends=used, seconds=found.seconds | ({"beliefs": spent} if spent else {}))

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
        news, self._opening, self._told = (self._opening, self._told), None, []
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
    for method, argument in told:
        method(solver, argument)
    return solver


def _start(problem: Problem, card: Card, memory: int) -> Solver:
    if not card.is_recipe:
        return Solver(problem, card, memory)
    from nonosat.solving.auto import Auto

    return Auto(problem, card, memory)
