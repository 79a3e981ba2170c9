"""GIF: a picture, one cell per pixel; only the first frame is read. The background is the lightest colour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonosat.formats.goals import colours_of, exact, puzzle_of, require_distinct_colours, write_picture
from nonosat.formats.photo import read_printed
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle
from nonosat.puzzles.nonogram import Nonogram


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the one puzzle: that is printed on the picture, or whose goal it is."""
    if page := read_printed(source):
        yield page
        return
    yield puzzle_of(source, colours_of(exact(source, "GIF")[0]))


def write(puzzles: Sequence[Nonogram]) -> bytes:
    """Return a file with the goal."""
    (puzzle,) = puzzles
    require_distinct_colours(puzzle, "gif")
    return write_picture(puzzle, "GIF", optimize=False)
