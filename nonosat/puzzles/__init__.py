"""What was asked: one file per kind of puzzle, one registry.

A kind is a frozen dataclass that states itself as a Problem, turns solved cells back into its own
picture, and checks a picture against its own rules without any solver.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from nonosat.errors import InputError
from nonosat.puzzles.base import Puzzle as Puzzle
from nonosat.registry import Entry, Registry

if TYPE_CHECKING:
    from nonosat.puzzles.nonogram import Nonogram


@dataclass(frozen=True, slots=True)
class KindEntry(Entry):
    """A kind, with the names of the modules that read and write it and that draw it.

    The rooms of documents and of drawings look these names up among their own modules.
    """

    document: str = ""
    drawing: str = ""


KINDS: Registry[KindEntry, type[Puzzle]] = Registry(
    "kind",
    __name__,
    {
        "nonogram": KindEntry(
            "nonogram:Nonogram", "rows and columns with clues", document="nonogram", drawing="nonogram"
        ),
        "springs": KindEntry("springs:Springs", "one row with a clue", document="springs", drawing="springs"),
        "strips": KindEntry("strips:Strips", "a diagram to cut up", document="strips", drawing="strips"),
        "mosaic": KindEntry(
            "mosaic:Mosaic", "numbers that count black cells", document="mosaic", drawing="mosaic"
        ),
    },
)


def require_nonogram(puzzle: Puzzle, what: str) -> Nonogram:
    """Return the puzzle if it is a nonogram; `what` begins the error: "trace works", "heat maps work"."""
    from nonosat.puzzles.nonogram import Nonogram

    if not isinstance(puzzle, Nonogram):
        raise InputError(f"{what} on nonograms only; this puzzle is of kind {puzzle.kind}", puzzle.source)
    return puzzle
