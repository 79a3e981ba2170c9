"""Diagrams of strips as shapes: the pieces are tiles in the colours of their cells, with gaps between them.

A thin line between two cells is an unknown wall. The strips to cut out are listed below an uncut diagram.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from nonosat.pictures.grid_text import plain_text
from nonosat.pictures.sheet import CELL, MARGIN, Rect, Shape, Sheet, flow, name_of
from nonosat.pictures.style import MARK_RGB
from nonosat.puzzles.picture import UNKNOWN, Picture
from nonosat.puzzles.strips import Strips

_RGB = {"b": "#222", "w": "#fff"}
_GROUND = "#999"
_INSET = {" ": 0, UNKNOWN: 1, "|": 2, "_": 2}  # a tile's margin at an edge, by the wall there
_RIM = 2
_SMALL = 12  # the side of a cell in a listed strip


def sheet(
    puzzle: Strips, picture: Picture = (), other: Picture = (), *, clues: bool = True, legend: bool = False
) -> Sheet:
    """Lay out a diagram, uncut or cut as in a picture; walls that `other` does not have are orange.

    The strips are listed below an uncut one, unless `clues` is False.
    """
    del legend  # not needed in black and white
    listed = clues and not picture
    picture = picture or puzzle.draw_known([0b11] * len(puzzle.placements))
    width, height = puzzle.width * CELL + 2 * _RIM, puzzle.height * CELL + 2 * _RIM
    shapes: list[Shape] = [Rect(0, 0, width, height, _GROUND), *_walls(picture, other)]
    for r, row in enumerate(puzzle.diagram):
        for c, letter in enumerate(row):
            at = 2 * c + 1
            above, below = _INSET[picture[r][at]], _INSET[picture[r + 1][at]]
            left, right = _INSET[picture[r + 1][at - 1]], _INSET[picture[r + 1][at + 1]]
            x, y = _RIM + c * CELL + left, _RIM + r * CELL + above
            shapes.append(Rect(x, y, CELL - left - right, CELL - above - below, _RGB[letter]))
    if listed:
        groups = [(_SMALL * len(strip) + MARGIN, _tiles(strip)) for strip in puzzle.strips]
        below_it, (_, _, end, bottom) = flow(groups, 0, height + MARGIN, width + MARGIN, 2 * _SMALL)
        shapes += below_it
        width, height = max(width, round(end)), round(bottom)
    return Sheet(width, height, name_of(puzzle), tuple(shapes))


def text(
    puzzle: Strips, picture: Picture, other: Picture, width: int | None, colour: bool, marks: Picture
) -> str:
    """Draw a diagram and its strips in characters, or only the outlines of a cut one."""
    return plain_text(picture or [*puzzle.diagram, "", *puzzle.strips], width)


def _tiles(strip: str) -> Callable[[float, float], list[Shape]]:
    def draw_strip(x: float, y: float) -> list[Shape]:
        ground = Rect(x, y, _SMALL * len(strip) + 2, _SMALL + 2, _GROUND)
        return [
            ground,
            *(
                Rect(x + 1 + i * _SMALL + (i > 0), y + 1, _SMALL - (i > 0), _SMALL, _RGB[letter])
                for i, letter in enumerate(strip)
            ),
        ]

    return draw_strip


def _walls(picture: Picture, other: Picture) -> Iterator[Shape]:
    """Yield the walls that the other picture does not have; they are visible between the tiles."""
    for line, (row, another) in enumerate(zip(picture, other, strict=bool(other))):
        for at, (wall, wall_there) in enumerate(zip(row, another, strict=True)):
            if wall != wall_there and wall != " ":
                x, y = _RIM + at // 2 * CELL, _RIM + line * CELL
                if at % 2:
                    yield Rect(x, y - 2, CELL, 4, MARK_RGB)
                else:
                    yield Rect(x - 2, y - CELL, 4, CELL, MARK_RGB)
