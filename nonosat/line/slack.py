"""How much room the blocks of a line have."""

from __future__ import annotations

from nonosat.problem import Clue


def slack(blocks: Clue, n: int) -> int:
    """Return by how many cells each block can move in a line of n cells; negative if they do not fit."""
    before = 0
    for colour, low, _ in blocks:
        n -= low + (colour == before)
        before = colour
    return n


def earliest(blocks: Clue) -> list[int]:
    """Return the first place at which each block can start."""
    found, place, before = [], 0, 0
    for colour, low, _ in blocks:
        place += colour == before
        found.append(place)
        place, before = place + low, colour
    return found
