"""Clues as text: `7 3 1`, `3r 1b`, `?` for a blotted block, `0` or nothing for an empty line."""

from __future__ import annotations

import re

from nonosat.errors import InputError
from nonosat.problem import Block, Clue
from nonosat.puzzles.picture import Palette

ANY_LENGTH = 1_000_000
"""The `high` of a blotted block, and the largest number a clue may hold: no line is longer."""

_ITEM = re.compile(r"(\?|[0-9]+)(.?)", re.DOTALL)


def read_block(item: str, palette: Palette) -> Block | None:
    """Read one item of a clue, such as `3`, `3r` or `?`; None stands for `0`.

    An item without a colour is the palette's first colour if there is only one, or its `#`.
    """
    found = _ITEM.fullmatch(item)
    if not found:
        raise InputError(f"{item!r} is no clue number: expected a number such as 3, or ?{_colours(palette)}")
    number, char = found.groups()
    if len(number) > 1 and number[0] == "0":
        raise InputError(f"{item!r} is no clue number: a number does not begin with 0")
    if number != "?" and (len(number) > 7 or int(number) > ANY_LENGTH):
        raise InputError(f"{number} is beyond {ANY_LENGTH}: no clue number is that large")
    if number == "0":
        return None
    colour = _colour_of(item, char, palette)
    return Block(colour, 1, ANY_LENGTH) if number == "?" else Block(colour, int(number), int(number))


def read_clue(items: list[str], palette: Palette) -> Clue:
    """Read a clue from its items; a single `0`, or no item, is an empty line."""
    blocks = [read_block(item, palette) for item in items]
    if blocks == [None]:
        return ()
    if None in blocks:
        raise InputError("a block of length 0 inside a clue: 0 stands alone, for an empty line")
    return tuple(block for block in blocks if block is not None)


def clue_text(clue: Clue, palette: Palette) -> str:
    """Write a clue as people do; the inverse of `read_clue`."""
    plain = len(palette) == 2 and palette[1].char == "#"
    parts = (
        ("?" if block.blotted else str(block.low)) + ("" if plain else palette[block.colour].char)
        for block in clue
    )
    return " ".join(parts) or "0"


def _colour_of(item: str, char: str, palette: Palette) -> int:
    chars = [colour.char for colour in palette]
    if char:
        if char in chars[1:]:
            return chars.index(char)
        raise InputError(f"{item!r} has the colour {char!r}, which is not declared{_colours(palette)}")
    if len(palette) == 2:
        return 1
    if "#" in chars[1:]:
        return chars.index("#")
    raise InputError(f"{item!r} has no colour{_colours(palette)}")


def _colours(palette: Palette) -> str:
    if len(palette) == 2:
        return ""
    return "; the colours are " + " ".join(colour.char for colour in palette[1:])
