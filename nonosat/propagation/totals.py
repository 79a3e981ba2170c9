# Compiled with totals.pxd: no words over 64 bits, bad indices, new attributes (docs/hot-files.md).
"""How many cells of a colour a line has among some places: the fewest, or the most, over its arrangements.

A dynamic program block by block, from both ends. One run also tells the number if any one place is added or
removed, because it knows the best arrangement for each value of each place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonosat.problem import Clue
from nonosat.propagation.memory import Ints, flags, ints, mask_of, zeros

try:
    import cython
except ImportError:
    from nonosat.problem import interpreted as cython

if TYPE_CHECKING:
    from nonosat.automata.masks import Can

NONE = 1 << 40
"""Costs more than any arrangement: there is none."""


class Totals:
    """A line of n cells with what they can be, where the cells of a colour are counted: as few as possible,
    or as many with `most`. After `weigh`, `best` has for each value and place the least cost of an
    arrangement with it; a cell that counts costs 1, or -1 with `most`.
    """

    n: int
    blocks: int
    values: int
    counted: int
    cost: int
    low: Ints  # by block
    high: Ints
    colour: Ints
    run: Ints  # by value and boundary: how many cells before it can have the value, without a gap
    before: Ints  # by boundary: the cost of all places before it
    ahead: Ints  # by number of blocks and boundary: the least cost of these blocks before it
    behind: Ints  # the same for the blocks left, after it
    best: Ints

    def __init__(self, blocks: Clue, n: int, can: Sequence[int], colour: int, most: bool) -> None:
        self.n, self.blocks, self.values = n, len(blocks), len(can)
        self.counted, self.cost = colour, -1 if most else 1
        self.low = ints([block.low for block in blocks])
        self.high = ints([block.high for block in blocks])
        self.colour = ints([block.colour for block in blocks])
        self.run = zeros(self.values * (n + 1))
        self.before = zeros(n + 1)
        self.ahead = zeros((self.blocks + 1) * (n + 1))
        self.behind = zeros((self.blocks + 1) * (n + 1))
        self.best = zeros(self.values * n)
        for value, mask in enumerate(can):
            self._enter(value, flags(mask, n))

    def _enter(self, value: int, may: Ints) -> None:
        at = value * (self.n + 1)
        for place in range(self.n):
            self.run[at + place + 1] = self.run[at + place] + 1 if may[place] else 0

    def total(self, places: Ints) -> int:
        """Return the fewest or most cells among some places, given by flags; -1 without an arrangement."""
        with cython.nogil:
            self._count(places)
            self._look_ahead()
        least = self.ahead[self.blocks * (self.n + 1) + self.n]
        return self.cost * least if least < NONE // 2 else -1

    def toggle(self, places: Ints) -> Ints:
        """Return that number if one place is added to, or removed from, the places: by this place. They are 0
        without an arrangement.
        """
        self.weigh(places)
        toggled = zeros(self.n)
        self._toggle(places, toggled)
        return toggled

    def at_bound(self, places: Ints) -> Can | None:
        """Return the cells' values in the arrangements with this number; None if there is no arrangement."""
        least = self.weigh(places)
        if least >= NONE // 2:
            return None
        rows = [range(value * self.n, (value + 1) * self.n) for value in range(self.values)]
        return tuple([mask_of([at - row.start for at in row if self.best[at] == least]) for row in rows])

    def weigh(self, places: Ints) -> int:
        """Find the least cost of an arrangement for each value of each place; return the least of all."""
        with cython.nogil:
            self._count(places)
            self._look_ahead()
            self._look_behind()
            self._pass_through()
        return self.ahead[self.blocks * (self.n + 1) + self.n]

    def _count(self, places: Ints) -> None:
        for place in range(self.n):
            self.before[place + 1] = self.before[place] + self.cost * places[place]

    def _of(self, block: int, start: int, end: int) -> int:
        """Return the cost of a block at a place."""
        return self.before[end] - self.before[start] if self.colour[block] == self.counted else 0

    def _gap(self, block: int) -> int:
        """Return 1 if a block has the colour of the one before it: then a background cell is between."""
        return 1 if 0 < block < self.blocks and self.colour[block] == self.colour[block - 1] else 0

    def _until(self, block: int, start: int) -> int:
        """Return the least cost of the blocks before this one, if it starts at this boundary."""
        gap = self._gap(block)
        if gap and (start == 0 or self.run[start] == 0):
            return NONE
        return self.ahead[block * (self.n + 1) + start - gap]

    def _from(self, block: int, start: int) -> int:
        """Return the least cost of a block and those after it, if the one before it ends at this boundary."""
        gap = self._gap(block)
        if gap and (start == self.n or self.run[start + 1] == 0):
            return NONE
        return self.behind[block * (self.n + 1) + start + gap]

    def _look_ahead(self) -> None:
        wide = self.n + 1
        for end in range(wide):
            self.ahead[end] = 0 if self.run[end] == end else NONE
        for block in range(self.blocks):
            at, run = (block + 1) * wide, self.colour[block] * wide
            for end in range(wide):
                least = self.ahead[at + end - 1] if end and self.run[end] else NONE
                for length in range(self.low[block], min(self.high[block], self.run[run + end]) + 1):
                    start = end - length
                    least = min(least, self._until(block, start) + self._of(block, start, end))
                self.ahead[at + end] = least

    def _look_behind(self) -> None:
        wide = self.n + 1
        at = self.blocks * wide
        for start in range(self.n, -1, -1):
            self.behind[at + start] = 0 if self.run[self.n] >= self.n - start else NONE
        for block in range(self.blocks - 1, -1, -1):
            at, run = block * wide, self.colour[block] * wide
            for start in range(self.n, -1, -1):
                least = self.behind[at + start + 1] if start < self.n and self.run[start + 1] else NONE
                for length in range(self.low[block], min(self.high[block], self.n - start) + 1):
                    end = start + length
                    if self.run[run + end] >= length:
                        least = min(least, self._of(block, start, end) + self._from(block + 1, end))
                self.behind[at + start] = least

    def _pass_through(self) -> None:
        wide = self.n + 1
        for at in range(self.values * self.n):
            self.best[at] = NONE
        for place in range(self.n):
            if self.run[place + 1]:
                for block in range(self.blocks + 1):
                    cost = self.ahead[block * wide + place] + self.behind[block * wide + place + 1]
                    self.best[place] = min(self.best[place], cost)
        for block in range(self.blocks):
            run, at = self.colour[block] * wide, self.colour[block] * self.n
            for end in range(self.low[block], wide):
                for length in range(self.low[block], min(self.high[block], self.run[run + end]) + 1):
                    start = end - length
                    cost = self._of(block, start, end)
                    cost += self._until(block, start) + self._from(block + 1, end)
                    for place in range(start, end):
                        self.best[at + place] = min(self.best[at + place], cost)

    def _toggle(self, places: Ints, toggled: Ints) -> None:
        for place in range(self.n):
            least = NONE
            for value in range(self.values):
                cost = self.best[value * self.n + place]
                if value == self.counted:
                    cost += -self.cost if places[place] else self.cost
                least = min(least, cost)
            toggled[place] = self.cost * least if least < NONE // 2 else 0


def bounds(blocks: Clue, n: int, can: Sequence[int], places: int, colour: int) -> tuple[int, int] | None:
    """Return the fewest and the most cells of a colour among these places; None without an arrangement."""
    among = flags(places, n)
    fewest = Totals(blocks, n, can, colour, False).total(among)
    return None if fewest < 0 else (fewest, Totals(blocks, n, can, colour, True).total(among))
