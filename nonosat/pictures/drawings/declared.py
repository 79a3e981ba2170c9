"""Puzzles of declared kinds as shapes and as text: symbols in cells, borders of regions, numbers outside."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import ceil

from nonosat.pictures.drawings.board import SquareBoard
from nonosat.pictures.drawings.grid import FONT, ground
from nonosat.pictures.grid_text import CROSS, EMPTY, Around, CellRows, cell_text
from nonosat.pictures.sheet import Cells, Line, Rect, Shape, Sheet, Text, text_width
from nonosat.pictures.style import light
from nonosat.puzzles.declared import Declared
from nonosat.puzzles.picture import UNKNOWN, Picture
from nonosat.records import replace

_PADDING = 4  # between numbers and grid
_WALL = "#333333"
_BORDER = "#000000"


class DeclaredBoard(SquareBoard):
    """A puzzle of a declared kind, with its numbers at up to four sides."""

    puzzle: Declared

    def lay_out(self) -> Sheet:
        """Return the board as shapes, without a legend: the kind's page explains its values."""
        return super(DeclaredBoard, replace(self, legend=False)).lay_out()

    @cached_property
    def _height(self) -> float:
        return FONT * self.size

    def _beside(self, side: str) -> list[str]:
        """Return the numbers on a side of the grid; empty if there are none."""
        for name, given in self.puzzle.rules.gives.items():
            if given.form == side and self.clues:
                return ["" if number is None else str(number) for number in self.puzzle.gives[name]]
        return []

    def narrow(self) -> Iterator[str]:
        """Yield the numbers above and below."""
        yield from (*self._beside("top"), *self._beside("bottom"))

    @cached_property
    def room(self) -> tuple[int, int, int, int]:
        """The room for the numbers."""

        def measure_side(side: str) -> int:
            texts = self._beside(side)
            wide = max(map(text_width, texts), default=0) if side in ("left", "right") else 1
            return ceil(wide * self._height + _PADDING) if texts else 0

        return measure_side("left"), measure_side("top"), measure_side("right"), measure_side("bottom")

    def numbers(self) -> Iterator[Shape]:
        """Yield the numbers; those that are not given are empty."""
        height, size = self._height, self.size
        for side in ("left", "right", "top", "bottom"):
            for k, text in enumerate(self._beside(side)):
                along, wide = (k + 0.5) * size, text_width(text)
                if text and side in ("top", "bottom"):
                    y = self.top - _PADDING if side == "top" else self.bottom + _PADDING + 0.72 * height
                    yield Text(self.left + along, y, text, min(height, 0.9 * size / wide))
                elif text:
                    half = wide * height / 2 + _PADDING
                    x = self.left - half if side == "left" else self.right + half
                    yield Text(x, self.top + along + 0.36 * height, text, height)

    @property
    def start(self) -> Declared:
        """The puzzle, without those of its givens that its symbols say."""
        puzzle = self.puzzle
        if self.picture or not puzzle.rules.fixed:
            return puzzle
        written = puzzle.symbol_texts
        chars = [UNKNOWN if cell in written else char for cell, char in enumerate("".join(puzzle.start))]
        return puzzle.with_givens(puzzle.cut("".join(chars)))

    def inside(self, cells: Cells) -> Iterator[Shape]:
        """Yield walls, marks and texts."""
        puzzle, size = self.puzzle, self.size
        for cell in puzzle.walls:
            r, c = divmod(cell, puzzle.width)
            yield Rect(self.left + c * size, self.top + r * size, size, size, _WALL)
        yield from super().inside(cells)
        for cell, text in self._texts(self.picture or puzzle.start):
            r, c = divmod(cell, puzzle.width)
            behind = (
                _WALL if cell in puzzle.walls else ground(puzzle, self.picture, self.other, self.before, r, c)
            )
            x, y = self.left + (c + 0.5) * size, self.top + (r + 0.5) * size + 0.36 * self._height
            pen = "#000000" if light(behind) else "#ffffff"
            yield Text(x, y, text, self._height, rgb=pen, inside=True)

    def _texts(self, picture: Picture) -> Iterator[tuple[int, str]]:
        """Yield the texts in cells: symbols, unless they only say a value, and the signs of values."""
        symbols = self.puzzle.symbol_texts if self.clues else {}
        for cell, char in enumerate("".join(picture)):
            if text := symbols.get(cell) or self.puzzle.rules.signs.get(char):
                yield cell, text

    def edges(self) -> Iterator[Shape]:
        """Yield the lines between cells: thick ones between regions, or else every five cells."""
        regions = self.puzzle.regions
        if not regions:
            yield from super().edges()
            return
        size, (rows, columns) = self.size, self.puzzle.grid
        letters = {(r, c): char for r, row in enumerate(regions) for c, char in enumerate(row)}
        for thick in (False, True):
            width, rgb = (max(2, size // 8), _BORDER) if thick else (1, "#aaaaaa")
            for r in range(rows + 1):
                for c in range(columns + 1):
                    here, x, y = letters.get((r, c)), self.left + c * size, self.top + r * size
                    if c < columns and (here != letters.get((r - 1, c))) == thick:
                        yield Line(x, y, x + size, y, width, rgb)
                    if r < rows and (here != letters.get((r, c - 1))) == thick:
                        yield Line(x, y, x, y + size, width, rgb)

    def choose_written(self, marks: Picture) -> Picture:
        """Return the picture, unless it is written like givens: it has unknown cells, or the grid walls."""
        is_state = any(UNKNOWN in row for row in self.picture) and not (self.other or marks)
        return () if is_state or (self.puzzle.walls and not self.other) else self.picture

    def empty(self, cell_width: int, colour: bool) -> CellRows:
        """Return what is in the cells, or the letters of their regions."""
        puzzle = self.puzzle
        texts = dict(self._texts(puzzle.start))
        chars = "".join(self.picture or puzzle.start)
        cells = [self._cell(cell, char, texts, cell_width, colour) for cell, char in enumerate(chars)]
        return [cells[at : at + puzzle.width] for at in range(0, len(cells), puzzle.width)]

    def _cell(self, cell: int, char: str, texts: dict[int, str], width: int, colour: bool) -> str:
        """Write a cell: its value if it is known, and what it shows."""
        puzzle, shown = self.puzzle, texts.get(cell, "")
        if cell in puzzle.walls:
            return ("█" * width)[len(shown) :] + shown
        if char == UNKNOWN or (shown and cell in puzzle.fixed):
            letter = "".join(puzzle.regions)[cell : cell + 1]
            return (shown or letter or EMPTY).rjust(width)
        if char == puzzle.palette[0].char:
            return (CROSS * (width - 1) + shown) if shown else CROSS.rjust(width)
        two = len(puzzle.palette) == 2 and not puzzle.rules.signs
        value = cell_text(puzzle.palette, char, False, 1, colour) if two else char
        if shown:
            return value * (width - 1) + shown
        return value * width if two else value.rjust(width)

    @property
    def around(self) -> Around:
        """The numbers as text."""

        def rows_of(side: str, cell_width: int) -> list[list[str]]:
            texts = self._beside(side)
            most = max(map(len, texts), default=0)
            if most < max(2, cell_width):
                return [[text.rjust(cell_width) for text in texts]] if texts else []
            stacks = [text.rjust(most) if side == "top" else text.ljust(most) for text in texts]
            return [[stack[k].rjust(cell_width) for stack in stacks] for k in range(most)]

        return Around(
            self._beside("left"),
            lambda cell_width: rows_of("top", cell_width),
            self._beside("right"),
            lambda cell_width: rows_of("bottom", cell_width),
        )


sheet, text, size_for = DeclaredBoard.sheet, DeclaredBoard.text, DeclaredBoard.size_for
