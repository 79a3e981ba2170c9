"""A puzzle that is turned or mirrored is rated and explained in the same way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from nonosat.puzzles.base import CellPuzzle
from nonosat.puzzles.mosaic import Mosaic
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.symmetry import MOVES, moved_clues
from nonosat.puzzles.triangles import moves
from nonosat.puzzles.triddler import Triddler
from nonosat.reasons.explain import explain
from nonosat.reasons.rating import rate
from tests.helpers.crowd import crowd
from tests.helpers.samples import share


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


def test_no_orientation_changes_the_steps() -> None:
    for puzzle in crowd(share(180), side=8):
        one = told(puzzle)
        for other in turned(puzzle):
            assert told(other) == one, (puzzle, other)
