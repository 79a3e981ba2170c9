"""How fixes are shown: as pictures before and after, with what they do to the drawing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from nonosat import draw
from nonosat.studio.cards import data_address
from nonosat.toolkit import CLASSES, CellPuzzle, Givens, cell_at, cell_name, neat, words

_MOST_NAMED = 3  # cells of a fix; its picture shows more
_MOST_GIVEN = 6

Changes = Sequence[tuple[int, int]]
"""Cells and their new values."""


class Fix(NamedTuple):
    """Changes of cells, the class to which they lead, what else there is to say, and what they do to the
    picture.
    """

    changes: Changes
    level: str
    says: str
    does: str = ""


def list_fixes(puzzle: CellPuzzle, fixes: Iterable[Fix], ranked: bool = False) -> list[dict[str, Any]]:
    """Return fixes as the page shows them; unless they are `ranked`, the easiest class comes first, and in a
    class those that show least.
    """

    def rank(fix: Fix) -> tuple[int, float]:
        harder = CLASSES.index(fix.level) if fix.level else len(CLASSES)
        return harder, neat.unlike(puzzle, fix.changes)

    ordered = fixes if ranked else sorted(fixes, key=rank)
    return [_show(puzzle, fix) for fix in ordered]


def _show(puzzle: CellPuzzle, fix: Fix) -> dict[str, Any]:
    more = f" and {len(fix.changes) - _MOST_NAMED} more" if len(fix.changes) > _MOST_NAMED else ""
    values = list(puzzle.values(puzzle.goal))
    for cell, value in fix.changes:
        values[cell] = value
    before, after = (
        data_address("svg+xml", draw(puzzle, *shown, clues=False).svg().encode())
        for shown in ((puzzle.goal,), (puzzle.picture(values), puzzle.goal))
    )
    return paint_changes(puzzle, fix.changes) | {
        "level": fix.level,
        "does": fix.does or _does(puzzle, fix.changes),
        "keeps": f"keeps all but {words.plural(len(fix.changes), 'cell')}",
        "says": fix.says,
        "where": f"{_places(puzzle, fix.changes[:_MOST_NAMED])}{more}",
        "before": before,
        "after": after,
    }


def _does(puzzle: CellPuzzle, changes: Changes) -> str:
    """Say how changes alter a picture, where they are no move that has a name."""
    before = puzzle.values(puzzle.goal)
    filled = sum(not before[cell] for cell, _ in changes)
    emptied = sum(not value for _, value in changes)
    other = len(changes) - filled - emptied
    counts = ("fills", filled), ("empties", emptied), ("recolours", other)
    return ", ".join(f"{does} {words.plural(number, 'cell')}" for does, number in counts if number)


def paint_changes(puzzle: CellPuzzle, changes: Changes) -> dict[str, Any]:
    """Return changes as a stroke of the page."""
    chars = "".join(puzzle.palette[value].char for _, value in changes)
    return {"cells": [cell for cell, _ in changes], "chars": chars}


def numbers(puzzle: CellPuzzle, places: Iterable[Sequence[int]]) -> list[int]:
    """Return the numbers of cells that are named as `cell_name` names them, counted from 0."""
    return [cell for place in places if (cell := cell_at(puzzle, *(1, *place)[-2:])) is not None]


def say_givens(puzzle: CellPuzzle, answer: Givens) -> str:
    """Say what the fewest givens are."""
    if not answer.cells:
        return "No given is needed" if answer.smallest else f"Given up: {answer.stop_reason}"
    changes = tuple(zip(numbers(puzzle, answer.cells), answer.values, strict=True))
    more = f" and {len(changes) - _MOST_GIVEN} more" if len(changes) > _MOST_GIVEN else ""
    fewest = "fewer are not enough" if answer.smallest else "fewer may be enough"
    return f"Give {_places(puzzle, changes[:_MOST_GIVEN])}{more}: one solution; {fewest}"


def _places(puzzle: CellPuzzle, changes: Changes) -> str:
    return "; ".join(f"{cell_name(puzzle, cell)} {puzzle.palette[value].name}" for cell, value in changes)
