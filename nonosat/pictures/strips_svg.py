"""Cut diagrams as SVG: the pieces are tiles in their cells' colours, apart from each other.

A thin line between two cells is a wall of which nothing is known.
"""

from __future__ import annotations

from html import escape

from nonosat.pictures.looks import MARK_RGB
from nonosat.pictures.svg import CELL
from nonosat.puzzles.picture import UNKNOWN, Picture
from nonosat.puzzles.strips import Strips

_RGB = {"b": "#222", "w": "#fff"}
_INSET = {" ": 0, UNKNOWN: 1, "|": 2, "_": 2}  # from a cell's edge, by what stands there


def svg(puzzle: Strips, picture: Picture, other: Picture) -> str:
    """Draw a diagram, whole or cut as in a picture; walls that `other` does not have are orange."""
    picture = picture or puzzle.known([0b11] * len(puzzle.placements))
    width, height = puzzle.width * CELL + 4, puzzle.height * CELL + 4
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {width} {height}" width="{width}" '
        f'height="{height}" role="img">',
        f"<title>{escape(puzzle.title or puzzle.source or 'strips')}</title>",
        f'<rect x="-2" y="-2" width="{width}" height="{height}" fill="#999"/>',
    ]
    parts += _walls(picture, other)
    for r, row in enumerate(puzzle.diagram):
        for c, letter in enumerate(row):
            at = 2 * c + 1
            above, below = _INSET[picture[r][at]], _INSET[picture[r + 1][at]]
            left, right = _INSET[picture[r + 1][at - 1]], _INSET[picture[r + 1][at + 1]]
            parts.append(
                f'<rect x="{c * CELL + left}" y="{r * CELL + above}" width="{CELL - left - right}" '
                f'height="{CELL - above - below}" fill="{_RGB[letter]}"/>'
            )
    parts.append("</svg>")
    return "\n".join(parts)


def _walls(picture: Picture, other: Picture) -> list[str]:
    """Return the walls that the other picture does not have; the tiles leave them to be seen."""
    found = []
    for line, (row, another) in enumerate(zip(picture, other, strict=bool(other))):
        for at, (wall, wall_there) in enumerate(zip(row, another, strict=True)):
            if wall != wall_there and wall != " ":
                x, y = at // 2 * CELL, line * CELL
                place = (
                    f'x="{x}" y="{y - 2}" width="{CELL}" height="4"'
                    if at % 2
                    else f'x="{x - 2}" y="{y - CELL}" width="4" height="{CELL}"'
                )
                found.append(f'<rect {place} fill="{MARK_RGB}"/>')
    return found
