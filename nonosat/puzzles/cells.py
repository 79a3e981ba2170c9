"""What people call a cell."""

from __future__ import annotations

from nonosat.puzzles.base import CellPuzzle, Puzzle


def position(puzzle: Puzzle, cell: int) -> tuple[int, ...]:
    """Return a cell's row and place in it, or its number if cells are not in rows; counted from 1."""
    if puzzle.grid:
        return cell // puzzle.grid[1] + 1, cell % puzzle.grid[1] + 1
    for row, length in enumerate(puzzle.row_lengths, start=1):
        if cell < length:
            return row, cell + 1
        cell -= length
    return (cell + 1,)


def cell_at(puzzle: CellPuzzle, row: int, place: int) -> int | None:
    """Return the cell at a place of a row, counted from 1; None if there is none. What has no rows is one."""
    lengths = puzzle.row_lengths or (puzzle.width,)
    if not (1 <= row <= len(lengths) and 1 <= place <= lengths[row - 1]):
        return None
    return sum(lengths[: row - 1]) + place - 1


def cell_name(puzzle: Puzzle, cell: int) -> str:
    """Name a cell: `row 5, column 3`; `cell 7`.

    >>> import nonosat
    >>> nonosat.cell_name(nonosat.load("cat"), 16)
    'row 2, column 2'

    Raises nothing.
    """
    *row, number = position(puzzle, cell)
    return f"row {row[0]}, {puzzle.across} {number}" if row else f"cell {number}"
