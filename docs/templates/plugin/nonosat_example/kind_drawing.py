"""Star Battle as shapes and as text: the grid, with a letter per region in the cells.

Copy to nonosat/pictures/drawings/stars.py. There it needs no entry, since it is found by the kind's
name; `Stars` is then imported from nonosat.puzzles.stars.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from nonosat.pictures.drawings.grid import cell_shapes, diamonds, lines
from nonosat.pictures.grid_text import Around, grid_text
from nonosat.pictures.sheet import CELL, MARGIN, Sheet, Text, name_of
from nonosat.pictures.style import Fills, Scale
from nonosat.puzzles.picture import Picture
from nonosat_example.kind import Stars

_FONT = 0.5  # a letter's height, as a fraction of a cell's side
_AROUND = Around()  # nothing around the grid


def sheet(
    puzzle: Stars,
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
    """Lay out a puzzle, empty or with its picture; cells that differ in `other` have a diamond, those that
    are new since `before` are shown as such, and `fills` have colours of their own.
    """
    del legend, scale  # black and white need none
    side = puzzle.width
    cells, shapes = cell_shapes(puzzle, picture, before, fills or {}, MARGIN, MARGIN, size)
    shapes += diamonds(picture, other, cells)
    for r, row in enumerate(puzzle.regions if clues else ()):
        for c, letter in enumerate(row):
            black = bool(picture) and picture[r][c] == "#"
            x, y = MARGIN + (c + 0.5) * size, MARGIN + (r + 0.68) * size
            shapes.append(Text(x, y, letter, _FONT * size, rgb="#ffffff" if black else "#000000"))
    shapes += lines(side, side, MARGIN, MARGIN, size)
    return Sheet(side * size + 2 * MARGIN, side * size + 2 * MARGIN, name_of(puzzle), tuple(shapes))


def size_for(puzzle: Stars, height: float) -> int:
    """Return the smallest cell size at which a letter has this height."""
    return ceil(height / _FONT)


def text(
    puzzle: Stars, picture: Picture, other: Picture, width: int | None, colour: bool, marks: Picture
) -> str:
    """Draw a puzzle as text: its regions, or a picture."""

    def empty(cell_width: int) -> list[list[str]]:
        return [[letter.rjust(cell_width) for letter in row] for row in puzzle.regions]

    return grid_text(puzzle, picture, other, width, colour, marks, empty, _AROUND)


def framed(puzzle: Stars, rows: Sequence[Sequence[str]], cell_width: int) -> list[str]:
    """Return drawn rows with a frame around them."""
    return _AROUND.framed(rows, cell_width)
