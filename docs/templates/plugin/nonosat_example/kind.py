"""A kind of puzzle: Star Battle. Each row, column and region has one star; stars do not touch.

Copy to nonosat/puzzles/stars.py and add to KINDS in nonosat/puzzles/__init__.py:

        "stars": KindEntry("stars:Stars", "a star in every row, column and region"),

The modules that read, write and draw the kind also have its name: see `kind_document.py` and
`kind_drawing.py` beside this file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from nonosat.errors import InputError
from nonosat.problem import AtMost, Exactly, Problem
from nonosat.puzzles.base import CellPuzzle
from nonosat.puzzles.picture import Picture
from nonosat.words import plural

MAX_SIDE = 100
"""The longest side that is accepted."""


@dataclass(frozen=True)
class Stars(CellPuzzle):
    """A square grid of regions, top row first: cells with the same letter are one region."""

    regions: Picture
    givens: Picture = ()

    kind: ClassVar[str] = "stars"

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

    def problem(self) -> Problem:
        """State the puzzle: cells are numbered row by row; a star has the value 1."""
        side = self.width
        cells = tuple(range(side * side))

        def stars(places: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
            return tuple((r * side + c, 1) for r, c in places)

        squares = [
            AtMost(
                1,
                stars([(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]),
                f"the square from row {r + 1}, column {c + 1}",
            )
            for r in range(side - 1)
            for c in range(side - 1)
        ]
        houses = [Exactly(1, stars(places), name) for name, places in self.houses()]
        return Problem(
            sizes=(2,) * len(cells),
            constraints=(*houses, *squares),
            answer_key=cells,
            givens=self.given_options,
        )

    def fault(self, picture: Picture) -> str | None:
        """Say what is wrong with a picture as a solution, or None. It checks every solution, so it shares
        nothing with `problem`.
        """
        if wrong := self.shape_fault(picture):
            return wrong
        found = [(r, c) for r, row in enumerate(picture) for c, char in enumerate(row) if char == "#"]
        for r, c in found:
            if any((r + i, c + j) in found for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)):
                return f"the star in row {r + 1}, column {c + 1} touches another"
        for what, seen in (
            ("row", [r for r, _ in found]),
            ("column", [c for _, c in found]),
            ("region", [self.regions[r][c] for r, c in found]),
        ):
            wanted = set("".join(self.regions)) if what == "region" else set(range(self.width))
            if sorted(map(str, seen)) != sorted(map(str, wanted)):
                return f"not every {what} has one star"
        return None

    def obstacle(self) -> str | None:
        """Say why there can be no solution, if that is clear without a search; else None."""
        number = len(set("".join(self.regions)))
        if number != self.width:
            return f"there are {plural(number, 'region')}, but {plural(self.width, 'row')}"
        return None
