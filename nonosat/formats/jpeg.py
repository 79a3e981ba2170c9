"""JPEG: a photo. Compression blurs its colours, so it becomes a puzzle through `formats.photo`, or directly
only if it has few colours; it is never written.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonosat.formats.goals import colours_of, exact, puzzle_of
from nonosat.formats.photo import read_printed
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the one puzzle: that is printed on the picture, or whose goal it is, of a few colours."""
    if page := read_printed(source):
        yield page
        return
    yield puzzle_of(source, colours_of(exact(source, "JPEG")[0]))
