"""The kinds of puzzles: one file per kind, one registry.

A kind is a frozen dataclass that states itself as a Problem, turns the values of cells into its own
picture, and checks a picture against its own rules without a solver.
"""

from __future__ import annotations

from nonosat.errors import InputError
from nonosat.puzzles.base import CellPuzzle as CellPuzzle, Puzzle as Puzzle
from nonosat.records import dataclass
from nonosat.registry import Entry, Registry


@dataclass(frozen=True)
class KindEntry(Entry):
    """Describes a kind without importing it; `made` says whether all black-and-white pictures become one, and
    `framed` whether puzzles are made around random solutions (see `making.framed`).

    `document` and `drawing` name the modules that read, write and draw a kind which another package has
    added; those of the others are in `formats.documents` and `pictures.drawings`, with the kind's name.
    """

    made: bool = False
    framed: bool = False
    document: str = ""
    drawing: str = ""


def _declare(name: str, about: str, made: bool = False) -> KindEntry:
    """Return the entry of a kind whose page is `kinds/NAME.yaml`."""
    return KindEntry(f"declared:{name}", about, made=made, framed=True)


KINDS: Registry[KindEntry, type[Puzzle]] = Registry(
    "kind",
    __name__,
    {
        "nonogram": KindEntry("nonogram:Nonogram", "rows and columns with clues", made=True),
        "springs": KindEntry("springs:Springs", "one row with a clue"),
        "strips": KindEntry("strips:Strips", "a diagram to cut up"),
        "mosaic": KindEntry("declared:mosaic", "numbers that count black cells", made=True),
        "triddler": KindEntry("triddler:Triddler", "triangles, with clues in three directions", made=True),
        "star-battle": _declare(
            "star-battle", "stars that do not touch, the same number in each line and region"
        ),
        "kakurasu": _declare("kakurasu", "black cells whose places add up to the numbers outside", made=True),
        "takuzu": _declare("takuzu", "half of each line black, no three cells in a row alike"),
        "tents": _declare("tents", "a tent beside each tree; tents do not touch"),
        "aquarium": _declare("aquarium", "tanks with water up to a level"),
        "thermometers": _declare("thermometers", "thermometers filled from their bulbs"),
        "tilepaint": _declare("tilepaint", "regions that are black or white as a whole"),
        "magnets": _declare("magnets", "dominoes that are magnets or not; equal poles do not touch"),
        "akari": _declare("akari", "lamps that light every cell, but not each other"),
        "norinori": _declare("norinori", "two black cells in each region, in dominoes"),
        "battleships": _declare("battleships", "a fleet that does not touch"),
    },
    plugins=True,
)


DEFAULT = "nonogram"
"""The default kind of new puzzles."""


def require_cells(puzzle: Puzzle, what: str) -> CellPuzzle:
    """Return the puzzle if its cells are what people fill in; `what` begins the error.

        >>> import nonosat
        >>> from nonosat import toolkit
        >>> toolkit.require_cells(nonosat.load("cat"), "hint works").width
        15

    Raises InputError for other kinds, such as strips.
    """
    if not isinstance(puzzle, CellPuzzle):
        why = f"on puzzles whose cells are filled in; those of kind {puzzle.kind} are cut up"
        raise InputError(f"{what} {why}", puzzle.source)
    return puzzle


def goal_fault(puzzle: Puzzle) -> str:
    """Say why a puzzle's goal contradicts its clues or givens; empty if it does not, or if there is none."""
    fault = puzzle.fault(puzzle.goal) if puzzle.goal else None
    return f"the goal does not solve the puzzle: {fault}" if fault else ""
