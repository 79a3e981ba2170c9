"""Chooses characters for colours whose file gives none, or one that a palette cannot use."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from string import ascii_letters

from nonosat.errors import InputError
from nonosat.puzzles.colour_names import named
from nonosat.puzzles.picture import BLACK_AND_WHITE, Colour, Palette, colour_char

MAX_COLOURS = 32
"""More colours are considered a mistake: people cannot distinguish them."""

_HEX = re.compile(r"#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


def palette(background: Colour, colours: Sequence[Colour]) -> Palette:
    """Return the palette of these colours, each with its own character if possible.

    Otherwise black or an only colour gets `#`, and others get a letter, preferably one of their name.
    """
    if not 1 <= len(colours) <= MAX_COLOURS:
        raise InputError(f"{len(colours)} colours besides the background: expected 1 to {MAX_COLOURS}")
    background, *colours = named((background, *colours))
    taken = {BLACK_AND_WHITE[0].char}
    chars: dict[int, str] = {}
    for k, colour in enumerate(colours):
        if colour_char(colour.char) and colour.char not in taken:
            chars[k] = colour.char
            taken.add(colour.char)
    for k, colour in enumerate(colours):
        if k not in chars:
            # The last word of a name says most: `light blue` is a blue.
            name = "".join(reversed(colour.name.split()))
            black = len(colours) == 1 or colour.rgb == BLACK_AND_WHITE[1].rgb
            wishes = chain("#" * black, filter(str.isalpha, name), ascii_letters)
            # There are more letters than colours, so at least one is free.
            chars[k] = next(char for char in wishes if colour_char(char) and char not in taken)
            taken.add(chars[k])
    found = [replace(colour, char=chars[k]) for k, colour in enumerate(colours)]
    return (Colour(BLACK_AND_WHITE[0].char, background.name, background.rgb), *found)


def hex_rgb(text: str) -> str | None:
    """Return `#rrggbb` for three or six hexadecimal digits, with or without a `#`."""
    found = _HEX.fullmatch(text)
    if not found:
        return None
    digits = found[1] if len(found[1]) == 6 else "".join(2 * digit for digit in found[1])
    return f"#{digits.lower()}"
