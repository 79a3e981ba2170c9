"""PNG: a picture, one cell per pixel; its text chunks have title, author and so on.

The text `Background` gives the background, by default the lightest colour; transparent pixels are white.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nonosat.formats.goals import (
    background_of,
    colours_of,
    exact,
    pillow,
    puzzle_of,
    require_distinct_colours,
    write_picture,
)
from nonosat.formats.photo import read_printed
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle
from nonosat.puzzles.nonogram import Nonogram

_BACKGROUND = "Background"
# The standard's own keywords: https://www.w3.org/TR/png-3/#11keywords
_ABOUT = {
    "title": "Title",
    "author": "Author",
    "origin": "Source",
    "licence": "Copyright",
    "description": "Description",
}


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the one puzzle: that is printed on the picture, or whose goal it is."""
    if page := read_printed(source):
        yield page
        return
    image, texts = exact(source, "PNG")
    about = {key: texts[word] for key, word in _ABOUT.items() if word in texts}
    background = texts.get(_BACKGROUND, "")
    if not re.fullmatch("#[0-9a-f]{6}", background):
        background = ""
    yield puzzle_of(source, colours_of(image), background, **about)


def write(puzzles: Sequence[Nonogram]) -> bytes:
    """Return a file with the goal, and the puzzle's title, author and so on."""
    (puzzle,) = puzzles
    background = puzzle.palette[0].rgb
    require_distinct_colours(puzzle, "png", background)
    texts = pillow("PngImagePlugin").PngInfo()
    for key, word in _ABOUT.items():
        if text := getattr(puzzle, key).replace("\0", ""):
            texts.add_text(word, text)
    used = set("".join(puzzle.goal))
    if background_of([one.rgb for one in puzzle.palette if one.char in used]) != background:
        texts.add_text(_BACKGROUND, background)
    return write_picture(puzzle, "PNG", pnginfo=texts)
