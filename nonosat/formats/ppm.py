"""PPM: a picture in colour, as text or as bytes: what a browser makes of any picture that it can show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonosat.formats.goals import puzzle_of, require_distinct_colours
from nonosat.formats.netpbm import read_levels
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle
from nonosat.puzzles.nonogram import Nonogram


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the one puzzle."""
    rows = [bytes(row).hex() for row in read_levels(source, b"P3", b"P6", 3)]
    yield puzzle_of(source, [[f"#{row[at : at + 6]}" for at in range(0, len(row), 6)] for row in rows])


def write(puzzles: Sequence[Nonogram]) -> str:
    """Return a file with the goal, as text."""
    (puzzle,) = puzzles
    require_distinct_colours(puzzle, "ppm")
    levels = {one.char: " ".join(map(str, bytes.fromhex(one.rgb[1:]))) for one in puzzle.palette}
    rows = ("  ".join(levels[char] for char in row) for row in puzzle.goal)
    return "\n".join(["P3", f"{puzzle.width} {puzzle.height}", "255", *rows]) + "\n"
