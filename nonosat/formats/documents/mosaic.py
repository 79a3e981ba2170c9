"""Mosaics as documents: a text per row, of `0` to `9` and `?`; perhaps givens and a goal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nonosat.formats.documents.about import ABOUT, plain_about, read_about
from nonosat.formats.documents.picture import read_picture
from nonosat.puzzles.mosaic import MAX_SIDE, Mosaic, row_fault
from nonosat.puzzles.node import Node

KEYS = ("kind", *ABOUT, "rows", "givens", "goal")


def read(document: Node, source: str) -> Iterator[Mosaic]:
    """Yield the one puzzle of a document."""
    entries = document.known_keys("a mosaic", KEYS, needed=("rows",))
    nodes = entries["rows"].lines("the rows")
    if not 1 <= len(nodes) <= MAX_SIDE:
        raise entries["rows"].wrong(f"the rows: expected 1 to {MAX_SIDE}, found {len(nodes)}")
    rows: list[str] = []
    for node in nodes:
        row = node.text("a row").strip()
        if wrong := row_fault(row, len(rows[0] if rows else row)):
            raise node.wrong(f"a row: {wrong}")
        rows.append(row)
    size = len(rows), len(rows[0])
    given, goal = entries.get("givens"), entries.get("goal")
    yield Mosaic(
        tuple(rows),
        givens=read_picture(given, "the givens", size, "#.?") if given else (),
        goal=read_picture(goal, "the goal", size, "#.") if goal else (),
        **read_about(entries),
        source=source,
    )


def plain(puzzle: Mosaic) -> dict[str, Any]:
    """Write a mosaic as plain data that `read` reads back."""
    found = {**plain_about(puzzle), "rows": puzzle.rows}
    return found | {key: picture for key in ("givens", "goal") if (picture := getattr(puzzle, key))}
