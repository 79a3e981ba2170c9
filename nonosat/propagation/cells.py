# Compiled with cells.pxd: no words over 64 bits, bad indices, new attributes (docs/hot-files.md).
"""The values that cells may still have, as words of bits, and which constraints have not seen a change yet.

An assumption is undone with a trail of the words that it has changed, as in SAT solvers.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.propagation import ALL, COUNT, ONE
from nonosat.propagation.layout import Layout
from nonosat.propagation.memory import Ints, Words, ints, join_words, mask_of, words, zeros

# Shifted left by k, this number has different top six bits for every k (Leiserson, Prokop and Randall 1998),
# so these identify the single bit that it was multiplied by.
_DE_BRUIJN = 0x03F79D71B4CB0A89
_PLACES = zeros(64)
for _k in range(64):
    _PLACES[(_DE_BRUIJN << _k & ALL) >> 58] = _k
_NO_INTS, _NO_WORDS = zeros(1), words(1)
"""Arrays that are not needed yet."""


def place_of(bit: int) -> int:
    """Return the place of the only bit in a word."""
    return _PLACES[(bit * _DE_BRUIJN & ALL) >> 58]


class Cells:
    """The values left, of each cell in all of its lines."""

    layout: Layout
    can: Words  # by line and value: the places that may have it
    dirty: bytearray  # by constraint: whether it may rule out more
    trail: int  # the length of the trail
    trailing: bool  # whether changes are recorded: the place and the old value of each word
    trail_at: Ints
    trail_word: Words

    def __init__(self, layout: Layout, possible: Sequence[int]) -> None:
        """Start with these masks of values by cell, and all constraints dirty."""
        self.layout = layout
        self.trail, self.trailing = 0, False
        self.trail_at, self.trail_word = _NO_INTS, _NO_WORDS
        self.can = words(self.layout.word_at[self.layout.count])
        self.dirty = bytearray(b"\1" * self.layout.count)
        if self.layout.values < 63:
            self._load(ints(possible))
        else:  # masks of more bits than a word has
            for cell, mask in enumerate(possible):
                for value in range(self.layout.values):
                    if mask >> value & 1:
                        self.allow(cell, value)

    @property
    def possible(self) -> list[int]:
        """The masks of the values that are left, by cell."""
        if self.layout.values < 63:
            masks = zeros(self.layout.cells)
            self._read(masks)
            plain: list[int] = masks.tolist()
            return plain
        return [self.mask(cell) for cell in range(self.layout.cells)]

    @property
    def decided(self) -> bool:
        """Whether every cell has exactly one value left."""
        return all(mask and not mask & (mask - 1) for mask in set(self.possible))

    def mask(self, cell: int) -> int:
        """Return the mask of the values that are left for a cell."""
        return mask_of([value for value in range(self.layout.values) if self.has(cell, value)])

    @property
    def options(self) -> int:
        """How many values are left, of all cells together."""
        return sum(map(int.bit_count, self.possible))

    def places(self, k: int) -> tuple[int, ...]:
        """Return for each value the places of line k that may have it, as masks."""
        wide = self.layout.words[k]
        at = self.layout.word_at[k]
        return tuple(
            [
                join_words([self.can[at + value * wide + w] for w in range(wide)])
                for value in range(self.layout.values)
            ]
        )

    @property
    def pending(self) -> list[int]:
        """The constraints that may exclude more."""
        return [k for k in range(self.layout.lines) if self.dirty[k]]

    def nothing_pending(self) -> None:
        """Consider all constraints as looked at."""
        for k in range(self.layout.count):
            self.dirty[k] = 0

    def forget(self) -> None:
        """Let all cells have any value; all lines are dirty."""
        self.trail, self.trailing = 0, False
        for line in range(self.layout.count):
            self.dirty[line] = 1
            at, wide = self.layout.word_at[line], self.layout.words[line]
            for w in range(wide):
                left = self.layout.n[line] - (w << 6)
                word = (ONE << left) - 1 if left < 64 else ALL
                for v in range(self.layout.values):
                    self.can[at + v * wide + w] = word

    def _load(self, masks: Ints) -> None:
        for line in range(self.layout.count):
            wide, first = self.layout.words[line], self.layout.cell_at[line]
            for v in range(self.layout.values):
                at, bit, word = self.layout.word_at[line] + v * wide, 0, ONE ^ ONE
                for place in range(self.layout.n[line]):
                    if masks[self.layout.cell[first + place]] >> v & 1:
                        word |= ONE << bit
                    bit += 1
                    if bit == 64:
                        self.can[at] = word
                        at, bit, word = at + 1, 0, ONE ^ ONE
                if bit:
                    self.can[at] = word

    def allow(self, cell: int, value: int) -> None:
        """Let a cell have a value."""
        for i in range(self.layout.seen_at[cell], self.layout.seen_at[cell + 1]):
            line, place = self.layout.seen_line[i], self.layout.seen_place[i]
            at = self.layout.word_at[line] + value * self.layout.words[line] + (place >> 6)
            self.can[at] |= ONE << (place & 63)

    def _read(self, masks: Ints) -> None:
        for cell in range(self.layout.cells):
            first = self.layout.seen_at[cell]
            line, place = self.layout.seen_line[first], self.layout.seen_place[first]
            at, wide = self.layout.word_at[line] + (place >> 6), self.layout.words[line]
            for v in range(self.layout.values):
                if self.can[at + v * wide] >> (place & 63) & 1:
                    masks[cell] |= ONE << v

    @property
    def values(self) -> Sequence[int] | None:
        """The values of all cells if each has one left, else None."""
        if self.layout.values > 256:
            possible = self.possible
            return [mask.bit_length() - 1 for mask in possible] if self.decided else None
        read = bytearray(self.layout.cells)
        return bytes(read) if self._read_values(read) else None

    def _read_values(self, values: bytearray) -> bool:
        for cell in range(self.layout.cells):
            first = self.layout.seen_at[cell]
            line, place = self.layout.seen_line[first], self.layout.seen_place[first]
            at, wide, left = self.layout.word_at[line] + (place >> 6), self.layout.words[line], 0
            for v in range(self.layout.values):
                if self.can[at + v * wide] >> (place & 63) & 1:
                    values[cell] = v
                    left += 1
            if left != 1:
                return False
        return True

    def has(self, cell: int, value: int) -> bool:
        """Whether a cell may have a value."""
        first = self.layout.seen_at[cell]
        line, place = self.layout.seen_line[first], self.layout.seen_place[first]
        at = self.layout.word_at[line] + value * self.layout.words[line] + (place >> 6)
        return bool(self.can[at] >> (place & 63) & 1)

    def is_open(self, cell: int) -> bool:
        """Whether a cell has more than one value left."""
        first = self.layout.seen_at[cell]
        line, place = self.layout.seen_line[first], self.layout.seen_place[first]
        at, wide = self.layout.word_at[line] + (place >> 6), self.layout.words[line]
        left = 0
        for v in range(self.layout.values):
            if self.can[at + v * wide] >> (place & 63) & 1:
                left += 1
        return left > 1

    def count_open(self, line: int) -> int:
        """Return how many cells of a line have more than one value left."""
        count, wide = 0, self.layout.words[line]
        for at in range(self.layout.word_at[line], self.layout.word_at[line] + wide):
            some = several = ONE ^ ONE
            for v in range(self.layout.values):
                several |= some & self.can[at + v * wide]
                some |= self.can[at + v * wide]
            while several:
                several &= several - ONE
                count += 1
        return count

    def value_of(self, cell: int) -> int:
        """Return the first value of a cell, -1 if it has none."""
        for v in range(self.layout.values):
            if self.has(cell, v):
                return v
        return -1

    def set_word(self, at: int, word: int) -> None:
        """Change a word of a line."""
        if self.trailing:
            self.trail_at[self.trail] = at
            self.trail_word[self.trail] = self.can[at]
            self.trail += 1
        self.can[at] = word

    def strike(self, cell: int, value: int, origin: int = -1) -> None:
        """Remove a value from a cell in all of its lines but one; what it changes is dirty."""
        changed = origin >= 0
        for i in range(self.layout.seen_at[cell], self.layout.seen_at[cell + 1]):
            line, place = self.layout.seen_line[i], self.layout.seen_place[i]
            if line != origin:
                at = self.layout.word_at[line] + value * self.layout.words[line] + (place >> 6)
                word, bit = self.can[at], ONE << (place & 63)
                if word & bit:
                    self.set_word(at, word ^ bit)
                    self.dirty[line] = 1
                    changed = True
        if changed:
            for i in range(self.layout.tally_at[cell], self.layout.tally_at[cell + 1]):
                self.dirty[self.layout.tally[i]] = 1

    def touch_counts(self) -> None:
        """Mark all counts dirty."""
        for k in range(self.layout.lines):
            if self.layout.sort[k] == COUNT:
                self.dirty[k] = 1

    def take(self, line: int, value: int, word: int, gone: int) -> None:
        """Remove a value from some cells of a line, which has excluded it."""
        at = self.layout.word_at[line] + value * self.layout.words[line] + word
        self.set_word(at, self.can[at] ^ gone)
        first = self.layout.cell_at[line] + (word << 6)
        while gone:
            lowest = gone & -gone
            self.strike(self.layout.cell[first + place_of(lowest)], value, line)
            gone ^= lowest

    def fix(self, cell: int, value: int) -> None:
        """Remove all other values from a cell."""
        for v in range(self.layout.values):
            if v != value and self.has(cell, v):
                self.strike(cell, v)

    def undo(self, length: int) -> None:
        """Undo changes until the trail has this length, with nothing dirty. If it is then empty, recording
        stops: later changes are permanent.
        """
        self.trailing = length > 0
        while self.trail > length:
            self.trail -= 1
            self.can[self.trail_at[self.trail]] = self.trail_word[self.trail]
        for k in range(self.layout.count):
            self.dirty[k] = 0

    def with_trail(self) -> None:
        """Make room for a trail of all possible removals."""
        most = self.layout.values * self.layout.cell_at[self.layout.count] + 64
        if len(self.trail_at) < most:
            self.trail_at, self.trail_word = zeros(most), words(most)
