"""Hides the clues of a puzzle that the steps of its class do not need, for kinds whose clues may be missing.

Random clues are tried one after another, as in Simon Tatham's Mosaic. Those that lines do not need come
first, because they are found quickly.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from nonosat.making.mending import left_open
from nonosat.making.order import Order
from nonosat.processes.limits import Clock
from nonosat.puzzles import CellPuzzle
from nonosat.reasons.classes import LINES


def thinned(
    order: Order, puzzle: CellPuzzle, values: Sequence[int], random: Random, clock: Clock
) -> CellPuzzle:
    """Return the puzzle of a picture with as few clues as the hardest class that the order accepts allows: it
    needs each of them. Raises LimitReached once the clock's deadline has passed.
    """
    if not puzzle.may_hide:
        return puzzle
    shown, hidden = list(range(len(puzzle.problem().constraints))), list[int]()
    for level in dict.fromkeys((LINES, order.hardest)):
        if left_open(order, values, clock, hidden, level):
            continue  # it takes harder steps
        kept = list[int]()
        while shown:
            one = shown.pop(int(random.random() * len(shown)))
            (kept if left_open(order, values, clock, [*hidden, one], level) else hidden).append(one)
        shown = kept
    return puzzle.without_clues(hidden)
