"""The cells of the pictures of an order: how many there are, and which are near each other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

from nonosat.puzzles import CellPuzzle, cell_kind

Cells = tuple[tuple[int, ...], ...]
"""Some cells for each cell."""


@dataclass(frozen=True, eq=False)
class Space:
    """The cells of a puzzle, whose picture is all background."""

    puzzle: CellPuzzle

    @property
    def cells(self) -> int:
        """The number of cells."""
        return len(self.beside)

    @cached_property
    def lines(self) -> Cells:
        """The cells of each line, or of each number."""
        return tuple([line.cells for line in self.puzzle.problem().constraints])

    @cached_property
    def beside(self) -> Cells:
        """The cells that share a side with each one."""
        if self.puzzle.grid:
            height, width = self.puzzle.grid
            return tuple(
                [
                    tuple(
                        [
                            y * width + x
                            for y, x in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c))
                            if 0 <= y < height and 0 <= x < width
                        ]
                    )
                    for r in range(height)
                    for c in range(width)
                ]
            )
        found: list[set[int]] = [set() for _ in self.puzzle.problem().sizes]
        for line in self.lines:
            for one, other in pairwise(line):
                found[one].add(other)
                found[other].add(one)
        return tuple([tuple(sorted(cells)) for cells in found])

    def near(self, cell: int, far: int) -> tuple[int, ...]:
        """Return the cells of the square around one, this many rows and columns away; without a grid, those
        that are that many steps away.
        """
        if self.puzzle.grid:
            height, width = self.puzzle.grid
            row, column = divmod(cell, width)
            rows = range(max(0, row - far), min(height, row + far + 1))
            columns = range(max(0, column - far), min(width, column + far + 1))
            return tuple([r * width + c for r in rows for c in columns])
        found = {cell}
        for _ in range(far):
            found |= {other for one in found for other in self.beside[one]}
        return tuple(sorted(found))

    @cached_property
    def around(self) -> Cells:
        """Each cell and those that touch it."""
        return tuple([self.near(cell, 1) for cell in range(self.cells)])


@lru_cache(maxsize=4)
def space_of(kind: str, width: int, height: int) -> Space:
    """Return the cells of pictures of this size for a kind of puzzle."""
    puzzles = cell_kind(kind)
    return Space(puzzles.from_picture(puzzles.blank(width, height)))
