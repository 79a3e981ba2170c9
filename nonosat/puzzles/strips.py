"""Strips: cut a diagram of black and white cells into given strips.

The puzzle is "Black and White" of the Melbourne University Puzzle Hunt 2010. A strip is a pattern of `b` and
`w` that is cut out across or down, in either direction. Every strip is cut out as often as it is listed.
Cells that no strip covers remain as single cells. A solution is a set of placements, which are sets of cells:
a palindromic strip has only one placement per place, and swapping equal strips gives no new solution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import ClassVar

from nonosat.errors import InputError
from nonosat.problem import Constraint, Count
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.puzzles.base import Puzzle
from nonosat.puzzles.picture import UNKNOWN, Picture
from nonosat.puzzles.printed import Printed
from nonosat.records import dataclass
from nonosat.words import quote

COLOURS = {"b": "black", "w": "white"}


@dataclass(frozen=True)
class Strips(Puzzle):
    """A diagram, its top row first, and the strips to cut out of it; both in `b` and `w`.

    A strip of one cell requires that a single cell of its colour remains.

        >>> import nonosat
        >>> nonosat.solve(Strips(("bb", "ww"), ("bb", "ww"))).verdict.value
        'unique'
    """

    diagram: tuple[str, ...]
    strips: tuple[str, ...]

    kind: ClassVar[str] = "strips"

    def __post_init__(self) -> None:
        if not self.diagram:
            raise InputError("the diagram has no rows")
        for texts, width in ((self.diagram, len(self.diagram[0])), (self.strips, None)):
            for text in texts:
                if wrong := text_fault(text, width):
                    raise InputError(wrong)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.diagram[0])

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.diagram)

    def text(self, piece: Piece) -> str:
        """Return the diagram's letters in these cells."""
        return "".join([self.diagram[r][c] for r, c in piece])

    @cached_property
    def placements(self) -> tuple[Piece, ...]:
        """Every placement of every strip, and every single cell if some cells remain."""
        strips = {_either_way(strip) for strip in self.strips}
        lengths = {len(strip) for strip in strips if len(strip) > 1}
        pieces = [
            piece
            for length in sorted(lengths)
            for piece in _straight(self.width, self.height, length)
            if _either_way(self.text(piece)) in strips
        ]
        area = self.width * self.height
        if area > sum(len(strip) for strip in self.strips if len(strip) > 1):
            pieces += _straight(self.width, self.height, 1)
        return tuple(pieces)

    @property
    def cell_sizes(self) -> tuple[int, ...]:
        """Each placement is a cell of the Problem, chosen or not."""
        return (2,) * len(self.placements)

    def constraints(self) -> Iterator[Constraint]:
        """Exactly one placement covers each cell, and each strip is placed as often as it is listed."""
        covers: dict[Cell, list[int]] = {cell[0]: [] for cell in _straight(self.width, self.height, 1)}
        places: dict[str, list[int]] = {_either_way(strip): [] for strip in self.strips}
        for number, piece in enumerate(self.placements):
            for cell in piece:
                covers[cell].append(number)
            places.setdefault(_either_way(self.text(piece)), []).append(number)
        for cell, numbers in covers.items():
            yield Count(1, 1, tuple((number, 1) for number in numbers), _name(cell))
        for strip, wanted in Counter(map(_either_way, self.strips)).items():
            numbers, label = places[strip], f"the strip {strip}"
            if len(strip) > 1:
                yield Count(wanted, wanted, tuple((number, 1) for number in numbers), label)
            else:  # at least as many as wanted: more single cells of the colour may remain
                others = tuple((number, 0) for number in numbers)
                # If there are too few, -1 makes the constraint unsatisfiable.
                yield Count(0, max(-1, len(numbers) - wanted), others, label)

    def list_printed(self) -> Iterator[Printed]:
        """Yield the strips; that each cell is covered once is a rule."""
        cells = self.width * self.height
        for number, strip in enumerate(dict.fromkeys(map(_either_way, self.strips)), start=cells):
            yield Printed(f"the strip {strip}", (number,))

    def picture(self, values: Sequence[int]) -> Picture:
        """Draw the outlines of the chosen placements (see below)."""
        return self.draw_known([1 << value for value in values])

    def values(self, picture: Picture) -> tuple[int, ...]:
        """Return the values of the placements in a picture; the inverse of `picture`."""
        chosen = set(self.pieces(picture))
        return tuple([int(piece in chosen) for piece in self.placements])

    def draw_known(self, possible: Sequence[int]) -> Picture:
        """Draw the walls that the known placements determine (see `Problem.possible`), and `?` for others."""
        covers: dict[Cell, set[int]] = {}
        for number, (piece, mask) in enumerate(zip(self.placements, possible, strict=True)):
            if mask & 1 << 1:
                for cell in piece:
                    covers.setdefault(cell, set()).add(number)

        def are_joined(cell: Cell, neighbour: Cell) -> bool | None:
            one, other = covers.get(cell, set()), covers.get(neighbour, set())
            both = one & other
            return (True if both in (one, other) else None) if both else False

        return outlines(self.width, self.height, are_joined)

    def pieces(self, picture: Picture) -> list[Piece]:
        """Return the pieces of a picture. Raises ValueError if it is not an outline of this diagram."""
        return pieces_of(picture, self.width, self.height)

    def fault(self, picture: Picture) -> str | None:
        """Say what is wrong with a picture as a solution, or None. Uses no solver."""
        try:
            pieces = self.pieces(picture)
        except ValueError as error:
            return str(error)
        for piece in pieces:
            rows, columns = zip(*piece, strict=True)
            if len(set(rows)) > 1 and len(set(columns)) > 1:
                return f"the piece at {_name(piece[0])} is not a strip"
        left = Counter(map(self.text, pieces))
        for strip in self.strips:
            way = strip if left[strip] else strip[::-1]
            if not left[way]:
                return f"the strip {strip} is missing"
            left[way] -= 1
        for text in left.elements():
            if len(text) > 1:
                return f"the strip {text} is cut out, but not wanted" + " again" * (text in self.strips)
        return None

    def obstacle(self, clock: Clock = NO_CLOCK) -> str | None:
        """Say why there is no solution, if that is clear without search, or None."""
        for letters, what in (("bw", ""), *((letter, name + " ") for letter, name in COLOURS.items())):
            need, have = (sum(map("".join(texts).count, letters)) for texts in (self.strips, self.diagram))
            if need > have:
                return f"the strips have {need} {what}cells, the diagram has {have}"
        places = Counter(_either_way(self.text(piece)) for piece in self.placements)
        for strip, wanted in Counter(map(_either_way, self.strips)).items():
            if not places[strip]:
                return f"the strip {strip} is not in the diagram"
            if places[strip] < wanted:
                return f"the strip {strip}: {wanted} are wanted, the diagram has {places[strip]}"
        covered = {cell for piece in self.placements for cell in piece}
        for (cell,) in _straight(self.width, self.height, 1):
            if cell not in covered:
                return f"no strip can cover {_name(cell)}"
        return None


def _straight(width: int, height: int, length: int) -> Iterator[Piece]:
    """Yield every set of `length` cells in a line, once."""
    for r in range(height):
        for c in range(width - length + 1):
            yield tuple((r, c + i) for i in range(length))
    if length > 1:
        for r in range(height - length + 1):
            for c in range(width):
                yield tuple((r + i, c) for i in range(length))


def _either_way(text: str) -> str:
    """Return the canonical text of a strip, the same for both directions."""
    return min(text, text[::-1])


def text_fault(text: str, width: int | None = None) -> str | None:
    """Say what is wrong with a row of a diagram, or with a strip (of any width), or None."""
    if not text or set(text) - set(COLOURS):
        return f"expected the letters {' and '.join(COLOURS)}, found {quote(text)}"
    if width is not None and len(text) != width:
        return f"expected {width} cells, as in the first row, found {len(text)}"
    return None


def _name(cell: Cell) -> str:
    return f"row {cell[0] + 1}, column {cell[1] + 1}"


# Outlines of the pieces of a grid, drawn with bars and underscores:
#
#      _ _ _        A cell (row r, column c, counted from 0) is character 2c+1 of row r+1: an
#     |_ _| |       underscore if there is a wall below it. The characters between cells are bars
#     |_ _ _|       where there is a wall, and the first row is the wall above the grid.
#
# The walls determine the pieces, so there is exactly one picture for each way to cut the grid. An unknown
# wall is a `?`.

Cell = tuple[int, int]
"""(row, column), counted from 0."""

Piece = tuple[Cell, ...]
"""The cells of one piece, in order."""


def outlines(width: int, height: int, joined: Callable[[Cell, Cell], bool | None]) -> Picture:
    """Draw a grid cut into pieces.

    `joined` says whether two neighbouring cells are in the same piece, or None if that is not known; it
    must return False if one of them is outside the grid.
    """
    rows = [" _" * width + " "]
    for r in range(height):
        text = "|"
        for c in range(width):
            for neighbour, wall in (((r + 1, c), "_"), ((r, c + 1), "|")):
                together = joined((r, c), neighbour)
                text += UNKNOWN if together is None else " " if together else wall
        rows.append(text)
    return tuple(rows)


def pieces_of(picture: Picture, width: int, height: int) -> list[Piece]:
    """Return the pieces of a picture, row by row. Raises ValueError if it is not an outline of this grid."""
    if len(picture) != height + 1 or any(len(row) != 2 * width + 1 for row in picture):
        raise ValueError(f"the picture is not {height + 1} rows of {2 * width + 1} characters")
    top, *rows = picture
    if top != " _" * width + " " or any(row[0] + row[-1] != "||" for row in rows):
        raise ValueError("the picture has no wall around it")
    if any(set(row[1::2]) - set("_ ") or set(row[::2]) - set("| ") for row in rows) or " " in rows[-1][1::2]:
        raise ValueError("the picture has other characters than walls in their places")
    pieces: list[Piece] = []
    seen: set[Cell] = set()
    for r in range(height):
        for c in range(width):
            if (r, c) not in seen:
                piece = _join(rows, (r, c))
                seen.update(piece)
                pieces.append(piece)
    return pieces


def _join(rows: list[str], first: Cell) -> Piece:
    """Return the cells that can be reached from the first one without crossing a wall."""
    reached, reached_from = {first}, [first]
    while reached_from:
        r, c = reached_from.pop()
        ways = (
            ((r, c - 1), rows[r][2 * c]),
            ((r, c + 1), rows[r][2 * c + 2]),
            ((r - 1, c), rows[r - 1][2 * c + 1] if r else "_"),
            ((r + 1, c), rows[r][2 * c + 1]),
        )
        for cell, wall in ways:
            if wall == " " and cell not in reached:
                reached.add(cell)
                reached_from.append(cell)
    return tuple(sorted(reached))
