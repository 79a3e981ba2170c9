"""A picture is a tuple of equally long rows of characters, one character a cell.

It is a plain value: it prints as it is, compares as it is and goes into JSON as it is. What a
character means is said by a palette.
"""

from __future__ import annotations

from dataclasses import dataclass

Picture = tuple[str, ...]

UNKNOWN = "?"
"""Stands for a cell of which nothing is known; no palette may use it."""


@dataclass(frozen=True, slots=True)
class Colour:
    """One colour: the character that stands for it, its name, its `#rrggbb`."""

    char: str
    name: str
    rgb: str


Palette = tuple[Colour, ...]
"""The colours by value; the first is the background, whose character is always `.`."""

BLACK_AND_WHITE: Palette = (Colour(".", "white", "#ffffff"), Colour("#", "black", "#000000"))


def colour_char(char: str) -> bool:
    """Whether a character may stand for a colour, in pictures and behind clue numbers."""
    free = char.isprintable() and not char.isspace() and char not in "0123456789,'\"\\" + UNKNOWN
    return len(char) == 1 and free


def rows(text: str, width: int) -> Picture:
    """Cut a picture's characters, row by row, into rows of this width."""
    return tuple(text[start : start + width] for start in range(0, len(text), width))
