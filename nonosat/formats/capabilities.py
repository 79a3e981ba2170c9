"""What a format can hold of a puzzle, and what is lost when it is written."""

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
FEATURES = (*ABOUT, "colours", "givens", "goal", BLOTTED, SEVERAL)
"""What a format may support besides plain clues."""

EVERYTHING = frozenset(FEATURES)


def features(puzzle: Puzzle) -> list[str]:
    """Return the features of a puzzle besides its rules."""
    found = [feature for feature in (*ABOUT, "givens", "goal") if getattr(puzzle, feature)]
    if puzzle.palette != BLACK_AND_WHITE:
        found.append("colours")
    if isinstance(puzzle, Nonogram):
        clues = puzzle.rows + puzzle.columns
        found += [BLOTTED] if any(block.blotted for clue in clues for block in clue) else []
    return found


def fitted(puzzle: Puzzle, supports: Collection[str]) -> tuple[Puzzle, list[str]]:
    """Return the puzzle reduced to these supported features, and the features that are lost.

    Several colours and blotted clues are kept, since losing them would change the solutions; writing fails.
    """
    lost: list[str] = []
    changed: dict[str, Any] = {}
    for feature in features(puzzle):
        if feature in supports:
            continue
        if feature == "colours" and isinstance(puzzle, Nonogram) and len(used := _used(puzzle)) < 2:
            changed = _in_black(puzzle, used) | changed
        elif feature in ("givens", "goal"):
            changed[feature] = ()
        elif feature in ABOUT:
            changed[feature] = ""
        else:
            continue
        lost.append(feature)
    return (replace(puzzle, **changed) if changed else puzzle), lost


def require_writable(puzzle: Puzzle, name: str, kinds: Collection[str], supports: Collection[str]) -> None:
    """Raise InputError if the format of this name, with these kinds and features, cannot hold a puzzle."""
    if puzzle.kind not in kinds:
        what = f"the format {name} is for puzzles of kind {', '.join(kinds)}, not {puzzle.kind}"
        raise InputError(what, puzzle.source)
    for feature in features(puzzle):
        if feature in ("givens", "colours", BLOTTED) and feature not in supports:
            raise InputError(f"the format {name} cannot hold {feature}; yaml can", puzzle.source)


def require_goal(puzzle: Puzzle) -> None:
    """Raise InputError if a puzzle has no goal picture, or one with other clues."""
    if not puzzle.goal:
        raise InputError("the puzzle has no goal picture", puzzle.source)
    if isinstance(puzzle, Nonogram):
        drawn = Nonogram.from_picture(puzzle.goal, puzzle.palette)
        if (drawn.rows, drawn.columns) != (puzzle.rows, puzzle.columns):
            raise InputError("the goal picture does not have the puzzle's clues", puzzle.source)


def _used(puzzle: Nonogram) -> set[str]:
    """Return the characters of the colours that the clues and pictures use."""
    in_clues = {puzzle.palette[b.colour].char for clue in puzzle.rows + puzzle.columns for b in clue}
    return in_clues.union(*puzzle.goal, *puzzle.givens) - {puzzle.palette[0].char, UNKNOWN}


def _in_black(puzzle: Nonogram, used: set[str]) -> dict[str, Any]:
    """Return the fields that change when the only colour of a puzzle becomes black."""
    black = str.maketrans(dict.fromkeys(used, BLACK_AND_WHITE[1].char))
    found: dict[str, Any] = {"palette": BLACK_AND_WHITE}
    for key in ("rows", "columns"):
        found[key] = tuple(tuple(b._replace(colour=1) for b in clue) for clue in getattr(puzzle, key))
    for key in ("givens", "goal"):
        found[key] = tuple(row.translate(black) for row in getattr(puzzle, key))
    return found
