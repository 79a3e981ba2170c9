"""Nonograms as shapes and as text: the grid with its clues, thick lines every five cells.

In text, a number of two digits that would touch another one is placed higher; column clues that do not fit
have their digits one below the other. An empty puzzle has dots for its cells, and crosses for those that are
given as background.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from nonosat.pictures.drawings.grid import (
    FONT,
    INSET,
    Item,
    cell_shapes,
    diamonds,
    explain_colours,
    item_shapes,
    item_width,
    items_of,
    lines,
    row_clue,
)
from nonosat.pictures.grid_text import CROSS, EMPTY, Around, cell_text, grid_text
from nonosat.pictures.sheet import CELL, MARGIN, Shape, Sheet, name_of, text_width
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import UNKNOWN, Picture
from nonosat.words import is_number

_PITCH = 0.8  # from one number of a column clue to the next, as a fraction of a cell's side
_PADDING = 5  # between clues and grid


def sheet(
    puzzle: Nonogram,
    picture: Picture = (),
    other: Picture = (),
    *,
    before: Picture = (),
    size: int = CELL,
    clues: bool = True,
    legend: bool = False,
) -> Sheet:
    """Lay out a puzzle with a picture, or unsolved with its givens; given background is shown as crosses.

    Cells that differ in `other` carry a diamond, which is visible in black and white and without colour
    vision. Cells that are unknown in the state `before` are marked as new.
    """
    rows = items_of(puzzle, puzzle.rows if clues else ())
    columns = items_of(puzzle, puzzle.columns if clues else ())
    left = MARGIN + ceil(max((sum(item_width(item, size) for item in items) for items in rows), default=0))
    top = MARGIN + ceil(max(map(len, columns), default=0) * _PITCH * size)
    left, top = (left + _PADDING, top + _PADDING) if clues else (left, top)
    right, bottom = left + puzzle.width * size, top + puzzle.height * size
    shapes: list[Shape] = []
    for r, items in enumerate(rows):
        shapes += row_clue(items, left - _PADDING, top + (r + 0.5) * size, size)
    for c, items in enumerate(columns):
        shapes += _column(items, left + (c + 0.5) * size, top - _PADDING, size)
    cells, painted = cell_shapes(puzzle, picture, before, left, top, size)
    shapes += painted
    shapes += diamonds(picture, other, cells)
    shapes += lines(puzzle.height, puzzle.width, left, top, size)
    explained, right, bottom = explain_colours(puzzle.palette, legend, bottom, right, size)
    shapes += explained
    return Sheet(right + MARGIN, bottom + MARGIN, name_of(puzzle), tuple(shapes))


def size_for(puzzle: Nonogram, height: float) -> int:
    """Return the smallest cell at which every clue's number has at least this height."""
    widest = max((text_width(text) for items in items_of(puzzle, puzzle.columns) for text, _ in items))
    return ceil(max(height / FONT, height * widest / (1 - 2 * INSET)))


def _column(items: Sequence[Item], middle: float, bottom: float, size: int) -> Iterator[Shape]:
    room = (1 - 2 * INSET) * size
    for i, item in enumerate(reversed(items)):
        y = bottom - (i + 0.5) * _PITCH * size
        height = min(FONT * size, room / text_width(item[0]))
        yield from item_shapes(item, middle, y, room, height, size)


def text(
    puzzle: Nonogram, picture: Picture, other: Picture, width: int | None, colour: bool, marks: Picture
) -> str:
    """Draw a nonogram in characters."""
    signs = {UNKNOWN: EMPTY, puzzle.palette[0].char: CROSS}
    givens = puzzle.givens or (UNKNOWN * puzzle.width,) * puzzle.height

    def empty(cell_width: int) -> list[list[str]]:
        return [
            [
                signs[char].rjust(cell_width)
                if char in signs
                else cell_text(puzzle.palette, char, False, cell_width, colour)
                for char in row
            ]
            for row in givens
        ]

    return grid_text(puzzle, picture, other, width, colour, marks, empty, _around(puzzle))


def framed(puzzle: Nonogram, rows: Sequence[Sequence[str]], cell_width: int) -> list[str]:
    """Return drawn rows with a frame and the clues around them."""
    return _around(puzzle).framed(rows, cell_width)


def _around(puzzle: Nonogram) -> Around:
    columns = [puzzle.clue_text(clue).split() for clue in puzzle.columns]

    def above(cell_width: int) -> list[list[str]]:
        """Return one row of text per number, or one per digit if that is lower or numbers do not fit."""
        digits = [list(" ".join(stack)) for stack in columns]
        ways = [digits]
        if all(len(item) <= cell_width for stack in columns for item in stack):
            ways.insert(0, _apart(columns, cell_width))
        stacks = min(ways, key=_height)
        padded = [[""] * (_height(stacks) - len(stack)) + stack for stack in stacks]
        return [[stack[i].rjust(cell_width) for stack in padded] for i in range(_height(stacks))]

    return Around([puzzle.clue_text(clue) for clue in puzzle.rows], above)


def _apart(columns: Sequence[Sequence[str]], cell_width: int) -> list[list[str]]:
    """Return the column clues with blanks in them, so that no number touches a digit to its left."""
    found: list[list[str]] = [[]]
    for stack in columns:
        left, placed = found[-1][::-1], list[str]()
        for item in reversed(stack):
            fills = 1 < len(item) == cell_width
            while fills and len(placed) < len(left) and is_number(left[len(placed)][-1:]):
                placed.append("")
            placed.append(item)
        found.append(placed[::-1])
    return found[1:]


def _height(stacks: Sequence[Sequence[str]]) -> int:
    return max(map(len, stacks))
