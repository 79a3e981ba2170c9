"""Palettes as people write them, and the colours that have a name."""

from __future__ import annotations

import re
from typing import Any

from nonosat.document import Node
from nonosat.puzzles.picture import BLACK_AND_WHITE, Colour, Palette, colour_char

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
"""The commoner of CSS's colour names; the first of two names for one colour is the one written."""

_RGB = re.compile(r"#[0-9a-fA-F]{6}")


def colour(char: str, text: str) -> Colour | None:
    """Return the colour that a name or `#rrggbb` says, or None."""
    if text.lower() in NAMED:
        return Colour(char, text.lower(), NAMED[text.lower()])
    if _RGB.fullmatch(text):
        rgb = text.lower()
        return Colour(char, next((name for name, value in NAMED.items() if value == rgb), rgb), rgb)
    return None


def read_palette(document: Node) -> Palette:
    """Read `character: colour` lines; `.` is the background, white unless it is said."""
    colours = {".": BLACK_AND_WHITE[0]}
    for char, node in document.map("the palette").items():
        if not colour_char(char):
            raise document.keys[char].wrong(
                f"the palette: expected one character, no digit, comma, quote or ?, found {char[:40]!r}"
            )
        colours[char] = _read_colour(char, node)
    if len(colours) == 1:
        raise document.wrong("the palette: expected a colour besides the background")
    return tuple(colours.values())


def palette_document(palette: Palette) -> dict[str, Any]:
    """Write a palette as plain data that `read_palette` reads back."""
    return {
        c.char: c.name if NAMED.get(c.name) == c.rgb else {"name": c.name, "rgb": c.rgb}
        for c in palette
        if c != BLACK_AND_WHITE[0]
    }


def _read_colour(char: str, node: Node) -> Colour:
    what = f"the colour {char}"
    if not isinstance(node.value, dict):
        text = node.text(what)
        if found := colour(char, text):
            return found
        raise node.wrong(f'{what}: expected a name such as red, or "#rrggbb", found {node.shape()}')
    entries = node.known_keys(what, ("name", "rgb"), needed=("rgb",))
    rgb = entries["rgb"].text(what).lower()
    if not _RGB.fullmatch(rgb):
        raise entries["rgb"].wrong(f'{what}: expected "#rrggbb", found {entries["rgb"].shape()}')
    return Colour(char, entries["name"].text(what) if "name" in entries else rgb, rgb)
