"""GIF: a picture, every pixel a cell; of an animation the first frame. Its background is the lightest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nonosat.formats.goals import pictured, told_apart
from nonosat.formats.raster import exact, puzzle_of, written
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle

SUFFIXES = (".gif",)
DESCRIPTION = "GIF pictures, a pixel a cell: the goal, from which the clues follow"
HOLDS = frozenset({"goal", "colours"})


def looks_like(source: Source) -> bool:
    """Whether it begins with the signature."""
    return source.data[:6] in (b"GIF87a", b"GIF89a")


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the one puzzle."""
    yield puzzle_of(source, exact(source, "GIF")[0])


def write(puzzles: Iterable[Puzzle]) -> bytes:
    """Return the goal."""
    (asked,) = [told_apart(pictured(puzzle, "gif", HOLDS), "gif") for puzzle in puzzles]
    return written(asked, "GIF", optimize=False)
