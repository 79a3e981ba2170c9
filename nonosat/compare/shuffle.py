"""Implements seeds for solvers that take none: the Problem's cells and constraints are shuffled.

Encodings number variables and write clauses in the order of the cells and constraints, so the solver sees
them permuted. Solutions are mapped back to the puzzle's own order.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from nonosat.problem import Blocks, CellValue, Constraint, Problem
from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import Picture


class Shuffled(Puzzle):
    """A puzzle whose Problem is shuffled by a seed; everything else is the puzzle's own.

    Its pictures are the puzzle's, so an answer to it is an answer to the puzzle.
    """

    kind: ClassVar[str] = "shuffled"

    def __init__(self, puzzle: Puzzle, seed: int) -> None:
        super().__init__(title=puzzle.title, source=puzzle.source)
        self._puzzle = puzzle
        problem = puzzle.problem()
        chance = random.Random(seed)
        count = len(problem.sizes)
        self._place = list(range(count))  # [cell of the puzzle] -> cell of the shuffled Problem
        chance.shuffle(self._place)
        self._back = sorted(range(count), key=self._place.__getitem__)
        constraints = [self._moved(constraint) for constraint in problem.constraints]
        chance.shuffle(constraints)
        place, back = self._place, self._back
        self._problem = Problem(
            sizes=tuple(problem.sizes[cell] for cell in back),
            constraints=tuple(constraints),
            answer_key=tuple(place[cell] for cell in problem.answer_key),
            givens=self._options(problem.givens),
            symmetries=tuple(
                tuple(place[symmetry[cell]] for cell in back) for symmetry in problem.symmetries
            ),
            possible=tuple(problem.possible[cell] for cell in back),
        )

    def problem(self) -> Problem:
        """Return the shuffled Problem."""
        return self._problem

    def picture(self, values: Sequence[int]) -> Picture:
        """Draw the values of the shuffled Problem's cells."""
        return self._puzzle.picture([values[cell] for cell in self._place])

    def known(self, possible: Sequence[int]) -> Picture:
        """Draw what is known about the shuffled Problem's cells."""
        return self._puzzle.known([possible[cell] for cell in self._place])

    def values(self, picture: Picture) -> tuple[int, ...]:
        """Read a picture back into the values of the shuffled Problem's cells."""
        values = self._puzzle.values(picture)
        return tuple(values[cell] for cell in self._back)

    def fault(self, picture: Picture) -> str | None:
        """Return what is wrong with a picture as a solution of the puzzle, or None."""
        return self._puzzle.fault(picture)

    def obstacle(self) -> str | None:
        """Return why the puzzle has no solution, if that is clear without a search."""
        return self._puzzle.obstacle()

    def _moved(self, constraint: Constraint) -> Constraint:
        if isinstance(constraint, Blocks):
            return constraint._replace(cells=tuple(self._place[cell] for cell in constraint.cells))
        return replace(constraint, options=self._options(constraint.options))

    def _options(self, options: Sequence[CellValue]) -> tuple[CellValue, ...]:
        return tuple((self._place[cell], value) for cell, value in options)
