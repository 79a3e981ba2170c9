"""Mosaics: each number is the count of black cells in and around its own cell.

The puzzle is also known as Fill-a-Pix. A number counts in the three by three cells around it, fewer at the
border.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Self

from nonosat.errors import InputError
from nonosat.problem import Exactly, Problem
from nonosat.puzzles.base import CellPuzzle
from nonosat.puzzles.picture import UNKNOWN, Picture, given_fault, shape_fault
from nonosat.puzzles.symmetry import picture_symmetries
from nonosat.words import plural, shown

MAX_SIDE = 1000
"""The longest side that is accepted."""

_CHARS = frozenset("0123456789" + UNKNOWN)


@dataclass(frozen=True)
class Mosaic(CellPuzzle):
    """A grid of numbers, its top row first: `0` to `9`, and `?` for a cell without one.

    >>> Mosaic(("4?", "??")).fault(("##", "#."))
    'the 4 in row 1, column 1 has 3 black cells around it'
    """

    rows: Picture
    givens: Picture = ()

    kind: ClassVar[str] = "mosaic"

    def __post_init__(self) -> None:
        if not 1 <= len(self.rows) <= MAX_SIDE:
            raise InputError(f"{len(self.rows)} rows: expected 1 to {MAX_SIDE}")
        for row in self.rows:
            if wrong := row_fault(row, len(self.rows[0])):
                raise InputError(wrong)
        if self.givens and (wrong := givens_fault(self.givens, self.grid)):
            raise InputError(wrong)
        if not set().union(*self.givens) - {UNKNOWN}:
            object.__setattr__(self, "givens", ())  # the one form of a puzzle without givens

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.rows[0])

    @property
    def grid(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return len(self.rows), self.width

    def without_givens(self) -> Self:
        """Return the puzzle without its givens."""
        return self.with_givens(())

    def numbers(self) -> Iterator[tuple[int, int, int]]:
        """Yield each number as (row, column, number), counted from 0."""
        for r, row in enumerate(self.rows):
            for c, char in enumerate(row):
                if char != UNKNOWN:
                    yield r, c, int(char)

    def problem(self) -> Problem:
        """State the puzzle: one Exactly per number, every cell in the answer key."""
        height, width = self.grid
        cells = tuple(range(height * width))
        return Problem(
            sizes=(2,) * len(cells),
            constraints=tuple(
                [
                    Exactly(
                        number,
                        tuple([(i * width + j, 1) for i in _near(r, height) for j in _near(c, width)]),
                        _name(number, r, c),
                    )
                    for r, c, number in self.numbers()
                ]
            ),
            answer_key=cells,
            givens=self.given_options,
            symmetries=tuple(picture_symmetries(self.rows, self.givens)),
        )

    def fault(self, picture: Picture) -> str | None:
        """Say what is wrong with a picture as a solution, or None. Uses no solver."""
        if wrong := shape_fault(picture, self.grid, self.palette):
            return wrong
        for r, c, number in self.numbers():
            around = picture[max(0, r - 1) : r + 2]
            black = sum(row[max(0, c - 1) : c + 2].count("#") for row in around)
            if black != number:
                return f"{_name(number, r, c)} has {plural(black, 'black cell')} around it"
        return given_fault(self.givens, picture)

    def obstacle(self) -> str | None:
        """Say why there is no solution, if that is clear without search, or None."""
        height, width = self.grid
        for r, c, number in self.numbers():
            if number > (most := len(_near(r, height)) * len(_near(c, width))):
                return f"{_name(number, r, c)} has only {most} cells around it"
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


def givens_fault(givens: Picture, grid: tuple[int, int]) -> str | None:
    """Say what is wrong with givens for a grid of this size, or None."""
    if len(givens) != grid[0] or {len(row) for row in givens} != {grid[1]}:
        return f"the givens are not {grid[0]} rows of {grid[1]} cells"
    if wrong := set().union(*givens) - {"#", ".", UNKNOWN}:
        return f"the givens have {min(wrong)!r}: expected #, . and {UNKNOWN}"
    return None


def _near(place: int, length: int) -> range:
    """Return a place and its neighbours on a side of this length."""
    return range(max(0, place - 1), min(length, place + 2))


def _name(number: int, row: int, column: int) -> str:
    return f"the {number} in row {row + 1}, column {column + 1}"
