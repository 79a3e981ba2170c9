"""PGM: a picture in greys, as text or as bytes; every grey level is a colour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonosat.errors import InputError
from nonosat.formats.goals import puzzle_of, require_distinct_colours
from nonosat.formats.netpbm import read_levels
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle
from nonosat.puzzles.nonogram import Nonogram


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the one puzzle."""
    yield puzzle_of(
        source, [["#" + 3 * f"{level:02x}" for level in row] for row in read_levels(source, b"P2", b"P5")]
    )


def write(puzzles: Sequence[Nonogram]) -> str:
    """Return a file with the goal, as text."""
    (puzzle,) = puzzles
    require_distinct_colours(puzzle, "pgm")
    levels = {colour.char: bytes.fromhex(colour.rgb[1:]) for colour in puzzle.palette}
    if any(len(set(level)) > 1 for level in levels.values()):
        raise InputError("the format pgm holds greys only", puzzle.source)
    rows = (" ".join(str(levels[char][0]) for char in row) for row in puzzle.goal)
    return "\n".join(["P2", f"{puzzle.width} {puzzle.height}", "255", *rows]) + "\n"
