"""The kinds of which puzzles are made, from pictures or around random solutions."""

from __future__ import annotations

from pathlib import Path

from nonosat.errors import InputError
from nonosat.puzzles import KINDS, CellPuzzle, Puzzle, require_cells


def list_made_kinds() -> tuple[str, ...]:
    """Return the kinds that pictures become; looking for those of other packages takes a while."""
    return tuple(name for name, entry in KINDS.items() if entry.made)


def list_generated_kinds() -> tuple[str, ...]:
    """Return the kinds of which puzzles are made to order."""
    return tuple(name for name, entry in KINDS.items() if entry.made or entry.framed)


def is_page(name: str) -> bool:
    """Whether this is not the name of a kind, but of a file, which has to hold the page of one."""
    return name not in KINDS and Path(name).is_file()


def is_framed(name: str) -> bool:
    """Whether puzzles of a kind, or of one whose page is this file, are made around random solutions."""
    return is_page(name) or KINDS[name].framed


def cell_kind(name: str) -> type[CellPuzzle]:
    """Return a kind whose cells are filled in, by its name or the file of its page. Raises InputError for
    others.
    """
    if is_page(name):
        from nonosat.puzzles.declared import kind_at  # rarely used

        return kind_at(Path(name))
    kind = KINDS.load(name)
    if not issubclass(kind, CellPuzzle):
        raise InputError(f"puzzles of kind {name} cannot be made from a picture")
    return kind


def require_any_picture(puzzle: Puzzle, what: str) -> CellPuzzle:
    """Return the puzzle if its kind has no rules but its clues, so that its picture may change; `what` begins
    the error.
    """
    asked = require_cells(puzzle, what)
    if not asked.any_picture:
        why = f"on kinds without rules besides their clues; {puzzle.kind} has some"
        raise InputError(f"{what} {why}", puzzle.source)
    return asked
