"""Lists the solutions one by one, without duplicates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from nonosat.automata.components import independent_lines, iter_independent
from nonosat.errors import StopReason
from nonosat.formats import AnyPuzzle, as_puzzle
from nonosat.processes.limits import NO_LIMITS, Limits, check, within
from nonosat.processes.progress import Stage
from nonosat.puzzles.picture import Picture
from nonosat.records import dataclass
from nonosat.solving.answer import Report
from nonosat.solving.card import DEFAULT, Card
from nonosat.solving.run import Run, Solution
from nonosat.words import bracket, plural


@dataclass(frozen=True, kw_only=True, repr=False)
class Enumeration(Report):
    """How many solutions were found, and whether they are all.

    If that is not known, `stop_reason` says why the search ended: "done" if enough were found, else a limit.
    """

    question: ClassVar[str] = "solutions"

    found: int
    complete: bool

    def result(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {"found": self.found, "complete": self.complete}

    def sentence(self) -> str:
        """Return the result as a sentence."""
        number = plural(self.found, "solution")
        if self.complete:
            return f"{self.name}: {number}, complete{bracket(self.basis)}."
        if self.done:
            return f"{self.name}: {number}; stopped at the limit, there may be more."
        return f"{self.name}: {number}; there may be more: {self.stop_reason}."


class Solutions:
    """The solutions of a puzzle, as they are found; can be iterated once.

    At the end, `report` says how many there were and whether they are all.
    """

    def __init__(self, run: Run, limit: int | None) -> None:
        self.found = 0
        self.complete = False
        self._basis = ""
        self._limit = limit
        self._run = run

    @property
    def report(self) -> Enumeration:
        """The result so far."""
        ending = self._run.ending(self._basis)
        return Enumeration(puzzle=self._run.puzzle, **ending, found=self.found, complete=self.complete)

    def interrupt(self) -> None:
        """Note that Ctrl-C came while a picture was being used."""
        self._run.stop_reason = StopReason.INTERRUPTED

    def __iter__(self) -> Iterator[Picture]:
        with self._run as run, run.until_stopped(), Stage("listing", lambda: plural(self.found, "solution")):
            for solution in self._solutions() if self._limit != 0 else ():
                self.found += 1
                yield solution.picture
                # Whether there are more can take longer than all that were found.
                if self.found == self._limit and not run.problem.decided:
                    break
            else:
                self.complete = self._limit != 0

    def __repr__(self) -> str:
        return f"<Solutions: {self.report.sentence()}>"

    def _solutions(self) -> Iterator[Solution]:
        run = self._run
        self._basis = run.prepare() or ""
        if self._basis:
            return
        lines = independent_lines(run.problem)
        if lines is not None:
            yield from map(run.check_solution, iter_independent(run.problem, lines))
            return
        first = run.first()
        if first is not None:
            yield from run.iter_solutions(first.values, run.problem.answer_key)


def solutions(
    puzzle: AnyPuzzle,
    limit: int | None = None,
    model: str | Card = DEFAULT,
    limits: Limits = NO_LIMITS,
    *,
    time_limit: float | None = None,
) -> Solutions:
    """Find the solutions of a puzzle one after another, at most `limit` of them.

        >>> import nonosat
        >>> found = nonosat.solutions("gchq-no-givens")
        >>> len(list(found)), found.complete
        (4, True)

    Memory use does not grow with the number of solutions, whatever the backend.
    `model` is a card, its name or its path; the limits take precedence over the card's.

    Raises InputError if there is no such card, InternalError if an answer fails its check.
    """
    if limit is not None:
        check("limit", limit, 0, int)
    return Solutions(Run(as_puzzle(puzzle), model, within(limits, time_limit)), limit)
