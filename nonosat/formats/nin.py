"""`.nin`, Jakub Wilk's format: `WIDTH HEIGHT`, then the rows' clues, then the columns', one a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nonosat.formats.capabilities import holdable
from nonosat.formats.lines import clues, counted, numbered, pair
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle
from nonosat.puzzles.nonogram import Nonogram

SUFFIXES = (".nin",)
DESCRIPTION = "Wilk's text format: WIDTH HEIGHT, then the clues of the rows and of the columns"
HOLDS: frozenset[str] = frozenset()


def looks_like(source: Source) -> bool:
    """Nothing in a `.nin` is beyond doubt: two numbers begin other formats too."""
    return False


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the one puzzle."""
    lines = numbered(source)
    first, (width, height) = pair(source, lines, "WIDTH HEIGHT", ("the width", "the height"))
    what = f"{height} rows and {width} columns"
    found = clues(source, counted(source, lines[first + 1 :], width + height, what, lines[first][0]))
    yield Nonogram(found[:height], found[height:])


def write(puzzles: Iterable[Puzzle]) -> str:
    """Return the one puzzle as a file."""
    (asked,) = [holdable(puzzle, "nin", HOLDS) for puzzle in puzzles]
    lines = [f"{asked.width} {asked.height}", *map(asked.clue_text, asked.rows + asked.columns)]
    return "\n".join(lines) + "\n"
