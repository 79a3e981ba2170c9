"""Triddlers as shapes and as text: triangles, with the numbers of each clue in the continuation of its line.

Rows have their clues on the left, lines along `/` above and lines along a backslash below, where the lines
leave the outline. Every fifth line of each side has a thick edge.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, sqrt

from nonosat.pictures.drawings.grid import FONT, cross, item_shapes
from nonosat.pictures.drawings.numbers import item_width, items_of, legends, row_clue
from nonosat.pictures.grid_text import CROSS, EMPTY, cell_text, too_wide
from nonosat.pictures.sheet import (
    CELL,
    MARGIN,
    Diamond,
    Line,
    Points,
    Polygon,
    Shape,
    Sheet,
    Tiles,
    name_of,
    text_width,
)
from nonosat.pictures.style import CORE_INSET, NEW_BACKGROUND, NEW_CORE, Fills, Scale, looks
from nonosat.pictures.triangles import Plan, Point
from nonosat.puzzles.picture import UNKNOWN, Picture
from nonosat.puzzles.triddler import Triddler

_SIDE = 1.5  # a triangle's side, as a multiple of the size of square cells
_HEIGHT = sqrt(3) / 2  # of a triangle, as a fraction of its side
_PADDING = 5  # between row clues and grid
_ROOM = 0.8  # of a side, for a number
_THICK, _THIN = "#333333", "#999999"


def sheet(
    puzzle: Triddler,
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
    """Lay out a triddler; the options are those of nonograms."""
    paper = _Paper(puzzle, size, clues)
    shapes: list[Shape] = [*paper.clues()]
    shown = puzzle.chars(picture or puzzle.start)
    rgb, background = looks(puzzle.palette), puzzle.palette[0].char
    hidden = "" if picture else UNKNOWN + background
    tiles = _tiles(paper, shown, puzzle.chars(before), background)
    shapes.append(Tiles(tuple([tile for tile in tiles if tile[0] not in hidden]), rgb))
    if not picture:
        crossed = (cell for cell, char in enumerate(shown) if char == background)
        shapes += [shape for cell in crossed for shape in cross(*paper.square(cell))]
    places = {place: cell for cell, place in enumerate(paper.plan.places())}
    for place, (colour, tooltip) in (fills or {}).items():
        shapes.append(Polygon(paper.corners(places[place]), colour, tooltip=tooltip))
    for cell, (char, there) in enumerate(zip(shown, puzzle.chars(other), strict=bool(other))):
        if char != there:
            shapes.append(Diamond(*paper.square(cell), rgb[NEW_CORE]))
    shapes += paper.lines()
    explained, right, bottom = legends(puzzle.palette, legend, scale, paper.bottom, paper.right, size)
    return Sheet(right + MARGIN, bottom + MARGIN, name_of(puzzle), (*shapes, *explained))


class _Paper:
    """A plan in pixels, with room for the clues."""

    def __init__(self, puzzle: Triddler, size: int, clues: bool) -> None:
        self.plan = Plan(puzzle.outline)
        self.size, self.side = size, _SIDE * size
        self.height = _HEIGHT * self.side
        self.items = items_of(puzzle, puzzle.clues if clues else ())
        rows = self.plan.firsts[0]
        spans = puzzle.outline.spans
        places = [place for start, stop in spans for place in (start, stop + 1.0)]
        heights = [0, rows]
        for line, items in enumerate(self.items):
            if line < rows:
                width = sum(item_width(item, size) for item in items) + _PADDING
                places.append(spans[line][0] + 0.5 - width / self.side * 2)
            else:
                continued = self.plan.continued(line, len(items))
                places += [place + reach for _, place in continued for reach in (-1, 1)]
                heights += [row + below for row, _ in continued for below in (0, 1)]
        self.left = MARGIN - min(places) * self.side / 2
        self.top = MARGIN - min(heights) * self.height
        self.right, self.bottom = map(ceil, self.at((max(heights), max(places))))

    def at(self, point: Point) -> tuple[float, float]:
        """Return the pixel of a point."""
        row, place = point
        return self.left + place * self.side / 2, self.top + row * self.height

    def corners(self, cell: int, inset: float = 0.0) -> Points:
        """Return the corners of a cell, moved inwards by a share of the way to its middle."""
        corners = [self.at(corner) for corner in self.plan.corners(cell)]
        x, y = self.middle(cell)
        return tuple([(px + (x - px) * inset, py + (y - py) * inset) for px, py in corners])

    def middle(self, cell: int) -> tuple[float, float]:
        """Return the middle of a cell."""
        x, y = (sum(ends) / 3 for ends in zip(*map(self.at, self.plan.corners(cell)), strict=True))
        return x, y

    def square(self, cell: int) -> tuple[float, float, float]:
        """Return the left and upper ends, and the side, of a square in a cell."""
        x, y = self.middle(cell)
        return x - self.size / 2, y - self.size / 2, self.size

    def clues(self) -> Iterator[Shape]:
        """Yield the numbers of all clues."""
        rows, slashes, _ = self.plan.firsts
        for line, items in enumerate(self.items):
            places = self.plan.continued(line, len(items))
            if line < rows:
                x, y = self.at((line + 0.5, places[0][1]))
                yield from row_clue(items, x - _PADDING, y, self.size)
                continue
            for item, (row, place) in zip(items[::-1] if line < slashes else items, places, strict=True):
                x, y = self.at((row + 0.5, place))
                room = _ROOM * self.side
                yield from item_shapes(
                    item, x, y, room, min(FONT * self.size, room / text_width(item[0])), self.size
                )

    def lines(self) -> Iterator[Shape]:
        """Yield the edges between lines, the thick ones above the others."""
        for thick, one, other in sorted(self.plan.edges(), key=lambda edge: edge[0]):
            width, rgb = (2 if self.size >= 12 else 1, _THICK) if thick else (1, _THIN)
            yield Line(*self.at(one), *self.at(other), width, rgb)


def _tiles(paper: _Paper, shown: str, before: str, background: str) -> Iterator[tuple[str, Points]]:
    """Yield the painted cells; those that are unknown in the state `before` are marked as new."""
    for cell, char in enumerate(shown):
        new = bool(before) and before[cell] == UNKNOWN != char
        yield NEW_BACKGROUND if new and char == background else char, paper.corners(cell)
        if new and char != background:
            yield NEW_CORE, paper.corners(cell, 2 * CORE_INSET)


def text(
    puzzle: Triddler, picture: Picture, other: Picture, width: int | None, colour: bool, marks: Picture
) -> str:
    r"""Draw a triddler in characters: a row as `/█\·/█\`, with clues where its lines leave the outline."""
    cells = _cell_texts(puzzle, picture, other, colour, marks)
    for clues in (True, False):
        canvas = _canvas(puzzle, cells, clues)
        left = min(min(row) for row in canvas.values())
        need = max(max(at + _visible(item) for at, item in row.items()) for row in canvas.values()) - left
        if width is None or need <= width:
            note = [] if clues else [f"(with clues it is too wide for {width} columns)"]
            return "\n".join([*(_line(canvas[row], left) for row in sorted(canvas)), *note])
    return too_wide(f"{need} characters", width or 0)


def _line(items: Mapping[int, str], left: int) -> str:
    """Write the texts of a row at their columns."""
    line, at = "", left
    for column, item in sorted(items.items()):
        line += " " * (column - at) + item
        at = max(at, column) + _visible(item)
    return line


def _visible(text: str) -> int:
    """Return the width of a text, of which a cell with colour codes has one."""
    return 1 if text.startswith("\x1b") else len(text)


def _cell_texts(
    puzzle: Triddler, picture: Picture, other: Picture, colour: bool, marks: Picture
) -> list[str]:
    """Return a character for every cell, with its colour if colours are allowed."""
    palette = puzzle.palette
    if not picture:
        signs = {UNKNOWN: EMPTY, palette[0].char: CROSS}
        return [signs.get(c) or cell_text(palette, c, False, 1, colour) for c in puzzle.chars(puzzle.start)]
    shown, there, letters = (puzzle.chars(rows) for rows in (picture, other or picture, marks or picture))
    return [
        letter if char == UNKNOWN else cell_text(palette, char, char != char_there, 1, colour)
        for char, char_there, letter in zip(shown, there, letters, strict=True)
    ]


def _canvas(puzzle: Triddler, cells: Sequence[str], clues: bool) -> dict[int, dict[int, str]]:
    """Place the texts of cells, edges and clues: by row and first column."""
    plan = Plan(puzzle.outline)
    rows, slashes, _ = plan.firsts
    found: dict[int, dict[int, str]] = {}
    for cell, shown in enumerate(cells):
        (base, left), _, (tip, _) = plan.corners(cell)
        row = found.setdefault(int(min(base, tip)), {})
        row[2 * int(left) + 2] = shown
        slopes = ("/", "\\") if tip < base else ("\\", "/")
        row[2 * int(left) + 1], row[2 * int(left) + 3] = slopes
    for line, clue in enumerate(puzzle.clues if clues else ()):
        items = puzzle.clue_text(clue).split()
        places = plan.continued(line, len(items))
        if line < rows:
            text = " ".join(items) + " "
            found[line][2 * puzzle.outline.spans[line][0] + 1 - len(text)] = text
            continue
        for item, (at, place) in zip(items[::-1] if line < slashes else items, places, strict=True):
            found.setdefault(at, {})[int(2 * place) - len(item) // 2] = item
    return found
