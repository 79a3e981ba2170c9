# Compiled with runs.pxd: no words over 64 bits, bad indices, new attributes (docs/hot-files.md).
"""Checks pictures by their text and the clues alone, with nothing of what solves."""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.problem import Clue
from nonosat.puzzles.clues import block as block_of

try:
    import cython
except ImportError:
    from nonosat.problem import interpreted as cython

_FEW = 64
_BLACK = [block_of(1, length) for length in range(_FEW)]
"""The objects that most clues have: to find one again is faster than to read it."""


def runs_agree(picture: Sequence[str], chars: str, rows: Sequence[Clue], columns: Sequence[Clue]) -> bool:
    """Whether each row and column of a picture has the blocks of its clue. `chars` are the colours, the
    background first. Also false for clues that it cannot read: with `*`, or with letters beyond ASCII.
    """
    wide, high = len(columns), len(rows)
    for cells_of_row in picture:
        if len(cells_of_row) != wide:
            return False
    text = "".join(picture)
    if not text.isascii() or len(text) != wide * high:
        return False
    cells, colours = text.encode(), chars.encode()
    across, down = tuple(rows), tuple(columns)
    for row in range(high):
        if not _agrees(cells, colours, row * wide, 1, wide, tuple(across[row])):
            return False
    for column in range(wide):  # noqa: SIM110 - compiled
        if not _agrees(cells, colours, column, wide, high, tuple(down[column])):
            return False
    return True


def _agrees(cells: bytes, colours: bytes, first: int, step: int, n: int, clue: Clue) -> bool:
    """Whether a line of n cells, which are `step` apart, has the blocks of a clue."""
    place = number = 0
    while place < n:
        char, begin = cells[first + place * step], place
        place += 1
        while place < n and cells[first + place * step] == char:
            place += 1
        if char != colours[0]:
            if number == len(clue):
                return False
            if place - begin < _FEW and char == colours[1] and clue[number] is _BLACK[place - begin]:
                number += 1
                continue
            block = cython.cast(tuple, clue[number])
            colour, low, high = block[0], block[1], block[2]
            number += 1
            if not 0 < low <= place - begin <= high or not 0 < colour < len(colours):
                return False
            if colours[colour] != char:
                return False
    return number == len(clue)
