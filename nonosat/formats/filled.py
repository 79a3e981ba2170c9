"""The filled cells of a printed grid in a picture: the goal, from which the clues follow."""

from __future__ import annotations

from collections.abc import Iterator

from nonosat.formats import photo
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle

WHAT = "filled"


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the one puzzle."""
    found = photo.printed(source, WHAT)
    if found is None:
        raise source.wrong("no printed grid was found: expected thin lines at equal distances")
    yield found
