"""A picture as text: `#` and `.`, a row a line; blank lines between several."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from nonosat.formats.capabilities import SEVERAL
from nonosat.formats.goals import checked_size, pictured
from nonosat.formats.lines import Line, numbered
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle
from nonosat.puzzles.nonogram import Nonogram

SUFFIXES = ()
DESCRIPTION = "the picture as text, # and . a cell: the goal, from which the clues follow"
HOLDS = frozenset({"goal", SEVERAL})

_ROW = re.compile(r"[.#]+")


def looks_like(source: Source) -> bool:
    """Whether all lines are cells."""
    return all(_ROW.fullmatch(text) for _, text in numbered(source) if text)


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the puzzle of each picture."""
    for filled, lines in groupby(numbered(source), key=lambda line: bool(line[1])):
        if filled:
            yield _puzzle(source, list(lines))


def write(puzzles: Iterable[Puzzle]) -> str:
    """Return the goals, a blank line between them."""
    goals = [pictured(puzzle, "grid", HOLDS).goal for puzzle in puzzles]
    return "\n".join("".join(f"{row}\n" for row in goal) for goal in goals)


def _puzzle(source: Source, lines: list[Line]) -> Nonogram:
    width = len(lines[0][1])
    for number, text in lines:
        if not _ROW.fullmatch(text):
            raise source.wrong(f"expected cells # and . alone, found {text[:40]!r}", number)
        if len(text) != width:
            raise source.wrong(f"expected {width} cells, as in the row above, found {len(text)}", number)
    checked_size(source, width, len(lines), lines[0][0])
    return Nonogram.from_picture(tuple(text for _, text in lines))
