"""A picture that changes cell by cell, and the cells that the steps of a class leave open."""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.making.growth import Growth
from nonosat.making.pictures import Pictures, pictures
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import Palette, drawn
from nonosat.reasons.difficulty import LINES, MODERATE, MODERATE_LAYERS, TRIVIAL
from nonosat.reasons.layers import TO_THE_END

_LAYERS = {TRIVIAL: 0, LINES: 0, MODERATE: MODERATE_LAYERS}


def layers_of(level: str) -> int:
    """Return the maximum number of refutation layers in a class; 0 for lines alone."""
    return _LAYERS.get(level, TO_THE_END)


class Grid:
    """The values of a picture's cells, row by row."""

    def __init__(self, values: Sequence[int], width: int, palette: Palette) -> None:
        self.values = list(values)
        self.width = width
        self.height = len(values) // width
        self.palette = palette

    def puzzle(self, **about: str) -> Nonogram:
        """Return the puzzle of the picture; `about` is its title and so on."""
        return Nonogram.from_picture(drawn(self.values, self.palette, self.width), self.palette, **about)

    def open_cells(self, level: str, clock: Clock = NO_CLOCK) -> list[int]:
        """Return the cells that the steps of a class leave open; none if these solve the puzzle."""
        return self._pictures().open_cells(self.values, layers_of(level), clock=clock)

    def growth(self, clock: Clock = NO_CLOCK) -> Growth:
        """Return what lines deduce about the picture; the next question about open cells invalidates it."""
        return Growth(self._pictures(), self.values, clock)

    def _pictures(self) -> Pictures:
        return pictures(self.width, self.height, len(self.palette))
