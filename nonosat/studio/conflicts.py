"""What the page shows of a drawing without a solution: the clues that contradict each other, and the likely
misprints.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nonosat import Limits, fix
from nonosat.studio.drawing import drawing_of
from nonosat.toolkit import CellPuzzle, conflicts

QUICK_SECONDS, SMALLEST_SECONDS = 0.5, 3.0
"""The time for the conflicts that come with the verdict, and for the smallest ones."""

_MOST_MISPRINTS = 6

Result = tuple[str, dict[str, Any]]


def mark_conflicts(puzzle: CellPuzzle, smallest: bool = False) -> Iterator[Result]:
    """Yield the conflicts that are found at once, or the smallest ones: their clues, and what they are in
    words.
    """
    limits = Limits(time=SMALLEST_SECONDS if smallest else QUICK_SECONDS)
    cores = conflicts(puzzle, limits=limits, smallest=smallest).conflicts
    if cores:
        yield "conflicts", {"conflicts": [{"names": one.names, "says": one.says()} for one in cores]}


def misprints(puzzle: CellPuzzle, limits: Limits) -> Iterator[Result]:
    """Yield the likely misprints, the likeliest first: each with what replaces the clues of the drawing."""
    fixes = fix(puzzle, by=("misprint",), limits=limits)
    listed = []
    for one in fixes.misprints[:_MOST_MISPRINTS]:
        meant = drawing_of(one.puzzle.with_goal(())).plain()
        edits = [
            f"{edit.name}: {edit.printed or 'nothing'} → {edit.should or 'nothing'}" for edit in one.edits
        ]
        what = one.says.removeprefix(", ".join(edit.says() for edit in one.edits)).strip()
        after = {key: meant[key] for key in ("clues", "gives", "width", "height")}
        listed.append({"edits": edits, "what": what, "after": after})
    yield "misprints", {"misprints": listed, "notes": fixes.notes}
