"""How likely is every value of every cell, as far as the lines can tell each other?

Over one line the odds are the shares of its arrangements. Over a grid they are what belief
propagation makes of these: very good guesses, and no proof of anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from nonosat.answer import DONE
from nonosat.errors import InputError
from nonosat.problem import Blocks, Problem
from nonosat.processes.limits import Limits
from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import Picture
from nonosat.solving.cards import Card
from nonosat.solving.run import Run

if TYPE_CHECKING:
    from nonosat.beliefs.marginals import Likely

NO_MODEL = Card("likely", ())
"""Lines and beliefs need no encoding and no solver."""


@dataclass(frozen=True)
class Odds:
    """The odds of a puzzle's cells; empty if it has no solution (`because` says why) or a limit was met.

    `cells[cell][value]` is from 0 to 1, and just that only where single lines leave nothing else.
    `picture` shows the likeliest values. `rounds` were needed; `settled` says whether the odds had
    stopped changing by then. `silent` names the lines that have a say and could not be weighed, those
    with blotted blocks. `reason` is why the work ended.
    """

    puzzle: Puzzle
    reason: str
    cells: tuple[tuple[float, ...], ...] = ()
    picture: Picture = ()
    rounds: int = 0
    settled: bool = True
    silent: tuple[str, ...] = ()
    because: str = ""

    @property
    def known(self) -> int:
        """The number of cells that single lines leave one value."""
        return sum(max(odds) == 1.0 for odds in self.cells)

    @property
    def solved(self) -> bool:
        """Whether the likeliest values are a solution (there may be others)."""
        return bool(self.picture) and self.puzzle.fault(self.picture) is None

    @property
    def summary(self) -> str:
        """What came of it, in words."""
        if self.reason != DONE:
            return f"not known: {self.reason}" + f" ({self.because})" * bool(self.because)
        if self.because:
            return f"no solution ({self.because})"
        count, known = len(self.cells), self.known
        if known == count:
            return "every cell follows line by line"
        rounds = f"{self.rounds} round{'s' * (self.rounds != 1)}"
        parts = [f"{known} of {count} cells known line by line, the odds of the others after {rounds}"]
        if not self.settled:
            parts.append("they had not settled by then")
        if self.silent:
            lines = f"line{'s' * (len(self.silent) != 1)}"
            parts.append(f"{len(self.silent)} {lines} with blotted blocks not weighed")
        if self.solved:
            parts.append("the likeliest picture is a solution")
        return "; ".join(parts)


def likely(
    puzzle: Puzzle,
    rounds: int | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Odds:
    """Weigh the cells of a puzzle that is made of lines, after what each line says by itself.

        >>> import nonosat
        >>> odds = nonosat.likely(nonosat.load("switch"))
        >>> odds.cells[14]
        (0.5, 0.5)

    `rounds` is how often, at most, the lines tell each other the odds (None: as often as is useful).
    """
    with Run(puzzle, NO_MODEL, Limits(time_limit, memory_limit)) as run:
        _refuse_without_lines(run)
        with run.until_stopped():
            because = run.impossible()
            if because is not None:
                return Odds(puzzle, DONE, because=because)
            problem = run.problem.without_symmetries()
            words = () if rounds is None else (rounds,)
            # In a worker, where limits hold: the arrays of a long line are large.
            found: Likely = run.call("nonosat.beliefs.marginals:likely", problem, *words)
            return Odds(
                puzzle,
                DONE,
                tuple(tuple(odds) for odds in found.cells.tolist()),
                puzzle.picture(found.values),
                found.rounds,
                found.settled,
                _silent(problem, found),
            )
        return Odds(puzzle, run.reason, because=run.detail)


def _refuse_without_lines(run: Run) -> None:
    """Raise InputError for kinds whose picture is not drawn cell by cell, or has no lines."""
    if any(isinstance(constraint, Blocks) for constraint in run.problem.constraints):
        return
    puzzle = run.puzzle
    raise InputError(f"is of kind {puzzle.kind}: odds are weighed over lines, and it has none", puzzle.source)


def _silent(problem: Problem, found: Likely) -> tuple[str, ...]:
    """Return the labels of the constraints that were not weighed although they have open cells."""
    return tuple(
        constraint.label
        for constraint, weights in zip(problem.constraints, found.places, strict=True)
        if weights is None
        and isinstance(constraint, Blocks)
        and any(problem.possible[cell].bit_count() > 1 for cell in constraint.cells)
    )
