"""PNG: a picture, every pixel a cell; its texts say who made it.

The background is what the text `Background` says, else the lightest colour; transparent is white.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nonosat.formats.goals import background_of, require_distinct_colours
from nonosat.formats.raster import exact, pillow, puzzle_of, written
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
    """Yield the one puzzle."""
    image, texts = exact(source, "PNG")
    about = {key: texts[word] for key, word in _ABOUT.items() if word in texts}
    background = texts.get(_BACKGROUND, "")
    if not re.fullmatch("#[0-9a-f]{6}", background):
        background = ""
    yield puzzle_of(source, image, background, **about)


def write(puzzles: Sequence[Nonogram]) -> bytes:
    """Return the goal, with its title, author and so on."""
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
    return written(puzzle, "PNG", pnginfo=texts)
