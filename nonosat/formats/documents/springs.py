"""Springs as documents: rows of text, which may be unfolded. Other formats read rows with `read_row`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nonosat.errors import InputError
from nonosat.formats.documents.clues import ABOUT, plain_about, read_about
from nonosat.puzzles.clues import ANY_LENGTH
from nonosat.puzzles.node import Node
from nonosat.puzzles.picture import UNKNOWN
from nonosat.puzzles.springs import MAX_CELLS, SHAPE, Springs

KEYS = ("kind", *ABOUT, "unfold", "rows")
MAX_UNFOLD = 1000


def read(document: Node, source: str) -> Iterator[Springs]:
    """Yield one puzzle per row of a document."""
    entries = document.read_keys("springs", KEYS, needed=("rows",))
    unfold = entries["unfold"].number("unfold", 1, MAX_UNFOLD) if "unfold" in entries else 1
    about = read_about(entries)
    rows = [row for row in entries["rows"].lines("the rows") if row.value not in ("", [])]
    if not rows:
        raise entries["rows"].wrong(f"no rows: {SHAPE}")
    for row in rows:
        yield read_row(row, unfold, **about, source=source)


def plain(puzzle: Springs) -> dict[str, Any]:
    """Write a row as plain data that `read` reads back."""
    return {**plain_about(puzzle), "rows": [str(puzzle)]}


def read_row(row: Node, unfold: int = 1, **about: str) -> Springs:
    """Read a row's text; `about` is its title, author and so on."""
    pattern, *rest = row.text("a row").split(None, 1) or [""]
    groups = [group.strip() for group in rest[0].split(",")] if rest else []
    numbers = [] if groups == ["0"] else groups
    lengths = [Node(group, row.path, row.line).number("a group", 1, ANY_LENGTH) for group in numbers]
    if not groups:
        raise row.wrong(f"a row without groups: {SHAPE}")
    if (len(pattern) + 1) * unfold - 1 > MAX_CELLS:
        raise row.wrong(f"unfolds to more than {MAX_CELLS} cells")
    try:
        return Springs(UNKNOWN.join([pattern] * unfold), tuple(lengths) * unfold, **about)
    except InputError as error:
        raise error.at(row.path, row.line) from None
