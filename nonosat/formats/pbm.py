"""PBM: a picture in black and white, as text or as packed bits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonosat.formats.goals import cells
from nonosat.formats.netpbm import read_pbm
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle
from nonosat.puzzles.nonogram import Nonogram


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the one puzzle."""
    rows = cells(source, read_pbm(source))
    yield Nonogram.from_picture(tuple("".join(".#"[bit] for bit in row) for row in rows))


def write(puzzles: Sequence[Nonogram]) -> str:
    """Return a file with the goal, as text."""
    (puzzle,) = puzzles
    rows = (" ".join("1" if char == "#" else "0" for char in row) for row in puzzle.goal)
    return "\n".join(["P1", f"{puzzle.width} {puzzle.height}", *rows]) + "\n"
