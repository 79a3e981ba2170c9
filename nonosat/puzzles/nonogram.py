"""Nonograms, in black and white and in colour.

The checker here compares the text of a picture with the clues; it shares nothing with the encoders and trusts
no solver.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from operator import attrgetter
from typing import Any, ClassVar, Self

from nonosat.errors import InputError
from nonosat.line.slack import slack
from nonosat.problem import Blocks, Clue, Problem
from nonosat.puzzles.base import CellPuzzle
from nonosat.puzzles.clues import ANY_LENGTH, clue_of, clue_text
from nonosat.puzzles.picture import (
    BLACK_AND_WHITE,
    UNKNOWN,
    Palette,
    Picture,
    colour_char,
    given_fault,
    shape_fault,
)
from nonosat.puzzles.symmetry import (
    MOVES,
    Clues,
    Orientation,
    clue_symmetries,
    moved_cells,
    moved_clues,
)

MAX_SIDE = 1000
"""The longest side that is accepted."""

_LOW, _HIGH = attrgetter("low"), attrgetter("high")


@dataclass(frozen=True)
class Nonogram(CellPuzzle):
    """A nonogram: the clues of a picture.

        >>> puzzle = Nonogram.from_picture(("#.#", ".##"))
        >>> [puzzle.clue_text(clue) for clue in puzzle.rows]
        ['1 1', '2']
        >>> puzzle.fault(("#.#", "##."))
        'column 1 reads ##, its clue is 1'

    `givens` and `goal` are pictures in the palette's characters (`?` for cells that are not given), or
    empty.
    """

    rows: tuple[Clue, ...]
    columns: tuple[Clue, ...]
    givens: Picture = ()
    palette: Palette = BLACK_AND_WHITE
    goal: Picture = ()

    kind: ClassVar[str] = "nonogram"

    def __post_init__(self) -> None:
        for name, lines in (("rows", self.rows), ("columns", self.columns)):
            if not 1 <= len(lines) <= MAX_SIDE:
                raise InputError(f"{len(lines)} {name}: expected 1 to {MAX_SIDE}")
        _check_palette(self.palette)
        allowed = {colour.char for colour in self.palette}
        for name, picture, extra in (("givens", self.givens, {UNKNOWN}), ("goal", self.goal, set())):
            if picture and (len(picture) != self.height or {len(row) for row in picture} != {self.width}):
                raise InputError(f"the {name} are not {self.height} rows of {self.width} cells")
            if wrong := set().union(*picture) - allowed - extra:
                raise InputError(f"the {name} have {min(wrong)!r}, which is not a colour of the palette")
        if self.givens and set().union(*self.givens) == {UNKNOWN}:
            object.__setattr__(self, "givens", ())  # the one form of a puzzle without givens

    @classmethod
    def from_picture(cls, picture: Picture, palette: Palette = BLACK_AND_WHITE, **about: Any) -> Nonogram:
        """Return the puzzle with this picture's clues; `about` is its title, author and so on."""
        chars = [colour.char for colour in palette]
        try:
            rows = tuple(clue_of(row, chars) for row in picture)
            columns = tuple(clue_of("".join(cells), chars) for cells in zip(*picture, strict=True))
        except ValueError:
            what = f"the picture has rows of several lengths, or other characters than {' '.join(chars)}"
            raise InputError(what) from None
        return cls(rows, columns, palette=palette, goal=tuple(picture), **about)

    def asking_for(self, picture: Picture) -> Self:
        """Return this puzzle with the clues of another picture in place of its own, without givens."""
        new = self.from_picture(picture, self.palette)
        return replace(self, rows=new.rows, columns=new.columns, goal=new.goal, givens=())

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.columns)

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def grid(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return self.height, self.width

    @property
    def directions(self) -> tuple[range, ...]:
        """The numbers of the rows, and those of the columns."""
        return range(self.height), range(self.height, self.height + self.width)

    def lines(self) -> Iterator[tuple[str, Clue, tuple[int, ...]]]:
        """Yield each line's name, clue and cells (row by row, counted from 0)."""
        names, cells = grid_lines(self.width, self.height)
        yield from zip(names, self.rows + self.columns, cells, strict=True)

    def problem(self) -> Problem:
        """State the puzzle: one Blocks per line, every cell in the answer key."""
        count = self.width * self.height
        names, cells = grid_lines(self.width, self.height)
        clues = self.rows + self.columns
        if self._blotted:
            clues = tuple([_capped(clue, len(line)) for clue, line in zip(clues, cells, strict=True)])
        return Problem(
            sizes=(len(self.palette),) * count,
            constraints=tuple(map(Blocks._make, zip(cells, clues, names, strict=True))),
            answer_key=_cells(count),
            givens=self.given_options,
            symmetries=tuple(clue_symmetries(self.rows, self.columns, self.givens)),
        )

    def fault(self, picture: Picture) -> str | None:
        """Say what is wrong with a picture as a solution, or None. Uses no solver."""
        if wrong := shape_fault(picture, self.grid, self.palette):
            return wrong
        for wrong in self.clue_faults(picture):
            return wrong
        return given_fault(self.givens, picture)

    def clue_faults(self, picture: Picture) -> Iterator[str]:
        """Yield a sentence for each line of a picture that does not match its clue, rows first."""
        text = "".join(picture)
        columns = [text[c :: self.width] for c in range(self.width)]
        if len(self.palette) == 2 and self._runs_are_right((*picture, *columns)):
            return
        for what, clues, lines in (("row", self.rows, picture), ("column", self.columns, columns)):
            for number, (clue, line) in enumerate(zip(clues, lines, strict=True), start=1):
                if not self.reads_as(line, clue):
                    yield f"{what} {number} reads {line}, its clue is {self.clue_text(clue)}"

    def _runs_are_right(self, lines: Sequence[str]) -> bool:
        """Whether each run of black is as long as its block: a quick check of all lines in one pass."""
        end = "#" * (max(self.grid) + 1)  # marks the end of a line; no run is as long
        runs = f" {end} ".join(lines).replace(self.palette[0].char, " ").split()
        wanted: list[int] = []
        for clue in self.rows + self.columns:
            wanted += map(_LOW, clue)
            wanted.append(len(end))
        return [*map(len, runs), len(end)] == wanted

    def reads_as(self, line: str, clue: Clue) -> bool:
        """Whether a line of a picture, without unknown cells, matches a clue."""
        runs = line.replace(self.palette[0].char, " ").split()
        if len(self.palette) == 2 and list(map(len, runs)) == list(map(_LOW, clue)):
            return True
        found = clue_of(line, [colour.char for colour in self.palette])
        return len(found) == len(clue) and all(
            have.colour == want.colour and want.low <= have.low <= want.high
            for have, want in zip(found, clue, strict=True)
        )

    def obstacle(self) -> str | None:
        """Say why there is no solution, if that is clear without search, or None."""
        for what, clues, length in (("row", self.rows, self.width), ("column", self.columns, self.height)):
            for number, clue in enumerate(clues, start=1):
                # An upper bound: the cells needed if all blocks have the same colour.
                need = sum(map(_LOW, clue)) + len(clue) - 1
                if need > length and (need := -slack(clue, 0)) > length:
                    text = self.clue_text(clue)
                    return f"{what} {number}: the clue {text} needs {need} cells, the line has {length}"
        for value, colour in enumerate(self.palette[1:], start=1):
            low_r, high_r = self._total(self.rows, value)
            low_c, high_c = self._total(self.columns, value)
            if low_r > high_c or low_c > high_r:
                rows, columns = _span(low_r, high_r), _span(low_c, high_c)
                return f"the rows ask for {rows} {colour.name} cells, the columns for {columns}"
        return None

    @property
    def _blotted(self) -> bool:
        """Whether the length of some block is unknown."""
        blocks = list(chain.from_iterable(self.rows + self.columns))
        return list(map(_LOW, blocks)) != list(map(_HIGH, blocks))

    def clue_text(self, clue: Clue) -> str:
        """Write a clue as people do: `7 3 1`, `3r 1b`, `?` for a blotted block, `0` for an empty line."""
        return clue_text(clue, self.palette)

    def clue_lines(self) -> Iterator[str]:
        """Yield `Row 1: 2 1` and so on, then the columns."""
        for what, clues in (("Row", self.rows), ("Column", self.columns)):
            for number, clue in enumerate(clues, start=1):
                yield f"{what} {number}: {self.clue_text(clue)}"

    def orientations(self, any_colours: bool = False) -> Iterator[Orientation]:
        """Yield the eight rotations and reflections; with `any_colours`, colours have numbers in the order in
        which they appear.
        """
        clues = self.rows, self.columns
        for move, (rows, columns) in zip((tuple, *MOVES), (clues, *moved_clues(*clues)), strict=True):
            givens = "".join(map("".join, move(self.givens))) if self.givens else ""
            number = {0: 0} if any_colours else {value: value for value in range(len(self.palette))}
            yield self._key(rows, columns, givens, number), moved_cells(self.width, self.height, move)

    def _key(self, rows: Clues, columns: Clues, givens: str, number: dict[int, int]) -> tuple[Any, ...]:
        """Return a sort key of an orientation; colours that are not in `number` get the next numbers."""
        lines = tuple(
            [
                tuple([(number.setdefault(b.colour, len(number)), b.low, b.high) for b in clue])
                for clue in chain(rows, columns)
            ]
        )
        value_of = {colour.char: value for value, colour in enumerate(self.palette)}
        given = [-1 if char == UNKNOWN else number.setdefault(value_of[char], len(number)) for char in givens]
        return len(rows), len(columns), lines, tuple(given)

    def _total(self, clues: Sequence[Clue], value: int) -> tuple[int, int]:
        """Return the fewest and the most cells of a colour that the clues allow."""
        blocks = list(chain.from_iterable(clues))
        if len(self.palette) > 2:
            blocks = [block for block in blocks if block.colour == value]
        return sum(map(_LOW, blocks)), sum(map(_HIGH, blocks))


def _capped(clue: Clue, length: int) -> Clue:
    """Return the clue with its blotted blocks limited to the line's length."""
    for _, low, high in clue:
        if low != high:
            return tuple([b._replace(high=max(b.low, min(b.high, length))) for b in clue])
    return clue


@lru_cache(maxsize=4)
def _cells(count: int) -> tuple[int, ...]:
    return tuple(range(count))


@lru_cache(maxsize=4)
def grid_lines(width: int, height: int) -> tuple[tuple[str, ...], tuple[tuple[int, ...], ...]]:
    """Return the names and the cells of a grid's lines, rows first; cached, since batches repeat a size."""
    cells = _cells(width * height)
    rows = [cells[r * width : (r + 1) * width] for r in range(height)]
    columns = [cells[c::width] for c in range(width)]
    return (*_names("row", height), *_names("column", width)), (*rows, *columns)


@lru_cache(maxsize=256)
def _names(what: str, count: int) -> tuple[str, ...]:
    return tuple([f"{what} {number}" for number in range(1, count + 1)])


@lru_cache(maxsize=16)
def _check_palette(palette: Palette) -> None:
    chars = [colour.char for colour in palette]
    if len(palette) < 2 or chars[0] != "." or len(set(chars)) < len(chars):
        raise InputError("the palette must start with `.`, the background; colours need other characters")
    if wrong := [char for char in chars if not colour_char(char)]:
        raise InputError(f"{wrong[0]!r} cannot stand for a colour")


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"at least {low}" if high >= ANY_LENGTH else f"{low} to {high}"
