"""A format: all clues on one line, `2/4/1/0 1/3/2/1`, those of the rows first.

Copy to nonosat/formats/slashes.py and add to FORMATS in nonosat/formats/__init__.py:

        "slashes": FormatEntry("slashes", "all clues on one line, split by slashes", suffixes=(".slashes",)),
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonosat.formats.lines import clues
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle
from nonosat.puzzles.nonogram import Nonogram


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the one puzzle. Every fault is an InputError with a line number, made by `source.wrong`."""
    sides = source.lines[0].split()
    if len(sides) != 2:
        raise source.wrong("expected the rows' clues, a space and the columns' clues", 1)
    # `clues` reads one clue per (line number, text); it handles colours and blotted blocks.
    texts = [[(1, clue.replace("-", " ")) for clue in side.split("/")] for side in sides]
    yield Nonogram(clues(source, texts[0]), clues(source, texts[1]))


def write(puzzles: Sequence[Nonogram]) -> str:
    """Return the one puzzle as a file; only an entry that supports "several puzzles" gets more than one."""
    (puzzle,) = puzzles
    sides = (map(puzzle.clue_text, side) for side in (puzzle.rows, puzzle.columns))
    return " ".join("/".join(clue.replace(" ", "-") for clue in side) for side in sides) + "\n"
