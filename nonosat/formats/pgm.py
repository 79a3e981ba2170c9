"""PGM: a picture in greys, as text or in bytes; every level is a colour."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nonosat.errors import InputError
from nonosat.formats.goals import from_colours, pictured, told_apart
from nonosat.formats.netpbm import begins, read_pgm
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle

SUFFIXES = (".pgm",)
DESCRIPTION = "PGM pictures, in greys: the goal, from which the clues follow"
HOLDS = frozenset({"goal", "colours"})


def looks_like(source: Source) -> bool:
    """Whether it begins with the magic number."""
    return begins(source, b"P2", b"P5")


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the one puzzle."""
    yield from_colours(source, [["#" + 3 * f"{level:02x}" for level in row] for row in read_pgm(source)])


def write(puzzles: Iterable[Puzzle]) -> str:
    """Return the goal as text."""
    (asked,) = [told_apart(pictured(puzzle, "pgm", HOLDS), "pgm") for puzzle in puzzles]
    levels = {colour.char: bytes.fromhex(colour.rgb[1:]) for colour in asked.palette}
    if any(len(set(level)) > 1 for level in levels.values()):
        raise InputError("the format pgm holds greys, no other colours", asked.source)
    rows = (" ".join(str(levels[char][0]) for char in row) for row in asked.goal)
    return "\n".join(["P2", f"{asked.width} {asked.height}", "255", *rows]) + "\n"
