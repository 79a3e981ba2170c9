"""A picture is a tuple of rows of characters; in grids all rows are equally long, one character per cell.

It is a plain value that can be printed, compared and written as JSON without conversion. A palette gives the
meaning of its characters.
"""

from __future__ import annotations

from collections.abc import Iterable

from nonosat.records import dataclass

Picture = tuple[str, ...]

UNKNOWN = "?"
"""The character for an unknown cell; no palette may use it."""


@dataclass(frozen=True)
class Colour:
    """A colour: its character in pictures, its name, and its `#rrggbb`.

    A cell may be split along a diagonal into two triangles, which is a colour of its own: `halves` has both
    colours, `#rrggbb/#rrggbb` or with a backslash, as they are left and right of the diagonal; `rgb` is their
    mixture.

    >>> BLACK_AND_WHITE[1]
    Colour(char='#', name='black', rgb='#000000', halves='')
    """

    char: str
    name: str
    rgb: str
    halves: str = ""

    @property
    def paint(self) -> str:
        """The halves, or else `rgb`."""
        return self.halves or self.rgb


Palette = tuple[Colour, ...]
"""The colours by value; the first is the background, whose character is always `.`."""

BLACK_AND_WHITE: Palette = (Colour(".", "white", "#ffffff"), Colour("#", "black", "#000000"))


def colour_char(char: str) -> bool:
    """Whether a character may stand for a colour in pictures and after clue numbers.

    >>> from nonosat import toolkit
    >>> toolkit.colour_char("r"), toolkit.colour_char("7")
    (True, False)

    Raises nothing.
    """
    free = char.isprintable() and not char.isspace() and char not in "0123456789,'\"\\" + UNKNOWN
    return len(char) == 1 and free


def rows(text: str, width: int) -> Picture:
    """Cut a text into rows of this width."""
    return tuple([text[start : start + width] for start in range(0, len(text), width)])


def chars_of(palette: Palette) -> str:
    """Return the characters of the colours by value."""
    return ".#" if palette is BLACK_AND_WHITE else "".join([colour.char for colour in palette])


def draw(values: Iterable[int], palette: Palette) -> str:
    """Return the characters of the cells' values."""
    chars = chars_of(palette)
    if len(chars) > 256:
        return "".join(map(chars.__getitem__, values))
    return bytes(values).decode("latin-1").translate(chars)


def draw_known(possible: Iterable[int], palette: Palette) -> str:
    """Return the characters of the known cells (see `Problem.possible`), with `?` for the others."""
    chars = {1 << value: colour.char for value, colour in enumerate(palette)}
    return "".join([chars.get(mask, UNKNOWN) for mask in possible])
