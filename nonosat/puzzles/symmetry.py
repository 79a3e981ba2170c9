"""The turns and mirrors of a grid that leave a nonogram as it is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from nonosat.problem import Clue
from nonosat.puzzles.picture import Picture


def symmetries(
    rows: tuple[Clue, ...], columns: tuple[Clue, ...], givens: Picture
) -> Iterator[tuple[int, ...]]:
    """Yield the cell permutations p (cells row by row) that leave clues and givens as they are.

    If v is a solution, so is the grid whose cell i has the value v[p[i]]. The grid left as it is
    is not among them.
    """
    up, left = rows[::-1], columns[::-1]
    rows_back, columns_back = _mirrored(rows), _mirrored(columns)
    width = len(columns)
    grid = [range(start, start + width) for start in range(0, len(rows) * width, width)]
    given = "".join(givens)
    # Each move is the picture that the moved grid shows, in the old cells' numbers.
    moves = (
        (up == rows and columns_back == columns, lambda: grid[::-1]),
        (left == columns and rows_back == rows, lambda: [row[::-1] for row in grid]),
        (up == rows_back and left == columns_back, lambda: [row[::-1] for row in grid[::-1]]),
        (rows == columns, lambda: zip(*grid, strict=True)),
        (up == columns_back, lambda: zip(*[row[::-1] for row in grid[::-1]], strict=True)),
        (up == columns and columns_back == rows, lambda: zip(*grid[::-1], strict=True)),
        (up == columns and columns_back == rows, lambda: list(zip(*grid, strict=True))[::-1]),
    )
    seen = [tuple(range(len(rows) * width))]
    for holds, moved in moves:
        if not holds:
            continue
        cells = tuple(chain.from_iterable(moved()))
        kept = not given or all(given[cell] == char for cell, char in zip(cells, given, strict=True))
        if kept and cells not in seen:  # on a single line several moves are one
            seen.append(cells)
            yield cells


def _mirrored(clues: tuple[Clue, ...]) -> tuple[Clue, ...]:
    return tuple([clue[::-1] for clue in clues])
