"""Shared by drawings of grids: painted cells, marks, and lines every five cells."""

from __future__ import annotations

from collections.abc import Iterator

from nonosat.pictures.sheet import Cells, Diamond, Line, Shape
from nonosat.pictures.style import NEW_CORE, looks, spans
from nonosat.puzzles.picture import Palette, Picture

_THICK, _THIN = "#333333", "#999999"


def painted(palette: Palette, picture: Picture, before: Picture, left: float, top: float, size: int) -> Cells:
    """Return a picture's cells; those that are unknown in the state `before` are marked as new."""
    return Cells(left, top, size, tuple(spans(palette, picture, before)), looks(palette))


def diamonds(picture: Picture, other: Picture, cells: Cells) -> Iterator[Shape]:
    """Yield a mark for each cell that differs in `other`, which may be empty."""
    for r, (row, another) in enumerate(zip(picture, other, strict=bool(other))):
        for c, (char, char_there) in enumerate(zip(row, another, strict=True)):
            if char != char_there:
                x, y = cells.left + c * cells.size, cells.top + r * cells.size
                yield Diamond(x, y, cells.size, cells.rgb[NEW_CORE])


def lines(rows: int, columns: int, left: int, top: int, size: int) -> Iterator[Shape]:
    """Yield the lines between the cells: every fifth and the last are thick, and above the others."""
    right, bottom = left + columns * size, top + rows * size
    for thick in (False, True):
        width, rgb = (2 if size >= 12 else 1, _THICK) if thick else (1, _THIN)
        if size < 6 and not thick:
            continue
        for c in range(columns + 1):
            if (c % 5 == 0 or c == columns) == thick:
                yield Line(left + c * size, top, left + c * size, bottom, width, rgb)
        for r in range(rows + 1):
            if (r % 5 == 0 or r == rows) == thick:
                yield Line(left, top + r * size, right, top + r * size, width, rgb)
