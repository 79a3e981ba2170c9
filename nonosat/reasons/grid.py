"""The lines of a puzzle in the form that explanations use: masks of places by value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache

from nonosat.line.masks import Can, Shape
from nonosat.problem import Blocks, Problem, values_of
from nonosat.reasons.steps import Fact, Facts

_KEPT = 4096
"""How many results a line caches: explaining a puzzle narrows the same masks again and again."""


class Line:
    """A line with its clue. Places are counted from 0 within the line; a set of places is a mask."""

    def __init__(self, number: int, blocks: Blocks, values: int) -> None:
        self.number = number
        self.label = blocks.label
        self.cells = blocks.cells
        self.blocks = blocks.blocks
        self.n = len(blocks.cells)
        self.all = (1 << self.n) - 1
        self.values = max(2, values, 1 + max((block.colour for block in blocks.blocks), default=0))
        self.nothing_known: Can = (self.all,) * self.values

    def narrow(self, can: Sequence[int]) -> Can | None:
        """Return the masks of the values that occur in some arrangement, or None if there is none."""
        return self._narrow(tuple(can))

    @cached_property
    def _narrow(self) -> Callable[[Can], Can | None]:
        return lru_cache(maxsize=_KEPT)(Shape(self.blocks, self.n).narrow)

    @cached_property
    def place_of(self) -> dict[int, int]:
        """The places of the line's cells."""
        return {cell: place for place, cell in enumerate(self.cells)}

    def masks(self, facts: Iterable[Fact]) -> list[int]:
        """Return for each value the places that may have it, given only these facts."""
        can = [self.all] * self.values
        for cell, mask in facts:
            bit = 1 << self.place_of[cell]
            for value in range(self.values):
                if not mask >> value & 1:
                    can[value] &= ~bit
        return can

    def fact(self, place: int, can: Sequence[int]) -> Fact:
        """Return the values left for the cell in a place."""
        left = 0
        for value, mask in enumerate(can):
            left |= (mask >> place & 1) << value
        return self.cells[place], left

    def facts(self, places: int, can: Sequence[int]) -> Facts:
        """Return the values left for the cells in these places, in order."""
        return tuple([self.fact(place, can) for place in values_of(places)])

    def known(self, can: Sequence[int]) -> int:
        """Return the places with known cells."""
        every = self.all
        for mask in can:
            every &= mask
        return self.all ^ every

    def with_places(self, places: int, can: Sequence[int]) -> list[int]:
        """Return the masks given only the known cells in these places."""
        free = self.all ^ places
        return [mask | free for mask in can]


def lines_of(problem: Problem) -> list[Line]:
    """Return the lines of a Problem that has only lines."""
    values = max(problem.sizes)
    return [
        Line(number, blocks, values)
        for number, blocks in enumerate(problem.constraints)
        if isinstance(blocks, Blocks)
    ]
