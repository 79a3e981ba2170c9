"""Nonograms as shapes and as text: the grid with its clues, thick lines every five cells.

In text, a number of two digits that would touch another one is placed higher; column clues that do not fit
have their digits one below the other. An empty puzzle has dots for its cells, and crosses for those that are
given as background.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import ceil

from nonosat.pictures.drawings.board import SquareBoard
from nonosat.pictures.drawings.grid import FONT, Item, item_shapes, item_width, items_of, row_clue
from nonosat.pictures.grid_text import CROSS, EMPTY, Around, CellRows, cell_text
from nonosat.pictures.sheet import Shape, text_width
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import UNKNOWN
from nonosat.words import is_number

_PITCH = 0.8  # from one number of a column clue to the next, as a fraction of a cell's side
_PADDING = 5  # between clues and grid


class NonogramBoard(SquareBoard):
    """A nonogram with the clues of its rows at the left, and those of its columns above."""

    puzzle: Nonogram

    @cached_property
    def rows(self) -> list[list[Item]]:
        """The items of the rows' clues."""
        return items_of(self.puzzle, self.puzzle.rows if self.clues else ())

    @cached_property
    def columns(self) -> list[list[Item]]:
        """The items of the columns' clues."""
        return items_of(self.puzzle, self.puzzle.columns if self.clues else ())

    @property
    def room(self) -> tuple[int, int, int, int]:
        """The room for the clues."""
        if not self.clues:
            return 0, 0, 0, 0
        widest = max(sum(item_width(item, self.size) for item in items) for items in self.rows)
        highest = max(map(len, self.columns)) * _PITCH * self.size
        return ceil(widest) + _PADDING, ceil(highest) + _PADDING, 0, 0

    def numbers(self) -> Iterator[Shape]:
        """Yield the clues."""
        for r, items in enumerate(self.rows):
            yield from row_clue(items, self.left - _PADDING, self.top + (r + 0.5) * self.size, self.size)
        room = self.ROOM * self.size
        for c, items in enumerate(self.columns):
            for i, item in enumerate(reversed(items)):
                y = self.top - _PADDING - (i + 0.5) * _PITCH * self.size
                height = min(FONT * self.size, room / text_width(item[0]))
                yield from item_shapes(item, self.left + (c + 0.5) * self.size, y, room, height, self.size)

    def narrow(self) -> Iterator[str]:
        """Yield the numbers of the columns."""
        yield from (text for items in self.columns for text, _ in items)

    def empty(self, cell_width: int, colour: bool) -> CellRows:
        """Return the givens."""
        palette = self.puzzle.palette
        signs = {UNKNOWN: EMPTY, palette[0].char: CROSS}
        return [
            [
                signs[char].rjust(cell_width)
                if char in signs
                else cell_text(palette, char, False, cell_width, colour)
                for char in row
            ]
            for row in self.puzzle.start
        ]

    @property
    def around(self) -> Around:
        """The clues as text."""
        clue_text = self.puzzle.clue_text
        columns = [clue_text(clue).split() for clue in self.puzzle.columns]

        def above(cell_width: int) -> list[list[str]]:
            """Return one row of text per number, or one per digit if that is lower or numbers do not fit."""
            digits = [list(" ".join(stack)) for stack in columns]
            ways = [digits]
            if all(len(item) <= cell_width for stack in columns for item in stack):
                ways.insert(0, _apart(columns, cell_width))
            stacks = min(ways, key=_height)
            padded = [[""] * (_height(stacks) - len(stack)) + stack for stack in stacks]
            return [[stack[i].rjust(cell_width) for stack in padded] for i in range(_height(stacks))]

        return Around([clue_text(clue) for clue in self.puzzle.rows], above)


sheet, text, size_for = NonogramBoard.sheet, NonogramBoard.text, NonogramBoard.size_for


def _apart(columns: Sequence[Sequence[str]], cell_width: int) -> list[list[str]]:
    """Return the column clues with blanks in them, so that no number touches a digit to its left."""
    stacks: list[list[str]] = [[]]
    for stack in columns:
        left, placed = stacks[-1][::-1], list[str]()
        for item in reversed(stack):
            fills = 1 < len(item) == cell_width
            while fills and len(placed) < len(left) and is_number(left[len(placed)][-1:]):
                placed.append("")
            placed.append(item)
        stacks.append(placed[::-1])
    return stacks[1:]


def _height(stacks: Sequence[Sequence[str]]) -> int:
    return max(map(len, stacks))
