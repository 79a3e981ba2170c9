"""Solvers and clocks that do what a test says: they are passed to a Run, and nothing is patched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from nonosat import Card, LimitReached, StopReason
from nonosat.problem import CellValue, CellValues, Problem, Values
from nonosat.solving import auto
from nonosat.solving.answer import Found
from nonosat.solving.run import OpenSession
from nonosat.solving.session import Session
from nonosat.toolkit import Clock
from tests.helpers.fixtures import Patch

Said = Values | BaseException | None
"""What a call comes to: the values of a solution, no solution, or an exception that is raised."""


class Scripted(Session):
    """A Session without a solver, which answers from a script; it opens itself.

    `asked` are the assumptions and options of every call, `added` the clauses (blocking ones with
    False), `phases` what was to be tried first.
    """

    def __init__(self, script: Iterable[Said]) -> None:
        self.asked: list[tuple[tuple[CellValue, ...], tuple[CellValue, ...] | None]] = []
        self.added: list[tuple[tuple[CellValue, ...], bool]] = []
        self.phases: list[tuple[int, ...]] = []
        self.last: Found | None = None
        self.closed = False
        self._worker = None
        self._script = iter(script)

    def __call__(self, problem: Problem, card: Card, clock: Clock, memory: int) -> Scripted:
        """Open it, as a Run does."""
        del problem, card, clock, memory
        return self

    def add_clause(self, options: CellValues) -> None:
        self.added.append((tuple(options), True))

    def add_blocking_clause(self, options: CellValues) -> None:
        self.added.append((tuple(options), False))

    def set_phases(self, values: Values) -> None:
        self.phases.append(tuple(values))

    def set_budget(self, conflicts: int | None) -> None:
        del conflicts

    def solve(self, assumptions: CellValues = (), any_of: CellValues | None = None) -> bool | None:
        self.asked.append((tuple(assumptions), None if any_of is None else tuple(any_of)))
        said = next(self._script)
        if isinstance(said, BaseException):
            raise said
        values = None if said is None else bytes(said)
        self.last = Found(values, False, ("scripted",), 0, 0, {}, 0)
        return values is not None

    def other_solutions(self, first: Values, cells: Sequence[int], fixed: CellValues = ()) -> Iterator[bytes]:
        del first, cells
        while self.solve(fixed):
            yield self.values()

    def close(self) -> None:
        self.closed = True


def stopping(answers: int, stop: BaseException) -> OpenSession:
    """Open real Sessions that give N answers in all, and then stop."""
    left = answers

    def count() -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise stop

    class Stopping(Session):
        def solve(self, assumptions: CellValues = (), any_of: CellValues | None = None) -> bool | None:
            count()
            return super().solve(assumptions, any_of)

        def other_solutions(
            self, first: Values, cells: Sequence[int], fixed: CellValues = ()
        ) -> Iterator[bytes]:
            for values in super().other_solutions(first, cells, fixed):
                count()
                yield values

    return Stopping


class GaveUp(Session):
    """A Session whose calls end without an answer."""

    def solve(self, assumptions: CellValues = (), any_of: CellValues | None = None) -> bool | None:
        del assumptions, any_of
        return None


def set_least_budgets(patch: Patch) -> None:
    """Let every search of the recipe end after one conflict."""
    for budget in ("EASY", "NEAR_EASY", "NEAR", "TURN"):
        patch.setattr(auto, budget, 1)


STOPS = [LimitReached(StopReason.TIME_LIMIT), KeyboardInterrupt()]
"""What may stop a search."""


def refused(*_: object) -> Session:
    """Stand for a solver that must not be asked."""
    raise AssertionError("a solver was started")


class Time:
    """The time for a Clock: it advances by a fixed number of seconds at every look."""

    def __init__(self, step: float = 0.0) -> None:
        self.now = 0.0
        self.step = step

    def __call__(self) -> float:
        self.now += self.step
        return self.now
