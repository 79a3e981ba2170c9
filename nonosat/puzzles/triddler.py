r"""Triddlers: nonograms of triangles, in black and white and in colour, whose lines run in three directions.

>>> puzzle = Triddler.from_picture(("/#.#\\", "\\##./"))
>>> puzzle.outline, [puzzle.clue_text(clue) for clue in puzzle.topleft]
(Outline(topleft=1, bottomleft=1, top=1, topright=1, bottom=1, bottomright=1), ['1 1'])
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, ClassVar, Self

from nonosat.errors import InputError
from nonosat.problem import Clue
from nonosat.puzzles import triangles
from nonosat.puzzles.base import T
from nonosat.puzzles.clues import clue_of
from nonosat.puzzles.lines import Layout, LinePuzzle
from nonosat.puzzles.picture import BLACK_AND_WHITE, UNKNOWN, Palette, Picture, chars_of
from nonosat.puzzles.symmetry import Clues, Orientation
from nonosat.puzzles.triangles import Move, Outline, grid_of, hexagon, moves, outline_of
from nonosat.records import dataclass, replace

MAX_SIDE = 400
"""The longest side that is accepted."""

SIDES = Outline._fields
"""The names of the sides, which are those of the six sets of clues."""


@dataclass(frozen=True)
class Triddler(LinePuzzle):
    r"""A triddler: the clues of the lines, by the side at which they stand on paper.

    Rows are read from the left, other lines from their upper end. The sides' clues begin at the top or on the
    left, only those of the bottom right side begin at the bottom. The numbers of the clues are the lengths of
    the sides. Rows of a picture stand between the slashes of the outline: `/##.\`.
    """

    topleft: Clues
    bottomleft: Clues
    top: Clues
    topright: Clues
    bottom: Clues
    bottomright: Clues
    givens: Picture = ()
    palette: Palette = BLACK_AND_WHITE
    goal: Picture = ()

    kind: ClassVar[str] = "triddler"
    clue_fields: ClassVar[tuple[str, ...]] = SIDES
    across: ClassVar[str] = "cell"

    def __post_init__(self) -> None:
        for name, length in self.outline.sides:
            if length > MAX_SIDE:
                raise InputError(f"{length} lines from the {name}: expected at most {MAX_SIDE}")
        if any(colour.halves for colour in self.palette):
            raise InputError("the cells of a triddler are triangles: expected colours that are not split")
        if fault := self.outline.fault:
            raise InputError(fault)
        super().__post_init__()

    @classmethod
    def of_lines(cls, outline: Outline, clues: Sequence[Clue], **fields: Any) -> Triddler:
        """Return the puzzle with these clues of all lines, in the order of the sides."""
        sides: dict[str, Any] = dict(_by_side(outline, clues))
        return cls(**sides, **fields)

    @classmethod
    def from_picture(cls, picture: Picture, palette: Palette = BLACK_AND_WHITE, **about: Any) -> Triddler:
        """Return the puzzle with this picture's clues; `about` is its title, author and so on."""
        chars = chars_of(palette)
        try:
            outline = outline_of(picture)
        except ValueError as error:
            raise InputError(f"the picture is not that of a triddler: {error}") from None
        text = "".join([row[1:-1] for row in picture])
        if wrong := set(text) - set(chars):
            raise InputError(f"the picture has {min(wrong)!r}, which is not a colour of the palette")
        lines = ("".join([text[cell] for cell in line]) for line in grid_of(outline).lines)
        clues = [clue_of(line, chars) for line in lines]
        return cls.of_lines(outline, clues, palette=palette, goal=tuple(picture), **about)

    @classmethod
    def from_grid(cls, picture: Picture, palette: Palette = BLACK_AND_WHITE, **about: Any) -> Triddler:
        """Return the puzzle of the hexagon in a picture of squares, which has as many rows: each triangle has
        the colour of the square at its middle.
        """
        height = len(picture)
        wide = len(picture[0]) / triangles.TALL  # in sides of triangles, if a row is as high as a square
        outline = hexagon(max(0, round(wide - height / 2)), height)
        chars = triangles.sample_middles(picture, outline)
        return cls.from_picture(triangles.frame("".join(chars), outline), palette, **about)

    @classmethod
    def blank(cls, width: int, height: int) -> Picture:
        """Return the background of a hexagon with as many rows as `height`, and `width` lines above and below
        it; one more below if the number of rows is odd.
        """
        outline = hexagon(width, height)
        return triangles.frame(BLACK_AND_WHITE[0].char * sum(outline.row_lengths), outline)

    def sample_cells(self, rows: Sequence[Sequence[T]]) -> list[T]:
        """Return for each triangle what is at its middle in a picture of the same box."""
        return triangles.sample_middles(rows, self.outline)

    @property
    def mirrors(self) -> dict[str, tuple[tuple[int, ...], ...]]:
        """The moves that mirror the cells left to right and so on, if they keep the outline."""
        outline = self.outline
        moved = {name: moves(outline)[k] for name, k in (("h", 1), ("v", 7), ("turn", 6))}
        kept = {name: (move.cells,) for name, move in moved.items() if move.outline == outline}
        return kept | ({"both": (*kept["h"], *kept["v"], *kept["turn"])} if len(kept) == 3 else {})

    @property
    def outline(self) -> Outline:
        """The lengths of the sides."""
        return Outline(*map(len, (getattr(self, side) for side in SIDES)))

    @property
    def row_lengths(self) -> tuple[int, ...]:
        """The number of cells in each row."""
        return self.outline.row_lengths

    @property
    def size(self) -> str:
        """The number of triangles in words."""
        return f"{sum(self.row_lengths)} triangles"

    @property
    def width(self) -> int:
        """The number of cells in the longest row."""
        return max(self.row_lengths)

    @property
    def layout(self) -> Layout:
        """The names and the cells of the lines, in the order of the sides."""
        grid = grid_of(self.outline)
        return grid.names, grid.lines

    @property
    def named_clues(self) -> tuple[tuple[str, Clues], ...]:
        """The rows, and the lines along either slope."""
        return (
            ("rows", self.topleft + self.bottomleft),
            ("lines from the top", self.top + self.topright),
            ("lines from the bottom", self.bottom + self.bottomright),
        )

    def chars(self, picture: Picture) -> str:
        """Return the characters of a picture's cells, without the outline."""
        return "".join([row[1:-1] for row in picture])

    def cut(self, chars: str) -> Picture:
        """Return the picture whose cells have these characters."""
        return triangles.frame(chars, self.outline)

    def size_fault(self, picture: Picture) -> str | None:
        """Say which outline a picture does not have, or None."""
        blank = self.cut(UNKNOWN * sum(self.row_lengths))
        if list(map(_shape, picture)) == list(map(_shape, blank)):
            return None
        return f"not rows between slashes such as {' '.join(blank)}"

    def apply_move(self, move: Move) -> Self:
        """Return the puzzle turned or mirrored."""
        fields: dict[str, Any] = dict(_by_side(move.outline, self._move_clues(move)))
        fields |= {name: self._move(getattr(self, name), move) for name in ("givens", "goal")}
        return replace(self, **fields)

    def orientations(self, any_colours: bool = False) -> Iterator[Orientation]:
        """Yield the twelve rotations and reflections."""
        from nonosat.puzzles.colours import key

        for move in moves(self.outline):
            givens = self.chars(self._move(self.givens, move))
            own = key(self.palette, self._move_clues(move), givens, any_colours)
            yield (move.outline, *own), partial(tuple, move.cells)

    def symmetries(self) -> Iterator[tuple[int, ...]]:
        """Yield the rotations and reflections that leave clues and givens unchanged."""
        clues, outline = self.clues, self.outline
        for move in moves(outline)[1:]:
            kept = move.outline == outline and self._move_clues(move) == clues
            if kept and self._move(self.givens, move) == self.givens:
                yield move.cells

    def _move_clues(self, move: Move) -> Clues:
        clues = self.clues
        return tuple([clues[line][:: -1 if back else 1] for line, back in move.lines])

    def _move(self, picture: Picture, move: Move) -> Picture:
        chars = self.chars(picture)
        return picture and triangles.frame("".join([chars[cell] for cell in move.cells]), move.outline)


def _by_side(outline: Outline, clues: Sequence[Clue]) -> Iterator[tuple[str, Clues]]:
    """Yield the clues of each side."""
    at = 0
    for side, length in outline._asdict().items():
        yield side, tuple(clues[at : at + length])
        at += length


def _shape(row: str) -> tuple[str, str, int]:
    return row[:1], row[-1:], len(row)
