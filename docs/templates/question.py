"""A question: which values can one cell have?

Copy to nonosat/solving/questions/allowed.py and add to _PUBLIC in nonosat/toolkit.py:

        "solving.questions.allowed": ("allowed", "Allowed"),

and, in the imports for type checkers above it,
`from nonosat.solving.questions.allowed import Allowed as Allowed, allowed as allowed`.
Its command is in `command.py` beside this file.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from nonosat.errors import InputError
from nonosat.problem import values_of
from nonosat.processes.limits import NO_LIMITS, Limits
from nonosat.puzzles import Puzzle, require_cells
from nonosat.puzzles.cells import cell_at
from nonosat.solving.answer import Report
from nonosat.solving.card import DEFAULT, Card
from nonosat.solving.run import Run


@dataclass(frozen=True, kw_only=True, repr=False)
class Allowed(Report):
    """The values that a cell has in some solution, `known` so far, as characters of the puzzle's palette."""

    question: ClassVar[str] = "allowed"

    row: int
    column: int
    known: str

    def result(self) -> dict[str, Any]:
        """Return it as plain data; `Report.to_dict` adds the keys that all answers have."""
        return {"cell": [self.row, self.column], "values": self.known}

    def sentence(self) -> str:
        """Say it in words."""
        where = f"{self.name}: row {self.row}, column {self.column}"
        rest = "" if self.done else f"; the rest is undetermined: {self.stop_reason}"
        return f"{where} can be {' or '.join(self.known) or 'nothing'}{rest}."


def allowed(
    puzzle: Puzzle, row: int, column: int, model: str | Card = DEFAULT, limits: Limits = NO_LIMITS
) -> Allowed:
    """Find the values that a cell, counted from row 1 and column 1, has in some solution.

        >>> import nonosat
        >>> from nonosat import toolkit
        >>> toolkit.allowed(nonosat.load("switch"), 3, 3).known
        '.#'

    Raises InputError if there is no such cell or card, InternalError if an answer fails its check.
    """
    cell = cell_at(require_cells(puzzle, "allowed works"), row, column)
    if cell is None:
        raise InputError(f"there is no cell in row {row}, column {column}", puzzle.source)
    known = ""
    with Run(puzzle, model, limits) as run:
        # If a limit ends the work, what was found until then is kept.
        with run.until_stopped():
            if run.prepare() is None:  # otherwise it says why there is no solution
                for value in values_of(run.problem.possible[cell]):
                    if run.find(assumptions=[(cell, value)]):  # a checked solution, or None
                        known += puzzle.palette[value].char
        return Allowed(puzzle=puzzle, **run.ending(), row=row, column=column, known=known)
