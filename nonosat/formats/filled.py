"""The filled cells of a printed grid in a picture: the goal, from which the clues follow."""

from __future__ import annotations

from collections.abc import Iterator

from nonosat.formats import photo
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the one puzzle."""
    if page := photo.read_printed(source, "filled"):
        yield page
