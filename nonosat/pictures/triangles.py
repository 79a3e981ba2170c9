"""Where everything of a triangular grid is: cells, edges, and what continues lines, where clues stand.

Positions are rows and places: a place is half a side of a cell, and the places of cells are those of
`Outline.spans`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from nonosat.puzzles.triangles import Cell, Outline, coordinates, grid_of

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
