"""Outlines of the pieces of a grid: drawn with bars and underscores, and read back.

     _ _ _        A cell (row r, column c, counted from 0) is character 2c+1 of row r+1: an
    |_ _| |       underscore if there is a wall below it. The characters between cells are bars
    |_ _ _|       where there is a wall, and the first row is the wall above the grid.

The walls determine the pieces, so there is exactly one picture for each way to cut the grid. An unknown wall
is a `?`.
"""

from __future__ import annotations

from collections.abc import Callable

from nonosat.puzzles.picture import UNKNOWN, Picture

Cell = tuple[int, int]
"""(row, column), counted from 0."""

Piece = tuple[Cell, ...]
"""The cells of one piece, in order."""


def outlines(width: int, height: int, joined: Callable[[Cell, Cell], bool | None]) -> Picture:
    """Draw a grid cut into pieces.

    `joined` says whether two neighbouring cells are in the same piece, or None if that is not known; it
    must return False if one of them is outside the grid.
    """
    rows = [" _" * width + " "]
    for r in range(height):
        text = "|"
        for c in range(width):
            for neighbour, wall in (((r + 1, c), "_"), ((r, c + 1), "|")):
                together = joined((r, c), neighbour)
                text += UNKNOWN if together is None else " " if together else wall
        rows.append(text)
    return tuple(rows)


def pieces_of(picture: Picture, width: int, height: int) -> list[Piece]:
    """Return the pieces of a picture, row by row. Raises ValueError if it is not an outline of this grid."""
    if len(picture) != height + 1 or any(len(row) != 2 * width + 1 for row in picture):
        raise ValueError(f"the picture is not {height + 1} rows of {2 * width + 1} characters")
    top, *rows = picture
    if top != " _" * width + " " or any(row[0] + row[-1] != "||" for row in rows):
        raise ValueError("the picture has no wall around it")
    if any(set(row[1::2]) - set("_ ") or set(row[::2]) - set("| ") for row in rows) or " " in rows[-1][1::2]:
        raise ValueError("the picture has other characters than walls in their places")
    found: list[Piece] = []
    seen: set[Cell] = set()
    for r in range(height):
        for c in range(width):
            if (r, c) not in seen:
                piece = _joined(rows, (r, c))
                seen.update(piece)
                found.append(piece)
    return found


def _joined(rows: list[str], first: Cell) -> Piece:
    """Return the cells that can be reached from the first one without crossing a wall."""
    reached, reached_from = {first}, [first]
    while reached_from:
        r, c = reached_from.pop()
        ways = (
            ((r, c - 1), rows[r][2 * c]),
            ((r, c + 1), rows[r][2 * c + 2]),
            ((r - 1, c), rows[r - 1][2 * c + 1] if r else "_"),
            ((r + 1, c), rows[r][2 * c + 1]),
        )
        for cell, wall in ways:
            if wall == " " and cell not in reached:
                reached.add(cell)
                reached_from.append(cell)
    return tuple(sorted(reached))
