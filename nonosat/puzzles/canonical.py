"""The canonical form of a nonogram under rotation and mirroring.

Results about the canonical form do not depend on the orientation. A fingerprint, which finds duplicates, does
not depend on the colours either.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import chain
from typing import Any

from nonosat.puzzles.base import Puzzle
from nonosat.puzzles.mosaic import Mosaic
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import UNKNOWN, Picture
from nonosat.puzzles.symmetry import MOVES, Clues, Move, moved_clues

_Orientation = tuple[Clues, Clues, Picture, Move]
"""The clues of the rows and columns, the givens, and the move that leads there."""

_VERSION = 1  # version of the data that fingerprints hash


def canonical(puzzle: Nonogram) -> tuple[Nonogram, tuple[int, ...]]:
    """Return the puzzle, without its goal, in its canonical orientation, and a permutation p of the cells.

    Cell i of the result is cell p[i] of the puzzle.
    """
    own = {value: value for value in range(len(puzzle.palette))}
    rows, columns, givens, move = min(_orientations(puzzle), key=lambda found: _key(puzzle, found, own))
    cells = [
        range(start, start + puzzle.width) for start in range(0, puzzle.width * puzzle.height, puzzle.width)
    ]
    moved = replace(puzzle, rows=rows, columns=columns, givens=givens, goal=())
    return moved, tuple(chain.from_iterable(move(cells)))


def canonical_ranks(puzzle: Puzzle) -> Sequence[int]:
    """Return the number of each cell in the puzzle's canonical orientation, if it has one."""
    if isinstance(puzzle, Nonogram):
        cells = canonical(puzzle)[1]
    elif isinstance(puzzle, Mosaic):
        cells = min(_turned(puzzle))[1]
    else:
        return range(len(puzzle.problem().sizes))
    ranks = [0] * len(cells)
    for rank, cell in enumerate(cells):
        ranks[cell] = rank
    return ranks


def _turned(puzzle: Mosaic) -> Iterator[tuple[Any, tuple[int, ...]]]:
    """Yield the eight orientations of a mosaic, as keys, with the cells in their order."""
    height, width = puzzle.grid
    cells = [range(start, start + width) for start in range(0, height * width, width)]
    for move in (tuple, *MOVES):
        rows, givens = ([*map("".join, move(rows))] for rows in (puzzle.rows, puzzle.givens or puzzle.rows))
        yield (len(rows), rows, givens), tuple(chain.from_iterable(move(cells)))


def fingerprint(puzzle: Nonogram) -> str:
    """Return 32 hexadecimal digits that do not change when the puzzle is turned, mirrored or recoloured."""
    key = min(_key(puzzle, found, {0: 0}) for found in _orientations(puzzle))
    return sha256(f"{_VERSION} {key}".encode()).hexdigest()[:32]


def _orientations(puzzle: Nonogram) -> Iterator[_Orientation]:
    """Yield the puzzle's eight orientations."""
    clues = puzzle.rows, puzzle.columns
    yield *clues, puzzle.givens, tuple
    for move, (rows, columns) in zip(MOVES, moved_clues(*clues), strict=True):
        givens = tuple("".join(row) for row in move(puzzle.givens)) if puzzle.givens else ()
        yield rows, columns, givens, move


def _key(puzzle: Nonogram, found: _Orientation, number: dict[int, int]) -> tuple[Any, ...]:
    """Return an orientation's data as a sort key; colours that are not in `number` get the next numbers."""
    rows, columns, givens, _ = found
    lines = tuple(
        [
            tuple([(number.setdefault(b.colour, len(number)), b.low, b.high) for b in clue])
            for clue in chain(rows, columns)
        ]
    )
    value_of = {colour.char: value for value, colour in enumerate(puzzle.palette)}
    given = tuple(
        [
            -1 if char == UNKNOWN else number.setdefault(value_of[char], len(number))
            for char in "".join(givens)
        ]
    )
    return len(rows), len(columns), lines, given
