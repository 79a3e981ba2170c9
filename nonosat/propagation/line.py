# Compiled with line.pxd: no words over 64 bits, bad indices, new attributes (docs/hot-files.md).
"""Narrow a line: which values its cells can have, exactly, including colours and blotted blocks.

`nonosat.automata.masks` does the same with Python's integers, to be read and to check explanations with.

Sets of cells and of boundaries between them are words of 64 bits: one word for lines of up to 63 cells,
several beyond. Boundary i lies before cell i. From the left, `fill` sweeps boundaries through cells
with the carry of an addition; from the right, `fill_down` does so by doubling steps.
"""

from __future__ import annotations

from nonosat.propagation import ALL, ONE
from nonosat.propagation.layout import Layout
from nonosat.propagation.memory import Words, words


def fill(seeds: int, through: int) -> int:
    """Return the boundaries that are reached from the seeds by stepping over cells to the right."""
    return ((through + (seeds & through)) ^ through) | seeds


def fill_down(seeds: int, through: int, most: int) -> int:
    """Return the boundaries from which `most` steps over cells to the right, or fewer, reach the seeds."""
    seeds |= seeds >> 1 & through
    through &= through >> 1
    seeds |= seeds >> 2 & through
    through &= through >> 2
    seeds |= seeds >> 4 & through
    if most < 8:
        return seeds
    through &= through >> 4
    seeds |= seeds >> 8 & through
    if most < 16:
        return seeds
    through &= through >> 8
    seeds |= seeds >> 16 & through
    through &= through >> 16
    return seeds | seeds >> 32 & through


class ShortLines:
    """Scratch space for lines of up to 63 cells with blocks of one colour and known lengths."""

    gaps: Words  # by block
    starts: Words
    fits: Words  # by kind of block
    spread: Words

    def __init__(self, blocks: int) -> None:
        self._divide(words(4 * blocks + 4), blocks + 1)

    def _divide(self, space: Words, n: int) -> None:
        """Take all arrays from one, which is faster than making each."""
        self.gaps, self.starts = space[:n], space[n : 2 * n]
        self.fits, self.spread = space[2 * n : 3 * n], space[3 * n :]

    def narrow(self, layout: Layout, line: int, white: int, black: int) -> tuple[int, int]:
        """Narrow such a line.

        Given the cells that can be white and black, return those that are so in some arrangement; no cells
        if there is no arrangement. Afterwards, `starts` has the places where each block may start.
        """
        first, blocks = layout.block_at[line], layout.block_end[line] - layout.block_at[line]
        kinds, slack = layout.kind_end[line] - first, layout.slack[line]
        run, have = black, 1
        for kind in range(kinds):
            length = layout.lengths[first + kind]
            while have < length:
                shift = min(have, length - have)
                run &= run >> shift
                have += shift
            self.fits[kind] = run
            self.spread[kind] = 0
        free = gap = fill(ONE, white)
        for j in range(blocks):
            self.gaps[j] = gap
            start = free & self.fits[layout.kind[first + j]]
            if start == 0:
                return 0, 0
            self.starts[j] = start
            end = start << layout.low[first + j]
            free = fill(end, white) if j == blocks - 1 else fill((end & white) << 1, white)
            gap = end | free
        end_of_line = ONE << layout.n[line]
        if gap & end_of_line == 0:
            return 0, 0
        rest = fill_down(end_of_line, white, slack)
        some_white = gap & rest >> 1
        for j in range(blocks - 1, -1, -1):
            ends = rest if j == blocks - 1 else rest >> 1 & white
            from_here = ends >> layout.low[first + j]
            kind = layout.kind[first + j]
            start = self.starts[j] & from_here
            self.starts[j] = start
            self.spread[kind] |= start
            rest = fill_down(from_here & self.fits[kind], white, slack)
            some_white |= self.gaps[j] & rest >> 1
        covered = ONE ^ ONE
        for kind in range(kinds - 1, -1, -1):
            covered |= self.spread[kind]
            # What a kind has beyond the next shorter one is spread first, the rest together with that one.
            have = layout.lengths[first + kind - 1] if kind else 1
            length = layout.lengths[first + kind]
            while have < length:
                shift = min(have, length - have)
                covered |= covered << shift
                have += shift
        return white & some_white, covered


class AnyLines:
    """Sets of any length, each a row of words in one array, for lines of any length, with colours and blotted
    blocks. A row is named by the place of its first word. The first rows are the cells that can have each
    value, which are narrowed in place.
    """

    at: Words
    words: int  # of each row of this line
    most: int  # of each row of the longest line
    slack: int  # how many cells the blocks of this line can move
    gaps: int  # rows by block
    starts: int
    ends: int
    fits: int
    free: int  # one row each
    spare: int
    rest: int
    whites: int
    shut: int
    tail: int
    used: int

    def __init__(self, layout: Layout) -> None:
        values, blocks, most = layout.values, layout.most_blocks, layout.most_words
        rows = values + 4 * (blocks + 2) + 8 + layout.most_more + 2
        self.at = words(rows * most)
        self.most = self.words = most
        self.slack = 0
        self.gaps = values * most
        self.starts = self.gaps + (blocks + 2) * most
        self.ends = self.starts + (blocks + 2) * most
        self.fits = self.ends + (blocks + 2) * most
        self.free = self.fits + (blocks + 2) * most
        self.spare = self.free + most
        self.rest = self.spare + most
        self.whites = self.rest + most
        self.shut = self.whites + most
        self.tail = self.shut + most
        self.used = self.tail + most

    def narrow(self, layout: Layout, line: int) -> bool:
        """Narrow a line; False if nothing fits."""
        if not self.place(layout, line):
            return False
        first, blocks = layout.block_at[line], layout.block_end[line] - layout.block_at[line]
        slack, wide, shut = self.slack, self.words, self.shut
        for v in range(1, layout.values):
            self._clear(shut)
            for j in range(blocks):
                if layout.colour[first + j] == v:
                    row, low = j * wide, layout.low[first + j]
                    more = layout.high[first + j] - low
                    if more:
                        self._up(self.spare, self.starts + row, low)
                        self._find_tail(
                            self.spare, self.ends + row, v * wide, min(more, slack), more >= slack
                        )
                        self._join(shut, self.tail)
                    self._spread(self.starts + row, low)
                    self._join(shut, self.starts + row)
            self._copy(v * wide, shut)
        self._copy(0, self.whites)
        return True

    def place(self, layout: Layout, line: int) -> bool:
        """Find where each block can start and end, and which cells can be white, in rows of these names;
        False if nothing fits. `ends` are the boundaries after the last cells.
        """
        self.words = layout.words[line]
        n, first, k = layout.n[line], layout.block_at[line], layout.block_end[line] - layout.block_at[line]
        white, wide = 0, self.words
        gaps, starts, ends, fits = self.gaps, self.starts, self.ends, self.fits
        free, rest, whites, spare = self.free, self.rest, self.whites, self.spare
        slack = n
        for j in range(k):
            slack -= layout.low[first + j]
            if j and layout.colour[first + j] == layout.colour[first + j - 1]:
                slack -= 1
        self.slack = slack
        if slack < 0:
            return False
        self._clear(free)
        self.at[free] = 1
        self._fill(free, white)
        self._copy(gaps, free)
        for j in range(k):
            row, colour, low = j * wide, layout.colour[first + j], layout.low[first + j]
            self._fits(fits + row, colour * wide, low)
            if not self._meet(starts + row, free, fits + row):
                return False
            self._up(ends + row, starts + row, low)
            self._lengthen(ends + row, colour * wide, layout.high[first + j] - low, slack, False)
            if j < k - 1 and colour == layout.colour[first + j + 1]:
                self._meet(free, ends + row, white)
                self._up(free, free, 1)
            else:
                self._copy(free, ends + row)
            self._fill(free, white)
            self._copy(gaps + row + wide, ends + row)
            self._join(gaps + row + wide, free)
        if not self.at[gaps + k * wide + (n >> 6)] >> (n & 63) & 1:
            return False
        self._clear(rest)
        self.at[rest + (n >> 6)] = ONE << (n & 63)
        self._fill_down(rest, white)
        self._down(spare, rest, 1)
        self._meet(whites, gaps + k * wide, spare)
        for j in range(k - 1, -1, -1):
            # From the right: where block j may end, then where it may start, then where gap j may be.
            row, colour, low = j * wide, layout.colour[first + j], layout.low[first + j]
            if j < k - 1 and colour == layout.colour[first + j + 1]:
                self._down(rest, rest, 1)
                self._meet(rest, rest, white)
            self._meet(ends + row, ends + row, rest)
            self._lengthen(rest, colour * wide, layout.high[first + j] - low, slack, True)
            self._down(rest, rest, low)
            self._meet(rest, rest, fits + row)
            self._meet(starts + row, starts + row, rest)
            self._fill_down(rest, white)
            self._down(spare, rest, 1)
            self._meet(spare, spare, gaps + row)
            self._join(whites, spare)
        self._meet(whites, whites, white)
        return True

    def _clear(self, row: int) -> None:
        for w in range(self.words):
            self.at[row + w] = 0

    def _copy(self, to: int, row: int) -> None:
        for w in range(self.words):
            self.at[to + w] = self.at[row + w]

    def _join(self, to: int, row: int) -> None:
        """Add a set to another."""
        for w in range(self.words):
            self.at[to + w] |= self.at[row + w]

    def _meet(self, to: int, row: int, other: int) -> bool:
        """Set `to` to what two sets have in common; return whether that is anything."""
        some = ONE ^ ONE
        for w in range(self.words):
            self.at[to + w] = self.at[row + w] & self.at[other + w]
            some |= self.at[to + w]
        return some != 0

    def _up(self, to: int, row: int, by: int) -> None:
        """Move a set to higher places; bits beyond the last word are lost. `to` may be `row`."""
        skip, bits = by >> 6, by & 63
        for w in range(self.words - 1, -1, -1):
            moved = ONE ^ ONE
            if w >= skip:
                moved = self.at[row + w - skip] << bits & ALL
            if bits and w > skip:
                moved |= self.at[row + w - skip - 1] >> (64 - bits)
            self.at[to + w] = moved

    def _down(self, to: int, row: int, by: int) -> None:
        """Move a set to lower places; `to` may be `row`."""
        skip, bits, last = by >> 6, by & 63, self.words - 1
        for w in range(self.words):
            moved = ONE ^ ONE
            if w + skip <= last:
                moved = self.at[row + w + skip] >> bits
            if bits and w + skip < last:
                moved |= self.at[row + w + skip + 1] << (64 - bits) & ALL
            self.at[to + w] = moved

    def _fill(self, row: int, through: int) -> None:
        """`fill` over several words."""
        carry = ONE ^ ONE
        for w in range(self.words):
            cells = self.at[through + w]
            # A carry from the word below is a boundary here, from which more cells may be stepped over.
            seeds = self.at[row + w] | carry
            total = cells + (seeds & cells) & ALL
            self.at[row + w] = (total ^ cells) | seeds
            carry = ONE if total < cells else ONE ^ ONE

    def _fill_down(self, row: int, through: int) -> None:
        """`fill_down` over several words."""
        above = ONE ^ ONE
        for w in range(self.words - 1, -1, -1):
            seeds, cells = self.at[row + w], self.at[through + w]
            if above and cells >> 63:
                seeds |= ONE << 63
            seeds = fill_down(seeds, cells, 64)
            self.at[row + w] = seeds
            above = seeds & 1

    def _fits(self, to: int, cells: int, length: int) -> None:
        """Set `to` to the cells that begin a run of this length."""
        self._copy(to, cells)
        have = 1
        while have < length:
            by = min(have, length - have)
            self._down(self.spare, to, by)
            self._meet(to, to, self.spare)
            have += by

    def _spread(self, row: int, length: int) -> None:
        """Extend every start to a run of this length."""
        have = 1
        while have < length:
            by = min(have, length - have)
            self._up(self.spare, row, by)
            self._join(row, self.spare)
            have += by

    def _step(self, row: int, cells: int, steps: int, down: bool) -> None:
        """Add to the boundaries those that are at most this many steps over the cells away."""
        for _ in range(steps):
            if down:
                self._down(self.spare, row, 1)
                self._meet(self.spare, self.spare, cells)
            else:
                self._meet(self.spare, row, cells)
                self._up(self.spare, self.spare, 1)
            grown = ONE ^ ONE
            for w in range(self.words):
                grown |= self.at[self.spare + w] & ~self.at[row + w]
            if not grown:
                return
            self._join(row, self.spare)

    def _lengthen(self, row: int, cells: int, more: int, slack: int, down: bool) -> None:
        """Let a blotted block be up to `more` cells longer; the line alone limits it from `slack` on."""
        if more == 0:
            return
        if more < slack:
            self._step(row, cells, more, down)
        elif down:
            self._fill_down(row, cells)
        else:
            self._fill(row, cells)

    def _find_tail(self, shortest: int, ends: int, cells: int, more: int, unlimited: bool) -> None:
        """Set `tail` to the cells that a blotted block has beyond its `low` first ones.

        `shortest` are the boundaries where it would end if it were no longer, for its possible starts;
        `ends` those where it can end.
        """
        tail, used, wide = self.tail, self.used, self.words
        if unlimited:
            # Each of these ends goes with all such boundaries to its left that cells of the colour connect to
            # it.
            self._fill(shortest, cells)
            self._copy(used, ends)
            self._fill_down(used, cells)
            self._down(tail, used, 1)
            self._meet(tail, tail, shortest)
            self._meet(tail, tail, cells)
            return
        reached = used + wide
        self._copy(reached, shortest)
        for i in range(more):
            self._meet(reached + (i + 1) * wide, reached + i * wide, cells)
            self._up(reached + (i + 1) * wide, reached + (i + 1) * wide, 1)
        self._clear(tail)
        self._clear(used)
        for i in range(more, -1, -1):
            self._join(tail, used)
            self._join(used, ends)
            self._meet(used, used, reached + i * wide)
            self._down(used, used, 1)  # the last cells of blocks this long that can still reach an end
