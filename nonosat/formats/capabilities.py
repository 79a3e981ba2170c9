"""What of a puzzle a format holds, and what a puzzle leaves behind when it goes there."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from nonosat.errors import InputError
from nonosat.formats.documents.about import ABOUT
from nonosat.puzzles import Puzzle
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE, UNKNOWN

SEVERAL = "several puzzles"
BLOTTED = "blotted clues"
PARTS = (*ABOUT, "colours", "givens", "goal", BLOTTED, SEVERAL)
"""The words of a format's `HOLDS`. Plain clues need no word."""

EVERYTHING = frozenset(PARTS)


def parts(puzzle: Puzzle) -> list[str]:
    """Return what there is in a puzzle besides its rules."""
    found = [part for part in (*ABOUT, "givens", "goal") if getattr(puzzle, part, "")]
    if isinstance(puzzle, Nonogram):
        there = {
            "colours": puzzle.palette != BLACK_AND_WHITE,
            BLOTTED: any(block.blotted for clue in puzzle.rows + puzzle.columns for block in clue),
        }
        found += [part for part in there if there[part]]
    return found


def fitted(puzzle: Puzzle, holds: Collection[str]) -> tuple[Puzzle, list[str]]:
    """Return the puzzle without what a format that holds these cannot hold, and the parts left behind.

    What would make other solutions of it, several colours or blotted clues, stays: writing it fails.
    """
    lost: list[str] = []
    changed: dict[str, Any] = {}
    for part in parts(puzzle):
        if part in holds:
            continue
        if part == "colours" and isinstance(puzzle, Nonogram) and len(used := _used(puzzle)) < 2:
            changed = _in_black(puzzle, used) | changed
        elif part in ("givens", "goal"):
            changed[part] = ()
        elif part in ABOUT:
            changed[part] = ""
        else:
            continue
        lost.append(part)
    return (replace(puzzle, **changed) if changed else puzzle), lost  # type: ignore[type-var]


def holdable(puzzle: Puzzle, name: str, holds: Collection[str]) -> Nonogram:
    """Return the nonogram if a format that holds these can hold it; an error says why it cannot."""
    if not isinstance(puzzle, Nonogram):
        raise InputError(f"the format {name} holds nonograms, no {puzzle.kind}", puzzle.source)
    for part in parts(puzzle):
        if part in ("givens", "colours", BLOTTED) and part not in holds:
            raise InputError(f"the format {name} cannot hold {part}; yaml can", puzzle.source)
    return puzzle


def _used(puzzle: Nonogram) -> set[str]:
    """Return the characters of the colours that there are in the clues and pictures."""
    in_clues = {puzzle.palette[b.colour].char for clue in puzzle.rows + puzzle.columns for b in clue}
    return in_clues.union(*puzzle.goal, *puzzle.givens) - {puzzle.palette[0].char, UNKNOWN}


def _in_black(puzzle: Nonogram, used: set[str]) -> dict[str, Any]:
    """Return what changes where the one colour of a puzzle is black."""
    black = str.maketrans(dict.fromkeys(used, BLACK_AND_WHITE[1].char))
    found: dict[str, Any] = {"palette": BLACK_AND_WHITE}
    for key in ("rows", "columns"):
        found[key] = tuple(tuple(replace(b, colour=1) for b in clue) for clue in getattr(puzzle, key))
    for key in ("givens", "goal"):
        found[key] = tuple(row.translate(black) for row in getattr(puzzle, key))
    return found
