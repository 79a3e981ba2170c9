"""What the page shows of a suggested change: its cells in words, a small picture, how much it disturbs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from nonosat import CellPuzzle, Givens, cell_name, draw
from nonosat.studio.cards import data_address
from nonosat.studio.drawing import lines_of

_MOST_NAMED = 3  # cells of a fix; its picture shows more
_MOST_GIVEN = 6
_ALONE = 3  # a cell alone counts as this many changes, a lost symmetry twice that

Changes = Sequence[tuple[int, int]]
"""Cells and their new values."""


class Fix(NamedTuple):
    """Changes of cells, the class to which they lead, and what else there is to say."""

    changes: Changes
    level: str
    says: str


def shown(puzzle: CellPuzzle, fixes: Iterable[Fix], ranked: bool = False) -> list[dict[str, Any]]:
    """Return fixes as the page shows them; unless they are `ranked`, those that disturb least come first."""
    near = _neighbours(puzzle)
    ordered = fixes if ranked else sorted(fixes, key=lambda fix: disturbance(puzzle, fix.changes, near))
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


def _neighbours(puzzle: CellPuzzle) -> list[set[int]]:
    """Return the cells that share a side with each cell: those next to it in a line."""
    if puzzle.grid:
        lines = lines_of(*reversed(puzzle.grid))
    else:
        lines = [line for _, _, line in getattr(puzzle, "lines", tuple)()]
    near: list[set[int]] = [set() for _ in puzzle.problem().sizes]
    for line in lines:
        for one, other in pairwise(line):
            near[one].add(other)
            near[other].add(one)
    return near


def disturbance(puzzle: CellPuzzle, changes: Changes, near: Sequence[set[int]] = ()) -> int:
    """Return how much changes disturb a drawing: many cells, cells left alone, edges, symmetries lost."""
    near = near or _neighbours(puzzle)
    before = puzzle.values(puzzle.goal)
    after = list(before)
    for cell, value in changes:
        after[cell] = value
    cells = [cell for cell, _ in changes]
    alone = sum(all(after[cell] != after[next_to] for next_to in near[cell]) for cell in cells)
    sides = 4 if puzzle.grid else 3
    edges = sum(len(near[cell]) < sides for cell in cells)
    mirrors = [move for name in ("h", "v") for move in puzzle.mirrors.get(name, ())]
    lost = sum(_kept(before, move) and not _kept(after, move) for move in mirrors)
    return len(cells) + _ALONE * alone + 2 * _ALONE * lost + edges


def _kept(values: Sequence[int], move: Sequence[int]) -> bool:
    return all(value == values[cell] for value, cell in zip(values, move, strict=True))
