"""A kind of puzzle: Star Battle. Each row, column and region has one star; stars do not touch.

Copy to nonosat/puzzles/stars.py and add to KINDS in nonosat/puzzles/__init__.py:

        "stars": KindEntry("stars:Stars", "a star in every row, column and region"),

The modules that read, write and draw the kind also have its name: see `kind_document.py` and
`kind_drawing.py` beside this file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar, Self

from nonosat.errors import InputError
from nonosat.problem import Constraint, Count
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.puzzles.base import CellPuzzle
from nonosat.puzzles.picture import BLACK_AND_WHITE, Palette, Picture
from nonosat.words import plural

MAX_SIDE = 100
"""The longest side that is accepted."""


@dataclass(frozen=True)
class Stars(CellPuzzle):
    """A square grid of regions, top row first: cells with the same letter are one region."""

    regions: Picture
    givens: Picture = ()

    kind: ClassVar[str] = "stars"
    counted: ClassVar[tuple[str, str]] = ("star", "stars")

    def __post_init__(self) -> None:
        # All faults are reported here, so every instance is well formed.
        side = len(self.regions)
        if not 1 <= side <= MAX_SIDE:
            raise InputError(f"{side} rows: expected 1 to {MAX_SIDE}")
        if any(len(row) != side for row in self.regions):
            raise InputError(f"expected {side} rows of {plural(side, 'cell')}")

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.regions)

    @property
    def grid(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return self.width, self.width

    def houses(self) -> Iterator[tuple[str, list[tuple[int, int]]]]:
        """Yield a name for people and the cells of each row, column and region; each has one star."""
        side = range(self.width)
        yield from ((f"row {r + 1}", [(r, c) for c in side]) for r in side)
        yield from ((f"column {c + 1}", [(r, c) for r in side]) for c in side)
        for region in sorted(set("".join(self.regions))):
            yield f"region {region}", [(r, c) for r in side for c in side if self.regions[r][c] == region]

    def constraints(self) -> Iterator[Constraint]:
        """Yield the rules: cells are numbered row by row; a star has the value 1."""
        side = self.width

        def stars(places: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
            return tuple((r * side + c, 1) for r, c in places)

        for name, places in self.houses():
            yield Count(1, 1, stars(places), name)
        for r, c in product(range(side - 1), repeat=2):
            square = [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]
            yield Count(0, 1, stars(square), f"the square from row {r + 1}, column {c + 1}")

    def clue_faults(self, picture: Picture) -> Iterator[str]:
        """Yield a sentence for each rule that a picture of the right size breaks. It checks every solution:
        it shares nothing with `constraints`.
        """
        found = _stars(picture)
        for r, c in found:
            if any((r + i, c + j) in found for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)):
                yield f"the star in row {r + 1}, column {c + 1} touches another"
        for what, seen in (
            ("row", [r for r, _ in found]),
            ("column", [c for _, c in found]),
            ("region", [self.regions[r][c] for r, c in found]),
        ):
            wanted = set("".join(self.regions)) if what == "region" else set(range(self.width))
            if sorted(map(str, seen)) != sorted(map(str, wanted)):
                yield f"not every {what} has one star"

    def clue_lines(self) -> Iterator[str]:
        """Yield the clues as lines of text."""
        yield from self.regions

    @classmethod
    def from_picture(cls, picture: Picture, palette: Palette = BLACK_AND_WHITE, **about: Any) -> Self:
        """Return a puzzle that a picture solves: every cell is in the region of the nearest star."""
        stars = _stars(picture)
        if not stars or palette != BLACK_AND_WHITE:
            raise InputError("expected a black-and-white picture with stars")
        names = [chr(ord("a") + number) for number in range(len(stars))]

        def region(r: int, c: int) -> str:
            return min(
                zip(stars, names, strict=True), key=lambda one: abs(one[0][0] - r) + abs(one[0][1] - c)
            )[1]

        regions = ("".join(region(r, c) for c in range(len(row))) for r, row in enumerate(picture))
        puzzle = cls(tuple(regions), **about)
        if wrong := puzzle.fault(picture):
            raise InputError(wrong)
        return puzzle

    def asking_for(self, picture: Picture) -> Self:
        """Return a puzzle that another picture solves."""
        return self.from_picture(picture)

    def obstacle(self, clock: Clock = NO_CLOCK) -> str | None:
        """Say why there can be no solution, if that is clear without a search; else None."""
        number = len(set("".join(self.regions)))
        if number != self.width:
            return f"there are {plural(number, 'region')}, but {plural(self.width, 'row')}"
        return None


def _stars(picture: Picture) -> list[tuple[int, int]]:
    """Return the cells with a star."""
    return [(r, c) for r, row in enumerate(picture) for c, char in enumerate(row) if char == "#"]
