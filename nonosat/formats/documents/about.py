"""Title, author, origin and so on: the keys that documents of every kind may have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nonosat.puzzles import Puzzle
from nonosat.puzzles.node import Node

ABOUT = ("title", "author", "origin", "licence", "description")


def read_about(entries: Mapping[str, Node]) -> dict[str, str]:
    """Return the texts of these keys that a document has."""
    return {key: entries[key].text(key) for key in ABOUT if key in entries}


def plain_about(puzzle: Puzzle) -> dict[str, Any]:
    """Return the first entries of a document: the puzzle's kind, and these keys."""
    return {"kind": puzzle.kind} | {key: text for key in ABOUT if (text := getattr(puzzle, key))}
