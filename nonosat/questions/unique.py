"""Is there a solution, and is it the only one?"""

from __future__ import annotations

from nonosat.answer import DONE, Answer, Verdict
from nonosat.errors import LimitReached
from nonosat.problem import differing
from nonosat.processes.limits import Limits
from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import Picture
from nonosat.solving.cards import DEFAULT, Card, load_card
from nonosat.solving.run import Run, Values
from nonosat.structure import switches


def solve(
    puzzle: Puzzle,
    model: str | Card = DEFAULT,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Answer:
    """Find a solution of the puzzle and whether it is the only one.

    `model` is a card, its name or its path; the limits (seconds, bytes) go before the card's. When a
    limit ends the work, or Ctrl-C does, the answer says so in `reason` and holds what was found.
    """
    card = model if isinstance(model, Card) else load_card(model)
    with Run(puzzle, card, Limits(time_limit, memory_limit)) as run:
        return Asking(run).answer()


class Asking:
    """Keeps what is known so far, so that it is not lost when a limit is reached."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.first: Picture | None = None
        self.second: Picture | None = None
        self.because = ""

    def answer(self) -> Answer:
        """Ask; say what came of it, however it ended."""
        run = self.run
        try:
            verdict, reason = self._ask(), DONE
        except LimitReached as limit:
            verdict, reason, self.because = Verdict.UNKNOWN, limit.reason, limit.detail
        except KeyboardInterrupt:
            verdict, reason = Verdict.UNKNOWN, "interrupted"
        run.seconds["total"] = run.clock.seconds
        last = run.last
        return Answer(
            puzzle=run.puzzle,
            verdict=verdict,
            reason=reason,
            solution=self.first,
            other=self.second,
            because=self.because,
            model=run.card.name,
            backend=last.backend if last else "",
            variables=last.variables if last else 0,
            clauses=last.clauses if last else 0,
            conflicts=last.conflicts if last else None,
            seconds=run.seconds,
            peak_memory=run.peak_memory,
        )

    def _ask(self) -> Verdict:
        run = self.run
        impossible = run.impossible() if run.card.lines else run.puzzle.obstacle()
        if impossible is not None:
            self.because = impossible
            return Verdict.NONE
        if run.card.lines and run.problem.decided:
            self.first = run.picture(run.problem.values)
            self.because = "by lines alone"
            return Verdict.UNIQUE
        return self.search()

    def search(self) -> Verdict:
        """Put the Problem, which lines do not decide, to a solver."""
        run = self.run
        with run.timed("first"):
            values = run.find()
        if values is None:
            return Verdict.NONE
        self.first = run.picture(values)
        if run.card.goal == "solution":
            return Verdict.UNKNOWN
        with run.timed("second"):
            others = switches.second(run.problem, values) if run.card.switches else None
            if others is None:
                run.exclude(values)
                others = run.find()
        if others is None:
            return Verdict.UNIQUE
        return self.both(values, others)

    def both(self, values: Values, others: Values) -> Verdict:
        """Take two solutions for the verdict; InternalError if they are the same."""
        self.second = self.run.picture(others)
        if not differing(values, others, self.run.problem.answer_key) or self.first == self.second:
            from nonosat.errors import InternalError

            raise InternalError(f"{self.run.puzzle.source}: {self.run.card.name} gave one solution twice")
        return Verdict.MULTIPLE
