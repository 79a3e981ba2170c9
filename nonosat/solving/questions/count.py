"""How many solutions are there?"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from operator import attrgetter
from typing import Any, ClassVar

from nonosat.automata.components import (
    Component,
    Diagram,
    components,
    count_independent,
    fill_component,
    independent_lines,
)
from nonosat.errors import InternalError, LimitReached, StopReason
from nonosat.formats import AnyPuzzle, as_puzzle
from nonosat.problem import Problem, Values
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.processes.limits import NO_LIMITS, Limits, within
from nonosat.records import dataclass
from nonosat.solving import jobs
from nonosat.solving.answer import Report
from nonosat.solving.card import DEFAULT, Card
from nonosat.solving.counters import COUNTERS, MODEL_COUNTERS
from nonosat.solving.questions.certain import Backbone
from nonosat.solving.questions.enumerate import Solutions
from nonosat.solving.run import Run
from nonosat.words import bracket, plural


def at_most(problem: Problem, clock: Clock = NO_CLOCK) -> int:
    """Return an upper bound on the number of solutions of a Problem, which must have one."""
    return prod(most_fillings(part, problem.possible) for part in components(problem, clock))


def most_fillings(part: Component, possible: Sequence[int]) -> int:
    """Return an upper bound on the number of ways to fill a component."""
    return min(
        prod(map(_ways, ties)) * prod(possible[cell].bit_count() for cell in set(part.cells) - taken)
        for ties, taken in _apart(part.ties)
    )


def _apart(ties: Sequence[Diagram]) -> list[tuple[list[Diagram], set[int]]]:
    """Group diagrams so that no two in a group share a cell (in a nonogram: rows, columns); return each group
    with its cells. Diagrams that are too large are left out.
    """
    parts: list[tuple[list[Diagram], set[int]]] = [([], set())]
    for tie in filter(attrgetter("layers"), ties):
        group = next((group for group in parts if group[1].isdisjoint(tie.cells)), None)
        if group is None:
            group = [], set()
            parts.append(group)
        group[0].append(tie)
        group[1].update(tie.cells)
    return parts


def _ways(tie: Diagram) -> int:
    """Return the number of ways from the first node to the end."""
    after = [1]
    for layer in reversed(tie.layers):
        after = [sum(after[to] for _, to in node) for node in layer]
    return after[0]


Turns = tuple[tuple[int, float | None], ...]

TURNS: Turns = ((100_000, 3.0), (2_000_000, 20.0), (50_000_000, None))
"""The budget of each counter for each component, turn by turn: steps (about a million per second), and
seconds for counters without steps. Often one counter is quick where another fails, and it is unknown in
advance which. Under a time limit, no turn takes more than half of what is left for its component.
"""

BOUND_AFTER, BOUND_STEPS = 1.0, 200_000
"""Lower bounds are computed after this many seconds, with this many steps of a counter."""

LISTED = 10_000
"""Up to this many solutions are listed to verify a count."""

DIGITS = 20
"""Longer upper bounds are rounded up to a power of ten in sentences."""

MOST_BITS = 10_000
"""Longer upper bounds are not reported."""

LONG = 1000
"""From this many cells on, independent lines are counted in a worker, where limits hold."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Count(Report):
    """The number of solutions: exactly `count` if `exact`, else at least that many.

    `at_most` is an upper bound, if one is known. `counted_by` names the counters, and `verified` the second
    way in which the number was confirmed.
    """

    question: ClassVar[str] = "count"

    count: int
    exact: bool
    at_most: int | None = None
    counted_by: tuple[str, ...] = ()
    verified: str = ""

    def result(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "count": self.count,
            "exact": self.exact,
            "at_most": self.at_most,
            "counted_by": list(self.counted_by),
            "verified": self.verified,
        }

    def sentence(self) -> str:
        """Return the result as a sentence."""
        number = str(self.count)
        if not self.exact:
            number = f"at least {number}" if self.at_most is None else f"between {number} and {self._most()}"
        notes = [
            "" if self.done else str(self.stop_reason),
            self.basis,
            f"verified: {self.verified}" if self.verified else "",
        ]
        return f"{self.name}: {number}{bracket('; '.join(filter(None, notes)))}"

    def _most(self) -> str:
        """Return the upper bound as text, rounded up to a power of ten if it is long."""
        digits = str(self.at_most)
        return digits if len(digits) <= DIGITS else f"10^{len(digits)}"


def count(
    puzzle: AnyPuzzle,
    model: str | Card = DEFAULT,
    limits: Limits = NO_LIMITS,
    verify: bool = False,
    *,
    time_limit: float | None = None,
) -> Count:
    """Count the solutions of a puzzle.

        >>> import nonosat
        >>> nonosat.count("gchq-no-givens").count
        4

    `model` is a card, its name or its path; the limits take precedence over the card's. With
    `verify` the solutions are counted in a second way, too.

    Raises InputError if there is no such card, InternalError if an answer fails its check or the two
    counts differ.
    """
    with Run(as_puzzle(puzzle), model, within(limits, time_limit)) as run:
        return CountSearch(run).answer(verify)


class CountSearch:
    """Counts, and keeps the results so far, so that a limit does not lose them."""

    def __init__(self, run: Run, turns: Turns = TURNS, listed: int = LISTED) -> None:
        """For `turns` and `listed` see `TURNS` and `LISTED`."""
        self.run = run
        self._turns = turns
        self._listed = listed
        self.backbone = Backbone(run, self._note, self._enough)
        self.exact = False
        self.counted_by: list[str] = []
        self.verified = ""
        self.advice = ""
        self._total = 0
        self._bound = 0, 0  # the number of solutions seen, and the lower bound computed from them
        self._parts: list[int] = []  # of each component: a lower bound on its fillings
        self._at_most: int | None = None  # solutions
        self._most: list[int] = []  # of each component: an upper bound on its fillings

    @property
    def least(self) -> int:
        """The proven lower bound."""
        if self.exact:
            return self._total
        return max(len(self.backbone.seen), self._bound[1], prod(self._parts) if self._parts else 0)

    @property
    def most(self) -> int | None:
        """The proven upper bound, if there is one."""
        if self.exact:
            return self._total
        most = min((m for m in (self._at_most, prod(self._most) if self._most else None) if m), default=None)
        return most if most and most.bit_length() <= MOST_BITS else None

    def answer(self, verify: bool = False) -> Count:
        """Count; return the result, also after a limit."""
        run = self.run
        with run.until_stopped():
            self.count()
            if verify:
                with run.time("verify", "counting a second way"):
                    self.verify()
        return Count(
            puzzle=run.puzzle,
            **run.ending(self.backbone.basis or run.detail or self.advice),
            count=self.least,
            exact=self.exact or self.least == self.most,
            at_most=self.most,
            counted_by=tuple(dict.fromkeys(self.counted_by)),
            verified=self.verified,
        )

    def count(self) -> None:
        """Count, or raise LimitReached."""
        run = self.run
        total = None
        if not run.puzzle.obstacle(run.clock):
            problem = run.problem
            if len(problem.sizes) < LONG:
                total = count_independent(problem)
            elif independent_lines(problem) is not None:  # sending a large Problem takes seconds
                total = run.in_worker(count_independent, problem)
        if total is not None:
            self._total, self.exact = total, True
            self.counted_by.append("lines")
            return
        self.backbone.find()
        if self.backbone.solvable:
            with run.time("groups", "grouping the cells that vary"):
                parts = components(run.problem, run.clock)
            # Quick parts first, so that they are done before a limit is reached.
            parts.sort(key=lambda part: len(part.cells))
            seen = [solution.values for solution in self.backbone.seen]
            self._parts = [len(fill_component(part, seen)) for part in parts]
            self._most = [most_fillings(part, run.problem.possible) for part in parts]
            with run.time("count", "counting", self._fact):
                self._count_parts(parts, seen)
        self._total, self.exact = prod(self._parts) if self.backbone.solvable else 0, True

    def _fact(self) -> str:
        groups = f"{len(self.counted_by)} of {plural(len(self._parts), 'group')} of cells"
        return f"at least {self.least} solutions, {groups} counted"

    def verify(self) -> None:
        """Count again, starting from the puzzle, or raise LimitReached."""
        run = self.run
        counters = [name for name in MODEL_COUNTERS if COUNTERS[name].installed]
        again = Run(run.puzzle, run.card, run.limits_left)
        if self._total <= self._listed:
            listing = Solutions(again, self._total + 1)
            number, way = sum(1 for _ in listing), "enumeration"
            if again.stop_reason is not StopReason.DONE:
                raise LimitReached(again.stop_reason, again.detail)
        elif not counters:
            self.advice = f"not verified without a second counter: {COUNTERS[MODEL_COUNTERS[0]].install}"
            return
        else:
            again.prepare()
            counter = min(counters, key=self.counted_by.count)  # one that did not take part, if there is one
            number = again.in_worker(jobs.count_models, counter, again.problem, "automaton", run.memory)
            way = f"{counter} on the automaton encoding"
        if number != self._total:
            raise InternalError(f"{run.puzzle.source}: counted {self._total}, but {number} by {way}")
        self.verified = way

    def _enough(self) -> bool:
        """Whether half of the time is used up: the rest is for exact counting."""
        left = self.run.clock.left
        return left is not None and left < self.run.clock.seconds

    def _note(self) -> None:
        """Compute a lower bound from the solutions seen, each time their number has doubled."""
        run, seen = self.run, self.backbone.seen
        if run.clock.seconds > BOUND_AFTER and len(seen) >= 2 * self._bound[0]:
            least = self._at_least([solution.values for solution in seen])
            self._bound = len(seen), max(self._bound[1], least)
            if self._at_most is None:
                self._at_most = run.in_worker_within(self._tenth, at_most, run.problem)

    def _at_least(self, seen: list[Values]) -> int:
        """Return a lower bound on the number of solutions, given some of them."""
        run = self.run
        return run.in_worker_within(self._tenth, jobs.at_least, run.problem, seen, BOUND_STEPS) or 0

    @property
    def _tenth(self) -> float | None:
        """A tenth of the seconds that are left."""
        left = self.run.clock.left
        return None if left is None else left / 10

    def _count_parts(self, parts: list[Component], seen: list[Values]) -> None:
        """Count each component, in turns, so that a hard one does not block the others."""
        todo = list(enumerate(parts))
        for turn, (steps, seconds) in enumerate(self._turns):
            left = []
            for place, (i, part) in enumerate(todo):
                if not self._count_part(i, part, steps, self._share(seconds, len(todo) - place)):
                    left.append((i, part))
            todo = left
            if turn == 0:
                for i, part in todo:
                    self._parts[i] = max(self._parts[i], self._at_least(fill_component(part, seen)))
        for i, part in todo:
            self._list(i, part)

    def _share(self, seconds: float | None, parts: int) -> float | None:
        """Return the seconds that one of some components may take in a turn."""
        left = self.run.clock.left
        if left is None:
            return seconds
        return min(left / parts / 2, left if seconds is None else seconds)

    def _count_part(self, i: int, part: Component, steps: int, seconds: float | None) -> bool:
        """Give a component to each counter; return whether one of them has counted it."""
        run = self.run
        for counter, entry in COUNTERS.items():
            if not entry.installed:
                self.advice = f"a counter would be quicker: {entry.install}"
                continue
            alone = part.alone(run.problem, self.backbone.seen[0].values) if entry.encoding else None
            limit = seconds if entry.encoding or run.clock.left is not None else None
            number = run.in_worker_within(
                limit, jobs.count_component, counter, part, alone, steps, run.memory
            )
            if self._record(i, counter, number):
                self.advice = ""
                return True
        return False

    def _list(self, i: int, part: Component) -> None:
        """Count the fillings of a component one by one."""
        first, mine = self.backbone.seen[0].values, set(part.cells)
        fixed = [(cell, value) for cell, value in enumerate(first) if cell not in mine]
        number = 0
        for _ in self.run.iter_solutions(first, part.cells, fixed):
            number += 1
            self._parts[i] = max(self._parts[i], number)
        self._record(i, "enumeration", number)

    def _record(self, i: int, counter: str, number: int | None) -> bool:
        """Record the number of fillings of a component, if it was found."""
        if number is not None:
            self._parts[i] = self._most[i] = number
            self.counted_by.append(counter)
        return number is not None
