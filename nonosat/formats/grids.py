"""Shared by the formats of links: grids as runs of characters, and regions as the borders between cells."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from string import ascii_letters
from typing import Any, NamedTuple

from nonosat.errors import InputError
from nonosat.puzzles import KINDS, Puzzle
from nonosat.puzzles.picture import Picture, rows
from nonosat.words import quote

Size = tuple[int, int]

MOST_CELLS = 250_000
"""The most cells of a puzzle in a link: a short one may claim many."""


class Game(NamedTuple):
    """How puzzles of a kind are read from a link, and written; `variant` says which of its rules ours are."""

    kind: str
    read: Callable[[Any, Size], Puzzle]
    write: Callable[[Any], str]
    variant: str = ""


def link_of(puzzle: Any, games: Mapping[str, Game], form: str) -> str:
    """Return a puzzle's link: `form` has places for name, width, height, variant and text."""
    name, game = next(one for one in games.items() if one[1].kind == puzzle.kind)
    height, width = puzzle.grid
    text = game.write(puzzle)
    return form.format(name=name, width=width, height=height, variant=game.variant, text=text) + "\n"


def make(kind: str, **gives: Any) -> Puzzle:
    """Return the puzzle of a declared kind that gives this."""
    declared: Any = KINDS.load(kind)
    puzzle: Puzzle = declared.of(gives)
    return puzzle


def check_size(size: Size) -> None:
    """Raise InputError for a grid without cells, or with too many."""
    if not 0 < size[0] * size[1] <= MOST_CELLS:
        raise InputError(f"{size[1]} x {size[0]}: expected 1 to {MOST_CELLS} cells")


def decimal(text: str, what: str = "a number") -> int:
    """Read a number of at most four digits."""
    if not re.fullmatch("[0-9]{1,4}", text):
        raise InputError(f"expected {what}, found {quote(text)}")
    return int(text)


def within(cells: str, size: Size) -> Picture:
    """Return a text of all cells as rows."""
    return rows(cells, size[1])


def regions_of(size: Size, right: Sequence[bool], below: Sequence[bool]) -> Picture:
    """Return a letter for each cell, by whether there is a border to its right, and below it."""
    height, width = size
    letters, left = [""] * (height * width), names()
    for first in range(height * width):
        if letters[first]:
            continue
        letters[first] = name = next(left)
        waiting = [first]
        for cell in waiting:  # it grows meanwhile
            r, c = divmod(cell, width)
            free = (
                (c + 1 < width and not right[r * (width - 1) + c], cell + 1),
                (c > 0 and not right[r * (width - 1) + c - 1], cell - 1),
                (r + 1 < height and not below[cell], cell + width),
                (r > 0 and not below[cell - width], cell - width),
            )
            for open_side, other in free:
                if open_side and not letters[other]:
                    letters[other] = name
                    waiting.append(other)
    return rows("".join(letters), width)


def lines_of(regions: Picture) -> tuple[list[bool], list[bool]]:
    """Return the borders to the right of cells and below them. Raises InputError if a region is in parts."""
    right = [one != other for row in regions for one, other in pairwise(row)]
    below = [
        one != other for upper, lower in pairwise(regions) for one, other in zip(upper, lower, strict=True)
    ]
    parts = regions_of((len(regions), len(regions[0])), right, below)
    if len(set("".join(parts))) > len(set("".join(regions))):
        raise InputError("a region is in several parts, which borders cannot say")
    return right, below


def names() -> Iterator[str]:
    """Yield characters that regions may be called."""
    yield from ascii_letters
    yield from filter(str.isalnum, map(chr, range(0x100, 0x110000)))
