"""The difficulty of a puzzle: its class, with the hardest step as the witness, and its effort."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from nonosat.answer import Drawing, Report, Verdict
from nonosat.errors import StopReason
from nonosat.processes.limits import NO_LIMITS, Limits
from nonosat.puzzles import Puzzle, require_nonogram
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import Picture
from nonosat.reasons.rating_numbers import ABOUT, BOTTLENECK, GUESSING, Difficulty, Rater
from nonosat.reasons.rating_witness import Witness
from nonosat.solving.cards import DEFAULT, Card
from nonosat.solving.decide import Decision
from nonosat.solving.run import Run
from nonosat.words import bracketed, plural

SEVERAL, NONE, UNKNOWN = "multiple", "none", "unknown"


@dataclass(frozen=True, kw_only=True, repr=False)
class Rating(Report):
    """The difficulty of a puzzle: a class of `nonosat.reasons.rating_numbers`, and numbers.

    Without exactly one solution there is no `difficulty`. Then `level` is `multiple`, with two `solutions`;
    `none`; or `unknown`, if a limit ended the work.
    """

    question: ClassVar[str] = "rate"

    level: str
    difficulty: Difficulty | None = None
    solutions: tuple[Picture, ...] = ()

    def result(self) -> dict[str, Any]:
        """Return class, witness and numbers as plain data."""
        found = self.difficulty
        witness = found.witness.data() if found and found.witness else None
        if self.level == SEVERAL:
            witness = {"kind": "solutions", "solutions": [list(picture) for picture in self.solutions]}
        return {
            "class": self.level,
            "at_least": bool(found and found.at_least),
            "witness": witness,
            "effort": found.effort if found else None,
            "numbers": dict(found.numbers) if found else {},
        }

    def row(self) -> dict[str, object]:
        """Return it as a flat row, with the same columns for every puzzle; None for missing values."""
        found = self.difficulty
        numbers = dict.fromkeys(ABOUT) | (dict(found.numbers) if found else {})
        place = numbers.pop("bottleneck") or dict.fromkeys(BOTTLENECK)
        return {
            "puzzle": self.name,
            "class": self.level,
            "at_least": found.at_least if found else None,
            "effort": found.effort if found else None,
            **numbers,
            **{f"bottleneck_{part}": number for part, number in place.items()},
        }

    def sentence(self) -> str:
        """Return the result in one line."""
        found = self.difficulty
        if found is None:
            return (
                f"{self.name}: {self.level}{bracketed(self.basis or ('' if self.done else self.stop_reason))}"
            )
        why = bracketed(found.witness.sentence() if found.witness else "")
        more = "more than " if found.numbers["open"] else ""
        return f"{self.name}: {found.words}, effort {more}{found.effort:.0f}{why}"

    def drawings(self) -> Sequence[Drawing]:
        """Return two solutions if there are several."""
        return [(self.puzzle, *self.solutions)] if len(self.solutions) == 2 else ()

    def text(self, width: int | None = None, colour: bool = False) -> str:
        """Return the sentence, without a drawing."""
        return self.sentence()

    def explained(self) -> str:
        """Return the line and, below it, all numbers."""
        lines = [self.sentence()]
        for name, value in self.difficulty.numbers.items() if self.difficulty else ():
            if isinstance(value, dict):
                value = f"{value['lines']} of {value['of_unfinished']}, {value['cells_known']} cells known"
            lines.append(f"  {ABOUT[name]:<56}{value if value is not None else '-'}")
        return "\n".join(lines)


def rate(puzzle: Puzzle, model: str | Card = DEFAULT, limits: Limits = NO_LIMITS) -> Rating:
    """Rate the difficulty of a nonogram.

        >>> import nonosat
        >>> nonosat.rate(nonosat.load("gchq")).level
        'lines'

    If lines do not decide the puzzle, the model decides whether the solution is unique.

    Raises InputError for kinds other than nonograms.
    """
    asked = require_nonogram(puzzle, "rate works")
    with Run(asked, model, limits) as run:
        return _Rating(asked, run).rating()


class _Rating:
    """Rates, and keeps the results so far, so that a limit does not lose them."""

    def __init__(self, puzzle: Nonogram, run: Run) -> None:
        self.puzzle = puzzle
        self.run = run
        self.rater: Rater | None = None
        self.level = UNKNOWN
        self.basis = ""
        self.solutions: tuple[Picture, ...] = ()
        self.one_solution = False
        self.solution: Picture = ()
        self.nested: Witness | None = None

    def rating(self) -> Rating:
        run = self.run
        with run.until_stopped():
            self._rate()
        difficulty = None
        if self.rater is not None and self.one_solution:
            difficulty = self.rater.difficulty(at_least=run.stop_reason is not StopReason.DONE)
            self.level = difficulty.level
            if self.level == GUESSING:
                difficulty = replace(difficulty, witness=self.nested, at_least=self.nested is None)
                self.basis = f"single assumptions leave {plural(difficulty.numbers['open'], 'cell')} open"
        return Rating(
            puzzle=self.puzzle,
            **run.ending(self.basis),
            level=self.level,
            difficulty=difficulty,
            solutions=self.solutions,
        )

    def _rate(self) -> None:
        decision = Decision(self.run)
        if decision.decide() is not Verdict.UNIQUE:
            self.level, self.basis = decision.verdict.value, decision.basis
            if decision.verdict is Verdict.MULTIPLE:
                self.solutions = tuple([found.picture for found in decision.solutions])
            return
        self.solution = decision.solutions[0].picture
        self.one_solution = True
        with self.run.timed("steps", "walking through the puzzle", self._fact):
            self.rater = Rater(self.puzzle, self.run.clock)
            walk = self.rater.walk
            walk.by_lines()
            walk.beyond_lines()
        if walk.stuck:
            with self.run.timed("nested", "looking for a nested refutation"):
                self.nested = self.rater.nested(self.solution)

    def _fact(self) -> str:
        return plural(len(self.rater.walk.refutations), "refutation") if self.rater else ""
