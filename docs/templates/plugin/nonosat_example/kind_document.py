"""Star Battle as documents: `kind: stars`, and a row of letters per row.

Copy to nonosat/formats/documents/stars.py. There it needs no entry, since it is found by the kind's
name; `Stars` is then imported from nonosat.puzzles.stars.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nonosat.errors import InputError
from nonosat.formats.documents.about import ABOUT, plain_about, read_about
from nonosat.node import Node
from nonosat_example.kind import Stars

KEYS = ("kind", *ABOUT, "regions")


def read(document: Node, source: str) -> Iterator[Stars]:
    """Yield the one puzzle of a document; a Node knows its line number, for errors."""
    entries = document.known_keys("a star battle", KEYS, needed=("regions",))
    rows = tuple(node.text("a row").strip() for node in entries["regions"].lines("the regions"))
    try:
        puzzle = Stars(rows, **read_about(entries), source=source)
    except InputError as error:
        raise entries["regions"].wrong(error.what) from None
    yield puzzle


def plain(puzzle: Stars) -> dict[str, Any]:
    """Write a puzzle as plain data that `read` reads back."""
    return {**plain_about(puzzle), "regions": puzzle.regions}
