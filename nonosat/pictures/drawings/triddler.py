"""Triddlers as shapes and as text: triangles, with the numbers of each clue in the continuation of its line.

Rows have their clues on the left, lines along `/` above and lines along a backslash below, where the lines
leave the outline. Every fifth line of each side has a thick edge.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from math import ceil

from nonosat.pictures.drawings.grid import (
    FONT,
    cross,
    explain_colours,
    item_shapes,
    item_width,
    items_of,
    row_clue,
)
from nonosat.pictures.grid_text import CROSS, EMPTY, cell_text, too_wide
from nonosat.pictures.sheet import (
    CELL,
    MARGIN,
    Diamond,
    Line,
    Points,
    Shape,
    Sheet,
    Tiles,
    middle,
    name_of,
    shrunk,
    text_width,
)
from nonosat.pictures.style import CORE_INSET, NEW_BACKGROUND, NEW_CORE, looks, visible
from nonosat.puzzles.picture import UNKNOWN, Picture
from nonosat.puzzles.triangles import TALL, Cell, Outline, coordinates, grid_of
from nonosat.puzzles.triddler import Triddler

Point = tuple[float, float]
"""A row, and a place in it."""

Edge = tuple[int, int]
"""An edge between lines: its direction (rows, along `/`, along a backslash), and its number."""


@dataclass(frozen=True)
class Plan:
    """The plan of an outline."""

    outline: Outline

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The coordinates of each cell."""
        return coordinates(self.outline)

    @property
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each line."""
        return grid_of(self.outline).lines

    @property
    def firsts(self) -> tuple[int, int, int]:
        """The number of rows, that of rows and lines along `/`, and that of all lines."""
        rows = self.outline.topleft + self.outline.bottomleft
        slashes = rows + self.outline.top + self.outline.topright
        return rows, slashes, sum(self.outline)

    def corners(self, cell: int) -> tuple[Point, Point, Point]:
        """Return the corners of a cell: left, right, and the tip."""
        a, b, c = self.cells[cell]
        down = a - b + c + 1
        place = 2 * b - a + down
        base, tip = (a, a + 1) if down else (a + 1, a)
        return (base, place), (base, place + 2), (tip, place + 1)

    def all_corners(self) -> Iterator[tuple[Point, Point, Point]]:
        """Yield the corners of every cell."""
        yield from map(self.corners, range(len(self.cells)))

    def places(self) -> Iterator[tuple[int, int]]:
        """Yield each cell's row and number in the row, from 0."""
        for row, length in enumerate(self.outline.row_lengths):
            yield from ((row, number) for number in range(length))

    def continued(self, line: int, count: int) -> list[tuple[int, float]]:
        """Return the middles of places for numbers where a line leaves the outline, the nearest first."""
        rows, slashes, _ = self.firsts
        if line < rows:
            return [(line, self.outline.spans[line][0] + 0.5 - k) for k in range(count)]
        if line < slashes:
            a, b, _ = self.cells[self.lines[line][0]]
            return [(row, 2 * b - row + 1.5) for row in range(a - 1, a - 1 - count, -1)]
        a, _, c = self.cells[self.lines[line][-1]]
        return [(row, 2 * c + row + 2.5) for row in range(a + 1, a + 1 + count)]

    def edges(self) -> Iterator[tuple[bool, Point, Point]]:
        """Yield the edges between lines: whether it is at every fifth line of a side, and its ends."""
        ends: dict[Edge, list[Point]] = {}
        for cell, (a, b, c) in enumerate(self.cells):
            left, right, tip = self.corners(cell)
            down = a - b + c + 1
            at_left, at_right = ((2, c), (1, b + 1)) if down else ((1, b), (2, c + 1))
            for edge, points in (
                ((0, a + 1 - down), (left, right)),
                (at_left, (left, tip)),
                (at_right, (right, tip)),
            ):
                ends.setdefault(edge, []).extend(points)
        thick = set(self._thick())
        for edge, met in ends.items():
            yield edge in thick, min(met), max(met)

    def _thick(self) -> Iterator[Edge]:
        for direction in range(3):
            at = min(cell[direction] for cell in self.cells)
            for length in self.outline[2 * direction : 2 * direction + 2]:
                # Two thick lines side by side would look like one; the next side begins with one.
                yield from ((direction, at + k) for k in range(0, max(1, length - 1), 5))
                at += length
            yield direction, at


# Shapes

_SIDE = 1.5  # a triangle's side, as a multiple of the size of square cells
_PADDING = 5  # between row clues and grid
_ROOM = 0.8  # of a side, for a number
_THICK, _THIN = "#333333", "#999999"


def sheet(
    puzzle: Triddler,
    picture: Picture = (),
    other: Picture = (),
    *,
    before: Picture = (),
    size: int = CELL,
    clues: bool = True,
    legend: bool = False,
) -> Sheet:
    """Lay out a triddler; the options are those of nonograms."""
    paper = _Paper(puzzle, size, clues)
    shapes: list[Shape] = [*paper.clues()]
    shown = puzzle.chars(picture or puzzle.start)
    rgb, background = looks(puzzle.palette), puzzle.palette[0].char
    hidden = "" if picture else UNKNOWN + background
    tiles = _tiles(paper, shown, puzzle.chars(before), background)
    painted = tuple([tile for tile in tiles if tile[0] not in hidden])
    shapes.append(Tiles(painted, rgb, tuple(map(paper.corners, range(len(shown))))))
    if not picture:
        crossed = (cell for cell, char in enumerate(shown) if char == background)
        shapes += [shape for cell in crossed for shape in cross(*paper.square(cell))]
    for cell, (char, there) in enumerate(zip(shown, puzzle.chars(other), strict=bool(other))):
        if char != there:
            shapes.append(Diamond(*paper.square(cell), rgb[NEW_CORE]))
    shapes += paper.lines()
    explained, right, bottom = explain_colours(puzzle.palette, legend, paper.bottom, paper.right, size)
    return Sheet(right + MARGIN, bottom + MARGIN, name_of(puzzle), (*shapes, *explained))


class _Paper:
    """A plan in pixels, with room for the clues."""

    def __init__(self, puzzle: Triddler, size: int, clues: bool) -> None:
        self.plan = Plan(puzzle.outline)
        self.size, self.side = size, _SIDE * size
        self.height = TALL * self.side
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

    def corners(self, cell: int) -> Points:
        """Return the corners of a cell."""
        return tuple(map(self.at, self.plan.corners(cell)))

    def square(self, cell: int) -> tuple[float, float, float]:
        """Return the left and upper ends, and the side, of a square in a cell."""
        x, y = middle(self.corners(cell))
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
            yield NEW_CORE, shrunk(paper.corners(cell), 2 * CORE_INSET)


def size_for(puzzle: Triddler, height: float) -> int:
    """Return the smallest size at which every number has at least this height."""
    widest = max(text_width(text) for items in items_of(puzzle, puzzle.clues) for text, _ in items)
    return ceil(max(height / FONT, height * widest / (_ROOM * _SIDE)))


def text(
    puzzle: Triddler, picture: Picture, other: Picture, width: int | None, colour: bool, marks: Picture
) -> str:
    r"""Draw a triddler in characters: a row as `/█\·/█\`, with clues where its lines leave the outline."""
    need, rows = 0, _cell_texts(puzzle, picture, other, colour, marks)
    for clues in (True, False):
        lines = framed(puzzle, rows, 1, clues)
        need = max(map(visible, lines))
        if width is None or need <= width:
            return "\n".join(lines if clues else [*lines, f"(with clues it is too wide for {width} columns)"])
    return too_wide(f"{need} characters", width or 0)


def framed(puzzle: Triddler, rows: Sequence[Sequence[str]], cell_width: int, clues: bool = True) -> list[str]:
    """Return drawn cells between their edges, with the clues around them."""
    plan = Plan(puzzle.outline)
    row_count, slashes, _ = plan.firsts
    step = cell_width + 1
    found: dict[int, dict[int, str]] = {}
    for shown, ((base, left), _, (tip, _)) in zip(chain(*rows), plan.all_corners(), strict=True):
        row = found.setdefault(int(min(base, tip)), {})
        at = step * int(left)
        row[at + 1], row[at + step + 1] = ("/", "\\") if tip < base else ("\\", "/")
        row[at + 2] = shown
    for line, clue in enumerate(puzzle.clues if clues else ()):
        items = puzzle.clue_text(clue).split()
        places = plan.continued(line, len(items))
        if line < row_count:
            said = " ".join(items) + " "
            found[line][step * puzzle.outline.spans[line][0] + 1 - len(said)] = said
            continue
        for item, (at, place) in zip(items[::-1] if line < slashes else items, places, strict=True):
            column = step * int(place) + 1 - len(item) // 2
            found.setdefault(at, {})[column] = item
    first = min(min(row) for row in found.values())
    return [_line(found[row], first) for row in sorted(found)]


def _cell_texts(
    puzzle: Triddler, picture: Picture, other: Picture, colour: bool, marks: Picture
) -> list[list[str]]:
    """Return a character for every cell, with its colour if colours are allowed, in one row."""
    palette = puzzle.palette
    if not picture:
        signs = {UNKNOWN: EMPTY, palette[0].char: CROSS}
        return [[signs.get(c) or cell_text(palette, c, False, 1, colour) for c in puzzle.chars(puzzle.start)]]
    shown, there, letters = (puzzle.chars(rows) for rows in (picture, other or picture, marks or picture))
    return [
        [
            letter if char == UNKNOWN else cell_text(palette, char, char != char_there, 1, colour)
            for char, char_there, letter in zip(shown, there, letters, strict=True)
        ]
    ]


def _line(items: Mapping[int, str], first: int) -> str:
    """Write the texts of a row at their columns."""
    line, at = "", first
    for column, item in sorted(items.items()):
        line += " " * (column - at) + item
        at = max(at, column) + visible(item)
    return line
