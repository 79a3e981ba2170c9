"""Triddlers as shapes and as text: triangles, with the numbers of each clue in the continuation of its line.

Rows have their clues on the left, lines along `/` above and lines along a backslash below, where the lines
leave the outline. Every fifth line of each side has a thick edge.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import ceil

from nonosat.pictures.drawings.board import Board
from nonosat.pictures.drawings.grid import (
    FONT,
    Item,
    cross,
    item_shapes,
    item_width,
    items_of,
    row_clue,
)
from nonosat.pictures.grid_text import CROSS, EMPTY, cell_text, too_wide
from nonosat.pictures.sheet import (
    MARGIN,
    Cells,
    Diamond,
    Line,
    Points,
    Shape,
    Sheet,
    middle,
    shrink,
    text_width,
)
from nonosat.pictures.style import CORE_INSET, NEW_BACKGROUND, NEW_CORE, looks, visible
from nonosat.puzzles.picture import UNKNOWN, Picture
from nonosat.puzzles.triangles import TALL, Cell, Outline, coordinates, grid_of
from nonosat.puzzles.triddler import Triddler
from nonosat.records import dataclass

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

    def continue_line(self, line: int, count: int) -> list[tuple[int, float]]:
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


class TriddlerBoard(Board):
    """A plan in pixels, with room for the clues."""

    puzzle: Triddler

    ROOM = _ROOM * _SIDE

    @cached_property
    def plan(self) -> Plan:
        """The plan of the outline."""
        return Plan(self.puzzle.outline)

    @property
    def side(self) -> float:
        """The side of a triangle."""
        return _SIDE * self.size

    @property
    def height(self) -> float:
        """The height of a triangle."""
        return TALL * self.side

    @cached_property
    def items(self) -> list[list[Item]]:
        """The items of every clue."""
        return items_of(self.puzzle, self.puzzle.clues if self.clues else ())

    def narrow(self) -> Iterator[str]:
        """Yield all numbers."""
        yield from (text for items in self.items for text, _ in items)

    @cached_property
    def _ends(self) -> tuple[Point, Point]:
        """The upper left and the lower right of all that is drawn, as points of the plan."""
        rows, spans = self.plan.firsts[0], self.puzzle.outline.spans
        places = [place for start, stop in spans for place in (start, stop + 1.0)]
        heights = [0, rows]
        for line, items in enumerate(self.items):
            if line < rows:
                width = sum(item_width(item, self.size) for item in items) + _PADDING
                places.append(spans[line][0] + 0.5 - width / self.side * 2)
            else:
                continued = self.plan.continue_line(line, len(items))
                places += [place + reach for _, place in continued for reach in (-1, 1)]
                heights += [row + below for row, _ in continued for below in (0, 1)]
        return (min(heights), min(places)), (max(heights), max(places))

    @cached_property
    def _origin(self) -> tuple[float, float]:
        """The pixel of the plan's first row and place."""
        row, place = self._ends[0]
        return MARGIN - place * self.side / 2, MARGIN - row * self.height

    def lay_out(self) -> Sheet:
        """Return the board as shapes."""
        puzzle = self.puzzle
        shapes: list[Shape] = [*self.numbers()]
        shown = puzzle.chars(self.picture or puzzle.start)
        rgb, background = looks(puzzle.palette), puzzle.palette[0].char
        hidden = "" if self.picture else UNKNOWN + background
        painted = tuple([tile for tile in self._tiles(shown) if tile[0] not in hidden])
        outlines = tuple(map(self.corners, range(len(shown))))
        shapes.append(Cells(rgb, tiles=painted, outlines=outlines))
        if not self.picture:
            crossed = (cell for cell, char in enumerate(shown) if char == background)
            shapes += [shape for cell in crossed for shape in cross(*self.square(cell))]
        for cell, (char, there) in enumerate(zip(shown, puzzle.chars(self.other), strict=bool(self.other))):
            if char != there:
                shapes.append(Diamond(*self.square(cell), rgb[NEW_CORE]))
        right, bottom = map(ceil, self.at(self._ends[1]))
        return self.finish([*shapes, *self.edges()], right, bottom)

    def at(self, point: Point) -> tuple[float, float]:
        """Return the pixel of a point."""
        row, place = point
        left, top = self._origin
        return left + place * self.side / 2, top + row * self.height

    def corners(self, cell: int) -> Points:
        """Return the corners of a cell."""
        return tuple(map(self.at, self.plan.corners(cell)))

    def square(self, cell: int) -> tuple[float, float, float]:
        """Return the left and upper ends, and the side, of a square in a cell."""
        x, y = middle(self.corners(cell))
        return x - self.size / 2, y - self.size / 2, self.size

    def numbers(self) -> Iterator[Shape]:
        """Yield the numbers of all clues."""
        rows, slashes, _ = self.plan.firsts
        for line, items in enumerate(self.items):
            places = self.plan.continue_line(line, len(items))
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

    def edges(self) -> Iterator[Shape]:
        """Yield the edges between lines, the thick ones above the others."""
        for thick, one, other in sorted(self.plan.edges(), key=lambda edge: edge[0]):
            width, rgb = (2 if self.size >= 12 else 1, _THICK) if thick else (1, _THIN)
            yield Line(*self.at(one), *self.at(other), width, rgb)

    def _tiles(self, shown: str) -> Iterator[tuple[str, Points]]:
        """Yield the painted cells; those that are unknown in the state `before` are marked as new."""
        before, background = self.puzzle.chars(self.before), self.puzzle.palette[0].char
        for cell, char in enumerate(shown):
            new = bool(before) and before[cell] == UNKNOWN != char
            yield NEW_BACKGROUND if new and char == background else char, self.corners(cell)
            if new and char != background:
                yield NEW_CORE, shrink(self.corners(cell), 2 * CORE_INSET)

    def write(self, width: int | None, colour: bool, marks: Picture) -> str:
        r"""Return the board as text: a row as `/█\·/█\`, with clues where its lines leave the outline."""
        need, cells = 0, self._cell_texts(colour, marks)
        for clues in (True, False):
            rows = self._frame(cells, clues)
            need = max(map(visible, rows))
            if width is None or need <= width:
                note = f"(with clues it is too wide for {width} columns)"
                return "\n".join(rows if clues else [*rows, note])
        return too_wide(f"{need} characters", width or 0)

    def _frame(self, cells: Sequence[str], clues: bool) -> list[str]:
        """Return written cells between their edges, with the clues around them."""
        puzzle, plan = self.puzzle, self.plan
        row_count, slashes, _ = plan.firsts
        texts: dict[int, dict[int, str]] = {}
        for shown, ((base, left), _, (tip, _)) in zip(cells, plan.all_corners(), strict=True):
            row = texts.setdefault(int(min(base, tip)), {})
            at = 2 * int(left)
            row[at + 1], row[at + 3] = ("/", "\\") if tip < base else ("\\", "/")
            row[at + 2] = shown
        for line, clue in enumerate(puzzle.clues if clues else ()):
            items = puzzle.clue_text(clue).split()
            places = plan.continue_line(line, len(items))
            if line < row_count:
                said = " ".join(items) + " "
                texts[line][2 * puzzle.outline.spans[line][0] + 1 - len(said)] = said
                continue
            for item, (at, place) in zip(items[::-1] if line < slashes else items, places, strict=True):
                texts.setdefault(at, {})[2 * int(place) + 1 - len(item) // 2] = item
        first = min(min(row) for row in texts.values())
        return [_line(texts[row], first) for row in sorted(texts)]

    def _cell_texts(self, colour: bool, marks: Picture) -> list[str]:
        """Return a character for every cell, with its colour if colours are allowed."""
        puzzle, palette = self.puzzle, self.puzzle.palette
        if not self.picture:
            signs = {UNKNOWN: EMPTY, palette[0].char: CROSS}
            known = puzzle.chars(puzzle.start)
            return [signs.get(char) or cell_text(palette, char, False, 1, colour) for char in known]
        picture = self.picture
        shown, there, letters = map(puzzle.chars, (picture, self.other or picture, marks or picture))
        return [
            letter if char == UNKNOWN else cell_text(palette, char, char != char_there, 1, colour)
            for char, char_there, letter in zip(shown, there, letters, strict=True)
        ]


sheet, text, size_for = TriddlerBoard.sheet, TriddlerBoard.text, TriddlerBoard.size_for


def _line(items: Mapping[int, str], first: int) -> str:
    """Write the texts of a row at their columns."""
    line, at = "", first
    for column, item in sorted(items.items()):
        line += " " * (column - at) + item
        at = max(at, column) + visible(item)
    return line
