"""Nonograms, in black and white and in colour: what was asked.

The checker here reads a picture as text against the clues; it shares nothing with the encoders
and believes no solver.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import ClassVar

from nonosat.errors import InputError
from nonosat.problem import Block, Clue, Problem, Runs
from nonosat.puzzles.clues import ANY_LENGTH, clue_text
from nonosat.puzzles.picture import BLACK_AND_WHITE, UNKNOWN, Palette, Picture

MAX_SIDE = 1000
"""The longest side that is accepted."""


@dataclass(frozen=True)
class Nonogram:
    """A picture asked for by its clues.

    `givens` and `goal` are pictures in the palette's characters (`?` where nothing is given), or
    empty. `source` is the puzzle's address (`path` or `path#7`); it plays no part in equality.
    """

    rows: tuple[Clue, ...]
    columns: tuple[Clue, ...]
    givens: Picture = ()
    palette: Palette = BLACK_AND_WHITE
    goal: Picture = ()
    title: str = ""
    author: str = ""
    origin: str = ""
    licence: str = ""
    source: str = field(default="", compare=False)

    kind: ClassVar[str] = "nonogram"

    def __post_init__(self) -> None:
        for name, lines in (("rows", self.rows), ("columns", self.columns)):
            if not 1 <= len(lines) <= MAX_SIDE:
                raise InputError(f"{len(lines)} {name}: expected 1 to {MAX_SIDE}")
        allowed = {colour.char for colour in self.palette}
        for name, picture, extra in (("givens", self.givens, {UNKNOWN}), ("goal", self.goal, set())):
            if picture and (
                len(picture) != self.height or any(len(row) != self.width for row in picture)
            ):
                raise InputError(f"the {name} are not {self.height} rows of {self.width} cells")
            if wrong := {char for row in picture for char in row} - allowed - extra:
                raise InputError(f"the {name} have {sorted(wrong)[0]!r}, which is no colour of the palette")

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.columns)

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    def lines(self) -> Iterator[tuple[str, Clue, tuple[int, ...]]]:
        """Yield each line's name, clue and cells (row by row, counted from 0)."""
        width, height = self.width, self.height
        for r, clue in enumerate(self.rows):
            yield f"row {r + 1}", clue, tuple(range(r * width, (r + 1) * width))
        for c, clue in enumerate(self.columns):
            yield f"column {c + 1}", clue, tuple(range(c, width * height, width))

    def problem(self) -> Problem:
        """State the puzzle: one Runs a line, every cell in the answer key."""
        cells = self.width * self.height
        index = {colour.char: value for value, colour in enumerate(self.palette)}
        givens = tuple(
            (r * self.width + c, index[char])
            for r, row in enumerate(self.givens)
            for c, char in enumerate(row)
            if char != UNKNOWN
        )
        return Problem(
            sizes=(len(self.palette),) * cells,
            constraints=tuple(
                Runs(line, tuple(replace(b, high=min(b.high, len(line))) for b in clue), name)
                if any(b.blotted for b in clue)
                else Runs(line, clue, name)
                for name, clue, line in self.lines()
            ),
            answer_key=tuple(range(cells)),
            givens=givens,
            symmetries=tuple(self._symmetries()),
        )

    def picture(self, values: Sequence[int]) -> Picture:
        """Draw the cells' values, row by row, in the palette's characters."""
        chars = [colour.char for colour in self.palette]
        text = "".join([chars[value] for value in values])
        return tuple(text[start : start + self.width] for start in range(0, len(text), self.width))

    def values(self, picture: Picture) -> tuple[int, ...]:
        """Read a picture back into the cells' values; the inverse of `picture`."""
        index = {colour.char: value for value, colour in enumerate(self.palette)}
        return tuple(index[char] for row in picture for char in row)

    def fault(self, picture: Picture) -> str | None:
        """Say what is wrong with a picture as a solution, or None. Uses no solver."""
        if len(picture) != self.height or any(len(row) != self.width for row in picture):
            return f"the picture is not {self.height} rows of {self.width} cells"
        for r, clue in enumerate(self.rows):
            if not self._fits(clue, picture[r]):
                return f"row {r + 1} reads {picture[r]}, its clue is {self.clue_text(clue)}"
        for c, (clue, column) in enumerate(zip(self.columns, zip(*picture, strict=True), strict=True)):
            if not self._fits(clue, column):
                return f"column {c + 1} reads {''.join(column)}, its clue is {self.clue_text(clue)}"
        for r, (given, row) in enumerate(zip(self.givens, picture, strict=bool(self.givens))):
            for c, (want, have) in enumerate(zip(given, row, strict=True)):
                if want not in (UNKNOWN, have):
                    return f"row {r + 1}, column {c + 1} is {have}, but {want} is given"
        return None

    def obstacle(self) -> str | None:
        """Say, without any search, why there can be no solution; None if nothing is seen."""
        for name, clue, cells in self.lines():
            gaps = sum(a.colour == b.colour for a, b in zip(clue, clue[1:], strict=False))
            need = sum(block.low for block in clue) + gaps
            if need > len(cells):
                clue_text = self.clue_text(clue)
                return f"{name}: the clue {clue_text} needs {need} cells, the line has {len(cells)}"
        for value, colour in enumerate(self.palette[1:], start=1):
            low_r, high_r = self._total(self.rows, value)
            low_c, high_c = self._total(self.columns, value)
            if low_r > high_c or low_c > high_r:
                rows, columns = _span(low_r, high_r), _span(low_c, high_c)
                return f"the rows ask for {rows} {colour.name} cells, the columns for {columns}"
        return None

    def clue_text(self, clue: Clue) -> str:
        """Write a clue as people do: `7 3 1`, `3r 1b`, `?` for a blotted block, `0` for none."""
        return clue_text(clue, self.palette)

    def _fits(self, clue: Clue, line: Sequence[str]) -> bool:
        """Whether a line of characters reads as the clue."""
        background = self.palette[0].char
        runs = [(char, len(list(run))) for char, run in groupby(line) if char != background]
        return len(runs) == len(clue) and all(
            char == self.palette[block.colour].char and block.low <= length <= block.high
            for (char, length), block in zip(runs, clue, strict=True)
        )

    def _total(self, clues: Sequence[Clue], value: int) -> tuple[int, int]:
        """Return the fewest and the most cells of a colour that the clues allow."""
        blocks = [block for clue in clues for block in clue if block.colour == value]
        low = sum(block.low for block in blocks)
        return low, low + sum(block.high - block.low for block in blocks)

    def _symmetries(self) -> Iterator[tuple[int, ...]]:
        """Yield the turns and mirrors of the grid that leave clues and givens as they are."""
        height, width = self.height, self.width
        flip_rows = self.rows[::-1] == self.rows and _mirrored(self.columns) == self.columns
        flip_columns = self.columns[::-1] == self.columns and _mirrored(self.rows) == self.rows
        half_turn = _mirrored(self.rows[::-1]) == self.rows and _mirrored(self.columns[::-1]) == self.columns
        transpose = self.rows == self.columns
        anti_transpose = _mirrored(self.rows[::-1]) == self.columns
        quarter = self.rows[::-1] == self.columns and _mirrored(self.columns) == self.rows
        candidates = (
            (flip_rows, lambda r, c: (height - 1 - r, c)),
            (flip_columns, lambda r, c: (r, width - 1 - c)),
            (half_turn, lambda r, c: (height - 1 - r, width - 1 - c)),
            (transpose, lambda r, c: (c, r)),
            (anti_transpose, lambda r, c: (width - 1 - c, height - 1 - r)),
            (quarter, lambda r, c: (width - 1 - c, r)),
            (quarter, lambda r, c: (c, height - 1 - r)),
        )
        given = "".join(self.givens)
        for holds, move in candidates:
            if not holds:
                continue
            moved = tuple(rr * width + cc for r in range(height) for c in range(width) for rr, cc in (move(r, c),))
            if not given or all(given[cell] == char for cell, char in zip(moved, given, strict=True)):
                yield moved


def _mirrored(clues: tuple[Clue, ...]) -> tuple[Clue, ...]:
    return tuple(clue[::-1] for clue in clues)


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"at least {low}" if high >= ANY_LENGTH else f"{low} to {high}"
