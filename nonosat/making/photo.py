"""Puzzles made of photos: scaled down, in few colours, with the cost of changing each cell."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from nonosat.errors import InputError
from nonosat.formats import photo
from nonosat.formats.documents.about import ABOUT
from nonosat.formats.source import Source, content
from nonosat.making.fields import FINE, costs
from nonosat.making.order import Grey
from nonosat.puzzles import DEFAULT, CellPuzzle, Puzzle, cell_kind

if TYPE_CHECKING:
    from PIL import Image

Size = tuple[int, int]
"""Width and height."""


class Photo:
    """A picture of any size, from which puzzles are made; it is decoded once (extra: pictures).

        >>> import nonosat
        >>> photo = nonosat.Photo(nonosat.Source("cat.png", nonosat.write(nonosat.load("cat"), "png")))
        >>> photo.puzzle((10, 8)).size
        '10 x 8'

    Raises InputError where the picture is first used, if it cannot be read.
    """

    def __init__(self, file: str | Path | Source) -> None:
        self.source = file if isinstance(file, Source) else content(Path(file), str(file))

    @cached_property
    def image(self) -> Image.Image:
        """The pixels, upright and in RGB."""
        return photo.photo(self.source)

    def part(self, cut: Sequence[int] = (0, 0, 0, 0), turns: int = 0, most: int = 0) -> Photo:
        """Return the photo turned to the right by quarters, less a percentage at the top, right, bottom and
        left; with `most`, scaled down to that many pixels.
        """
        found, image = Photo(self.source), self.image
        if most and max(image.size) > most:
            scale = most / max(image.size)
            image = image.resize([max(1, round(side * scale)) for side in image.size])
        image = image.rotate(-90 * turns, expand=True) if turns else image
        (width, height), (top, right, bottom, left) = image.size, cut
        x, y = left * width // 100, top * height // 100
        ends = width - right * width // 100, height - bottom * height // 100
        found.image = image.crop((x, y, max(x + 1, ends[0]), max(y + 1, ends[1]))) if any(cut) else image
        return found

    def puzzle(
        self,
        size: Size | None = None,
        colours: int = 2,
        threshold: int | None = None,
        dither: bool = False,
        contrast: int = 100,
        kind: str = DEFAULT,
    ) -> CellPuzzle:
        """Return the puzzle of this size, or with a cell for each pixel, in this many colours (2: black and
        white). Cells darker than the grey level `threshold` (of 255; default: Otsu's) are black; `contrast`
        is in percent of the picture's own.
        """
        making = photo.Making(size, colours, threshold, dither)
        if contrast == 100 and "image" not in vars(self) and self.source.data[:2] == b"P5":
            return of_kind(next(photo.read(self.source, making)), kind)  # perhaps without Pillow
        return of_kind(photo.converted(self.source, self._contrasted(contrast), making), kind)

    def threshold(self, size: Size | None = None, contrast: int = 100) -> int:
        """Return the default threshold at this size."""
        return photo.threshold(self._contrasted(contrast), size)

    def costs(
        self, size: Size | None = None, threshold: int | None = None, contrast: int = 100
    ) -> tuple[int, ...]:
        """Return for `repair` the cost of changing each cell: the less certain its colour, the lower."""
        return costs(photo.grey_levels(self._contrasted(contrast), size), threshold)

    def costs_for(self, puzzle: CellPuzzle) -> tuple[int, ...]:
        """Return for `repair` the costs of changing a puzzle's own cells: the picture is scaled to its size.

        Raises InputError if the puzzle is not in black and white, or if its cells are not in rows.
        """
        if len(puzzle.palette) > 2:
            raise InputError("a grey picture is for puzzles in black and white", puzzle.source)
        if not puzzle.row_lengths:
            what = f"a grey picture is for cells in rows; this puzzle is of kind {puzzle.kind}"
            raise InputError(what, puzzle.source)
        return costs((self._sampled(puzzle, (puzzle.width, puzzle.height)),))

    def grey(self, size: Size | None = None, kind: str = DEFAULT) -> Grey:
        """Return for `Order` the grey levels of the cells of a puzzle of this size and kind.

        Raises InputError if the kind's cells are no squares, and there is no size.
        """
        made = cell_kind(kind)
        if made.blank(1, 1) == (".",):
            return photo.grey(self.source, size)
        if size is None:
            raise InputError(f"--from with --kind {kind}: expected --size, too")
        return (self._sampled(made.from_picture(made.blank(*size)), size),)

    def _sampled(self, puzzle: CellPuzzle, size: Size) -> bytes:
        """Return the grey level of each cell; those that are no squares are read from a finer picture."""
        fine = 1 if puzzle.grid else FINE
        return bytes(puzzle.sampled(photo.grey(self.source, (fine * size[0], fine * size[1]))))

    def _contrasted(self, percent: int) -> Image.Image:
        return photo.contrasted(self.image, percent)


def of_kind(puzzle: Puzzle, kind: str) -> CellPuzzle:
    """Return the puzzle of this kind whose picture is that of another one."""
    made = cell_kind(kind)
    if isinstance(puzzle, made):
        return puzzle
    if not puzzle.goal:
        raise InputError(f"--kind {kind}: expected a picture, or a puzzle with one", puzzle.source)
    about = {name: getattr(puzzle, name) for name in ABOUT}
    return made.from_grid(puzzle.goal, puzzle.palette, **about).with_source(puzzle.source)
