"""What documents of several kinds have: title, author and so on, palettes, clues; with the line of every
mistake.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nonosat.errors import InputError
from nonosat.problem import Clue
from nonosat.puzzles import Puzzle
from nonosat.puzzles.clues import read_block, read_clue
from nonosat.puzzles.node import Node
from nonosat.puzzles.picture import BLACK_AND_WHITE, Colour, Palette, colour_char
from nonosat.records import replace
from nonosat.words import quote

ABOUT = ("title", "author", "origin", "licence", "description")


def read_about(entries: Mapping[str, Node]) -> dict[str, str]:
    """Return the texts of these keys that a document has."""
    return {key: entries[key].text(key) for key in ABOUT if key in entries}


def plain_about(puzzle: Puzzle) -> dict[str, Any]:
    """Return the first entries of a document: the puzzle's kind, and these keys."""
    return {"kind": puzzle.kind} | {key: text for key in ABOUT if (text := getattr(puzzle, key))}


def read_palette(document: Node) -> Palette:
    """Read `character: colour` lines; `.` is the background, by default white."""
    colours = {".": BLACK_AND_WHITE[0]}
    for char, node in document.mapping("the palette").items():
        if not colour_char(char):
            raise document.keys[char].wrong(
                f"the palette: expected one character, no digit, comma, quote or ?, found {quote(char)}"
            )
        colours[char] = _read_colour(char, node)
    if len(colours) == 1:
        raise document.wrong("the palette: expected a colour besides the background")
    return tuple(colours.values())


def plain_palette(palette: Palette) -> dict[str, Any]:
    """Write a palette as plain data that `read_palette` reads back."""
    from nonosat.puzzles.colours import colour

    return {
        c.char: c.name if colour(c.char, c.name) == c else {"name": c.name, "rgb": c.paint}
        for c in palette
        if c != BLACK_AND_WHITE[0]
    }


def _read_colour(char: str, node: Node) -> Colour:
    from nonosat.puzzles.colours import RGB, colour, split

    what = f"the colour {char}"
    if not isinstance(node.value, dict):
        text = node.text(what)
        if read := colour(char, text):
            return _whole(read, node)
        raise node.wrong(f'{what}: expected a name such as red, or "#rrggbb", found {node.shape()}')
    entries = node.read_keys(what, ("name", "rgb"), needed=("rgb",))
    rgb = entries["rgb"].text(what).lower()
    read = Colour(char, rgb, rgb) if RGB.fullmatch(rgb) else colour(char, rgb) if split(rgb) else None
    if not read:
        raise entries["rgb"].wrong(f'{what}: expected "#rrggbb", found {entries["rgb"].shape()}')
    return _whole(replace(read, name=entries["name"].text(what)) if "name" in entries else read, node)


def _whole(colour: Colour, node: Node) -> Colour:
    """Return a colour. Raises InputError if it is a split background."""
    if colour.halves and colour.char == BLACK_AND_WHITE[0].char:
        raise node.wrong("the palette: the background cannot be split")
    return colour


def read_clues(node: Node, what: str, palette: Palette, most: int, least: int = 1) -> tuple[Clue, ...]:
    """Read a list of clues, each a text or a list of numbers."""
    clues = node.items(what)
    if not least <= len(clues) <= most:
        raise node.wrong(f"{what}: expected {least} to {most} clues, found {len(clues)}")
    return tuple([_clue(clue, palette) for clue in clues])


def _clue(node: Node, palette: Palette) -> Clue:
    try:
        if isinstance(node.value, list):
            return read_clue([item.text("a clue number") for item in node.value], palette)
        return read_clue(node.text("a clue").replace(",", " ").split(), palette)
    except InputError as error:
        raise error.at(node.path, _culprit(node, palette)) from None


def _culprit(node: Node, palette: Palette) -> int:
    """Return the line of a clue's first invalid item."""
    if isinstance(node.value, list):
        for item in node.value:
            try:
                if read_block(item.text(""), palette) is None:
                    return item.line
            except InputError:
                return item.line
    return node.line
