"""The blocks of a clue, and how far they can move in a line."""

from __future__ import annotations

from typing import NamedTuple


class Block(NamedTuple):
    """A run of `low` to `high` cells of one colour; a blotted block has low < high.

    >>> Block(1, 3, 3).blotted, Block(1, 1, 5).blotted
    (False, True)
    """

    colour: int
    low: int
    high: int

    @property
    def blotted(self) -> bool:
        """Whether the length is unknown."""
        return self.low != self.high


Clue = tuple[Block, ...]


def slack(blocks: Clue, n: int) -> int:
    """Return by how many cells each block can move in a line of n cells; negative if they do not fit."""
    before = 0
    for colour, low, _ in blocks:
        n -= low + (colour == before)
        before = colour
    return n
