"""`.nin`, Jakub Wilk's format: `WIDTH HEIGHT`, then the rows' clues, then the columns', one a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nonosat.errors import InputError
from nonosat.formats.lines import clues, counted, holdable, numbered, side
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle
from nonosat.puzzles.nonogram import Nonogram

SUFFIXES = (".nin",)
DESCRIPTION = "Wilk's text format: WIDTH HEIGHT, then the clues of the rows and of the columns"


def looks_like(source: Source) -> bool:
    """Nothing in a `.nin` is beyond doubt: two numbers begin other formats too."""
    return False


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the one puzzle."""
    lines = numbered(source)
    first = next(k for k, (_, text) in enumerate(lines) if text)
    number, text = lines[first]
    words = text.split()
    if len(words) != 2:
        raise source.wrong(f"expected WIDTH HEIGHT, such as `20 15`, found {text[:40]!r}", number)
    width = side(source, (number, words[0]), "the width")
    height = side(source, (number, words[1]), "the height")
    what = f"{height} rows and {width} columns"
    found = clues(source, counted(source, lines[first + 1 :], width + height, what, number))
    yield Nonogram(found[:height], found[height:])


def write(puzzles: Iterable[Puzzle]) -> str:
    """Return the one puzzle as a file."""
    asked, *more = [holdable(puzzle, "nin") for puzzle in puzzles]
    if more:
        raise InputError("the format nin holds one puzzle a file; non, tournament and yaml hold many")
    lines = [f"{asked.width} {asked.height}", *map(asked.clue_text, asked.rows + asked.columns)]
    return "\n".join(lines) + "\n"
