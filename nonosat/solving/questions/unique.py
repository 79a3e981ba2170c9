"""Is there a solution, and is it the only one?"""

from __future__ import annotations

from nonosat.errors import StopReason
from nonosat.processes.limits import NO_LIMITS, Limits
from nonosat.puzzles import Puzzle
from nonosat.solving.answer import Answer, Verdict
from nonosat.solving.cards import DEFAULT, Card
from nonosat.solving.decide import Decision
from nonosat.solving.run import Run


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
        return answered(Decision(run))


def answered(decision: Decision) -> Answer:
    """Decide, and return the answer, also after a limit."""
    run = decision.run
    with run.until_stopped():
        decision.decide()
    stopped = run.stop_reason is not StopReason.DONE
    last, (first, second) = run.last, [*(found.picture for found in decision.solutions), None, None][:2]
    return Answer(
        puzzle=run.puzzle,
        **run.ending(run.detail if stopped else decision.basis),
        verdict=Verdict.UNKNOWN if stopped else decision.verdict,
        solution=first,
        other=second,
        model=run.card.name,
        backends=last.backends,
        variables=last.variables,
        clauses=last.clauses,
        conflicts=last.conflicts,
        peak_memory=run.peak_memory,
    )
