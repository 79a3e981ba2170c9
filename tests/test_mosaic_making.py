"""Mosaics made to order: classes, no needless numbers, the same ones again, and files that are continued."""

from __future__ import annotations

import pytest

import nonosat
from nonosat import UNKNOWN, Made, Order
from nonosat.making.generate import batch
from nonosat.problem import is_single
from nonosat.propagation.narrow import narrow
from nonosat.puzzles.rearranged import fingerprint
from nonosat.puzzles.symmetry import MOVES
from tests.helpers.mosaics import Mosaic, mosaic_of, rows_of
from tests.helpers.samples import share, some


def is_open(puzzle: Mosaic) -> bool:
    return not all(map(is_single, narrow(puzzle.problem()).problem.possible))


@pytest.mark.parametrize("level", ["lines", "moderate", "guessing"])
@pytest.mark.parametrize("smooth", some([True, False], 1))
def test_they_are_of_the_class(level: str, smooth: bool) -> None:
    order = Order(width=9, height=8, kind="mosaic", levels=(level,), smooth=smooth, density=0.5, seed=3)
    found = list(nonosat.generate(order, share(4)))
    assert len(found) == share(4)
    for one in found:
        puzzle = one.puzzle
        assert isinstance(puzzle, Mosaic)
        assert nonosat.solve(puzzle).solution == puzzle.goal
        assert nonosat.solve(puzzle).verdict is nonosat.Verdict.UNIQUE
        assert nonosat.rate(puzzle).level == one.difficulty.level == level
        assert UNKNOWN in puzzle.symbols


def test_no_number_is_needless() -> None:
    for found in batch(Order(width=10, height=7, kind="mosaic", seed=1), range(5)):
        assert isinstance(found, Made) and isinstance(found.puzzle, Mosaic)
        puzzle = found.puzzle
        assert not is_open(puzzle)
        numbers = range(len(puzzle.clues))
        assert all(is_open(puzzle.without_clues([number])) for number in numbers)


def test_symmetric_pictures_and_those_of_a_grey_one() -> None:
    order = Order(width=8, height=8, kind="mosaic", symmetry="both", levels=("lines",))
    for found in nonosat.generate(order, 3):
        assert found.puzzle.goal == found.puzzle.goal[::-1] == tuple(row[::-1] for row in found.puzzle.goal)
    grey = tuple(bytes(255 * (r + c > 9) // (1 + (r * c) % 3) for c in range(10)) for r in range(10))
    made = next(nonosat.generate(Order(width=10, height=10, kind="mosaic", grey=grey)))
    assert nonosat.solve(made.puzzle).verdict is nonosat.Verdict.UNIQUE


def test_fingerprints_do_not_depend_on_the_orientation() -> None:
    puzzle = Mosaic.from_picture(("##.#", ".#..", "#..#")).without_clues([0, 3, 7])
    turned = [
        mosaic_of(tuple(map("".join, move(rows_of(puzzle))))).with_goal(
            tuple(map("".join, move(puzzle.goal)))
        )
        for move in MOVES
    ]
    assert {fingerprint(one) for one in turned} == {fingerprint(puzzle)}
    assert fingerprint(puzzle.without_clues([0])) != fingerprint(puzzle)
