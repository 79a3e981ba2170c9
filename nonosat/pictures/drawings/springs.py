"""A row of springs as shapes: its groups, and its cells in as many lines as needed."""

from __future__ import annotations

from textwrap import wrap

from nonosat.pictures.grid_text import plain_text
from nonosat.pictures.sheet import CELL, MARGIN, Diamond, Rect, Shape, Sheet, Text, name_of
from nonosat.pictures.style import MARK_RGB
from nonosat.puzzles.picture import Picture
from nonosat.puzzles.springs import Springs

_LINE = 40  # cells per line
_MOST = 10_000  # cells; a longer row is cut off, with a note
_FONT = 12
_RGB = {"#": "#222222", ".": "#ffffff", "?": "#d0d0d0"}


def sheet(
    puzzle: Springs, picture: Picture = (), other: Picture = (), *, clues: bool = True, legend: bool = False
) -> Sheet:
    """Lay out a row, unsolved or as in a picture; cells that differ in `other` carry a diamond."""
    del legend
    row = "".join(picture) or puzzle.pattern
    groups = wrap(", ".join(map(str, puzzle.groups[:_MOST])), 2 * _LINE) if clues else []
    shapes: list[Shape] = []
    top = MARGIN
    for text in groups:
        shapes.append(Text(MARGIN, top + _FONT, text, _FONT, "start"))
        top += 18
    there = "".join(other) or row
    shown, more = row[:_MOST], len(row) - _MOST
    for i, (char, char_there) in enumerate(zip(shown, there, strict=False)):
        x, y = MARGIN + i % _LINE * CELL, top + MARGIN // 2 + i // _LINE * (CELL + 4)
        shapes.append(Rect(x, y, CELL, CELL, _RGB[char], "#777777"))
        if char != char_there:
            shapes.append(Diamond(x, y, CELL, MARK_RGB))
    bottom = top + MARGIN // 2 - (-len(shown) // _LINE) * (CELL + 4)
    if more > 0:
        shapes.append(Text(MARGIN, bottom + _FONT, f"and {more} more cells", _FONT, "start"))
        bottom += 18
    widest = max((shape.box()[2] for shape in shapes if isinstance(shape, Text)), default=0.0)
    width = max(round(widest + 0.5), MARGIN + min(len(row), _LINE) * CELL) + MARGIN
    return Sheet(width, bottom + MARGIN, name_of(puzzle), tuple(shapes))


def text(
    puzzle: Springs, picture: Picture, other: Picture, width: int | None, colour: bool, marks: Picture
) -> str:
    """Draw a row in characters: the puzzle as it is written, or only its picture."""
    return plain_text(picture or [str(puzzle)], width)
