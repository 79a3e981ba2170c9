"""A drawing as shapes: laid out once, then written as SVG, PNG, GIF or PDF.

Lengths are in pixels, and y grows downwards. Each kind of puzzle has its own layout (see `drawings`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar

from nonosat.pictures.style import CORE_INSET, NEW_CORE
from nonosat.puzzles import Puzzle
from nonosat.puzzles.colours import split
from nonosat.records import dataclass, replace

CELL = 20
"""A cell's side by default."""

MARGIN = 10
INK = "#000"

Points = tuple[tuple[float, float], ...]

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(frozen=True)
class Rect:
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    edge: str = ""


@dataclass(frozen=True)
class Line:
    """A straight line."""

    x: float
    y: float
    to_x: float
    to_y: float
    width: float
    rgb: str


@dataclass(frozen=True)
class Diamond:
    """A mark in a cell at (x, y); its light edge sets it off from a dark cell."""

    x: float
    y: float
    size: float
    fill: str
    edge: ClassVar[str] = "#ffffff"

    def corners(self) -> Points:
        """Return the corners, from the top."""
        half, inset = self.size / 2, self.size * 0.15
        x, y = self.x + half, self.y + half
        reach = half - inset
        return (x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)


@dataclass(frozen=True)
class Polygon:
    """A polygon."""

    points: Points
    fill: str
    edge: str = ""

    def corners(self) -> Points:
        """Return the corners."""
        return self.points


@dataclass(frozen=True)
class Text:
    """One line of text on its baseline. It is drawn no wider than its box, whatever the font."""

    x: float
    y: float
    text: str
    size: float
    anchor: str = "middle"  # or "start": the point of the text that is at x
    rgb: str = INK
    inside: bool = False  # in a cell, whose colour may change

    @property
    def width(self) -> float:
        """The largest width of the text."""
        return text_width(self.text) * self.size

    def box(self) -> Box:
        """Return the area that the text may cover."""
        left = self.x - self.width / 2 if self.anchor == "middle" else self.x
        return left, self.y - 0.75 * self.size, left + self.width, self.y + 0.22 * self.size


@dataclass(frozen=True)
class Cells:
    """Painted cells, with the colour of each look: squares from (left, top), as spans of one look (see
    `style.spans`), or tiles with these corners. `outlines` has the corners of every cell, if not of squares.
    """

    rgb: dict[str, str]
    left: float = 0
    top: float = 0
    size: float = 0
    spans: tuple[tuple[str, int, int, int], ...] = ()
    tiles: tuple[tuple[str, Points], ...] = ()
    outlines: tuple[Points, ...] = ()

    def pieces(self) -> Iterator[Rect | Polygon]:
        """Yield the spans and tiles as shapes."""
        for look, r, c, length in self.spans:
            inset = CORE_INSET * self.size if look == NEW_CORE else 0
            x, y = self.left + c * self.size + inset, self.top + r * self.size + inset
            yield Rect(x, y, length * self.size - 2 * inset, self.size - 2 * inset, self.rgb[look])
        for look, points in self.tiles:
            yield Polygon(points, self.rgb[look])

    def shift(self, by: float) -> Cells:
        """Return the painted cells, moved to the right and down."""
        tiles = [(look, tuple([(x + by, y + by) for x, y in points])) for look, points in self.tiles]
        return replace(self, left=self.left + by, top=self.top + by, tiles=tuple(tiles), outlines=())


Shape = Rect | Line | Diamond | Polygon | Text | Cells


@dataclass(frozen=True)
class Sheet:
    """White paper with shapes on it; later shapes are above earlier ones."""

    width: float
    height: float
    title: str
    shapes: tuple[Shape, ...]


def halves(colour: str, x: float, y: float, width: float, height: float) -> list[tuple[str, Points]]:
    """Return the colours and corners of both triangles of a rectangle that is split (see `Colour.halves`)."""
    first, diagonal, second = split(colour) or ("", "", "")
    upper, lower = [(x, y), (x + width, y)], [(x, y + height), (x + width, y + height)]
    if diagonal == "/":
        return [(first, (upper[0], upper[1], lower[0])), (second, (upper[1], lower[1], lower[0]))]
    return [(first, (upper[0], lower[1], lower[0])), (second, (upper[0], upper[1], lower[1]))]


def shrink(points: Points, share: float) -> Points:
    """Return a polygon whose corners are moved by a share of the way to its middle."""
    x, y = middle(points)
    return tuple([(px + (x - px) * share, py + (y - py) * share) for px, py in points])


def middle(points: Points) -> tuple[float, float]:
    """Return the middle of a polygon."""
    x, y = (sum(ends) / len(points) for ends in zip(*points, strict=True))
    return x, y


def name_of(puzzle: Puzzle) -> str:
    """Return the title of a drawing of the puzzle."""
    return puzzle.title or puzzle.source or puzzle.kind


def text_width(text: str) -> float:
    """Return the largest width of a text in any usual font, as a multiple of the font size."""
    return sum(0.6 if char in _NARROW else 1.0 for char in text)


_NARROW = frozenset("0123456789 .,:;!|()-?#abcdefghijklnopqrstuvxyz")


def flow(
    groups: Iterable[tuple[float, Callable[[float, float], list[Shape]]]],
    left: float,
    top: float,
    right: float,
    pitch: float,
) -> tuple[list[Shape], Box]:
    """Place groups, each with its width and a function that draws it at (x, y), in lines that end at `right`.

    Returns the shapes and the area that they cover; a group that is wider than a line gets its own line.
    """
    shapes: list[Shape] = []
    x, y, end = left, top, left
    for width, drawn in groups:
        if x > left and x + width > right:
            x, y = left, y + pitch
        shapes += drawn(x, y)
        x += width
        end = max(end, x)
    return shapes, (left, top, end, y + pitch)
