"""Names of cells and of groups of cells in answers, counted from 1."""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable, Sequence

from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import UNKNOWN, Picture, rows
from nonosat.words import plural

_FEW = 60
_LETTERS = string.ascii_lowercase + string.ascii_uppercase


def positions(puzzle: Puzzle, cells: Iterable[int]) -> list[list[int]]:
    """Return the cells as [row, column], or as [number] if the kind has no grid, counted from 1."""
    if puzzle.grid is None:
        return [[cell + 1] for cell in cells]
    width = puzzle.grid[1]
    return [[cell // width + 1, cell % width + 1] for cell in cells]


def positions_text(puzzle: Puzzle, cells: Iterable[int]) -> str:
    """Name the cells in words: `row 3: 4, 7; row 5: 4, 7`."""
    by_row: dict[str, list[str]] = {}
    for *row, number in positions(puzzle, cells):
        by_row.setdefault(f"row {row[0]}: " if row else "cells ", []).append(str(number))
    return "; ".join(row + ", ".join(numbers) for row, numbers in by_row.items())


def region_text(puzzle: Puzzle, cells: Sequence[int]) -> str:
    """Name the cells, or say between which lines they are if they are many."""
    if len(cells) <= _FEW or puzzle.grid is None:
        return positions_text(puzzle, cells)
    lines, columns = zip(*positions(puzzle, cells), strict=True)
    return f"rows {min(lines)} to {max(lines)} and columns {min(columns)} to {max(columns)}"


def letter(group: int) -> str:
    """Return the mark of a group: a letter, or `*` if there are too many groups."""
    return _LETTERS[group] if group < len(_LETTERS) else "*"


def groups_text(
    puzzle: Puzzle, groups: Sequence[Sequence[int]], named: Callable[[Sequence[int]], str] | None = None
) -> str:
    """Name groups of cells, a line per group; `named` names the cells of a group in another way."""
    return "\n".join(
        f"  {letter(number)}: {plural(len(cells), 'cell')}: "
        + (named(cells) if named else region_text(puzzle, cells))
        for number, cells in enumerate(groups)
    )


def marks(puzzle: Puzzle, groups: Sequence[Iterable[int]]) -> Picture:
    """Return a grid of the letters of the cells' groups, `?` elsewhere; empty without a grid."""
    if puzzle.grid is None:
        return ()
    height, width = puzzle.grid
    found = [UNKNOWN] * (height * width)
    for number, cells in enumerate(groups):
        for cell in cells:
            found[cell] = letter(number)
    return rows("".join(found), width)


def value_text(puzzle: Puzzle, value: int) -> str:
    """Return a value of a cell: the character of its colour, or a number if the puzzle has no grid."""
    return str(value) if puzzle.grid is None else puzzle.palette[value].char
