"""Mosaics as shapes and as text: the grid, with the numbers in the cells."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from nonosat.pictures.drawings.grid import FONT, cell_shapes, diamonds, ground, lines
from nonosat.pictures.drawings.numbers import legends
from nonosat.pictures.grid_text import CROSS, EMPTY, Around, grid_text
from nonosat.pictures.sheet import CELL, MARGIN, Sheet, Text, name_of
from nonosat.pictures.style import Fills, Scale, light
from nonosat.puzzles.mosaic import Mosaic
from nonosat.puzzles.picture import UNKNOWN, Picture

_AROUND = Around()  # the numbers are in the cells


def sheet(
    puzzle: Mosaic,
    picture: Picture = (),
    other: Picture = (),
    *,
    before: Picture = (),
    fills: Fills | None = None,
    size: int = CELL,
    clues: bool = True,
    legend: bool = False,
    scale: Scale = (),
) -> Sheet:
    """Lay out a mosaic with a picture, or unsolved with its givens; the options are those of nonograms."""
    del legend  # not needed in black and white
    rows, columns = puzzle.grid
    right, bottom = MARGIN + columns * size, MARGIN + rows * size
    cells, shapes = cell_shapes(puzzle, picture, before, fills or {}, MARGIN, MARGIN, size)
    shapes += diamonds(picture, other, cells)
    height = FONT * size
    for r, c, number in puzzle.numbers() if clues else ():
        behind = ground(puzzle, picture, other, before, fills or {}, r, c)
        x, y = MARGIN + (c + 0.5) * size, MARGIN + (r + 0.5) * size + 0.36 * height
        pen = "#000000" if light(behind) else "#ffffff"
        shapes.append(Text(x, y, str(number), height, rgb=pen, inside=True))
    shapes += lines(rows, columns, MARGIN, MARGIN, size)
    explained, right, bottom = legends(puzzle.palette, False, scale, bottom, right, size)
    shapes += explained
    return Sheet(right + MARGIN, bottom + MARGIN, name_of(puzzle), tuple(shapes))


def size_for(puzzle: Mosaic, height: float) -> int:
    """Return the smallest cell at which a number has this height."""
    return ceil(height / FONT)


def text(
    puzzle: Mosaic, picture: Picture, other: Picture, width: int | None, colour: bool, marks: Picture
) -> str:
    """Draw a mosaic in characters: its numbers, and beside them what is given, if there is room. A picture
    has no numbers; a state, with unknown cells, is drawn like givens.
    """

    def empty(cell_width: int) -> list[list[str]]:
        rows = zip(puzzle.rows, picture or puzzle.start, strict=True)
        return [[_cell_text(*cell, cell_width) for cell in zip(*row, strict=True)] for row in rows]

    is_state = any(UNKNOWN in row for row in picture) and not (other or marks)
    return grid_text(puzzle, () if is_state else picture, other, width, colour, marks, empty, _AROUND)


def _cell_text(number: str, given: str, width: int) -> str:
    """Draw a number, or a cell without one, with what is given."""
    if number == UNKNOWN:
        return "█" * width if given == "#" else (CROSS if given == "." else EMPTY).rjust(width)
    return {"#": "█", ".": CROSS}.get(given, " ") * (width - 1) + number


def framed(puzzle: Mosaic, rows: Sequence[Sequence[str]], cell_width: int) -> list[str]:
    """Return drawn rows with a frame around them."""
    return _AROUND.framed(rows, cell_width)
