"""Puzzles of kinds with rules besides their clues, made to order: one solution, no clue to spare."""

from __future__ import annotations

from dataclasses import replace

import pytest

import nonosat
from nonosat.errors import InputError
from nonosat.making.candidate import Made, make
from nonosat.puzzles import KINDS
from nonosat.puzzles.declared import Declared
from nonosat.reasons.classes import CLASSES
from tests.helpers.samples import some

FRAMED = [name for name, entry in KINDS.items() if entry.framed]


@pytest.mark.parametrize("kind", some(FRAMED, 3))
def test_a_puzzle_has_one_solution_and_needs_its_clues(kind: str) -> None:
    order = nonosat.Order(width=6, height=6, kind=kind, levels=("lines", "moderate"), seed=4)
    made = next(one for number in range(20) if isinstance(one := make(order, number), Made))
    puzzle = made.puzzle
    assert isinstance(puzzle, Declared)
    assert nonosat.solve(puzzle).solutions == (puzzle.goal,)
    assert made.difficulty.level in order.levels
    assert make(order, made.number) == made
    hidden = [k for k, one in enumerate(puzzle.clues) if one.clue and not puzzle.walls]
    for number in hidden:
        level = nonosat.rate(puzzle.without_clues([number])).difficulty
        assert level is None or CLASSES.index(level.level) > CLASSES.index("moderate")


def test_a_puzzle_with_regions_is_not_made_of_a_picture() -> None:
    order = nonosat.Order(width=6, height=6, kind="aquarium")
    for more, what in (({"smooth": True}, "smoothing"), ({"width": 100}, "at most 400 cells")):
        with pytest.raises(InputError, match=what):
            replace(order, **more)
    with pytest.raises(InputError, match="no solution of a takuzu is 5x5"):
        make(nonosat.Order(width=5, height=5, kind="takuzu"), 0)
