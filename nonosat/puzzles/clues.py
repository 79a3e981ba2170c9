"""Clues as text: `7 3 1`, `3r 1b`, `?` for a blotted block, `*` for any blocks, `0` or nothing for none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from nonosat.errors import InputError
from nonosat.problem import Block, Clue
from nonosat.puzzles.picture import BLACK_AND_WHITE, Palette
from nonosat.words import quote

ANY_LENGTH = 1_000_000
"""The `high` of a blotted block, and the largest number in a clue: no line is longer."""

ANY_BLOCKS = Block(0, 0, ANY_LENGTH)
"""`*` in a clue: any number of blocks, also none, of any lengths and colours."""

_ITEM = re.compile(r"(\?|[0-9]+)(.?)", re.DOTALL)


@lru_cache(maxsize=4096)
def block(colour: int, length: int) -> Block:
    """Return the block of this colour and length: the same object for the same arguments.

    Clues of these blocks compare fast, since identical objects are equal.
    """
    return Block(colour, length, length)


def read_block(item: str, palette: Palette) -> Block | None:
    """Read one item of a clue, such as `3`, `3r`, `?` or `*`. Returns None for `0`.

    An item without a colour has the palette's only colour, or else its `#`.
    """
    if item == "*":
        return ANY_BLOCKS
    match = _ITEM.fullmatch(item)
    if not match:
        what = f"{quote(item)} is not a clue number: expected a number such as 3, ? or *"
        raise InputError(what + _colours(palette))
    number, char = match.groups()
    if len(number) > 1 and number[0] == "0":
        raise InputError(f"{quote(item)} is not a clue number: a number must not start with 0")
    if number != "?" and (len(number) > 7 or int(number) > ANY_LENGTH):
        raise InputError(f"{quote(item)} exceeds {ANY_LENGTH}, the largest clue number")
    if number == "0":
        return None
    colour = _colour_of(item, char, palette)
    return Block(colour, 1, ANY_LENGTH) if number == "?" else block(colour, int(number))


def read_clue(items: Iterable[str], palette: Palette) -> Clue:
    """Read a clue from its items; a single `0`, or no items, means an empty line.

    >>> from nonosat import toolkit
    >>> [block.low for block in toolkit.read_clue(["3", "1"], toolkit.BLACK_AND_WHITE)]
    [3, 1]

    Raises InputError for what is not an item of a clue.
    """
    known = _IN_BLACK if palette is BLACK_AND_WHITE else _recall(palette)  # hashing a palette is slow
    blocks = [known[item] for item in items]
    if None not in blocks:
        return tuple(blocks)  # type: ignore[arg-type]  # None is not among them
    if blocks == [None]:
        return ()
    raise InputError("a block of length 0 inside a clue: 0 stands alone, for an empty line")


Typed = Sequence[str | int | Sequence[str | int | Block]]
"""Clues as people type them: `"2 1"`, `[2, 1]`, `3`, or as they are read."""


def are_clues(lines: object) -> bool:
    """Whether clues are as they are read, and not typed."""
    if not isinstance(lines, tuple):
        return False
    return all(type(line) is tuple and (not line or type(line[0]) is Block) for line in lines)


def read_clues(name: str, lines: Typed, palette: Palette) -> tuple[Clue, ...]:
    """Read the clues of lines that are typed; `name` is what they are, such as `rows`.

    >>> [[block.low for block in clue] for clue in read_clues("rows", ["2 1", [3], 4, 0], BLACK_AND_WHITE)]
    [[2, 1], [3], [4], []]

    Raises TypeError or InputError for what is no clue, with its number.
    """
    if isinstance(lines, str) or not isinstance(lines, Iterable):
        raise TypeError(f"{name}: expected a list of clues, such as ['2 1', [3]], found {lines!r}")
    clues = []
    for number, line in enumerate(lines, start=1):
        if isinstance(line, tuple) and line and isinstance(line[0], Block):
            clues.append(line)
            continue
        items = line.replace(",", " ").split() if isinstance(line, str) else line
        items = [items] if isinstance(items, int) else items
        if not isinstance(items, list | tuple) or not all(isinstance(item, str | int) for item in items):
            raise TypeError(f"{name}: clue {number}: expected one such as '2 1' or [2, 1], found {line!r}")
        try:
            clues.append(read_clue(map(str, items), palette))
        except InputError as error:
            raise InputError(f"{name}: clue {number}: {error.what}") from None
    return tuple(clues)


@lru_cache(maxsize=4096)  # the lines of a set of small puzzles repeat
def clue_of(line: str, chars: str) -> Clue:
    """Return the clue of a line of a picture; `chars` are the palette's characters."""
    blocks = []
    for run in line.split(chars[0]):
        while run:
            rest = run.lstrip(run[0])
            blocks.append(block(chars.index(run[0]), len(run) - len(rest)))
            run = rest
    return tuple(blocks)


def clue_text(clue: Clue, palette: Palette) -> str:
    """Write a clue as people do; the inverse of `read_clue`."""
    plain = len(palette) == 2 and palette[1].char == "#"
    parts = (
        item_text(block) + ("" if plain or not block.colour else palette[block.colour].char) for block in clue
    )
    return " ".join(parts) or "0"


def item_text(block: Block) -> str:
    """Write an item of a clue without its colour."""
    return "*" if not block.low else "?" if block.blotted else str(block.low)


class _Known(dict[str, "Block | None"]):
    """A cache of clue items by their text: files repeat a few small numbers."""

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self._palette = palette

    def __missing__(self, item: str) -> Block | None:
        self[item] = read = read_block(item, self._palette)
        return read


_IN_BLACK = _Known(BLACK_AND_WHITE)


@lru_cache(maxsize=16)
def _recall(palette: Palette) -> _Known:
    return _Known(palette)


def _colour_of(item: str, char: str, palette: Palette) -> int:
    chars = [colour.char for colour in palette]
    if char:
        if char in chars[1:]:
            return chars.index(char)
        raise InputError(f"{quote(item)} has the colour {char!r}, which is not declared{_colours(palette)}")
    if len(palette) == 2:
        return 1
    if "#" in chars[1:]:
        return chars.index("#")
    raise InputError(f"{quote(item)} has no colour{_colours(palette)}")


def _colours(palette: Palette) -> str:
    return "; the colours are " + " ".join(colour.char for colour in palette[1:]) if len(palette) > 2 else ""
