# Compiled with runs.pxd: no words over 64 bits, bad indices, new attributes (docs/hot-files.md).
"""The lines that send messages and their blocks, one after another in arrays.

Places of a block are counted from its earliest start.
"""

from __future__ import annotations

from itertools import chain

from nonosat.problem import Runs
from nonosat.propagation.memory import Ints, ints, sums, zeros


class LineLayout:
    """Lines, `longest` of which is how many cells long, and `most` of which is how many blocks a line has;
    `room` is that of the places of all blocks of a line.
    """

    lines: int
    cells_at: Ints  # by line and one more: where its cells begin
    blocks_at: Ints  # by line and one more: where its blocks begin
    width: Ints  # by line: the number of places of each block
    cell: Ints
    start: Ints  # by block: its first place
    length: Ints  # by block
    colour: Ints  # by block
    longest: int
    most: int
    room: int

    def __init__(self, lines: list[Runs]) -> None:
        self.lines = len(lines)
        self.cells_at = sums([len(line.cells) for line in lines])
        self.blocks_at = sums([len(line.blocks) for line in lines])
        self.cell = ints(chain.from_iterable([line.cells for line in lines]))
        blocks = ints(chain.from_iterable(chain.from_iterable([line.blocks for line in lines])))
        count = self.blocks_at[self.lines]
        self.start, self.length, self.colour = zeros(count), zeros(count), zeros(count)
        self.width = zeros(self.lines)
        self.longest = self.most = self.room = 0
        self._lay_out(blocks)

    def _lay_out(self, blocks: Ints) -> None:
        """Enter the blocks, each with its colour and its least and largest length."""
        for line in range(self.lines):
            first, last = self.blocks_at[line], self.blocks_at[line + 1]
            n, place, before = self.cells_at[line + 1] - self.cells_at[line], 0, 0
            for j in range(first, last):
                colour, length = blocks[3 * j], blocks[3 * j + 1]
                if colour == before:
                    place += 1
                self.colour[j], self.length[j], self.start[j] = colour, length, place
                place, before = place + length, colour
            self.width[line] = max(0, n - place + 1)  # blocks that do not fit have no place
            self.longest, self.most = max(self.longest, n), max(self.most, last - first)
            self.room = max(self.room, max(1, last - first) * self.width[line])
