"""What people call a cell."""

from __future__ import annotations

from typing import ClassVar, Protocol


class Rows(Protocol):
    """What a puzzle knows of its rows (see `Puzzle`)."""

    across: ClassVar[str]

    @property
    def grid(self) -> tuple[int, int] | None: ...  # noqa: D102
    @property
    def row_lengths(self) -> tuple[int, ...]: ...  # noqa: D102
    @property
    def cell_sizes(self) -> tuple[int, ...]: ...  # noqa: D102


def position(puzzle: Rows, cell: int) -> tuple[int, ...]:
    """Return a cell's row and place in it, or its number if cells are not in rows; counted from 1.

        >>> import nonosat
        >>> from nonosat import toolkit
        >>> toolkit.position(nonosat.load("cat"), 16)
        (2, 2)

    Raises nothing.
    """
    if puzzle.grid:
        return cell // puzzle.grid[1] + 1, cell % puzzle.grid[1] + 1
    for row, length in enumerate(puzzle.row_lengths, start=1):
        if cell < length:
            return row, cell + 1
        cell -= length
    return (cell + 1,)


def cell_at(puzzle: Rows, row: int, place: int) -> int | None:
    """Return the cell at a place of a row, counted from 1; None if there is none. What has no rows is one.

        >>> import nonosat
        >>> from nonosat import toolkit
        >>> toolkit.cell_at(nonosat.load("cat"), 2, 2)
        16

    Raises nothing.
    """
    lengths = puzzle.row_lengths or (len(puzzle.cell_sizes),)
    if not (1 <= row <= len(lengths) and 1 <= place <= lengths[row - 1]):
        return None
    return sum(lengths[: row - 1]) + place - 1


def cell_name(puzzle: Rows, cell: int) -> str:
    """Name a cell: `row 5, column 3`; `cell 7`.

    >>> import nonosat
    >>> from nonosat import toolkit
    >>> toolkit.cell_name(nonosat.load("cat"), 16)
    'row 2, column 2'

    Raises nothing.
    """
    *row, number = position(puzzle, cell)
    return f"row {row[0]}, {puzzle.across} {number}" if row else f"cell {number}"
