"""Drawings as PNG and GIF, with Pillow."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from io import BytesIO
from math import isqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from nonosat.errors import InputError
from nonosat.formats.goals import pillow
from nonosat.pictures.drawings import grid_drawing, sheet
from nonosat.pictures.sheet import (
    MARGIN,
    Cells,
    Diamond,
    Line,
    Points,
    Polygon,
    Rect,
    Shape,
    Sheet,
    Text,
    shrink,
)
from nonosat.pictures.style import Frame, light, mix, parts, ring_rgb
from nonosat.puzzles import CellPuzzle, Puzzle
from nonosat.puzzles.colours import split_colours
from nonosat.puzzles.picture import Picture
from nonosat.records import dataclass

if TYPE_CHECKING:
    from PIL import Image

_GRID = 1000  # the approximate pixels of a grid's longer side
_LARGEST = 24  # the largest side of a cell, in pixels
_LETTER = 9  # the height in pixels at which a number is still readable
_STILL = 80_000_000  # the most pixels of a picture: other programs refuse to open larger ones
_FRAMES = 250_000_000  # the most pixels of all frames, about: Pillow keeps them all until it writes
_LAST_FRAME = 4000  # milliseconds
_SHADES = 12  # steps between a letter's colour and its background, for smooth edges

Paint = Callable[[str], Any]
"""Converts `#rrggbb` to the colour that Pillow expects in an image of some mode."""


def png(puzzle: Puzzle, picture: Picture, **options: Any) -> bytes:
    """Return a picture of the puzzle as a PNG; see `drawings.sheet`."""
    return sheets_png([still(puzzle, picture, **options)], puzzle.source)


def still(puzzle: Puzzle, picture: Picture = (), other: Picture = (), **options: Any) -> Sheet:
    """Lay out a puzzle (see `drawings.sheet`) with cells that are large enough to read the clues."""
    if drawing := grid_drawing(puzzle):
        options["size"] = max(_usual_size(puzzle), drawing.size_for(puzzle, _LETTER))
    return sheet(puzzle, picture, other, **options)


def sheets_png(sheets: Sequence[Sheet], source: str) -> bytes:
    """Return sheets side by side as a PNG."""
    width = round(sum(one.width for one in sheets) + MARGIN * (len(sheets) - 1))
    height = round(max(one.height for one in sheets))
    if width * height > _STILL:
        what = (
            f"would be a PNG of {width} x {height} pixels: more than others open; SVG and PDF have no limit"
        )
        raise InputError(what, source)
    images = [_paint_sheet(one, one.shapes) for one in sheets]
    image: Image.Image = images[0]
    if len(images) > 1:
        image, x = pillow("Image").new("RGB", (width, height), "#ffffff"), 0
        for one in images:
            image.paste(one, (x, 0))
            x += one.width + MARGIN
    file = BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def gif(puzzle: CellPuzzle, states: Sequence[Frame], used: Sequence[Collection[int]] = ()) -> bytes:
    """Return the states, one after another, as a GIF that loops after a pause on the last one.

    `used` lists for each state the cells that get a ring, because its step uses them: row by row, from 0.
    Raises InputError if the puzzle has no grid.
    """
    drawing = grid_drawing(puzzle)
    if drawing is None:
        raise InputError(f"animations show grids; this puzzle is of kind {puzzle.kind}", puzzle.source)
    most = isqrt(_FRAMES // (puzzle.width * puzzle.height * len(states)))
    most = min(most, 2 * _GRID // max(puzzle.height, puzzle.width))
    readable = drawing.size_for(puzzle, _LETTER)
    usual = _usual_size(puzzle)
    size = max(usual, readable) if readable <= most else min(usual, most)
    canvas = _Canvas(puzzle, states[0][0], max(3, size), clues=size >= readable)
    first, *others = map(canvas.frame, states, used or [()] * len(states))
    milliseconds = max(40, min(700, 30_000 // len(states)))  # many frames take half a minute in total
    file = BytesIO()
    first.save(
        file,
        "GIF",
        save_all=True,
        append_images=others,
        duration=[milliseconds] * len(others) + [_LAST_FRAME],
        loop=0,
        optimize=False,  # one palette serves all frames
    )
    return file.getvalue()


def _usual_size(puzzle: Puzzle) -> int:
    return max(3, min(_LARGEST, _GRID // max(len(puzzle.row_lengths), *puzzle.row_lengths)))


@dataclass(frozen=True)
class Ring:
    """A mark along the inside of a cell's edge: the cell is used."""

    x: float
    y: float
    size: float
    rgb: str

    def rect(self) -> Rect:
        """Return the ring's outer edge, inside the grid's lines."""
        inset = 1 if self.size > 4 else 0
        side = self.size - 2 * inset
        return Rect(self.x + inset, self.y + inset, side, side, self.rgb)


@dataclass(frozen=True)
class Rim:
    """The same for a cell of any shape: a mark along the line between these points."""

    points: Points
    rgb: str


class _Canvas:
    """The parts that all frames of a puzzle share: the palette, and the clues around the cells."""

    def __init__(self, puzzle: CellPuzzle, begin: Picture, size: int, clues: bool) -> None:
        self.puzzle = puzzle
        self.options: dict[str, Any] = {"size": size, "clues": clues}
        drawn = sheet(puzzle, begin, size=size, clues=clues)
        at, self.cells = next((i, shape) for i, shape in enumerate(drawn.shapes) if isinstance(shape, Cells))
        self.at, self.width = at, puzzle.width
        self.ring = ring_rgb(puzzle.palette)
        self.index = {
            rgb: i
            for i, rgb in enumerate(
                _gif_palette(drawn, self.cells, (self.ring, *split_colours(puzzle.palette)))
            )
        }
        if len(self.index) > 256:
            raise InputError(f"{len(puzzle.palette)} colours are too many for GIF", puzzle.source)
        self.base = _index(_paint_sheet(drawn, drawn.shapes[:at]), list(self.index))

    def frame(self, state: Frame, used: Collection[int] = ()) -> Image.Image:
        """Return the grid in a state, with its clues, and rings in the cells that are used."""
        image = self.base.copy()
        picture, before = state
        cells, *above = sheet(self.puzzle, picture, before=before, **self.options).shapes[self.at :]
        rings = [self._ring(cell) for cell in used]
        _paint(image, (cells, *rings, *above), self.index.__getitem__)
        return image

    def _ring(self, cell: int) -> Ring | Rim:
        if self.cells.outlines:
            return Rim(shrink(self.cells.outlines[cell], 0.15), self.ring)
        size, (row, column) = self.cells.size, divmod(cell, self.width)
        return Ring(self.cells.left + column * size, self.cells.top + row * size, size, self.ring)


def _gif_palette(drawn: Sheet, cells: Cells, others: Sequence[str]) -> list[str]:
    """Return the colours of a sheet, these others, and as many between them, for smooth letters, as fit."""
    exact = [*cells.rgb.values(), *(shape.rgb for shape in drawn.shapes if isinstance(shape, Line))]
    exact += [shape.fill for shape in drawn.shapes if isinstance(shape, Rect)]  # walls, also of small grids
    exact += ["#000000", "#ffffff", *others]
    pairs = [("#000000", "#ffffff")]
    pairs += [
        (rgb, "#000000" if light(rgb) else "#ffffff")
        for rgb in [*(s.fill for s in drawn.shapes if isinstance(s, Rect)), *cells.rgb.values()]
    ]
    shares = [(1 - step / _SHADES, step / _SHADES) for step in range(1, _SHADES)]
    between = [mix(pair, share) for pair in dict.fromkeys(pairs) for share in shares]
    colours = list(dict.fromkeys(exact))
    room = max(0, 256 - len(colours))
    return colours + [rgb for rgb in dict.fromkeys(between) if rgb not in colours][:room]


def _index(image: Image.Image, palette: Sequence[str]) -> Image.Image:
    """Return the image with every pixel replaced by the nearest colour of a palette."""
    pixels = np.asarray(image, dtype=np.int32)
    keys = pixels @ (1 << 16, 1 << 8, 1)
    shades, back = np.unique(keys, return_inverse=True)
    paints = np.array([parts(rgb) for rgb in palette])
    colours = np.stack([shades >> 16, shades >> 8 & 255, shades & 255], axis=1)
    nearest = ((colours[:, None, :] - paints[None]) ** 2).sum(axis=2).argmin(axis=1)
    data = nearest[back].astype(np.uint8).tobytes()
    indexed: Image.Image = pillow("Image").frombytes("P", image.size, data)
    indexed.putpalette(bytes(part for rgb in palette for part in parts(rgb)))
    return indexed


def _paint_sheet(drawn: Sheet, shapes: Iterable[Shape]) -> Image.Image:
    """Return some of a sheet's shapes on white paper."""
    size = round(drawn.width), round(drawn.height)
    image: Image.Image = pillow("Image").new("RGB", size, "#ffffff")
    _paint(image, shapes, str)
    return image


def _paint(image: Image.Image, shapes: Iterable[Shape | Ring | Rim], paint: Paint) -> None:
    pen = pillow("ImageDraw").Draw(image)
    for shape in shapes:
        match shape:
            case Line():
                ends = (round(shape.x), round(shape.y), round(shape.to_x), round(shape.to_y))
                pen.line(ends, paint(shape.rgb), max(1, round(shape.width)))
            case Rect():
                pen.rectangle(_pixels(shape), paint(shape.fill), paint(shape.edge) if shape.edge else None)
            case Ring():
                pen.rectangle(_pixels(shape.rect()), None, paint(shape.rgb), max(1, round(shape.size / 7)))
            case Rim():
                pen.line((*shape.points, *shape.points[:2]), paint(shape.rgb), 2)
            case Diamond() | Polygon():
                pen.polygon(shape.corners(), paint(shape.fill), paint(shape.edge) if shape.edge else None)
            case Cells():
                _paint(image, shape.pieces(), paint)
            case Text():
                anchor = "ms" if shape.anchor == "middle" else "ls"
                pen.text((shape.x, shape.y), shape.text, paint(shape.rgb), _font(shape), anchor)


def _pixels(rect: Rect) -> tuple[int, int, int, int]:
    """Return the first and last pixels of a rectangle, which covers at least one pixel."""
    left, top = round(rect.x), round(rect.y)
    return left, top, max(left, round(rect.x + rect.width) - 1), max(top, round(rect.y + rect.height) - 1)


def _font(text: Text) -> Any:
    font = _of_height(text.size)
    wide = font.getlength(text.text)
    return font if wide <= text.width else _of_height(text.size * text.width / wide)


@lru_cache(maxsize=64)
def _of_height(height: float) -> Any:
    return pillow("ImageFont").load_default(height)
