"""Checks the state. Finds a line that cannot be completed, or the fewest marks to take back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nonosat.problem import CellValue
from nonosat.puzzles.base import CellPuzzle
from nonosat.reasons.rungs import lines
from nonosat.reasons.steps import Step
from nonosat.reasons.walk import Walk
from nonosat.solving import jobs
from nonosat.solving.cards import Card
from nonosat.solving.run import Run


@dataclass(frozen=True)
class Wrong:
    """The fewest marks to take back; with none, the puzzle has no solution, whatever the marks are."""

    marks: tuple[CellValue, ...] = ()


def impossible_unit(walk: Walk) -> Step | None:
    """Return the conflict in a unit that cannot be completed; None if there is no such unit."""
    move = next(lines.moves(walk), None)
    return None if move is None or move.options else move.steps(walk)[0]


def wrong_marks(run: Run, puzzle: CellPuzzle, card: Card, marks: Sequence[CellValue]) -> Wrong | None:
    """Return the fewest marks to take back; None if some solution agrees with all. The Run's puzzle has the
    marks as givens; `puzzle` does not.
    """
    if not marks or (not run.prepare() and run.first() is not None):
        return None
    with Run(puzzle, card, run.limits_left, session=run.open_session) as bare:
        if bare.prepare():
            return Wrong()
        known = bare.problem.possible
        sure = [(cell, value) for cell, value in marks if not known[cell] >> value & 1]
        left = [
            (cell, value) for cell, value in marks if known[cell] >> value & 1 and known[cell] != 1 << value
        ]
        found: Sequence[CellValue] | None = []
        if left:
            with run.timed("marks", "looking for the fewest wrong marks"):
                found = bare.in_worker(jobs.wrong_options, bare.problem, left, bare.memory)
        return Wrong() if found is None else Wrong(marks=tuple(sorted([*sure, *found])))
