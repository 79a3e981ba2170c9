"""Pictures in documents: a text per row."""

from __future__ import annotations

from nonosat.puzzles.node import Node
from nonosat.puzzles.picture import Picture


def read_picture(node: Node, what: str, size: tuple[int, int], chars: str) -> Picture:
    """Read a picture of this size, in these characters."""
    height, width = size
    rows = node.lines(what)
    for number, row in enumerate(rows, start=1):
        text = row.text(what).strip()
        if number > height:
            raise row.wrong(f"{what}: row {number} is off the grid of {height} rows, {width} columns")
        if wrong := set(text) - set(chars):
            raise row.wrong(f"{what}: expected the characters {' '.join(chars)}, found {min(wrong)!r}")
        if len(text) != width:
            raise row.wrong(f"{what}: expected {width} cells per row, found {len(text)}")
    if len(rows) < height:
        raise node.wrong(f"{what}: expected {height} rows, found {len(rows)}")
    return tuple(row.text(what).strip() for row in rows)
