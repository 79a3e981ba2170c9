"""How each kind of puzzle is drawn: one file per kind, found by the kind's entry in `KINDS`."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from nonosat.pictures.sheet import Sheet
from nonosat.puzzles import KINDS, Puzzle
from nonosat.puzzles.picture import Picture


class Drawing(Protocol):
    """What the module of a kind offers.

    A puzzle is drawn with a picture, or as it is where the picture is empty; what differs in `other`
    is marked.
    """

    def sheet(self, puzzle: Any, picture: Picture, other: Picture, **options: Any) -> Sheet:
        """Lay out a puzzle; the options `clues` and `legend` say whether these are drawn too."""
        ...

    def text(
        self, puzzle: Any, picture: Picture, other: Picture, width: int | None, colour: bool, marks: Picture
    ) -> str:
        """Draw a puzzle in characters; the parameters are those of `terminal.draw`."""
        ...


class GridDrawing(Drawing, Protocol):
    """What the module of a kind with a grid offers besides; its `sheet` takes a cell's `size` too."""

    def size_for(self, puzzle: Any, height: float) -> int:
        """Return the smallest cell at which every number has at least this height."""
        ...

    def framed(self, puzzle: Any, rows: Sequence[Sequence[str]], cell_width: int) -> list[str]:
        """Return cells that are drawn in characters with what stands around them."""
        ...


def drawing(puzzle: Puzzle) -> Drawing:
    """Return the module that draws a puzzle's kind."""
    return cast(Drawing, import_module(f"{__name__}.{KINDS[puzzle.kind].drawing}"))


def grid_drawing(puzzle: Puzzle) -> GridDrawing | None:
    """Return the module that draws a puzzle's kind if it has a grid."""
    return None if puzzle.grid is None else cast(GridDrawing, drawing(puzzle))
