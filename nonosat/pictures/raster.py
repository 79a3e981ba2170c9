"""Pictures as PNG and GIF, drawn by Pillow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from io import BytesIO
from math import isqrt
from typing import TYPE_CHECKING, Any

from nonosat.errors import InputError
from nonosat.pictures.frames import State
from nonosat.pictures.looks import NEW_CORE, Fills, looks, runs
from nonosat.puzzles.nonogram import Nonogram

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

_GRID = 1000  # the pixels of a grid's longer side, about
_PIXELS = 250_000_000  # the pixels of all frames, about: Pillow keeps them all until it writes
_READABLE = 10  # the smallest cell beside which a clue can be read
_MARGIN = 10
_STANDS = 4000  # the milliseconds of the last frame
_GREYS = 32  # shades for the clues' smooth letters and the lines


def png(puzzle: Nonogram, state: State, fills: Fills | None = None) -> bytes:
    """Return a picture of the puzzle as a PNG; cells in `fills` have colours of their own."""
    file = BytesIO()
    canvas = _Canvas(puzzle, frames=1)
    image = canvas.draw(state)
    if fills:
        image = canvas.painted(image, fills)
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def gif(puzzle: Nonogram, states: Sequence[State]) -> bytes:
    """Return the states, one after another, as a GIF that begins anew after the last one has stood."""
    canvas = _Canvas(puzzle, len(states))
    first, *others = map(canvas.draw, states)
    file = BytesIO()
    first.save(
        file,
        "GIF",
        save_all=True,
        append_images=others,
        duration=[_milliseconds(len(states))] * len(others) + [_STANDS],
        loop=0,
        optimize=False,  # one palette serves all frames
    )
    return file.getvalue()


def _milliseconds(frames: int) -> int:
    """Return how long a frame is shown: less where there are many, so that all take half a minute."""
    return max(40, min(700, 30_000 // frames))


class _Canvas:
    """What all frames of a puzzle share: the palette, the clues, the size and place of the grid."""

    def __init__(self, puzzle: Nonogram, frames: int) -> None:
        self.puzzle = puzzle
        area = puzzle.width * puzzle.height * frames
        widest = _GRID // max(puzzle.width, puzzle.height)
        self.size = max(3, min(24, widest, isqrt(_PIXELS // area)))
        rgb = looks(puzzle.palette)
        self.index = {look: _GREYS + i for i, look in enumerate(rgb)}
        self.palette = [shade * 255 // (_GREYS - 1) for shade in range(_GREYS) for _ in range(3)]
        for colour in rgb.values():
            self.palette += bytes.fromhex(colour[1:])
        if len(self.palette) > 3 * 256:
            raise InputError(f"{len(puzzle.palette)} colours are too many for PNG and GIF", puzzle.source)
        self.left, self.top, self.base = self._clues()

    def draw(self, state: State) -> Image.Image:
        """Return the grid in a state, with its clues."""
        image = self.base.copy()
        pen = _pillow("ImageDraw").Draw(image)
        picture, before = state
        for look, r, c, length in runs(self.puzzle.palette, picture, before):
            inset = self.size * 3 // 10 if look == NEW_CORE else 0
            x, y = self.left + c * self.size, self.top + r * self.size
            box = x + inset, y + inset, x + length * self.size - inset, y + self.size - inset
            pen.rectangle(box, fill=self.index[look])
        self._grid(pen)
        return image

    def painted(self, image: Image.Image, fills: Fills) -> Image.Image:
        """Return the image with cells of any colours, more than a palette holds."""
        image = image.convert("RGB")
        pen = _pillow("ImageDraw").Draw(image)
        for (r, c), (rgb, _) in fills.items():
            x, y = self.left + c * self.size, self.top + r * self.size
            pen.rectangle((x, y, x + self.size, y + self.size), fill=rgb)
        self._grid(pen, dark="#424242", light="#9c9c9c")
        return image

    def _grid(self, pen: ImageDraw.ImageDraw, dark: int | str = 8, light: int | str = 19) -> None:
        """Draw the lines between the cells; every fifth is dark, and thick where there is room."""
        width, height = self.puzzle.width * self.size, self.puzzle.height * self.size
        for fifth in (False, True):  # dark lines last, so that they lie on top
            if self.size < 6 and not fifth:
                continue
            grey, thick = (dark, 1 + (self.size >= 12)) if fifth else (light, 1)
            for x in _ways(width, self.size, fifth):
                pen.line((self.left + x, self.top, self.left + x, self.top + height), grey, thick)
            for y in _ways(height, self.size, fifth):
                pen.line((self.left, self.top + y, self.left + width, self.top + y), grey, thick)

    def _clues(self) -> tuple[int, int, Image.Image]:
        """Return where the grid begins, and an image with the clues if they can be read."""
        puzzle, size = self.puzzle, self.size
        readable = size >= _READABLE
        rows = [puzzle.clue_text(clue).replace(" ", "  ") for clue in puzzle.rows if readable]
        columns = [puzzle.clue_text(clue).split() for clue in puzzle.columns if readable]
        font = _pillow("ImageFont").load_default(size * 0.62)
        pitch = round(size * 0.8)
        left = _MARGIN + round(max(map(font.getlength, rows), default=0))
        top = _MARGIN + pitch * max(map(len, columns), default=0)
        area = (left + puzzle.width * size + _MARGIN, top + puzzle.height * size + _MARGIN)
        image: Image.Image = _pillow("Image").new("L", area, 255)
        pen = _pillow("ImageDraw").Draw(image)
        for r, text in enumerate(rows):
            pen.text((left - 4, top + (r + 0.5) * size), text, 0, font, anchor="rm")
        for c, items in enumerate(columns):
            for i, item in enumerate(reversed(items)):
                pen.text((left + (c + 0.5) * size, top - 4 - i * pitch), item, 0, font, anchor="mb")
        image = image.point([shade * (_GREYS - 1) // 255 for shade in range(256)])
        image.putpalette(self.palette)
        return left, top, image


def _ways(length: int, size: int, fifth: bool) -> Iterator[int]:
    """Yield where lines cross a side of the grid: every fifth and the last, or the others."""
    for at in range(0, length + 1, size):
        if (at % (5 * size) == 0 or at == length) == fifth:
            yield at


def _pillow(module: str) -> Any:
    """Return a module of Pillow."""
    try:
        return import_module(f"PIL.{module}")
    except ImportError:
        what = "PNG and GIF are drawn by Pillow, which is not installed: pip install 'nonosat[pictures]'"
        raise InputError(what) from None
