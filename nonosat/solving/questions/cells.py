"""Names of cells and of groups of cells in answers, counted from 1."""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable, Sequence

from nonosat.puzzles import CellPuzzle, Puzzle
from nonosat.puzzles.cells import position
from nonosat.puzzles.picture import UNKNOWN, Picture
from nonosat.words import plural

_FEW = 60
_LETTERS = string.ascii_lowercase + string.ascii_uppercase


def positions(puzzle: Puzzle, cells: Iterable[int]) -> list[list[int]]:
    """Return the cells as [row, place in it], or as [number] if they are not in rows, counted from 1."""
    return [[*position(puzzle, cell)] for cell in cells]


def positions_text(puzzle: Puzzle, cells: Iterable[int]) -> str:
    """Name the cells in words: `row 3: 4, 7; row 5: 4, 7`."""
    by_row: dict[str, list[str]] = {}
    for *row, number in positions(puzzle, cells):
        by_row.setdefault(f"row {row[0]}: " if row else "cells ", []).append(str(number))
    return "; ".join(row + ", ".join(numbers) for row, numbers in by_row.items())


def region_text(puzzle: Puzzle, cells: Sequence[int]) -> str:
    """Name the cells, or say between which lines they are if they are many."""
    if len(cells) <= _FEW or not puzzle.row_lengths:
        return positions_text(puzzle, cells)
    lines, places = zip(*positions(puzzle, cells), strict=True)
    return f"rows {min(lines)} to {max(lines)} and {puzzle.across}s {min(places)} to {max(places)}"


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
    """Return a picture of the letters of the cells' groups, `?` elsewhere; empty if cells are not in rows."""
    if not isinstance(puzzle, CellPuzzle) or not puzzle.row_lengths:
        return ()
    chars = [UNKNOWN] * sum(puzzle.row_lengths)
    for number, cells in enumerate(groups):
        for cell in cells:
            chars[cell] = letter(number)
    return puzzle.cut("".join(chars))


def value_text(puzzle: Puzzle, value: int) -> str:
    """Return a value of a cell: the character of its colour, or a number if cells are not in rows."""
    return puzzle.palette[value].char if puzzle.row_lengths else str(value)
