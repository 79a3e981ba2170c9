"""Makes a puzzle of a photo: scales it down, reduces its colours, and takes the clues of the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from nonosat import installed
from nonosat.errors import InputError
from nonosat.formats.goals import (
    PIXELS,
    block_side,
    check_size,
    colours_of,
    decoding,
    from_colours,
    on_white,
    open_picture,
    pillow,
    warn_of,
)
from nonosat.formats.netpbm import read_levels
from nonosat.formats.pages import MAX_PIXELS, PAGE, check_pixels, open_page
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle
from nonosat.puzzles.nonogram import Nonogram
from nonosat.records import dataclass

if TYPE_CHECKING:
    from PIL import Image

Levels = tuple[bytes, ...]
"""The rows of a picture, as grey levels."""

READS = ("png", "gif", "jpeg", "pbm", "pgm", "ppm")
"""The formats of pictures that can be scaled and reduced."""

_BLOCKS = 4000  # pixels of a side of a picture that may have equal blocks

_PARTS = 5
"""A cell's colour is voted on by this many times this many parts."""

_KINDS = ("PNG", "GIF", "JPEG", "PPM", "WEBP")
"""Pillow's names for the formats in `READS`."""


@dataclass(frozen=True)
class Making:
    """How a photo becomes a puzzle. None means that the photo determines the value.

    `size` is the grid's width and height, `colours` their number with the background (2 is black and
    white), `threshold` the grey level (of 255) below which a cell is black; `dither` dithers after Floyd and
    Steinberg.
    """

    size: tuple[int, int] | None = None
    colours: int = 2
    threshold: int | None = None
    dither: bool = False

    @property
    def has_levels(self) -> bool:
        """Whether each cell is black or white by its own grey level."""
        return self.colours == 2 and not self.dither

    def __post_init__(self) -> None:
        if self.colours > 2 and self.threshold is not None:
            raise InputError("--threshold gives black and white: it cannot be combined with --colours")
        if self.threshold is not None and self.dither:
            raise InputError("--threshold cannot be combined with --dither")


def read(source: Source, making: Making) -> Iterator[Puzzle]:
    """Yield the one puzzle of a photo."""
    if making.has_levels and (levels := _plain_levels(source)):
        _tell(source, levels, making.size)
        yield from_levels(source, _at_size(levels, making.size), making.threshold)
    else:
        yield convert(source, photo(source, making.size), making)


def _plain_levels(source: Source) -> Levels:
    """Return the grey levels of a PGM without Pillow: browsers make such. Others have none."""
    if source.data[:2] not in (b"P2", b"P5"):
        return ()
    return tuple(map(bytes, read_levels(source, b"P2", b"P5")))


def _at_size(levels: Levels, size: tuple[int, int] | None) -> Levels:
    """Return grey levels at this size: the mean of some places in each cell; of no rows, cells are square."""
    height, width = len(levels), len(levels[0])
    if size in (None, (width, height)):
        return levels
    columns, rows = size[0], size[1] or max(1, round(size[0] * height / width))
    most = max(2, min(6, 120 // columns))

    def mean(x: int, y: int) -> int:
        xs, ys = (
            [min(int((at + (k + 0.5) / most) * side / cells), side - 1) for k in range(most)]
            for at, side, cells in ((x, width, columns), (y, height, rows))
        )
        return sum(levels[y][x] for y in ys for x in xs) // most**2

    return tuple(bytes(mean(x, y) for x in range(columns)) for y in range(rows))


def _tell(source: Source, levels: Levels, size: tuple[int, int] | None) -> None:
    """Warn of the blocks that a picture has itself, if a puzzle of this size is made of it."""
    side = block_side(levels)
    if side > 1:
        columns, rows = len(levels[0]) // side, len(levels) // side
        same = size in ((columns, rows), (columns, 0))
        read = "each of which is a cell" if same else f"which are cells at the size {columns}x{rows}"
        warn_of(source, f"its pixels come in blocks of {side} x {side}, {read}")


def read_printed(source: Source, what: str = "") -> Puzzle | None:
    """Return the puzzle that is printed on a picture; `what` is as for `reading.settle.read_page`. Without
    it, None if there is none.

    Raises InputError if the printed puzzle cannot be read with certainty.
    """
    if not what:
        width, height = _open(source).size
        if width * height > MAX_PIXELS or max(width, height) <= PIXELS:
            return None  # the head is enough to know
    image = photo(source)
    if not what and block_size(image):
        return None
    if (pages := image.info.get("pages", 1)) > 1:
        warn_of(source, f"the first of {pages} pages is read")
    image.thumbnail((PAGE, PAGE), reducing_gap=2)
    puzzle: Puzzle | None = installed.page_reader(source, image, what)
    if what and not puzzle:
        raise source.wrong("no printed grid was found: expected thin lines at equal distances")
    return puzzle


def _open(source: Source) -> Image.Image:
    return open_page(source) or open_picture(source, _KINDS)


def block_size(image: Image.Image) -> tuple[int, int] | None:
    """Return how many equal blocks of pixels a picture has across and down; None if it has none."""
    if max(image.size) > _BLOCKS:
        return None
    side = block_side(_rows(image.convert("L")))
    return (image.width // side, image.height // side) if side > 1 else None


def plain_size(source: Source) -> tuple[int, int] | None:
    """Return how many blocks a PGM has across and down, without Pillow; None if it has none."""
    levels = _plain_levels(source)
    side = block_side(levels)
    return (len(levels[0]) // side, len(levels) // side) if side > 1 else None


def from_levels(source: Source, levels: Sequence[bytes], least: int | None = None) -> Nonogram:
    """Return the puzzle whose cells below a grey level (default: Otsu's threshold) are black."""
    least = least or threshold(levels)
    cells = [["#000000" if level < least else "#ffffff" for level in row] for row in levels]
    return from_colours(source, cells)


def raise_contrast(image: Image.Image, percent: int) -> Image.Image:
    """Return a photo with its levels this many percent as far from the middle."""
    if percent == 100:
        return image
    return image.point(lambda level: 128 + (level - 128) * percent / 100)


def convert(source: Source, image: Image.Image, making: Making) -> Nonogram:
    """Return the puzzle of a decoded photo."""
    check_size(source, *(making.size or image.size))
    if block_size(image):
        _tell(source, _rows(image.convert("L")), making.size)
    small = image.resize(making.size, pillow("Image").Resampling.LANCZOS) if making.size else image
    if making.colours > 2:
        small = _colour(small, image, making)
        return from_colours(source, colours_of(small), _of_the_edge(small))
    if making.dither:
        dithered = small.convert("L").convert("1", dither=pillow("Image").Dither.FLOYDSTEINBERG)
        return from_colours(source, colours_of(dithered.convert("RGB")))
    return from_levels(source, grey_levels(image, making.size), making.threshold)


def grey(source: Source, size: tuple[int, int] | None) -> Levels:
    """Return a picture's rows of grey levels, at this size or its own.

    Raises InputError if it has only one level.
    """
    plain = _plain_levels(source)
    levels = _at_size(plain, size) if plain else grey_levels(photo(source, size), size)
    if len(set(b"".join(levels))) < 2:
        raise source.wrong("a picture of one colour: expected light and dark")
    return levels


def grey_levels(image: Image.Image, size: tuple[int, int] | None) -> Levels:
    """Return a decoded photo's rows of grey levels, at this size or its own."""
    whole = image.convert("L")
    if size and size == block_size(whole):
        return _rows(whole.resize(size, pillow("Image").Resampling.NEAREST))
    return _rows(whole.resize(size, pillow("Image").Resampling.LANCZOS) if size else whole)


def _rows(grey: Image.Image) -> Levels:
    levels = grey.tobytes()
    return tuple(levels[start : start + grey.width] for start in range(0, len(levels), grey.width))


def photo(source: Source, size: tuple[int, int] | None = (1, 1)) -> Image.Image:
    """Return the decoded photo, upright and in RGB. Raises InputError if it has too many pixels, or if this
    size, or else its own, is too large for a grid.
    """
    image = _open(source)
    check_pixels(source, *image.size)
    check_size(source, *(size or image.size))
    with decoding(source):
        upright = pillow("ImageOps").exif_transpose(image)
    return on_white(source, upright)


def threshold(levels: Sequence[bytes]) -> int:
    """Return the default threshold of grey levels."""
    counts = Counter(b"".join(levels))
    return otsu([counts[level] for level in range(256)])


def otsu(histogram: list[int]) -> int:
    """Return the threshold with the largest variance between dark and light (Otsu 1979)."""
    total, weight = sum(histogram), sum(level * count for level, count in enumerate(histogram))
    best, chosen = -1.0, 128
    below = dark = 0
    for level, count in enumerate(histogram):
        # `below` is the number of pixels darker than this level, `dark` the sum of their levels.
        if below and below < total:
            between = (dark / below - (weight - dark) / (total - below)) ** 2 * below * (total - below)
            if between > best:
                best, chosen = between, level
        below += count
        dark += level * count
    return chosen


def _colour(small: Image.Image, photo: Image.Image, making: Making) -> Image.Image:
    """Return the small picture in a few of the photo's own colours.

    Where two colours meet, the parts of a cell vote: a mixture of the two might look like a third colour.
    """
    image = pillow("Image")
    whole = photo.copy()
    whole.thumbnail((400, 400), image.Resampling.NEAREST)
    # Of Pillow's methods, this one keeps small spots of a distinct colour.
    few = whole.quantize(making.colours, image.Quantize.MAXCOVERAGE, kmeans=5, dither=image.Dither.NONE)
    if making.dither:
        return small.quantize(palette=few, dither=image.Dither.FLOYDSTEINBERG).convert("RGB")
    side = _PARTS if making.size else 1
    parts = photo.resize((small.width * side, small.height * side), image.Resampling.BOX)
    votes, row = parts.quantize(palette=few, dither=image.Dither.NONE).tobytes(), small.width * side
    cells = bytearray()
    for y in range(0, small.height * side, side):
        for x in range(0, row, side):
            box = b"".join(votes[(y + k) * row + x : (y + k) * row + x + side] for k in range(side))
            cells.append(Counter(box).most_common(1)[0][0])
    coloured = image.frombytes("P", small.size, bytes(cells))
    coloured.putpalette(few.getpalette())
    return coloured.convert("RGB")  # type: ignore[no-any-return]


def _of_the_edge(image: Image.Image) -> str:
    """Return the commonest colour along the four sides, for the background."""
    few, rows = image.tobytes(), 3 * image.width
    sides = few[:rows] + few[-rows:] + b"".join(few[at - 3 : at + 3] for at in range(rows, len(few), rows))
    pixels = [sides[at : at + 3] for at in range(0, len(sides), 3)]
    return f"#{Counter(pixels).most_common(1)[0][0].hex()}"
