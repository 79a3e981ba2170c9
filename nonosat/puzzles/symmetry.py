"""The rotations and reflections of a grid that leave a puzzle unchanged.

A symmetry is a permutation p of the cells, which are counted row by row: if v is a solution, so is the grid
whose cell i has the value v[p[i]]. The identity does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from nonosat.problem import Clue
from nonosat.puzzles.picture import Picture

Move = Callable[[Sequence[Any]], Iterable[Any]]
"""Maps a grid's rows to those of the moved grid."""

Orientation = tuple[Any, Callable[[], tuple[int, ...]]]
"""A puzzle turned or mirrored: a sort key that says how it looks, and what returns its cells in order."""


def _mirrored(rows: Sequence[Any]) -> list[Any]:
    return [row[::-1] for row in rows]


def _transposed(rows: Sequence[Any]) -> list[Any]:
    return list(zip(*rows, strict=True))


MOVES: tuple[Move, ...] = (
    lambda rows: rows[::-1],
    _mirrored,
    lambda rows: _mirrored(rows[::-1]),
    _transposed,
    lambda rows: _transposed(_mirrored(rows[::-1])),
    lambda rows: _transposed(rows[::-1]),
    lambda rows: _transposed(rows)[::-1],
)
"""Flips upside down and left to right, half a turn; flips along both diagonals, quarter turns both ways."""


Clues = tuple[Clue, ...]


def moved_clues(rows: Clues, columns: Clues) -> tuple[tuple[Clues, Clues], ...]:
    """Return the clues of the rows and columns after each of the `MOVES`."""
    up, left = rows[::-1], columns[::-1]
    rows_back, columns_back = tuple(_mirrored(rows)), tuple(_mirrored(columns))
    up_back, left_back = rows_back[::-1], columns_back[::-1]
    return (
        (up, columns_back),
        (rows_back, left),
        (up_back, left_back),
        (columns, rows),
        (left_back, up_back),
        (columns_back, up),
        (left, rows_back),
    )


def clue_symmetries(rows: Clues, columns: Clues, givens: Picture) -> Iterator[tuple[int, ...]]:
    """Yield the symmetries of a nonogram: those that leave its clues and givens unchanged."""
    clues = rows, columns
    kept = [move for move, moved in zip(MOVES, moved_clues(*clues), strict=True) if moved == clues]
    kept = [move for move in kept if _leaves(move, givens)]
    return permutations(len(rows), len(columns), kept) if kept else iter(())


def moved_cells(width: int, height: int, move: Move) -> tuple[int, ...]:
    """Return the cells of a grid in their order after a move."""
    cells = range(width * height)
    return tuple(chain.from_iterable(move([cells[r * width : (r + 1) * width] for r in range(height)])))


def _leaves(move: Move, picture: Picture) -> bool:
    """Whether a move leaves a picture unchanged; every move leaves an empty one unchanged."""
    return not picture or tuple(map("".join, move(picture))) == picture


def permutations(height: int, width: int, moves: Iterable[Move]) -> Iterator[tuple[int, ...]]:
    """Yield what moves do to the cells of a grid, each once, and not the identity."""
    same = tuple(range(height * width))
    # Slices of one tuple share its numbers: a large grid's are in memory once, not once per move.
    grid = [same[start : start + width] for start in range(0, height * width, width)]
    seen = [same]
    for move in moves:
        cells = tuple(chain.from_iterable(move(grid)))
        if cells not in seen:  # on a single line, several moves are the same
            seen.append(cells)
            yield cells
