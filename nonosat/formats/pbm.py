"""PBM: a picture in black and white, as text or packed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nonosat.formats.goals import pictured
from nonosat.formats.netpbm import begins, read_pbm
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle
from nonosat.puzzles.nonogram import Nonogram

SUFFIXES = (".pbm",)
DESCRIPTION = "PBM pictures, black and white: the goal, from which the clues follow"
HOLDS = frozenset({"goal"})


def looks_like(source: Source) -> bool:
    """Whether it begins with the magic number."""
    return begins(source, b"P1", b"P4")


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the one puzzle."""
    yield Nonogram.from_picture(tuple("".join(".#"[bit] for bit in row) for row in read_pbm(source)))


def write(puzzles: Iterable[Puzzle]) -> str:
    """Return the goal as text."""
    (asked,) = [pictured(puzzle, "pbm", HOLDS) for puzzle in puzzles]
    rows = (" ".join("1" if char == "#" else "0" for char in row) for row in asked.goal)
    return "\n".join(["P1", f"{asked.width} {asked.height}", *rows]) + "\n"
