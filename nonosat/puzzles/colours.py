"""Named colours, split ones, and how a puzzle looks in other colours or orientations."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from nonosat.problem import Clue
from nonosat.puzzles.picture import UNKNOWN, Colour, Palette

NAMED = {
    "white": "#ffffff",
    "black": "#000000",
    "red": "#ff0000",
    "green": "#008000",
    "blue": "#0000ff",
    "yellow": "#ffff00",
    "orange": "#ffa500",
    "purple": "#800080",
    "brown": "#a52a2a",
    "grey": "#808080",
    "gray": "#808080",
    "pink": "#ffc0cb",
    "cyan": "#00ffff",
    "magenta": "#ff00ff",
    "lime": "#00ff00",
    "navy": "#000080",
    "teal": "#008080",
    "olive": "#808000",
    "maroon": "#800000",
    "silver": "#c0c0c0",
    "gold": "#ffd700",
    "beige": "#f5f5dc",
    "tan": "#d2b48c",
    "salmon": "#fa8072",
    "crimson": "#dc143c",
    "violet": "#ee82ee",
    "indigo": "#4b0082",
    "turquoise": "#40e0d0",
    "skyblue": "#87ceeb",
    "darkgreen": "#006400",
    "darkred": "#8b0000",
    "darkblue": "#00008b",
    "lightgreen": "#90ee90",
    "lightblue": "#add8e6",
    "lightgrey": "#d3d3d3",
    "lightgray": "#d3d3d3",
}
"""The more common CSS colour names. Where two have the same colour, the first one is written."""

_OTHERS = """
    aliceblue f0f8ff, antiquewhite faebd7, aqua 00ffff, aquamarine 7fffd4, azure f0ffff, bisque ffe4c4,
    blanchedalmond ffebcd, blueviolet 8a2be2, burlywood deb887, cadetblue 5f9ea0, chartreuse 7fff00,
    chocolate d2691e, coral ff7f50, cornflowerblue 6495ed, cornsilk fff8dc, darkcyan 008b8b,
    darkgoldenrod b8860b, darkgray a9a9a9, darkgrey a9a9a9, darkkhaki bdb76b, darkmagenta 8b008b,
    darkolivegreen 556b2f, darkorange ff8c00, darkorchid 9932cc, darksalmon e9967a, darkseagreen 8fbc8f,
    darkslateblue 483d8b, darkslategray 2f4f4f, darkslategrey 2f4f4f, darkturquoise 00ced1,
    darkviolet 9400d3, deeppink ff1493, deepskyblue 00bfff, dimgray 696969, dimgrey 696969,
    dodgerblue 1e90ff, firebrick b22222, floralwhite fffaf0, forestgreen 228b22, fuchsia ff00ff,
    gainsboro dcdcdc, ghostwhite f8f8ff, goldenrod daa520, greenyellow adff2f, honeydew f0fff0,
    hotpink ff69b4, indianred cd5c5c, ivory fffff0, khaki f0e68c, lavender e6e6fa, lavenderblush fff0f5,
    lawngreen 7cfc00, lemonchiffon fffacd, lightcoral f08080, lightcyan e0ffff,
    lightgoldenrodyellow fafad2, lightpink ffb6c1, lightsalmon ffa07a, lightseagreen 20b2aa,
    lightskyblue 87cefa, lightslategray 778899, lightslategrey 778899, lightsteelblue b0c4de,
    lightyellow ffffe0, limegreen 32cd32, linen faf0e6, mediumaquamarine 66cdaa, mediumblue 0000cd,
    mediumorchid ba55d3, mediumpurple 9370db, mediumseagreen 3cb371, mediumslateblue 7b68ee,
    mediumspringgreen 00fa9a, mediumturquoise 48d1cc, mediumvioletred c71585, midnightblue 191970,
    mintcream f5fffa, mistyrose ffe4e1, moccasin ffe4b5, navajowhite ffdead, oldlace fdf5e6,
    olivedrab 6b8e23, orangered ff4500, orchid da70d6, palegoldenrod eee8aa, palegreen 98fb98,
    paleturquoise afeeee, palevioletred db7093, papayawhip ffefd5, peachpuff ffdab9, peru cd853f,
    plum dda0dd, powderblue b0e0e6, rebeccapurple 663399, rosybrown bc8f8f, royalblue 4169e1,
    saddlebrown 8b4513, sandybrown f4a460, seagreen 2e8b57, seashell fff5ee, sienna a0522d,
    slateblue 6a5acd, slategray 708090, slategrey 708090, snow fffafa, springgreen 00ff7f,
    steelblue 4682b4, thistle d8bfd8, tomato ff6347, wheat f5deb3, whitesmoke f5f5f5, yellowgreen 9acd32
"""
# The other CSS names, which are those of X11 except for a few shades.
NAMED |= {name: "#" + rgb for name, rgb in (entry.split() for entry in _OTHERS.split(","))}

RGB = re.compile(r"#[0-9a-fA-F]{6}")


_SPLIT = re.compile(r"([^/\\\s]+)([/\\])([^/\\\s]+)")


def split(text: str) -> tuple[str, str, str] | None:
    """Return both colours of `black/red`, and the diagonal between them, or None.

    With `/` the first is at the upper left, with a backslash at the lower left.

    >>> split("black/red")
    ('#000000', '/', '#ff0000')
    """
    match = _SPLIT.fullmatch(text)
    halves = [colour("", match[k]) for k in (1, 3)] if match else []
    if match is None or None in halves:
        return None
    first, second = (half.rgb for half in halves if half)
    return first, match[2], second


def split_colours(palette: Palette) -> list[str]:
    """Return the colours of the halves of a palette's split colours."""
    return [rgb for colour in palette if (halves := split(colour.halves)) for rgb in halves[::2]]


def turn(halves: str, steps: str) -> str:
    """Return two halves, as colours or names, after the steps of a move of the grid (see `symmetry.Move`).

    >>> turn("#000000/#ff0000", "h")
    '#ff0000\\\\#000000'
    """
    match = _SPLIT.fullmatch(halves)
    first, diagonal, second = match.groups() if match else ("", "", "")
    for step in steps:
        if step == "h" or (step == "d" and diagonal == "\\"):
            first, second = second, first
        if step != "d":
            diagonal = "\\" if diagonal == "/" else "/"
    return f"{first}{diagonal}{second}"


def colour(char: str, text: str) -> Colour | None:
    """Return the colour for a name, `#rrggbb`, or two of these with a diagonal between them; or None."""
    if halves := split(text):
        channels = zip(*(bytes.fromhex(rgb[1:]) for rgb in halves[::2]), strict=True)
        mixture = "#" + "".join([f"{(a + b) // 2:02x}" for a, b in channels])
        return Colour(char, text, mixture, "".join(halves))
    if text.lower() in NAMED:
        return Colour(char, text.lower(), NAMED[text.lower()])
    if RGB.fullmatch(text):
        rgb = text.lower()
        return Colour(char, next((name for name, value in NAMED.items() if value == rgb), rgb), rgb)
    return None


def key(
    palette: Palette, clues: Sequence[Clue], givens: str, any_colours: bool, steps: str = ""
) -> tuple[Any, ...]:
    """Return a sort key of clues and givens in some orientation; with `any_colours`, colours have numbers
    in the order in which they appear. Split colours are turned by these steps (see `turn`).
    """
    number = {0: 0} if any_colours else {value: value for value in range(len(palette))}
    for value, colour in enumerate(palette):
        if colour.halves and not any_colours:
            number[value] = int.from_bytes(turn(colour.halves, steps).encode())
    if any_colours or any(value != own for own, value in number.items()):
        lines = tuple(
            [
                tuple([(number.setdefault(b.colour, len(number)), b.low, b.high) for b in clue])
                for clue in clues
            ]
        )
    else:
        lines = tuple(clues)  # blocks are such triples
    value_of = {colour.char: value for value, colour in enumerate(palette)}
    given = [-1 if char == UNKNOWN else number.setdefault(value_of[char], len(number)) for char in givens]
    return lines, tuple(given)
