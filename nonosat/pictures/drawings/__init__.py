"""Draws each kind of puzzle: one file per kind, with its name.

In text, each cell of a grid is two characters if they fit, so that cells look square, or else one; if even
that is too wide, half or quarter blocks are drawn without clues. An empty grid has lines every five cells if
there is room. Cells in which two solutions differ are shaded, which is visible without colours.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Protocol, cast

from nonosat.errors import InputError
from nonosat.pictures.sheet import CELL, MARGIN, Cells, Rect, Sheet
from nonosat.puzzles import KINDS, CellPuzzle, Puzzle
from nonosat.puzzles.picture import Picture


class Drawing(Protocol):
    """The interface of a kind's module.

    A puzzle is drawn with a picture, or unsolved if the picture is empty; what differs in `other` is marked.
    """

    def sheet(self, puzzle: Any, picture: Picture, other: Picture, **options: Any) -> Sheet:
        """Lay out a puzzle; the options `clues` and `legend` say whether these are drawn too."""
        ...

    def text(
        self, puzzle: Any, picture: Picture, other: Picture, width: int | None, colour: bool, marks: Picture
    ) -> str:
        """Draw a puzzle in characters; the parameters are those of `draw`."""
        ...


class GridDrawing(Drawing, Protocol):
    """The further interface of a kind whose cells are in rows; its `sheet` also takes a cell's `size`."""

    def size_for(self, puzzle: Any, height: float) -> int:
        """Return the smallest cell at which every number has at least this height."""
        ...


def drawing(puzzle: Puzzle) -> Drawing:
    """Return the module that draws a puzzle's kind."""
    if puzzle.is_declared:
        return cast(Drawing, import_module(f"{__name__}.declared"))
    return cast(Drawing, import_module(KINDS[puzzle.kind].drawing or f"{__name__}.{puzzle.kind}"))


def grid_drawing(puzzle: Puzzle) -> GridDrawing | None:
    """Return the module that draws a puzzle's kind if its cells are in rows."""
    return cast(GridDrawing, drawing(puzzle)) if puzzle.row_lengths else None


_BARE = 4  # cells of margin on each side, as the standard of QR codes requires


def sheet(
    puzzle: Puzzle, picture: Picture = (), other: Picture = (), *, bare: bool = False, **options: Any
) -> Sheet:
    """Lay out a puzzle, empty or with a picture; what differs in `other` is marked.

    `options` are those of the kind's own `sheet`. Kinds without rows of cells mark what is new since `before`
    in the same way. A `bare` sheet has only the painted cells, and a margin of four cells.

    Raises InputError for a bare sheet of a puzzle that has no cells in rows.
    """
    if bare:
        return _bare(puzzle, picture, options.get("size", CELL))
    if not puzzle.row_lengths:
        other = options.pop("before", ()) or other
    return drawing(puzzle).sheet(puzzle, picture, other, **options)


def _bare(puzzle: Puzzle, picture: Picture, size: int) -> Sheet:
    if not (isinstance(puzzle, CellPuzzle) and puzzle.row_lengths):
        what = f"a bare drawing shows cells in rows; this puzzle is of kind {puzzle.kind}"
        raise InputError(what, puzzle.source)
    drawn = sheet(puzzle, picture, size=size, clues=False)
    move = _BARE * size - MARGIN
    width, height = drawn.width + 2 * move, drawn.height + 2 * move
    painted = [shape.shift(move) for shape in drawn.shapes if isinstance(shape, Cells)]
    return Sheet(width, height, drawn.title, (Rect(0, 0, width, height, puzzle.palette[0].rgb), *painted))


def draw(
    puzzle: Puzzle,
    picture: Picture = (),
    other: Picture = (),
    width: int | None = None,
    colour: bool = False,
    marks: Picture = (),
) -> str:
    """Draw a picture of a puzzle, or the empty puzzle; cells that are different in `other` are marked.

    `width` is the number of columns (None: unlimited). If nothing fits, a sentence takes its place.
    `colour` allows ANSI colours. `marks` has a character for every cell of a grid, which is shown if the cell
    is unknown.
    """
    return drawing(puzzle).text(puzzle, picture, other, width, colour, marks)
