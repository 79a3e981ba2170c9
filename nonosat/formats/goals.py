"""Shared by the formats of pictures: the file is the goal, from which the clues follow. Pillow reads and
writes PNG, GIF and JPEG.
"""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from io import BytesIO
from math import gcd
from typing import TYPE_CHECKING, Any, TypeVar

from nonosat.errors import InputError, InputWarning
from nonosat.formats.palettes import MAX_COLOURS, palette
from nonosat.formats.source import Source
from nonosat.puzzles.colours import colour
from nonosat.puzzles.nonogram import MAX_SIDE, Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE, Colour, rows

if TYPE_CHECKING:
    from PIL import Image

T = TypeVar("T")

WHITE = BLACK_AND_WHITE[0].rgb

PIXELS = 64
"""A picture with sides up to this has a cell for each pixel."""

_FEWEST = 5  # blocks of a side: fewer are a part of the picture


def check_size(source: Source, width: int, height: int, line: int | None = None) -> None:
    """Raise InputError, before decoding, if a picture has too many pixels, or none."""
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        what = f"a picture of {width} x {height}: expected sides of 1 to {MAX_SIDE} cells"
        raise source.wrong(f"{what}; --size makes a large one smaller", line)


def from_colours(
    source: Source, rows: Sequence[Sequence[str]], background: str = "", **about: str
) -> Nonogram:
    """Return the puzzle of a picture whose cells are colours, as `#rrggbb`."""
    used = set().union(*rows)
    if len(used) > MAX_COLOURS:
        what = f"a picture of {len(used)} colours: expected at most {MAX_COLOURS}"
        raise source.wrong(f"{what}; --size or --colours makes a puzzle of a photo")
    ground = background or background_of(used)
    others = sorted(used - {ground}, key=_lightness) or [BLACK_AND_WHITE[1 - (ground != WHITE)].rgb]
    first, *rest = [colour("", rgb) or Colour("", rgb, rgb) for rgb in (ground, *others)]
    colours = palette(first, rest)
    chars = {one.rgb: one.char for one in colours}
    return Nonogram.from_picture(
        tuple("".join(map(chars.__getitem__, row)) for row in rows), colours, **about
    )


def warn_of(source: Source, what: str) -> None:
    """Warn of what a picture is read as."""
    warnings.warn(f"{source.path}: {what}", InputWarning, stacklevel=3)


def block_side(rows: Sequence[Sequence[object]]) -> int:
    """Return the side of the largest equal blocks that a picture consists of, 1 if there are none."""
    side = gcd(len(rows), len(rows[0]))
    before: Sequence[object] = rows[0]
    for y, row in enumerate(rows):
        if y and row == before:
            continue
        side = gcd(side, y)
        for x in range(1, len(row)) if side > 1 else ():
            if row[x] != row[x - 1]:
                side = gcd(side, x)
        if side == 1:
            break
        before = row
    return side if min(len(rows), len(rows[0])) >= _FEWEST * side and side < len(rows[0]) else 1


def cells(source: Source, pixels: Sequence[Sequence[T]]) -> Sequence[Sequence[T]]:
    """Return the cells of a picture: its pixels or, if it is large and has them, equal blocks of these."""
    side = block_side(pixels)
    if side > 1:
        width, height = len(pixels[0]) // side, len(pixels) // side
        what = f"its pixels come in blocks of {side} x {side}"
        if max(len(pixels), len(pixels[0])) > PIXELS:
            warn_of(source, f"{what}, which are read as {width} x {height} cells")
            return [row[::side] for row in pixels[::side]]
        warn_of(source, f"{what}; each pixel is a cell (convert --size {width}x{height} makes one of each)")
    return pixels


def background_of(colours: Collection[str]) -> str:
    """Return the default background: the lightest of several colours."""
    return max(colours, key=_lightness) if len(colours) > 1 else WHITE


def require_distinct_colours(puzzle: Nonogram, name: str, background: str = "") -> None:
    """Raise InputError if a puzzle's colours would not be read back correctly.

    The background that is read back is `background`, or else the lightest colour.
    """
    if len({one.rgb for one in puzzle.palette}) < len(puzzle.palette):
        raise InputError(f"the format {name} cannot tell equal colours apart", puzzle.source)
    used = set("".join(puzzle.goal))
    ground = background or background_of([one.rgb for one in puzzle.palette if one.char in used])
    if ground != puzzle.palette[0].rgb:
        raise InputError(f"the format {name} takes the lightest colour for the background", puzzle.source)


def _lightness(rgb: str) -> tuple[int, str]:
    """Return the perceived lightness of a colour (Rec. 601), as a sort key."""
    red, green, blue = bytes.fromhex(rgb[1:])
    return 299 * red + 587 * green + 114 * blue, rgb


def pillow(module: str) -> Any:
    """Return a module of Pillow."""
    try:
        return import_module(f"PIL.{module}")
    except ImportError:
        what = "photos, PNG and GIF need Pillow, which is not installed: pip install 'nonosat[pictures]'"
        raise InputError(what) from None


@contextmanager
def decoding(source: Source) -> Iterator[None]:
    """Turn any error of Pillow about a broken file into an InputError with the file's name."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except (InputError, MemoryError):
        raise
    except Exception as error:  # Pillow's readers raise many kinds of errors
        what = " ".join(str(error).split())[:100] or type(error).__name__
        raise source.wrong(f"not a picture that can be read: {what}") from None


def open_picture(source: Source, kinds: tuple[str, ...]) -> Image.Image:
    """Return a picture of one of these kinds: its head is read, its pixels are not yet decoded."""
    if not source.data:
        raise source.wrong("empty: expected a picture")
    with decoding(source):
        try:
            image: Image.Image = pillow("Image").open(BytesIO(source.data), formats=kinds)
        except pillow("Image").UnidentifiedImageError:
            raise source.wrong(f"expected a picture: {' or '.join(kinds)}") from None
    return image


def on_white(source: Source, image: Image.Image) -> Image.Image:
    """Return the decoded picture in RGB; transparent pixels become white."""
    with decoding(source):
        if image.mode.startswith("I"):  # 16 bits per pixel
            image = image.convert("I").point(lambda level: level / 256).convert("L")
        if not image.has_transparency_data:
            return image.convert("RGB")
        coloured = image.convert("RGBA")
        ground = pillow("Image").new("RGBA", coloured.size, "white")
        ground.alpha_composite(coloured)
        return ground.convert("RGB")  # type: ignore[no-any-return]


def exact(source: Source, kind: str) -> tuple[Image.Image, dict[str, str]]:
    """Return a picture with one cell per pixel, in RGB, and the texts in its file."""
    image = open_picture(source, (kind,))
    check_size(source, *image.size)
    pixels = on_white(source, image)
    return pixels, {key: str(text) for key, text in getattr(image, "text", {}).items()}


def colours_of(image: Image.Image) -> list[list[str]]:
    """Return the pixels of a picture in RGB, as `#rrggbb`."""
    data, width = image.tobytes().hex(), 6 * image.width
    return [[f"#{rgb}" for rgb in rows(row, 6)] for row in rows(data, width)]


def puzzle_of(
    source: Source, pixels: Sequence[Sequence[str]], background: str = "", **about: str
) -> Nonogram:
    """Return the puzzle of a picture whose pixels are colours, as `#rrggbb`; see `cells`."""
    return from_colours(source, cells(source, pixels), background, **about)


def write_picture(puzzle: Nonogram, kind: str, **options: Any) -> bytes:
    """Return an image file of the goal, one pixel per cell, with the colours in the palette's order."""
    index = {colour.char: value for value, colour in enumerate(puzzle.palette)}
    pixels = bytes(index[char] for row in puzzle.goal for char in row)
    image = pillow("Image").frombytes("P", (puzzle.width, puzzle.height), pixels)
    image.putpalette(b"".join(bytes.fromhex(colour.rgb[1:]) for colour in puzzle.palette))
    file = BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()
