"""Narrow a line of one colour with known lengths: the hot loop of the whole project.

The line is seen as gaps: block j lies between gap j and gap j+1. Every gap has at least one white cell;
to make this true, one imaginary white cell is added at either end. The pass from the left finds
where each gap can be, the pass from the right (over the mirrored line) too; a cell is white if some
gap can have it from both sides, and a block lies where both of its gaps can.

Positions: bit 1 is the left imaginary cell, bit i+2 cell i. Bits 0 and n+3 are where a carry runs out.
"""

from __future__ import annotations

from functools import lru_cache
from operator import and_
from typing import Protocol

from nonosat.line.bits import growth, mirrorer, word

Pair = tuple[int, int]


class Plain(Protocol):
    """The function that `plain` returns."""

    def __call__(self, white: int, black: int, starts: list[int] | None = None, /) -> Pair | None:
        """Narrow the line; None if there is no arrangement.

        Given the cells that can be white and black, return those that are so in some arrangement. If
        `starts` is given, each block's possible first cells are appended to it.
        """
        ...


@lru_cache(maxsize=4096)
def plain(lengths: tuple[int, ...], n: int) -> Plain:
    """Return the function that narrows a line of n cells with these blocks."""
    width = word(n + 4)
    edges = 1 << 1 | 1 << n + 2
    left, right, line = 1 << 1, 1 << width - 1 - (n + 2), (1 << n) - 1

    # Work that depends on a length is done once per different length, longer ones from shorter ones.
    distinct = sorted(set(lengths))
    grow = [
        (growth(length, shorter), length + 1)
        for shorter, length in zip([1, *distinct], distinct, strict=False)
    ]
    shrink = [(kind, grow[kind][0][::-1]) for kind in reversed(range(len(distinct)))]
    blocks = [(distinct.index(length), length + 1) for length in lengths]
    mirrored_blocks = blocks[::-1]
    mirror_kinds = mirrorer(width, len(distinct) + 1)
    mirror_gaps = mirrorer(width, len(blocks) + 1)

    def narrow(white: int, black: int, block_starts: list[int] | None = None, /) -> Pair | None:
        white = white << 2 | edges
        run = black << 1  # so that a run's bit is the one before its first cell
        before, after = [], []  # the white cells before and after a run of each kind
        for shifts, pitch in grow:
            for shift in shifts:
                run &= run >> shift
            ends = run & white & white >> pitch
            if not ends:
                return None
            before.append(ends)
            after.append(ends << pitch)

        seeds, gaps_left = left, []
        for kind, pitch in blocks:
            gap = ((white + seeds) ^ white) | seeds  # see bits.fill
            gaps_left.append(gap)
            seeds = (gap & before[kind]) << pitch
        gap = ((white + seeds) ^ white) | seeds
        if not gap >> n + 2 & 1:
            return None
        gaps_left.append(gap)

        after.append(white)
        white_mirrored, *after_mirrored = mirror_kinds(after)
        seeds, gaps_right = right, []
        for kind, pitch in mirrored_blocks:
            gap = ((white_mirrored + seeds) ^ white_mirrored) | seeds
            gaps_right.append(gap)
            seeds = (gap & after_mirrored[~kind]) << pitch
        gaps_right.append(((white_mirrored + seeds) ^ white_mirrored) | seeds)

        starts = [0] * len(before)
        both = map(and_, gaps_left, mirror_gaps(gaps_right))
        gap = some_gap = next(both)
        for (kind, pitch), following in zip(blocks, both, strict=True):
            here = gap & before[kind] & following >> pitch
            starts[kind] |= here
            if block_starts is not None:
                block_starts.append(here >> 1)
            some_gap |= following
            gap = following
        covered = 0
        for kind, shifts in shrink:
            covered |= starts[kind]
            for shift in shifts:
                covered |= covered << shift
        return (some_gap & white) >> 2 & line, covered >> 1 & line

    return narrow
