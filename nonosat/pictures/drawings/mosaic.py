"""Mosaics as shapes and as text: the grid, with the numbers in the cells."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from nonosat.pictures.drawings.grid import diamonds, lines, painted
from nonosat.pictures.grid_text import EMPTY, Around, grid_text
from nonosat.pictures.sheet import CELL, MARGIN, Shape, Sheet, Text, name_of
from nonosat.pictures.style import light
from nonosat.puzzles.mosaic import Mosaic
from nonosat.puzzles.picture import UNKNOWN, Picture

_FONT = 0.6  # a number's height, as a fraction of a cell's side
_AROUND = Around()  # the numbers are in the cells


def sheet(
    puzzle: Mosaic,
    picture: Picture = (),
    other: Picture = (),
    *,
    size: int = CELL,
    clues: bool = True,
    legend: bool = False,
) -> Sheet:
    """Lay out a mosaic, empty or with its picture; cells that differ in `other` carry a diamond."""
    del legend  # not needed in black and white
    rows, columns = puzzle.grid
    cells = painted(puzzle.palette, picture, (), MARGIN, MARGIN, size)
    shapes: list[Shape] = [cells, *diamonds(picture, other, cells)]
    height = _FONT * size
    for r, c, number in puzzle.numbers() if clues else ():
        differs = bool(picture and other) and picture[r][c] != other[r][c]
        ground = "#ffffff" if differs or not picture else cells.rgb[picture[r][c]]
        x, y = MARGIN + (c + 0.5) * size, MARGIN + (r + 0.5) * size + 0.36 * height
        shapes.append(Text(x, y, str(number), height, rgb="#000000" if light(ground) else "#ffffff"))
    shapes += lines(rows, columns, MARGIN, MARGIN, size)
    return Sheet(columns * size + 2 * MARGIN, rows * size + 2 * MARGIN, name_of(puzzle), tuple(shapes))


def size_for(puzzle: Mosaic, height: float) -> int:
    """Return the smallest cell at which a number has this height."""
    return ceil(height / _FONT)


def text(
    puzzle: Mosaic, picture: Picture, other: Picture, width: int | None, colour: bool, marks: Picture
) -> str:
    """Draw a mosaic in characters: its numbers, with dots for the other cells, or only a picture."""

    def empty(cell_width: int) -> list[list[str]]:
        return [[char.replace(UNKNOWN, EMPTY).rjust(cell_width) for char in row] for row in puzzle.rows]

    return grid_text(puzzle, picture, other, width, colour, marks, empty, _AROUND)


def framed(puzzle: Mosaic, rows: Sequence[Sequence[str]], cell_width: int) -> list[str]:
    """Return drawn rows with a frame around them."""
    return _AROUND.framed(rows, cell_width)
