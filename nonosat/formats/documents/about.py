"""Title, author, origin and so on: the keys that documents of every kind may have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nonosat.formats.documents.node import Node
from nonosat.puzzles import Puzzle

ABOUT = ("title", "author", "origin", "licence", "description")


def read_about(entries: Mapping[str, Node]) -> dict[str, str]:
    """Return what a document says of these."""
    return {key: entries[key].text(key) for key in ABOUT if key in entries}


def plain_about(puzzle: Puzzle) -> dict[str, Any]:
    """Return a document's beginning: the puzzle's kind, and what it says of these."""
    return {"kind": puzzle.kind} | {key: text for key in ABOUT if (text := getattr(puzzle, key))}
