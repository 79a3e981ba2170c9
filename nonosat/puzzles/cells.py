"""What people call a cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Protocol

from nonosat.errors import InputError


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


def differing_cells(one: Sequence[str], other: Sequence[str]) -> int:
    """Count the cells in which two pictures differ."""
    return sum(a != b for a, b in zip("".join(one), "".join(other), strict=True))


def cell_at(puzzle: Rows, row: int, place: int) -> int | None:
    """Return the cell at a place of a row, counted from 1; None if there is none. Without rows, all is one.

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


def find_cell(puzzle: Rows, cell: Sequence[int], what: str = "cell") -> int:
    """Return the number of a cell that the argument `what` names by its row and column, counted from 1.

    Raises TypeError if it is no pair of numbers, InputError if there is no such cell.
    """
    if not isinstance(cell, list | tuple) or [type(one) for one in cell] != [int, int]:
        raise TypeError(f"{what}: expected (row, column), counted from 1, found {cell!r}")
    number = cell_at(puzzle, *cell)
    if number is None:
        raise InputError(f"{what}: there is no row {cell[0]} with a {puzzle.across} {cell[1]}")
    return number


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
