"""A seed for solvers that take none: the Problem's cells and constraints in another order.

Encodings number variables and write clauses in the order of the cells and constraints, so that the
solver sees its variables and clauses permuted. A solution is put back into the puzzle's own order.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from nonosat.problem import Blocks, CellValue, Constraint, Problem
from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import Picture


class Shuffled:
    """A puzzle whose Problem is stated in the order that a seed gives; else it is the puzzle itself."""

    def __init__(self, puzzle: Puzzle, seed: int) -> None:
        self._puzzle = puzzle
        self._seed = seed
        self._place: list[int] = []  # [cell of the puzzle] -> cell of the shuffled Problem

    def __getattr__(self, name: str) -> Any:
        return getattr(self._puzzle, name)

    def problem(self) -> Problem:
        """State what must hold, shuffled."""
        problem = self._puzzle.problem()
        chance = random.Random(self._seed)
        count = len(problem.sizes)
        self._place = list(range(count))
        chance.shuffle(self._place)
        place = self._place
        constraints = [self._moved(constraint) for constraint in problem.constraints]
        chance.shuffle(constraints)
        back = sorted(range(count), key=place.__getitem__)
        return Problem(
            sizes=tuple(problem.sizes[cell] for cell in back),
            constraints=tuple(constraints),
            answer_key=tuple(place[cell] for cell in problem.answer_key),
            givens=self._options(problem.givens),
            symmetries=tuple(
                tuple(place[symmetry[cell]] for cell in back) for symmetry in problem.symmetries
            ),
            possible=tuple(problem.possible[cell] for cell in back),
        )

    def picture(self, values: Sequence[int]) -> Picture:
        """Draw the values of the shuffled Problem's cells."""
        return self._puzzle.picture([values[cell] for cell in self._place])

    def values(self, picture: Picture) -> tuple[int, ...]:
        """Read a picture back into the values of the shuffled Problem's cells."""
        values = self._puzzle.values(picture)
        return tuple(values[cell] for cell in sorted(range(len(values)), key=self._place.__getitem__))

    def _moved(self, constraint: Constraint) -> Constraint:
        if isinstance(constraint, Blocks):
            return replace(constraint, cells=tuple(self._place[cell] for cell in constraint.cells))
        return replace(constraint, options=self._options(constraint.options))

    def _options(self, options: Sequence[CellValue]) -> tuple[CellValue, ...]:
        return tuple((self._place[cell], value) for cell, value in options)
