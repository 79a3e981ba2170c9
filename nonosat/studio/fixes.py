"""What the page shows of a suggested change: its cells in words, a small picture, how much it disturbs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from nonosat import CLASSES, CellPuzzle, Givens, cell_name, draw, neat
from nonosat.studio.cards import data_address

_MOST_NAMED = 3  # cells of a fix; its picture shows more
_MOST_GIVEN = 6
_HARDER = 1.5  # what a class counts as, where fixes are ranked by how much they show

Changes = Sequence[tuple[int, int]]
"""Cells and their new values."""


class Fix(NamedTuple):
    """Changes of cells, the class to which they lead, and what else there is to say."""

    changes: Changes
    level: str
    says: str


def shown(puzzle: CellPuzzle, fixes: Iterable[Fix], ranked: bool = False) -> list[dict[str, Any]]:
    """Return fixes as the page shows them; unless they are `ranked`, those that show least come first, and
    easier classes before harder ones.
    """

    def rank(fix: Fix) -> float:
        harder = CLASSES.index(fix.level) if fix.level else len(CLASSES)
        return neat.unlike(puzzle, fix.changes) + _HARDER * harder

    ordered = fixes if ranked else sorted(fixes, key=rank)
    return [_shown(puzzle, fix) for fix in ordered]


def _shown(puzzle: CellPuzzle, fix: Fix) -> dict[str, Any]:
    several = len(fix.changes) > _MOST_NAMED
    where = f"{len(fix.changes)} cells" if several else _places(puzzle, fix.changes)
    values = list(puzzle.values(puzzle.goal))
    for cell, value in fix.changes:
        values[cell] = value
    drawn = draw(puzzle, puzzle.picture(values), puzzle.goal, clues=False).svg()
    picture = data_address("svg+xml", drawn.encode())
    return painted(puzzle, fix.changes) | {
        "level": fix.level,
        "says": f"{where}: {fix.says}",
        "picture": picture,
    }


def painted(puzzle: CellPuzzle, changes: Changes) -> dict[str, Any]:
    """Return changes as a stroke of the page."""
    chars = "".join(puzzle.palette[value].char for _, value in changes)
    return {"cells": [cell for cell, _ in changes], "chars": chars}


def given_words(puzzle: CellPuzzle, found: Givens) -> str:
    """Say what the fewest givens are."""
    if not found.cells:
        return "No given is needed" if found.smallest else f"Given up: {found.stop_reason}"
    changes = tuple(zip(found.cells, found.values, strict=True))
    more = f" and {len(changes) - _MOST_GIVEN} more" if len(changes) > _MOST_GIVEN else ""
    fewest = "fewer are not enough" if found.smallest else "fewer may be enough"
    return f"Give {_places(puzzle, changes[:_MOST_GIVEN])}{more}: one solution; {fewest}"


def _places(puzzle: CellPuzzle, changes: Changes) -> str:
    return "; ".join(f"{cell_name(puzzle, cell)} {puzzle.palette[value].name}" for cell, value in changes)
