"""Mosaics: the kind, and its puzzles by their rows of numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonosat import Picture
from nonosat.puzzles.declared import Declared
from nonosat.toolkit import KINDS

if TYPE_CHECKING:
    Mosaic = Declared
else:
    Mosaic = KINDS.load("mosaic")


def mosaic_of(rows: Picture, **more: Any) -> Mosaic:
    """Return the mosaic with these rows of digits and `?`; `more` is its givens, goal, title and so on."""
    return Mosaic.of({"rows": rows}, **more)


def rows_of(puzzle: Mosaic) -> Picture:
    """Return the rows of numbers of a mosaic."""
    rows: Picture = puzzle.gives["rows"]
    return rows
