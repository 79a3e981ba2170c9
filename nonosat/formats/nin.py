"""`.nin`, Jakub Wilk's format: `WIDTH HEIGHT`, the rows' clues, the columns' clues, one per line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonosat.formats.lines import clues, number_lines, pair, take_clues
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle
from nonosat.puzzles.nonogram import Nonogram


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the one puzzle."""
    lines = number_lines(source)
    first, (width, height) = pair(source, lines, "WIDTH HEIGHT", ("the width", "the height"))
    what = f"{height} rows and {width} columns"
    listed = clues(source, take_clues(source, lines[first + 1 :], width + height, what, lines[first][0]))
    yield Nonogram(listed[:height], listed[height:])


def write(puzzles: Sequence[Nonogram]) -> str:
    """Return a file with the one puzzle."""
    (puzzle,) = puzzles
    lines = [f"{puzzle.width} {puzzle.height}", *map(puzzle.clue_text, puzzle.rows + puzzle.columns)]
    return "\n".join(lines) + "\n"
