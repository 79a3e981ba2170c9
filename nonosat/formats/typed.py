"""Clues as people type them: a line for the rows and one for the columns, or a list as in contests.

3 1 / 2 / / 1 1           clues between slashes; a line may begin with `rows:` or `columns:`
"3,1","2","","1,1"        or in quotes
4 5                       HEIGHT WIDTH, then the rows, and the columns, one a line; a zero may end each
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonosat.errors import InputError
from nonosat.formats.lines import clues, counted, numbered
from nonosat.formats.recognition import LIST
from nonosat.formats.source import Source
from nonosat.problem import Clue
from nonosat.puzzles.nonogram import Nonogram


def read(source: Source) -> Iterator[Nonogram]:
    """Yield the one puzzle."""
    if size := re.match(LIST, source.text):
        yield _listed(source, int(size[1]), int(size[2]))
        return
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


def _listed(source: Source, height: int, width: int) -> Nonogram:
    """Read a list of clues. The width stands first if only then rows and columns have as many black cells."""
    lines = counted(source, numbered(source, 1), height + width, "the list", 1)
    if all(text.split()[-1:] == ["0"] for _, text in lines):
        lines = [(number, text[:-1].strip() or "0") for number, text in lines]
    found = clues(source, lines)
    black = [sum(block.low for block in clue) for clue in found]
    fits = [rows for rows in (height, width) if 2 * sum(black[:rows]) == sum(black)]
    rows = (fits or [height])[0]
    return Nonogram(found[:rows], found[rows:])
