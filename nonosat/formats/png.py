"""PNG: a picture, every pixel a cell; its texts say who made it.

The background is what the text `Background` says, else the lightest colour; transparent is white.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from nonosat.formats.goals import background_of, pictured, told_apart
from nonosat.formats.raster import exact, pillow, puzzle_of, written
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle

SUFFIXES = (".png",)
DESCRIPTION = "PNG pictures, a pixel a cell: the goal, from which the clues follow"
HOLDS = frozenset({"goal", "colours", "title", "author", "origin", "licence"})

_BACKGROUND = "Background"
# The standard's own keywords: https://www.w3.org/TR/png-3/#11keywords
_ABOUT = {"title": "Title", "author": "Author", "origin": "Source", "licence": "Copyright"}


def looks_like(source: Source) -> bool:
    """Whether it begins with the signature."""
    return source.data.startswith(b"\x89PNG\r\n\x1a\n")


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the one puzzle."""
    image, said = exact(source, "PNG")
    about = {key: said[word] for key, word in _ABOUT.items() if word in said}
    background = said.get(_BACKGROUND, "")
    if not re.fullmatch("#[0-9a-f]{6}", background):
        background = ""
    yield puzzle_of(source, image, background, **about)


def write(puzzles: Iterable[Puzzle]) -> bytes:
    """Return the goal, with what is known of it."""
    (asked,) = [pictured(puzzle, "png", HOLDS) for puzzle in puzzles]
    background = asked.palette[0].rgb
    told_apart(asked, "png", background)
    texts = pillow("PngImagePlugin").PngInfo()
    for key, word in _ABOUT.items():
        if text := getattr(asked, key).replace("\0", ""):
            texts.add_text(word, text)
    used = set("".join(asked.goal))
    if background_of([one.rgb for one in asked.palette if one.char in used]) != background:
        texts.add_text(_BACKGROUND, background)
    return written(asked, "PNG", pnginfo=texts)
