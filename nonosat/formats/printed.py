"""A printed puzzle on a page, a photo or a screenshot, whatever else it may look like."""

from __future__ import annotations

from collections.abc import Iterator

from nonosat.formats import photo
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the one puzzle."""
    if page := photo.read_printed(source, "printed"):
        yield page
