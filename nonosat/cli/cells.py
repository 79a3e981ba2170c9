"""How commands name cells, and groups of them."""

from __future__ import annotations

import string
from collections.abc import Iterable, Sequence

from nonosat.puzzles import Puzzle
from nonosat.puzzles.nonogram import Nonogram

_FEW = 60
_LETTERS = string.ascii_lowercase + string.ascii_uppercase


def places(puzzle: Puzzle, cells: Iterable[int]) -> list[list[int]]:
    """Return the cells as [row, column], or as [number] where a kind has no grid, counted from 1."""
    if isinstance(puzzle, Nonogram):
        return [[cell // puzzle.width + 1, cell % puzzle.width + 1] for cell in cells]
    return [[cell + 1] for cell in cells]


def places_text(puzzle: Puzzle, cells: Iterable[int]) -> str:
    """Name the cells in words: `row 3: 4, 7; row 5: 4, 7`."""
    by_row: dict[str, list[str]] = {}
    for *row, number in places(puzzle, cells):
        by_row.setdefault(f"row {row[0]}: " if row else "cells ", []).append(str(number))
    return "; ".join(row + ", ".join(numbers) for row, numbers in by_row.items())


def where_text(puzzle: Puzzle, cells: Sequence[int]) -> str:
    """Name the cells, or say between which lines they are if they are many."""
    if len(cells) <= _FEW or not isinstance(puzzle, Nonogram):
        return places_text(puzzle, cells)
    rows, columns = zip(*places(puzzle, cells), strict=True)
    return f"rows {min(rows)} to {max(rows)} and columns {min(columns)} to {max(columns)}"


def letter(group: int) -> str:
    """Return what a group is marked with: a letter, or `*` after the letters have run out."""
    return _LETTERS[group] if group < len(_LETTERS) else "*"


def groups_text(puzzle: Puzzle, groups: Sequence[Sequence[int]]) -> str:
    """Name groups of cells, a line a group."""
    return "\n".join(
        f"  {letter(number)}: {len(cells)} cell{'s' * (len(cells) != 1)}: {where_text(puzzle, cells)}"
        for number, cells in enumerate(groups)
    )


def marks(puzzle: Puzzle, groups: Sequence[Iterable[int]]) -> tuple[str, ...]:
    """Return a nonogram's grid of the letters of the groups that its cells are in, `?` elsewhere."""
    if not isinstance(puzzle, Nonogram):
        return ()
    found = ["?"] * (puzzle.width * puzzle.height)
    for number, cells in enumerate(groups):
        for cell in cells:
            found[cell] = letter(number)
    text = "".join(found)
    return tuple(text[start : start + puzzle.width] for start in range(0, len(text), puzzle.width))
