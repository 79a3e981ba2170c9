"""Is there a solution, and is it the only one?"""

from __future__ import annotations

from nonosat.answer import Answer, Verdict
from nonosat.errors import InternalError, StopReason
from nonosat.problem import Values, differing
from nonosat.processes.limits import NO_LIMITS, Limits
from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import Picture
from nonosat.solving.cards import DEFAULT, Card
from nonosat.solving.run import Run
from nonosat.structure import switches


def solve(puzzle: Puzzle, model: str | Card = DEFAULT, limits: Limits = NO_LIMITS) -> Answer:
    """Find a solution of the puzzle and whether it is the only one.

        >>> import nonosat
        >>> nonosat.solve(nonosat.load("gchq"), limits=nonosat.Limits(time=60)).verdict
        <Verdict.UNIQUE: 'unique'>

    `model` is a card, its name or its path; the limits take precedence over the card's. When a limit or
    Ctrl-C ends the work, the answer gives the reason in `stop_reason` and has the results so far.

    Raises InputError if there is no such card, InternalError if an answer fails its check.
    """
    with Run(puzzle, model, limits) as run:
        return UniquenessSearch(run).answer()


class UniquenessSearch:
    """Searches for two solutions, and keeps the results so far, so that a limit does not lose them."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.first: Picture | None = None
        self.second: Picture | None = None
        self.basis = ""

    def answer(self) -> Answer:
        """Search; return the result, also after a limit."""
        run, verdict = self.run, Verdict.UNKNOWN
        with run.until_stopped():
            verdict = self._verdict()
        if run.stop_reason is not StopReason.DONE:
            self.basis = run.detail
        last = run.last
        return Answer(
            puzzle=run.puzzle,
            **run.ending(self.basis),
            verdict=verdict,
            solution=self.first,
            other=self.second,
            model=run.card.name,
            backends=last.backends,
            variables=last.variables,
            clauses=last.clauses,
            conflicts=last.conflicts,
            peak_memory=run.peak_memory,
        )

    def _verdict(self) -> Verdict:
        run = self.run
        obstacle = run.prepare() if run.card.narrow else run.puzzle.obstacle()
        if obstacle is not None:
            self.basis = obstacle
            return Verdict.NONE
        if run.card.narrow and run.problem.decided:
            self.first = run.checked(run.problem.values).picture
            self.basis = run.decided_by
            return Verdict.UNIQUE
        if len(run.probed) == 2:
            self.first = run.checked(run.probed[0]).picture
            if run.card.goal == "solution":
                return Verdict.UNKNOWN
            return self.report_two(*run.probed)
        return self.search()

    def search(self) -> Verdict:
        """Use a solver, since lines do not decide the Problem."""
        run = self.run
        with run.timed("first", "looking for a solution"):
            found = run.first()
        if found is None:
            return Verdict.NONE
        self.first = found.picture
        if run.card.goal == "solution":
            return Verdict.UNKNOWN
        with run.timed("second", "looking for another solution"):
            other = switches.second(run.problem, found.values) if run.card.switches else None
            if other is None:
                run.exclude(found.values)
                another = run.find()
                other = another.values if another else None
        if other is None:
            return Verdict.UNIQUE
        return self.report_two(found.values, other)

    def report_two(self, values: Values, others: Values) -> Verdict:
        """Record two solutions; raise InternalError if they are the same."""
        self.second = self.run.checked(others).picture
        if not differing(values, others, self.run.problem.answer_key) or self.first == self.second:
            raise InternalError(f"{self.run.puzzle.source}: {self.run.card.name} gave one solution twice")
        return Verdict.MULTIPLE
