"""A photo becomes a puzzle: made smaller, its colours made few, its clues read off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from nonosat.errors import InputError
from nonosat.formats.goals import checked_size
from nonosat.formats.raster import on_white, opened, pillow, puzzle_of
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle

if TYPE_CHECKING:
    from PIL import Image

MAX_PIXELS = 50_000_000
"""The most pixels of a photo: one of that size takes half a second and 200 MB."""

READS = ("png", "gif", "jpeg", "pbm", "pgm")
"""The formats of pictures that can become other pictures."""

_KINDS = ("PNG", "GIF", "JPEG", "PPM")
"""Their names at Pillow's."""


@dataclass(frozen=True)
class Making:
    """How a photo becomes a puzzle. What is None follows from the photo.

    `size` is the grid's width and height, `colours` their number with the background (2 is black and
    white), `threshold` the level, of 255, below which a cell is black; `dither` scatters what is lost.
    """

    size: tuple[int, int] | None = None
    colours: int = 2
    threshold: int | None = None
    dither: bool = False

    def __post_init__(self) -> None:
        if self.colours > 2 and self.threshold is not None:
            raise InputError("--threshold makes black and white, --colours more: expected one of them")
        if self.threshold is not None and self.dither:
            raise InputError("--threshold and --dither are two ways to black and white: expected one of them")


def read(source: Source, making: Making) -> Iterator[Puzzle]:
    """Yield the one puzzle that a photo makes."""
    image = opened(source, _KINDS)
    if image.width * image.height > MAX_PIXELS:
        million = MAX_PIXELS // 1_000_000
        raise source.wrong(
            f"a photo of {image.width} x {image.height}: expected at most {million} million pixels"
        )
    checked_size(source, *(making.size or image.size))
    image = on_white(source, pillow("ImageOps").exif_transpose(image))
    if making.size:
        image = image.resize(making.size, pillow("Image").Resampling.LANCZOS)
    yield puzzle_of(source, _in_few_colours(image, making))


def otsu(histogram: list[int]) -> int:
    """Return the level that parts dark from light best: the variance between them is largest (Otsu 1979)."""
    total, weight = sum(histogram), sum(level * count for level, count in enumerate(histogram))
    best, found = -1.0, 128
    below = dark = 0
    for level, count in enumerate(histogram):
        # `below` pixels are darker than this level, `dark` is the sum of their levels.
        if below and below < total:
            apart = (dark / below - (weight - dark) / (total - below)) ** 2 * below * (total - below)
            if apart > best:
                best, found = apart, level
        below += count
        dark += level * count
    return found


def _in_few_colours(image: Image.Image, making: Making) -> Image.Image:
    modes = pillow("Image").Dither
    dither = modes.FLOYDSTEINBERG if making.dither else modes.NONE
    if making.colours > 2:
        # A palette is found first: quantize dithers only to one that is given.
        few = image.quantize(making.colours, dither=modes.NONE)
        return (image.quantize(palette=few, dither=dither) if making.dither else few).convert("RGB")
    grey = image.convert("L")
    if making.dither:
        return grey.convert("1", dither=dither).convert("RGB")
    threshold = otsu(grey.histogram()) if making.threshold is None else making.threshold
    return grey.point(partial(_black_below, threshold)).convert("RGB")


def _black_below(threshold: int, level: int) -> int:
    return 0 if level < threshold else 255
