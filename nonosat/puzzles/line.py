"""One line by itself: the arrangements of its clue that agree with the cells known so far."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from nonosat.automata.count import arrangements, count
from nonosat.automata.masks import narrow
from nonosat.errors import InputError
from nonosat.problem import Clue
from nonosat.puzzles.clues import ANY_BLOCKS, read_clue
from nonosat.puzzles.picture import BLACK_AND_WHITE, UNKNOWN, Colour, Palette, colour_char, draw, draw_known
from nonosat.records import dataclass

LONGEST = 10_000
"""The longest line: its number of arrangements has at most 4,300 digits, which Python writes by default."""


@dataclass(frozen=True)
class OneLine:
    """A line; see `read_line`. `can` has, by value, the mask of the cells that may have it."""

    clue: Clue
    length: int
    palette: Palette
    can: list[int]

    @cached_property
    def every(self) -> int:
        """The number of arrangements."""
        return count(self.clue, [(1 << self.length) - 1] * len(self.palette), self.length)

    @cached_property
    def consistent(self) -> int:
        """The number of those that agree with the known cells."""
        return count(self.clue, self.can, self.length)

    @property
    def narrowed(self) -> str | None:
        """The cells that are the same in all of these; None if there is none."""
        left = narrow(self.clue, self.can, self.length)
        if left is None:
            return None
        cells = range(self.length)
        possible = [sum((mask >> i & 1) << value for value, mask in enumerate(left)) for i in cells]
        return draw_known(possible, self.palette)

    def list_arrangements(self) -> Iterator[str]:
        """Yield the arrangements that agree with the known cells."""
        for values in arrangements(self.clue, self.can, self.length):
            yield draw(values, self.palette)


def read_line(text: str, length: int | None, known: str | None) -> OneLine:
    """Read a line's clue, its number of cells, and the cells known so far, which may stand for their number.

    Raises InputError, which names the options of `nonosat line`.
    """
    items = [item for item in re.split(r"[\s,]+", text.strip(" \t\n,")) if item]
    palette = _palette(items)
    clue = read_clue(items, palette)
    if ANY_BLOCKS in clue:
        raise InputError("cannot count the arrangements of a clue with *")
    n = length if length is not None else len(known) if known is not None else None
    if n is None:
        raise InputError("expected --length N, the number of cells, or --known")
    if not 1 <= n <= LONGEST:
        raise InputError(f"--length: expected 1 to {LONGEST} cells, found {n}")
    if known is not None and len(known) != n:
        raise InputError(f"--known: expected {n} cells, found {len(known)}")
    return OneLine(clue, n, palette, _can(known or UNKNOWN * n, palette))


def _palette(items: list[str]) -> Palette:
    """Return the colours that a clue uses: the characters after its numbers, `#` where there is none."""
    chars = dict.fromkeys(item[-1] if colour_char(item[-1]) else "#" for item in items)
    return (BLACK_AND_WHITE[0], *(Colour(char, char, "#000000") for char in chars or "#"))


def _can(known: str, palette: Palette) -> list[int]:
    """Return, by value, the mask of the cells that may have it."""
    chars = [colour.char for colour in palette]
    if wrong := set(known) - {*chars, UNKNOWN}:
        raise InputError(f"--known: expected the characters {' '.join(chars)} ?, found {min(wrong)!r}")
    return [sum(1 << i for i, cell in enumerate(known) if cell in (char, UNKNOWN)) for char in chars]
