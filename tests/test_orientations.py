"""A puzzle that is turned or mirrored is rated and explained in the same way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from nonosat.puzzles.base import CellPuzzle
from nonosat.puzzles.families import random_puzzle
from nonosat.puzzles.mosaic import Mosaic
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE
from nonosat.puzzles.symmetry import MOVES, moved_clues
from nonosat.puzzles.triangles import moves
from nonosat.puzzles.triddler import Triddler
from nonosat.reasons.explain import explain
from nonosat.reasons.rating import rate
from tests.helpers import brute
from tests.helpers.brute import THREE_COLOURS
from tests.helpers.samples import share
from tests.helpers.triddlers import random_triddler


def told(puzzle: CellPuzzle) -> tuple[object, ...]:
    """Return what does not depend on the orientation."""
    found, rating = explain(puzzle), rate(puzzle)
    effort = rating.difficulty and rating.difficulty.effort
    return len(found.steps), found.contradiction, sum(found.possible), rating.level, effort


def turned(puzzle: CellPuzzle) -> Iterator[CellPuzzle]:
    """Yield a puzzle in all other orientations."""
    if isinstance(puzzle, Nonogram):
        for move, (rows, columns) in zip(MOVES, moved_clues(puzzle.rows, puzzle.columns), strict=True):
            givens = tuple("".join(row) for row in move(puzzle.givens)) if puzzle.givens else ()
            yield replace(puzzle, rows=rows, columns=columns, givens=givens, goal=())
    elif isinstance(puzzle, Mosaic):
        for move in MOVES:
            yield Mosaic(tuple(map("".join, move(puzzle.rows))))
    elif isinstance(puzzle, Triddler):
        yield from map(puzzle.moved, moves(puzzle.outline)[1:])


def puzzles(number: int) -> Iterator[CellPuzzle]:
    """Yield random ones of each kind, half of the nonograms with a few givens."""
    for seed in range(number):
        rng = Random(seed)
        palette = rng.choice([BLACK_AND_WHITE, THREE_COLOURS])
        puzzle = random_puzzle(rng.randint(1, 9), rng.randint(1, 9), rng.choice([0.4, 0.6]), seed, palette)
        chars = "".join(puzzle.goal)
        known = "".join(char if rng.random() < 0.1 * (seed % 2) else "?" for char in chars)
        yield replace(puzzle, goal=()).with_givens(puzzle.cut(known))
        yield random_triddler(rng)
        rows = ["".join(rng.choice(".#") for _ in range(5)) for _ in range(rng.randint(1, 5))]
        numbers = brute.numbers(tuple(rows))
        yield Mosaic(tuple("".join(rng.choice([char, "?"]) for char in row) for row in numbers))


def test_no_orientation_changes_the_steps() -> None:
    for puzzle in puzzles(share(180)):
        one = told(puzzle)
        for other in turned(puzzle):
            assert told(other) == one, (puzzle, other)
