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
"""The colours by value; the first is the background."""

BLACK_AND_WHITE: Palette = (Colour(".", "white", "#ffffff"), Colour("#", "black", "#000000"))
