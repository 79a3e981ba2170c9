"""Chooses names and characters for colours whose file gives none, a code, or one that a palette cannot use.

Names are those that people use, such as `light blue`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain, count
from math import cbrt, dist
from string import ascii_letters

from nonosat.errors import InputError
from nonosat.puzzles.picture import BLACK_AND_WHITE, Colour, Palette, colour_char
from nonosat.records import replace

# What people call these colours. The values are typical ones; many are close to those of Munroe's survey
# (2010, https://xkcd.com/color/rgb, CC0).
_TABLE = """
    white ffffff, cream fff8d6, ivory f3eee0, beige e6daa6, tan d1b26f, khaki a8976a, light brown
    ad8150, brown 6b4423, dark brown 3b2412, reddish brown 7f3b20, grey brown 7f7053, rust a83c09, brick
    red b4493c, black 0c0c0c, charcoal 24272a, dark grey 414549, medium grey 666a6d, grey 8b8f91, silver
    b1b5b8, light grey cfd3d6, pale grey e6e8ea, blue grey 7a8fa3, red d81b1b, dark red 840000, maroon
    5e0b22, pink ff81c0, light pink ffd1df, hot pink ff2190, dark pink cb416b, salmon ff8a75, peach
    ffbf94, coral fc5a50, orange f97306, light orange fdaa48, dark orange c65102, yellow ffe92e, light
    yellow fffe9a, gold e0b416, mustard bfa30b, olive 6e750e, green 15a01a, bright green 19e05a, light
    green 96e67b, dark green 0b4008, lime green 89ee10, forest green 2f5c2a, pale green c7f0bd, mint
    green 9ff3c0, sea green 3fbf8f, grey green 7f9a75, olive green 4f6b33, teal 02857a, dark teal
    0d4b50, turquoise 2fd0c3, light turquoise a8efe6, cyan 00e5ee, blue 1f4fd8, light blue a2c8ee, pale
    blue d5e6f3, dark blue 16307f, navy blue 071433, sky blue 62b4f2, royal blue 1c2fb0, steel blue
    4d7ba3, dark grey blue 2e4257, purple 7e1e9c, light purple bb85ee, dark purple 3a0a4a, violet
    8f2be0, indigo 3f1a94, lavender d5c3f5, lilac c89bdd, mauve a4719d, bright purple dd2df3, magenta
    d40a8c, plum 641446
"""

_FAR = 0.17  # the distance from which a name misleads; that of blue and sky blue is twice as much


@cache
def _table() -> Mapping[str, tuple[float, float, float]]:
    return {" ".join(words): _oklab(rgb) for *words, rgb in map(str.split, _TABLE.split(","))}


def _oklab(rgb: str) -> tuple[float, float, float]:
    """Return a colour, `rrggbb`, in Oklab (Ottosson 2020), where distances are as people see them.

    Hue and chroma, the second and third numbers, count twice: names depend on them more than on lightness.
    """
    r, g, b = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (byte / 255 for byte in bytes.fromhex(rgb))
    )
    long = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    middle = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    short = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        2 * (1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short),
        2 * (0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short),
    )


def _nameless(colour: Colour) -> bool:
    """Whether a colour's name is a code: its `rrggbb`, perhaps after a character or two."""
    digits = colour.rgb[1:].lower()
    return colour.name.lower().endswith(digits) and len(colour.name) <= len(digits) + 2


def name_colours(palette: Palette) -> Palette:
    """Return a palette in which each colour that was named by its `#rrggbb` has a name of its own.

    >>> from nonosat.puzzles.picture import Colour
    >>> [one.name for one in name_colours((Colour("a", "#98bde6", "#98bde6"), Colour("b", "tan", "#ece2cf")))]
    ['light blue', 'tan']
    """
    names = {k: colour.name for k, colour in enumerate(palette) if not _nameless(colour)}
    nameless = [k for k in range(len(palette)) if k not in names]
    # The closest pairs of a colour and a name come first; a colour whose name is taken gets its next one.
    pairs = [
        (dist(_oklab(palette[k].rgb[1:]), at), k, name) for k in nameless for name, at in _table().items()
    ]
    closest: dict[int, str] = {}
    for far, k, name in sorted(pairs):
        closest.setdefault(k, name)
        if k not in names and name not in names.values() and far < _FAR:
            names[k] = name
    for k in nameless:
        if k not in names:
            name = closest[k]
            owner = next((one for one in names if names[one] == name), k)
            than = "lighter" if _oklab(palette[k].rgb[1:]) > _oklab(palette[owner].rgb[1:]) else "darker"
            free = chain([name, f"{than} {name}"], (f"{name} {number}" for number in count(2)))
            names[k] = next(name for name in free if name not in names.values())
    return tuple([replace(colour, name=names[k]) for k, colour in enumerate(palette)])


# Characters

MAX_COLOURS = 32
"""More colours are considered a mistake: people cannot distinguish them."""

_HEX = re.compile(r"#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


def palette(background: Colour, colours: Sequence[Colour]) -> Palette:
    """Return the palette of these colours, each with its own character if possible.

    Otherwise black or an only colour gets `#`, and others get a letter, preferably one of their name.
    """
    if not 1 <= len(colours) <= MAX_COLOURS:
        raise InputError(f"{len(colours)} colours besides the background: expected 1 to {MAX_COLOURS}")
    background, *colours = name_colours((background, *colours))
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
    lettered = [replace(colour, char=chars[k]) for k, colour in enumerate(colours)]
    return (Colour(BLACK_AND_WHITE[0].char, background.name, background.rgb), *lettered)


def hex_rgb(text: str) -> str | None:
    """Return `#rrggbb` for three or six hexadecimal digits, with or without a `#`."""
    match = _HEX.fullmatch(text)
    if not match:
        return None
    digits = match[1] if len(match[1]) == 6 else "".join(2 * digit for digit in match[1])
    return f"#{digits.lower()}"
