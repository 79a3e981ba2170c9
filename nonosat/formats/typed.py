"""Clues as people type them: a line for the rows and one for the columns.

3 1 / 2 / / 1 1           clues between slashes; a line may begin with `rows:` or `columns:`
"3,1","2","","1,1"        or in quotes
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonosat.errors import InputError
from nonosat.formats.lines import clues
from nonosat.formats.source import Source
from nonosat.problem import Clue
from nonosat.puzzles.nonogram import Nonogram


def read(source: Source) -> Iterator[Nonogram]:
    """Yield the one puzzle."""
    lines = [(number, text.strip()) for number, text in enumerate(source.lines, 1) if text.strip()]
    if len(lines) != 2:
        raise source.wrong(f"expected a line for the rows and one for the columns, found {len(lines)}", 1)
    sides: dict[str, tuple[Clue, ...]] = {}
    for (number, text), name in zip(lines, ("rows", "columns"), strict=True):
        label, _, rest = text.rpartition(":")
        quoted = re.findall(r'"([^"]*)"', rest)
        parts = quoted or rest.split("/")
        side = label.strip().lower() or name
        if side not in ("rows", "columns") or side in sides:
            raise source.wrong("expected `rows:` on one line, and `columns:` on the other", number)
        sides[side] = clues(source, [(number, part) for part in parts])
    try:
        yield Nonogram(sides["rows"], sides["columns"])
    except InputError as error:
        raise error.at(source.path, lines[0][0]) from None
