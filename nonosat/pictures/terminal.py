"""Pictures in a terminal.

Grids have two characters per cell where they fit, so that cells look square, and one where they do
not. Where even that is too wide, half blocks or quarter blocks without clues, and how wide a terminal
shows them. An empty grid has lines every five cells where there is room for them.

Cells in which two solutions differ are shaded, which reads without colours.
"""

from __future__ import annotations

from nonosat.pictures.drawings import drawing
from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import Picture


def draw(
    puzzle: Puzzle,
    picture: Picture = (),
    other: Picture = (),
    width: int | None = None,
    colour: bool = False,
    marks: Picture = (),
) -> str:
    """Draw a picture of a puzzle, or the empty puzzle; cells that are different in `other` are marked.

    `width` is the number of columns there are (None: as many as it takes). Where nothing fits, the
    text says so. `colour` allows ANSI colours. `marks` has a character for every cell of a grid; those
    of cells that are not known are shown.
    """
    return drawing(puzzle).text(puzzle, picture, other, width, colour, marks)
