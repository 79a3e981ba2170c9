"""Clues as people type them, one at a time, and what makes two lists of them a puzzle."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from nonosat.puzzles.colours import NAMED

Item = tuple[int, str]
"""A number, or 0 for `?`, and the name of its colour."""

Clues = tuple[tuple[Item, ...], ...]

NOTHING = frozenset(
    (
        "",
        "0",
        "00",
        "-",
        "none",
        "empty",
        "blank",
        "null",
        "nil",
        "nothing",
        "zero",
        "n/a",
        "leer",
        "vide",
        "ø",
        "∅",
    )
)
"""What people write for a line without blocks."""

_ITEM = re.compile(r"(?<!\d)(?:(\d{1,4})(?!\d) ?([A-Za-z]+|#(?!\w))?|\?)", re.ASCII)
_WITHIN = " \t\n,.;-_+&/|:"
_AROUND = _WITHIN + "\"'`[](){}<>"
_ZERO = (-1, "")


class Pair(NamedTuple):
    """A reading of rows and columns. `plain`: the text leaves no doubt where the rows end. `first`: only
    their order shows which are the rows.
    """

    rows: Clues
    columns: Clues
    plain: bool
    first: bool = False

    def agrees(self) -> bool:
        """Whether both sides fit, and have as many cells of each colour, and some unless this is plain."""
        cells = _cells(self.rows), _cells(self.columns)
        alike = cells[0] == cells[1] or (self.plain and self.is_open())
        return alike and (self.plain or any(cells[0].values())) and self.fits()

    def fits(self) -> bool:
        """Whether each clue fits into its line."""
        return not self._too_long()

    def almost_fits(self) -> bool:
        """Whether so few numbers are longer than their lines that these may be misprints.

        The first of a list may be no clue at all, but the size of the grid.
        """
        few = min(2, (len(self.rows) + len(self.columns)) // 6)
        return len(self._too_long()) <= few and all(
            k and max(number for number, _ in clue) > length for k, clue, length in self._too_long()
        )

    def _too_long(self) -> list[tuple[int, tuple[Item, ...], int]]:
        sides = (self.rows, len(self.columns)), (self.columns, len(self.rows))
        clues = ((k, clue, length) for clues, length in sides for k, clue in enumerate(clues))
        return [(k, clue, length) for k, clue, length in clues if _need(clue) > length]

    def is_open(self) -> bool:
        """Whether a number is unknown."""
        return any(not number for clue in (*self.rows, *self.columns) for number, _ in clue)


def clue(text: str) -> tuple[Item, ...] | None:
    """Return the items of a text if it is a clue; a 0 after others is left in."""
    text = text.strip(_AROUND)
    if text.lower() in NOTHING:
        return ()
    items, place = [], 0
    for match in _ITEM.finditer(text):
        number, name = match[1] or "", (match[2] or "").lower()
        padded = number[:1] == "0" and len(number) > 2
        if padded or text[place : match.start()].strip(_WITHIN) or not (len(name) < 2 or name in NAMED):
            return None
        items.append((int(number or 0) or (-1 if number else 0), name))
        place = match.end()
    return None if text[place:].strip(_WITHIN) or not items else tuple(items)


def _need(one: tuple[Item, ...]) -> int:
    gaps = sum(1 for (_, name), (_, other) in pairwise(one) if name == other)
    return sum(max(1, number) for number, _ in one) + gaps


def _cells(clues: Clues) -> Counter[str]:
    cells = Counter[str]()
    for one in clues:
        for number, name in one:
            cells[name] += number
    return cells


def clues_of(texts: Iterable[str]) -> Clues | None:
    """Return the clues of these texts; None if there are none, or if one is no clue."""
    clues = []
    for text in texts:
        if (one := clue(text)) is None:
            return None
        clues.append(one)
    if clues and len({*map(len, clues)}) == 1 < len(clues[0]):  # lists that are filled up
        clues = [_strip(one) for one in clues]
    elif any(clues) and all(one == () or one[-1] == _ZERO for one in clues):  # lists that end in 0
        clues = [one[:-1] for one in clues]
    return tuple(clues) if clues and all(number >= 0 for one in clues for number, _ in one) else None


def _strip(one: tuple[Item, ...]) -> tuple[Item, ...]:
    """Return a clue without zeros at its ends."""
    filled = [k for k, item in enumerate(one) if item != _ZERO]
    return one[filled[0] : filled[-1] + 1] if filled else ()
