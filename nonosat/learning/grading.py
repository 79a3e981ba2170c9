"""Grades answers against the clues: any solution counts, whichever picture the puzzle was made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from operator import eq
from typing import Any, ClassVar

from nonosat import LimitReached, Limits, Picture, Puzzle, Report, StopReason, certain as find_certain
from nonosat.learning.answers import Reading, read_answer
from nonosat.learning.drawings import undraw
from nonosat.toolkit import NO_LIMITS, UNKNOWN, CellPuzzle, require_cells, words

SCORE = (
    "1 for a solution and 0 if no picture can be read; for any other picture, half the mean of two "
    "shares: of the clues that it matches, and of the certain cells that are right"
)
"""The definition of the score."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Grade(Report):
    """The grade of an answer.

    `lines_right` of `lines` match their clues (lines are numbers in a mosaic); `certain_right` of the
    `certain` cells, which are the same in all solutions, are right (None if unknown). `first_wrong` names the
    first fault.
    """

    question: ClassVar[str] = "grade"

    puzzle: CellPuzzle
    reading: Reading
    lines: int
    lines_right: int = 0
    certain_right: int | None = None
    certain: int | None = None
    first_wrong: str = ""

    @property
    def exact(self) -> bool:
        """Whether the answer is a solution."""
        return self.reading.picture is not None and not self.first_wrong

    @property
    def score(self) -> float:
        """A number from 0 to 1: see `SCORE`."""
        if self.reading.picture is None:
            return 0.0
        if self.exact:
            return 1.0
        shares = [self.lines_right / self.lines] if self.lines else []
        if self.certain and self.certain_right is not None:
            shares.append(self.certain_right / self.certain)
        return sum(shares) / max(1, len(shares)) / 2

    def result(self) -> dict[str, Any]:
        """Return it as plain data."""
        reading = self.reading
        return {
            "readable": reading.picture is not None,
            "exact": self.exact,
            "score": self.score,
            "lines_right": self.lines_right,
            "lines": self.lines,
            "first_wrong": self.first_wrong or None,
            "certain_right": self.certain_right,
            "certain": self.certain,
            "picture": reading.picture,
            "read_as": reading.how or None,
            "dropped": list(reading.dropped),
            "unreadable": reading.why or None,
        }

    def sentence(self) -> str:
        """Return the result as a sentence."""
        reading = self.reading
        if reading.picture is None:
            return f"{self.name}: {'unreadable' if self.done else 'not read to its end'}: {reading.why}."
        read = f"read as {reading.how}" + "".join(f"; dropped {what}" for what in reading.dropped)
        if self.exact:
            return f"{self.name}: right ({read})."
        lines = f"{self.lines_right} of {words.plural(self.lines, *self.puzzle.clue_noun)}"
        cells = (
            f" and {self.certain_right} of {words.plural(self.certain, 'certain cell')}"
            if self.certain
            else ""
        )
        return (
            f"{self.name}: wrong: {self.first_wrong}; {lines}{cells} are right; "
            f"score {self.score:.3f} ({read})."
        )

    def drawings(self) -> Sequence[tuple[Puzzle, Picture, Picture]]:
        """Return the picture that was read."""
        return [(self.puzzle, self.reading.picture, ())] if self.reading.picture else []


def grade(puzzle: Puzzle, answer: str, limits: Limits = NO_LIMITS, *, certain: bool = True) -> Grade:
    r"""Grade an answer: a text that contains a picture.

        >>> import nonosat
        >>> kite = nonosat.Nonogram.from_picture((".#.", "###", ".#."))
        >>> grade(kite, "Here it is:\n0 1 0\n1 1 1\n0 1 0").score
        1.0

    The certain cells take a search, so they are found only for wrong answers, and only with `certain`. The
    limits are for reading the answer and for that search together.

    Raises InputError for kinds whose cells are not filled in.
    """
    asked = require_cells(puzzle, "grade works")
    clock, whole = limits.clock(), asked.problem()
    graded = partial(Grade, puzzle=asked, lines=len(whole.constraints))
    try:
        reading = read_answer(
            undraw(answer, asked), asked.cut(UNKNOWN * len(whole.sizes)), asked.palette, clock
        )
    except LimitReached as limit:
        stop = limit.stop_reason
        return graded(reading=Reading(None, why=str(stop)), stop_reason=stop)
    picture = reading.picture
    if picture is None or (wrong := asked.fault(picture)) is None:
        return graded(reading=reading, lines_right=len(whole.constraints) if picture else 0)
    certain_cells = find_certain(asked, limits=limits.deduct(clock)) if certain else None
    right = number = None
    if certain_cells and certain_cells.done and certain_cells.solvable:
        known, cells = asked.chars(certain_cells.picture), asked.chars(picture)
        number = len(known) - known.count(UNKNOWN)
        right = sum(map(eq, cells, known))
    return graded(
        reading=reading,
        stop_reason=certain_cells.stop_reason if certain_cells else StopReason.DONE,
        lines_right=len(whole.constraints) - sum(1 for _ in asked.clue_faults(picture)),
        certain_right=right,
        certain=number,
        first_wrong=wrong,
    )
