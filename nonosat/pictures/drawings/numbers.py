"""Shared by drawings of puzzles whose lines have clues: their numbers, and the legend of their colours.

With several colours, a clue's numbers are on squares of their colour, each with a letter that the legend
explains, so that they are distinct in black-and-white print and without colour vision.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from string import ascii_letters

from nonosat.pictures.drawings.grid import FONT, Entry, Item, item_shapes, legend_shapes, scale_entries
from nonosat.pictures.sheet import MARGIN, Shape, text_width
from nonosat.pictures.style import Scale
from nonosat.problem import Clue
from nonosat.puzzles.clues import item_text
from nonosat.puzzles.lines import LinePuzzle
from nonosat.puzzles.picture import Palette

# Fractions of a cell's side.
_BESIDE = 0.08  # between the squares of a row clue
_BLANK = 0.36  # between the numbers of a row clue without squares


def letters(palette: Palette) -> dict[str, str]:
    """Return an ASCII character for each colour: its own or else a letter, preferably one of its name."""
    found = {one.char: one.char for one in palette if one.char.isascii()}
    for one in palette:
        if one.char not in found:
            taken = set(found.values())
            wishes = [*(char for char in one.name if char in ascii_letters), *ascii_letters]
            found[one.char] = next((char for char in wishes if char not in taken), "*")
    return found


def items_of(puzzle: LinePuzzle, clues: Sequence[Clue]) -> list[list[Item]]:
    """Return the items of each line's clue."""
    coloured = len(puzzle.palette) > 2
    letter = letters(puzzle.palette)
    found = []
    for clue in clues:
        items = []
        for block in clue:
            colour = puzzle.palette[block.colour]
            number = item_text(block)
            items.append(
                (number + letter[colour.char], colour.paint) if coloured and block.low else (number, "")
            )
        found.append(items or [("0", "")])
    return found


def item_width(item: Item, size: int) -> float:
    """Return the width of a number in a row, with the blank or the square's rim around it."""
    text, rgb = item
    return (text_width(text) * FONT + (0.24 + _BESIDE if rgb else _BLANK)) * size


def row_clue(items: Sequence[Item], right: float, middle: float, size: int) -> Iterator[Shape]:
    """Yield a row's clue, which ends at `right`."""
    x = right
    for item in reversed(items):
        width = item_width(item, size)
        x -= width
        yield from item_shapes(item, x + width / 2, middle, width - _BESIDE * size, FONT * size, size)


def _named(palette: Palette) -> list[Entry]:
    """Return the entries that explain the letters of colours."""
    letter = letters(palette)
    return [
        # Not every font has the letters of every script; #rrggbb is always readable.
        (
            letter[one.char] * bool(value),
            one.halves or one.rgb,
            one.name[:40] if one.name.isascii() else one.rgb,
        )
        for value, one in enumerate(palette)
        if value or one.rgb != "#ffffff"
    ]


def legends(
    palette: Palette, colours: bool, scale: Scale, bottom: int, right: int, size: int
) -> tuple[list[Shape], int, int]:
    """Return the legends of the colours and of a scale below a drawing, and its right and lower ends then."""
    shapes: list[Shape] = []
    entries = _named(palette) if colours and len(palette) > 2 else []
    for some in filter(None, (entries, scale_entries(scale))):
        explained, (_, _, end, below) = legend_shapes(some, MARGIN, bottom + MARGIN, right, size)
        shapes += explained
        right, bottom = max(right, ceil(end)), ceil(below)
    return shapes, right, bottom
