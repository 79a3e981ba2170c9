"""Puzzles made of photos: scaled down, in few colours, with the cost of changing each cell; and files
converted: into a kind, into what a format can hold, and repaired.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nonosat.errors import InputError
from nonosat.formats import FORMATS, each, photo
from nonosat.formats.documents.clues import ABOUT
from nonosat.formats.source import Source, content
from nonosat.formats.writing import fit_format
from nonosat.making.fields import FINE, costs
from nonosat.making.kinds import cell_kind
from nonosat.making.order import Grey
from nonosat.making.repair import UNIQUE, Repair, describe_repair, repair
from nonosat.processes.limits import NO_LIMITS, Limits
from nonosat.puzzles import DEFAULT, CellPuzzle, Puzzle
from nonosat.puzzles.cells import differing_cells
from nonosat.records import dataclass
from nonosat.solving.answer import Answer, Verdict
from nonosat.solving.questions.unique import solve
from nonosat.words import plural

if TYPE_CHECKING:
    from PIL import Image

Size = tuple[int, int]
"""Width and height."""


class Photo:
    """A picture of any size, from which puzzles are made; it is decoded once (extra: pictures).

        >>> import nonosat
        >>> from nonosat import toolkit
        >>> photo = toolkit.Photo(toolkit.Source("cat.png", toolkit.write(nonosat.load("cat"), "png")))
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

    @cached_property
    def blocks(self) -> Size | None:
        """How many equal blocks of pixels the picture has across and down; None if it has none."""
        return photo.block_size(self.image)

    @cached_property
    def own_size(self) -> Size | None:
        """The same, also without Pillow."""
        return photo.plain_size(self.source) if self.is_plain else self.blocks

    @cached_property
    def printed(self) -> Puzzle | None:
        """The puzzle that is printed on the picture; None if there is none.

        Raises InputError if it cannot be read with certainty.
        """
        return photo.read_printed(self.source)

    @property
    def is_plain(self) -> bool:
        """Whether its grey levels are read without Pillow."""
        return "image" not in vars(self) and self.source.data[:2] == b"P5"

    def part(self, cut: Sequence[int] = (0, 0, 0, 0), turns: int = 0, most: int = 0) -> Photo:
        """Return the photo turned to the right by quarters, less a percentage at the top, right, bottom and
        left; with `most`, scaled down to that many pixels.
        """
        cropped, image = Photo(self.source), self.image
        if most and max(image.size) > most:
            scale = most / max(image.size)
            image = image.resize([max(1, round(side * scale)) for side in image.size])
        image = image.rotate(-90 * turns, expand=True) if turns else image
        (width, height), (top, right, bottom, left) = image.size, cut
        x, y = left * width // 100, top * height // 100
        ends = width - right * width // 100, height - bottom * height // 100
        cropped.image = image.crop((x, y, max(x + 1, ends[0]), max(y + 1, ends[1]))) if any(cut) else image
        return cropped

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
        is in percent of the picture's own. A PGM may have no rows in `size`: then cells are square.
        """
        making = photo.Making(size, colours, threshold, dither)
        if contrast == 100 and self.is_plain:
            return of_kind(next(photo.read(self.source, making)), kind)
        return of_kind(photo.convert(self.source, self._contrast(contrast), making), kind)

    def threshold(self, size: Size | None = None, contrast: int = 100) -> int:
        """Return the default threshold at this size."""
        return photo.threshold(photo.grey_levels(self._contrast(contrast), size))

    def costs(
        self, size: Size | None = None, threshold: int | None = None, contrast: int = 100
    ) -> tuple[int, ...]:
        """Return for `repair` the cost of changing each cell: the less certain its colour, the lower."""
        return costs(photo.grey_levels(self._contrast(contrast), size), threshold)

    def costs_for(self, puzzle: CellPuzzle) -> tuple[int, ...]:
        """Return for `repair` the costs of changing a puzzle's own cells: the picture is scaled to its size.

        Raises InputError if the puzzle is not in black and white, or if its cells are not in rows.
        """
        if len(puzzle.palette) > 2:
            raise InputError("a grey picture is for puzzles in black and white", puzzle.source)
        if not puzzle.row_lengths:
            what = f"a grey picture is for cells in rows; this puzzle is of kind {puzzle.kind}"
            raise InputError(what, puzzle.source)
        return costs((self._sample(puzzle, (puzzle.width, puzzle.height)),))

    def grey(self, size: Size | None = None, kind: str = DEFAULT) -> Grey:
        """Return for `Order` the grey levels of the cells of a puzzle of this size and kind.

        Raises InputError if the kind's cells are no squares, and there is no size.
        """
        made = cell_kind(kind)
        if made.blank(1, 1) == (".",):
            return photo.grey(self.source, size)
        if size is None:
            raise InputError(f"--from with --kind {kind}: expected --size, too")
        return (self._sample(made.from_picture(made.blank(*size)), size),)

    def _sample(self, puzzle: CellPuzzle, size: Size) -> bytes:
        """Return the grey level of each cell; those that are no squares are read from a finer picture."""
        fine = 1 if puzzle.grid else FINE
        return bytes(puzzle.sample_cells(photo.grey(self.source, (fine * size[0], fine * size[1]))))

    def _contrast(self, percent: int) -> Image.Image:
        return photo.raise_contrast(self.image, percent)


def of_kind(puzzle: Puzzle, kind: str) -> CellPuzzle:
    """Return the puzzle of this kind whose picture is that of another one."""
    made = cell_kind(kind)
    if isinstance(puzzle, made):
        return puzzle
    if not puzzle.goal:
        raise InputError(f"--kind {kind}: expected a picture, or a puzzle with one", puzzle.source)
    about = {name: getattr(puzzle, name) for name in ABOUT}
    return made.from_grid(puzzle.goal, puzzle.palette, **about).with_source(puzzle.source)


@dataclass
class Converted:
    """A puzzle in the form `to`, without what that cannot hold: the `lost` parts.

    `made` says that its clues were made of a picture; `repaired` is what was done to make these unique, or
    easy enough, and `answer` whether they are, once `check` has found out.
    """

    puzzle: Puzzle
    to: str
    lost: list[str]
    made: bool = False
    repaired: Repair | None = None
    answer: Answer | None = None

    def check(self, limits: Limits = NO_LIMITS) -> None:
        """Find out whether a picture is the only solution of its clues."""
        if self.made and not self.repaired:
            self.answer = solve(self.puzzle, limits=limits)

    @property
    def loss(self) -> str:
        """What is lost, in words; empty if nothing is."""
        return f"the format {self.to} cannot hold: {', '.join(self.lost)}" if self.lost else ""

    def findings(self) -> str:
        """Say what the repair did, or whether the picture is the only solution; empty if nobody asked."""
        if self.repaired is None and self.answer is None:
            return ""
        size = self.puzzle.kind
        if self.puzzle.row_lengths:
            colours = len(self.puzzle.palette)
            size = f"{self.puzzle.size}{f', {colours} colours' if colours > 2 else ''}"
        return f"{size}: {_word_repair(self.repaired) if self.repaired else _verdict_words(self.answer)}"

    def data(self) -> dict[str, Any]:
        """Return what was done, as plain data."""
        answer, repaired = self.answer, self.repaired
        verdict = Verdict.UNIQUE if repaired and repaired.repaired else answer and answer.verdict
        changed = repaired.cells if repaired and repaired.repaired else []
        facts = {"to": self.to, "lost": self.lost}
        return {**facts, "verdict": verdict and verdict.value, "changed": changed}


@dataclass(frozen=True)
class Conversion:
    """How files are converted: `to` is a format, `kind` that of the puzzles that pictures become, `making`
    how they do, or None if each pixel is a cell. With a class (`level`), their puzzles are repaired.
    """

    to: str
    kind: str = DEFAULT
    making: photo.Making | None = None
    level: str = ""
    limits: Limits = NO_LIMITS

    def convert(self, path: str, format_name: str | None = None) -> Iterator[Converted]:
        """Yield the puzzles of a file. Raises InputError if it cannot be read, or not as a picture."""
        prices: dict[str, tuple[int, ...]] = {}  # what it costs to change the cells of a photo, by address
        form = ""

        def read(name: str, source: Source) -> Iterator[Puzzle]:
            nonlocal form
            form, making = name, self.making
            if making and name not in photo.READS:
                options = "--size and --colours are for pictures"
                raise source.wrong(f"{name} files are not pictures: {options}")
            puzzles = photo.read(source, making) if making else FORMATS.load(name).read(source)
            for one in puzzles:
                puzzle = one if self.kind == DEFAULT else of_kind(one, self.kind)
                if self.level and making and making.has_levels and len(set("".join(puzzle.goal))) > 1:
                    prices[puzzle.source] = costs(photo.grey(source, making.size), making.threshold)
                yield puzzle

        for puzzle in each(path, format_name, read):
            fit, lost = fit_format(puzzle, self.to)
            one = Converted(fit, self.to, lost, made=FORMATS[form].picture)
            if self.level:
                price = prices.get(puzzle.source, ())
                one.repaired = repair(fit, limits=self.limits, level=self.level, costs=price)
                one.puzzle = one.repaired.require_uninterrupted().repaired or fit
            yield one


def _word_repair(mended: Repair) -> str:
    if mended.repaired:
        level = (
            "exactly one solution" if mended.level == UNIQUE else describe_repair(mended.level, mended.puzzle)
        )
        count = len(mended.cells)
        return f"{plural(count, 'cell')} changed: {level}" if count else level
    enough = f"{mended.tried} changed cells are not enough"
    return f"not repaired: {mended.basis or (enough if mended.done else str(mended.stop_reason))}"


def _verdict_words(answer: Answer | None) -> str:
    """Say whether the picture is the only solution of its clues."""
    if answer is None or answer.verdict is Verdict.UNIQUE:
        return "exactly one solution"
    if answer.solution and answer.other:
        differ = differing_cells(answer.solution, answer.other)
        return f"more than one solution; two of them differ in {differ} cells"
    return f"its uniqueness is unknown: {answer.stop_reason}"
