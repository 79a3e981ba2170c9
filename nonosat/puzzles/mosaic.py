"""Mosaics: each number is the count of black cells in and around its own cell.

The puzzle is also known as Fill-a-Pix. A number counts in the three by three cells around it, fewer at the
border.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Self

from nonosat.errors import InputError
from nonosat.problem import CellValue, Count
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.puzzles.base import CellPuzzle
from nonosat.puzzles.picture import BLACK_AND_WHITE, UNKNOWN, Palette, Picture
from nonosat.puzzles.symmetry import MOVES, Orientation, moved_cells, picture_symmetries
from nonosat.words import plural, shown

MAX_SIDE = 1000
"""The longest side that is accepted."""

_CHARS = frozenset("0123456789" + UNKNOWN)


@dataclass(frozen=True)
class Mosaic(CellPuzzle):
    """A grid of numbers, its top row first: `0` to `9`, and `?` for a cell without one.

    >>> Mosaic(("4?", "??")).fault(("##", "#."))
    'the 4 in row 1, column 1 has 3 black cells around it'

    `givens` and `goal` are pictures (`?` for cells that are not given), or empty.
    """

    rows: Picture
    givens: Picture = ()
    goal: Picture = ()

    kind: ClassVar[str] = "mosaic"
    clue_noun: ClassVar[tuple[str, str]] = ("number", "numbers")
    around: ClassVar[str] = " around it"
    may_hide: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if not 1 <= len(self.rows) <= MAX_SIDE:
            raise InputError(f"{len(self.rows)} rows: expected 1 to {MAX_SIDE}")
        for row in self.rows:
            if wrong := row_fault(row, len(self.rows[0])):
                raise InputError(wrong)
        for name, picture, chars in (("givens", self.givens, "#.?"), ("goal", self.goal, "#.")):
            if picture and (wrong := _picture_fault(name, picture, self.grid, chars)):
                raise InputError(wrong)
        if not set().union(*self.givens) - {UNKNOWN}:
            object.__setattr__(self, "givens", ())  # the one form of a puzzle without givens

    @classmethod
    def from_picture(cls, picture: Picture, palette: Palette = BLACK_AND_WHITE, **about: Any) -> Self:
        """Return the puzzle with a number in every cell of a picture; `about` is its title and so on."""
        if palette != BLACK_AND_WHITE:
            raise InputError("mosaics are black and white; this picture has other colours")
        picture = tuple(picture) or ("",)
        if wrong := cls(("0" * len(picture[0]),) * len(picture)).shape_fault(picture):
            raise InputError(wrong)
        return cls(_numbers(picture), goal=picture, **about)

    def asking_for(self, picture: Picture) -> Self:
        """Return this puzzle with the numbers of another picture in the same cells, without givens."""
        full = self.from_picture(picture)
        hidden = [cell for cell, char in enumerate("".join(self.rows)) if char == UNKNOWN]
        return replace(self, rows=full.without_clues(hidden).rows, goal=full.goal, givens=())

    def without_clues(self, numbers: Iterable[int]) -> Self:
        """Return the puzzle without the numbers that have these places among its numbers."""
        text = list("".join(self.rows))
        cells = [cell for cell, char in enumerate(text) if char != UNKNOWN]
        for number in numbers:
            text[cells[number]] = UNKNOWN
        return replace(self, rows=self.cut("".join(text)))

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.rows[0])

    @property
    def grid(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return len(self.rows), self.width

    def numbers(self) -> Iterator[tuple[int, int, int]]:
        """Yield each number as (row, column, number), counted from 0."""
        for r, row in enumerate(self.rows):
            for c, char in enumerate(row):
                if char != UNKNOWN:
                    yield r, c, int(char)

    def constraints(self) -> Iterator[Count]:
        """Yield one Count per number."""
        height, width = self.grid
        beside: list[list[tuple[CellValue, ...]]] = []  # by row and column: the options next to it in the row
        for r, row in enumerate(self.rows):
            for first in range(len(beside) * width, min(height, r + 2) * width, width):
                options = tuple([(cell, 1) for cell in range(first, first + width)])
                beside.append([options[max(0, c - 1) : c + 2] for c in range(width)])
            rows = beside[max(0, r - 1) : r + 2]
            for c, (char, near) in enumerate(zip(row, zip(*rows, strict=True), strict=True)):
                if char != UNKNOWN:
                    yield Count(int(char), int(char), sum(near, ()), _name(int(char), r, c))

    def symmetries(self) -> Iterator[tuple[int, ...]]:
        """Yield the rotations and reflections that leave numbers and givens unchanged."""
        return picture_symmetries(self.rows, self.givens)

    def clue_faults(self, picture: Picture) -> Iterator[str]:
        """Yield a sentence for each number that is not that of the black cells around it."""
        for r, c, number in self.numbers():
            if (black := _around(picture, r, c)) != number:
                yield f"{_name(number, r, c)} has {plural(black, 'black cell')} around it"

    def clue_lines(self) -> Iterator[str]:
        """Yield the rows of numbers."""
        yield from self.rows

    def orientations(self, any_colours: bool = False) -> Iterator[Orientation]:
        """Yield the eight rotations and reflections; there is one palette."""
        height, width = self.grid
        for move in (tuple, *MOVES):
            numbers, givens = ([*map("".join, move(rows))] for rows in (self.rows, self.givens or self.rows))
            yield (len(numbers), numbers, givens), partial(moved_cells, width, height, move)

    def obstacle(self, clock: Clock = NO_CLOCK) -> str | None:
        """Say why there is no solution, if that is clear without search, or None."""
        height, width = self.grid
        wide = [len(_near(c, width)) for c in range(width)]
        room = {tall: "".join([str(tall * one) for one in wide]) for tall in (1, 2, 3)}
        for r, row in enumerate(clock.through(self.rows)):
            known = zip(row.replace(UNKNOWN, "0"), room[len(_near(r, height))], strict=True)
            for c, (number, most) in enumerate(known):
                if number > most:
                    return f"{_name(int(number), r, c)} has only {most} cells around it"
        return None


def row_fault(row: str, width: int) -> str | None:
    """Say what is wrong with a row that should have this width, or None."""
    if wrong := set(row) - _CHARS:
        return f"expected the characters 0 to 9 and {UNKNOWN}, found {min(wrong)!r} in {shown(row)}"
    if len(row) != width:
        return f"expected {width} cells, as in the first row, found {len(row)}"
    if not 1 <= width <= MAX_SIDE:
        return f"a row of {width} cells: expected 1 to {MAX_SIDE}"
    return None


def _picture_fault(name: str, picture: Picture, grid: tuple[int, int], chars: str) -> str | None:
    """Say what is wrong with givens or a goal for a grid of this size, or None."""
    if len(picture) != grid[0] or {len(row) for row in picture} != {grid[1]}:
        return f"the {name} are not {grid[0]} rows of {grid[1]} cells"
    if wrong := set().union(*picture) - set(chars):
        return f"the {name} have {min(wrong)!r}: expected {' '.join(chars)}"
    return None


def _near(place: int, length: int) -> range:
    """Return a place and its neighbours on a side of this length."""
    return range(max(0, place - 1), min(length, place + 2))


def _around(picture: Picture, row: int, column: int) -> int:
    """Count the black cells in and around a cell."""
    near = picture[max(0, row - 1) : row + 2]
    return sum([cells[max(0, column - 1) : column + 2].count("#") for cells in near])


def _numbers(picture: Picture) -> Picture:
    """Return the number of every cell of a picture."""
    columns = range(len(picture[0]))
    return tuple(["".join([str(_around(picture, r, c)) for c in columns]) for r in range(len(picture))])


def _name(number: int, row: int, column: int) -> str:
    return f"the {number} in row {row + 1}, column {column + 1}"
