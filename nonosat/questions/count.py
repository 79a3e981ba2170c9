"""How many solutions are there?"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from nonosat import backends
from nonosat.answer import DONE
from nonosat.errors import InternalError, LimitReached
from nonosat.processes.limits import Limits
from nonosat.puzzles import Puzzle
from nonosat.questions.certain import Common
from nonosat.questions.enumerate import Solutions
from nonosat.solving.cards import DEFAULT, Card, load_card
from nonosat.solving.run import Run
from nonosat.structure.components import Component, components
from nonosat.structure.independent_lines import solutions_apart

TURNS: tuple[tuple[int, float | None], ...] = ((1_000_000, 10.0), (50_000_000, None))
"""How long our own counter (steps, a million a second) and ganak (seconds) try, in turns.

What one of them cannot do the other often does at once, and which it is nobody knows before.
"""

LISTED = 10_000
"""Up to so many solutions are listed to verify a count."""

LONG = 1000
"""From so many cells on, lines are counted where a limit can end it."""


@dataclass(frozen=True)
class Count:
    """The number of solutions: exactly `solutions` if `exact`, else at least so many.

    `reason` says why the work ended ("done", "time limit", "memory limit", "interrupted"); `ways`
    who counted; `verified` by what second way the number was found again, if it was. `because` says
    why there is no solution, or what stood in the way.
    """

    puzzle: Puzzle
    solutions: int
    exact: bool
    reason: str
    ways: tuple[str, ...] = ()
    verified: str = ""
    because: str = ""


def count(
    puzzle: Puzzle,
    model: str | Card = DEFAULT,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    verify: bool = False,
) -> Count:
    """Count the solutions of a puzzle.

        >>> import nonosat
        >>> nonosat.count(nonosat.load("gchq-no-givens")).solutions
        4

    `model` is a card, its name or its path; the limits (seconds, bytes) go before the card's. With
    `verify` the number is found a second way, and an InternalError raised if it is another.
    """
    card = model if isinstance(model, Card) else load_card(model)
    with Run(puzzle, card, Limits(time_limit, memory_limit)) as run:
        counting = _Counting(run)
        with run.until_stopped():
            counting.count()
            if verify:
                counting.verify()
        return Count(
            puzzle,
            counting.least,
            counting.exact,
            run.reason,
            tuple(dict.fromkeys(counting.ways)),
            counting.verified,
            counting.common.because or run.detail or counting.missing,
        )


class _Counting:
    """Keeps what is known so far, so that it is not lost when a limit is reached."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.common = Common(run)
        self.exact = False
        self.ways: list[str] = []
        self.verified = ""
        self.missing = ""
        self._total = 0
        self._parts: list[int] = []  # what is known of each component: at least so many

    @property
    def least(self) -> int:
        """As many solutions as there are for certain."""
        if self.exact:
            return self._total
        return max(len(self.common.seen), prod(self._parts) if self._parts else 0)

    def count(self) -> None:
        """Count, or raise LimitReached."""
        run = self.run
        apart = None if run.puzzle.obstacle() else self._apart()
        if apart is not None:
            self._total, self.exact = apart, True
            self.ways.append("lines")
            return
        self.common.find()
        if self.common.solvable:
            parts = components(run.problem, run.clock.deadline)
            parts.sort(key=lambda part: len(part.cells))  # what is quick is known when a limit comes
            self._parts = [self._shown(part) for part in parts]
            for i, part in enumerate(parts):
                self._count_part(i, part)
        self._total, self.exact = prod(self._parts) if self.common.solvable else 0, True

    def verify(self) -> None:
        """Find the number again, from the puzzle on, or raise LimitReached."""
        run = self.run
        again = Run(run.puzzle, run.card, Limits(run.clock.left, run.memory))
        if self._total <= LISTED:
            listing = Solutions(again, self._total + 1)
            number, way = sum(1 for _ in listing), "enumeration"
            if listing.reason != DONE:
                raise LimitReached(listing.reason, listing.because)
        elif not backends.installed("ganak"):
            self.missing = f"not verified without a second counter: {backends.family('ganak').INSTALL}"
            return
        else:
            again.impossible()
            number = again.call("nonosat.solving.jobs:count", again.problem, "automaton", run.memory)
            way = "ganak on the automaton encoding"
        if number != self._total:
            raise InternalError(f"{run.puzzle.source}: counted {self._total}, but {number} by {way}")
        self.verified = way

    def _apart(self) -> int | None:
        run = self.run
        if len(run.problem.sizes) < LONG:
            return solutions_apart(run.problem)
        number: int | None = run.call(
            "nonosat.structure.independent_lines:solutions_apart", run.problem.without_symmetries()
        )
        return number

    def _shown(self, part: Component) -> int:
        """Return how many fillings of a component the solutions show that were seen on the way."""
        return len({tuple([values[cell] for cell in part.cells]) for values in self.common.seen})

    def _count_part(self, i: int, part: Component) -> None:
        run, first = self.run, self.common.seen[0]
        has_ganak = backends.installed("ganak")
        for steps, seconds in TURNS:
            number = run.call("nonosat.counters.frontier:count", part, steps)
            if self._settled(i, "frontier", number):
                return
            if has_ganak:
                alone = part.alone(run.problem, first)
                number = run.call("nonosat.solving.jobs:count", alone, "order", run.memory, within=seconds)
                if self._settled(i, "ganak", number):
                    return
        self.missing = f"a counter would be quicker: {backends.family('ganak').INSTALL}"
        mine = set(part.cells)
        fixed = [(cell, value) for cell, value in enumerate(first) if cell not in mine]
        number = 0
        for _ in run.solutions(first, part.cells, fixed):
            number += 1
            self._parts[i] = max(self._parts[i], number)
        self._settled(i, "enumeration", number)

    def _settled(self, i: int, way: str, number: int | None) -> bool:
        """Note the number of fillings of a component, if it was found."""
        if number is not None:
            self._parts[i] = number
            self.ways.append(way)
        return number is not None
