"""A board: cells, numbers at their lines, and edges; drawn as shapes and as text."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from functools import cached_property
from math import ceil
from typing import Any, ClassVar

from nonosat.pictures.drawings.grid import FONT, INSET, cell_shapes, diamonds, explain_colours, lines
from nonosat.pictures.grid_text import Around, CellRows, cells_text, halves, quarters, too_wide
from nonosat.pictures.sheet import CELL, MARGIN, Cells, Shape, Sheet, name_of, text_width
from nonosat.puzzles import CellPuzzle
from nonosat.puzzles.picture import Picture
from nonosat.records import dataclass


@dataclass(frozen=True)
class Board(ABC):
    """A puzzle with a picture, or unsolved with its givens; given background is shown as crosses.

    Cells that differ in `other` carry a diamond, which is visible in black and white and without colour
    vision. Cells that are unknown in the state `before` are marked as new. `size` is a cell's side.
    """

    puzzle: Any
    picture: Picture = ()
    other: Picture = ()
    before: Picture = ()
    size: int = CELL
    clues: bool = True
    legend: bool = False

    ROOM: ClassVar[float] = 1 - 2 * INSET
    """The width of a number that stands in its line, as a multiple of the size."""

    @classmethod
    def sheet(cls, puzzle: Any, picture: Picture = (), other: Picture = (), **options: Any) -> Sheet:
        """Lay out a puzzle; the options are the other fields."""
        return cls(puzzle, picture, other, **options).lay_out()

    @classmethod
    def text(
        cls, puzzle: Any, picture: Picture, other: Picture, width: int | None, colour: bool, marks: Picture
    ) -> str:
        """Draw a puzzle in characters."""
        return cls(puzzle, picture, other).write(width, colour, marks)

    @classmethod
    def size_for(cls, puzzle: Any, height: float) -> int:
        """Return the smallest size at which every number has at least this height."""
        widest = max(map(text_width, cls(puzzle).narrow()), default=0)
        return ceil(max(height / FONT, height * widest / cls.ROOM))

    @abstractmethod
    def lay_out(self) -> Sheet:
        """Return the board as shapes."""

    @abstractmethod
    def write(self, width: int | None, colour: bool, marks: Picture) -> str:
        """Return the board as text; the parameters are those of `drawings.draw`."""

    @abstractmethod
    def narrow(self) -> Iterable[str]:
        """Yield the numbers that have to be as narrow as their line."""

    def finish(self, shapes: Iterable[Shape], right: int, bottom: int) -> Sheet:
        """Return the sheet of these shapes, which end at the right and at the bottom, with a legend."""
        explained, right, bottom = explain_colours(self.puzzle.palette, self.legend, bottom, right, self.size)
        return Sheet(right + MARGIN, bottom + MARGIN, name_of(self.puzzle), (*shapes, *explained))


class SquareBoard(Board):
    """A board of square cells in rows and columns."""

    @property
    @abstractmethod
    def room(self) -> tuple[int, int, int, int]:
        """The room for numbers at the left, at the top, at the right and at the bottom."""

    @property
    @abstractmethod
    def around(self) -> Around:
        """The numbers as text."""

    @abstractmethod
    def numbers(self) -> Iterator[Shape]:
        """Yield the numbers around the cells."""

    @abstractmethod
    def empty(self, cell_width: int, colour: bool) -> CellRows:
        """Return the text of each cell of the empty puzzle."""

    @cached_property
    def left(self) -> int:
        """Where the cells begin."""
        return MARGIN + self.room[0]

    @cached_property
    def top(self) -> int:
        """Where the cells begin."""
        return MARGIN + self.room[1]

    @property
    def right(self) -> int:
        """Where the cells end."""
        return self.left + int(self.puzzle.width) * self.size

    @property
    def bottom(self) -> int:
        """Where the cells end."""
        return self.top + int(self.puzzle.height) * self.size

    @property
    def start(self) -> CellPuzzle:
        """The puzzle whose givens are drawn if there is no picture."""
        return self.puzzle  # type: ignore[no-any-return]

    def lay_out(self) -> Sheet:
        """Return the board as shapes, later ones above earlier ones."""
        cells, painted = cell_shapes(self.start, self.picture, self.before, self.left, self.top, self.size)
        shapes = [*self.numbers(), *painted, *self.inside(cells), *self.edges()]
        return self.finish(shapes, self.right + self.room[2], self.bottom + self.room[3])

    def inside(self, cells: Cells) -> Iterator[Shape]:
        """Yield what is above the painted cells."""
        yield from diamonds(self.picture, self.other, cells)

    def edges(self) -> Iterator[Shape]:
        """Yield the lines between the cells."""
        yield from lines(self.puzzle.height, self.puzzle.width, self.left, self.top, self.size)

    def write(self, width: int | None, colour: bool, marks: Picture) -> str:
        """Return the board as text: in a frame with its numbers, or smaller if that is too wide."""
        palette, picture, columns = self.puzzle.palette, self.choose_written(marks), int(self.puzzle.width)
        around = self.around
        tried = [(2, False), (1, False)] if picture else [(2, True), (2, False), (1, True), (1, False)]
        for cell_width, fives in tried:
            need = around.margin + columns * cell_width + 2 + (columns - 1) // 5 * fives + around.room_after
            if width is None or need <= width:
                cells = (
                    cells_text(palette, picture, self.other, cell_width, colour, marks)
                    if picture
                    else self.empty(cell_width, colour)
                )
                return "\n".join(around.frame(cells, cell_width, fives))
        width = width or 0  # it is not None: without a limit, the first drawing fits
        what = "clues" if around.beside else "its frame"
        say = f"(with {what} it is {need} characters wide: too wide for {width} columns)"
        if not picture:
            return say
        if columns <= width:
            return "\n".join([*halves(palette, picture, self.other, colour), say])
        if (columns + 1) // 2 <= width:
            return "\n".join([*quarters(palette, picture), say])
        return too_wide(f"{columns} cells", width)

    def choose_written(self, marks: Picture) -> Picture:
        """Return the picture that is written, or none if the empty puzzle is."""
        del marks
        return self.picture
