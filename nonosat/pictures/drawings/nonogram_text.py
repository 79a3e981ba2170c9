"""Nonograms as text: clues beside the rows, and above the columns.

Column clues whose numbers would touch have their digits below each other. An empty puzzle has dots
for its cells, crosses for given ones that are background.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.pictures.grid_text import CROSS, EMPTY, Around, cell_text, grid_text
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import UNKNOWN, Picture


def text(
    puzzle: Nonogram, picture: Picture, other: Picture, width: int | None, colour: bool, marks: Picture
) -> str:
    """Draw a nonogram in characters."""
    signs = {UNKNOWN: EMPTY, puzzle.palette[0].char: CROSS}
    givens = puzzle.givens or (UNKNOWN * puzzle.width,) * puzzle.height

    def empty(cell_width: int) -> list[list[str]]:
        return [
            [
                signs[char].rjust(cell_width)
                if char in signs
                else cell_text(puzzle.palette, char, False, cell_width, colour)
                for char in row
            ]
            for row in givens
        ]

    return grid_text(puzzle, picture, other, width, colour, marks, empty, _around(puzzle))


def framed(puzzle: Nonogram, rows: Sequence[Sequence[str]], cell_width: int) -> list[str]:
    """Return drawn rows with a frame and the clues around them."""
    return _around(puzzle).framed(rows, cell_width)


def _around(puzzle: Nonogram) -> Around:
    columns = [puzzle.clue_text(clue).split() for clue in puzzle.columns]

    def above(cell_width: int) -> list[list[str]]:
        """Return one row per number, or one per digit if numbers would touch."""
        stacks = columns
        if any(len(item) >= cell_width for stack in stacks for item in stack):
            # Digits below each other, numbers apart by a blank.
            stacks = [list(" ".join(stack)) for stack in stacks]
        height = max(map(len, stacks))
        padded = [[""] * (height - len(stack)) + stack for stack in stacks]
        return [[stack[i].rjust(cell_width) for stack in padded] for i in range(height)]

    return Around([puzzle.clue_text(clue) for clue in puzzle.rows], above)
