"""Which values the cells of a line can have, and where its blocks can start and end.

A pass from the left finds the boundaries that the blocks can reach, a pass over the mirrored line those from
which the rest can be placed. Boundaries in both are in some arrangement. This is exact for colours and for
blotted blocks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from nonosat.problem import Block, Clue
from nonosat.problem.blocks import slack
from nonosat.records import dataclass

_MIRRORED_BYTE = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def fill(seeds: int, through: int) -> int:
    """Return the boundaries that are reached from the seeds by stepping over cells of `through`.

    One addition does it: a carry sweeps a run of ones.
    """
    return ((through + (seeds & through)) ^ through) | seeds


def reach(seeds: int, through: int, steps: int) -> int:
    """Like `fill`, but with at most `steps` steps."""
    if steps:
        seeds |= (seeds & through) << 1
        for more in growth(steps):
            seeds |= (seeds & fits(through, more)) << more
    return seeds


@lru_cache(maxsize=1024)
def growth(length: int) -> tuple[int, ...]:
    """Return the shifts that extend single cells to runs of `length`: each at most doubles the runs."""
    start, shifts = 1, []
    while start < length:
        shifts.append(min(start, length - start))
        start += shifts[-1]
    return tuple(shifts)


def fits(cells: int, length: int) -> int:
    """Return the cells at which a run of `length` of these cells begins."""
    for shift in growth(length):
        cells &= cells >> shift
    return cells


def spread(starts: int, length: int) -> int:
    """Return the cells of all runs of `length` cells that begin at the starts."""
    for shift in growth(length):
        starts |= starts << shift
    return starts


def mirror_all(sets: Sequence[int], width: int) -> list[int]:
    """Return the sets, of at most `width` bits, mirrored and in reverse order."""
    size = width + 7 >> 3
    spare = 8 * size - width
    text = b"".join([bits.to_bytes(size, "little") for bits in sets]).translate(_MIRRORED_BYTE)
    return [int.from_bytes(text[at : at + size], "big") >> spare for at in range(len(text) - size, -1, -size)]


_DIGITS = [bytes(b"01"[mask >> value & 1] for mask in range(256)) for value in range(8)]


def by_value(have: Sequence[int], values: int) -> list[int]:
    """Turn the values that each cell may have into the cells that may have each value."""
    mirrored = have[::-1]
    if values <= 8:  # nearly always; five times faster
        text = bytes(mirrored)
        return [int(b"0" + text.translate(digits), 2) for digits in _DIGITS[:values]]
    return [int("0" + "".join(["01"[mask >> value & 1] for mask in mirrored]), 2) for value in range(values)]


Can = tuple[int, ...]
"""For each value, the mask of the cells that may have it; at least two, including the clue's colours."""


def narrow(blocks: Clue, can: Sequence[int], n: int) -> Can | None:
    """Return the values that the cells have in some arrangement, or None if there is no arrangement."""
    return shape(blocks, n).narrow(can)


Lies = tuple[int, int, int]
"""A block, by its number, with the masks of the cells that may be its first, and its last."""


def starts(
    blocks: Clue, can: Sequence[int], n: int, lies: Lies | None = None
) -> list[tuple[int, int]] | None:
    """Return for every block the masks of its possible first and last cells, over all arrangements, or those
    in which a block `lies` there. None if there is no arrangement.
    """
    seen = shape(blocks, n).meet(can, lies)
    return seen and [(first, end >> 1) for first, end in seen[1]]


@dataclass(frozen=True)
class Pass:
    """The result of one pass over a line, as masks of boundaries.

    `gaps[j]` is what can be reached with j blocks placed and any background after them;
    `starts[j]` and `ends[j]` are where block j can begin and end.
    """

    gaps: list[int]
    starts: list[int]
    ends: list[int]


_Step = tuple[int, int, int, bool, int | None]
"""A block: its kind, colour and length, whether background must follow it, and its `spare` cells."""


class Shape:
    """A clue in a line of n cells: the data that does not depend on known cells."""

    def __init__(self, blocks: Clue, n: int) -> None:
        self.n = n
        self.blocks = blocks
        self.parted = mark_parted(blocks)
        self.slack = slack(blocks, n)
        self.spare = tuple(spare(block, self.slack) for block in blocks)
        self._kinds = tuple(dict.fromkeys((block.colour, block.low) for block in blocks))
        self._steps = self._steps_of(blocks, self.spare)
        self._steps_back = self._steps_of(blocks[::-1], self.spare[::-1])

    def _steps_of(self, blocks: Clue, spare: Iterable[int | None]) -> list[_Step]:
        colours, lows = [block.colour for block in blocks], [block.low for block in blocks]
        kinds = map(self._kinds.index, zip(colours, lows, strict=True))
        return [*zip(kinds, colours, lows, mark_parted(blocks), spare, strict=True)]

    def narrow(self, can: Sequence[int]) -> Can | None:
        """See the module's `narrow`."""
        seen = self.meet(can)
        if seen is None:
            return None
        whites, spans = seen
        values = [0] * len(can)
        values[0] = whites
        same: dict[tuple[int, int], int] = {}
        for block, more, (first, end) in zip(self.blocks, self.spare, spans, strict=True):
            kind = block.colour, block.low
            same[kind] = same.get(kind, 0) | first
            if more != 0:
                values[block.colour] |= self._tail(first << block.low, end, can[block.colour], more)
        for (colour, low), first in same.items():
            values[colour] |= spread(first, low)
        return tuple(values)

    def meet(self, can: Sequence[int], lies: Lies | None = None) -> tuple[int, list[tuple[int, int]]] | None:
        """Return the cells that can be in a gap, and where each block can begin and end, as boundaries."""
        left = self.forward(can, lies)
        if left is None:
            return None
        right = self.backward(can, lies)
        if right is None:
            return None
        whites = 0
        for before, after in zip(left.gaps, right.gaps, strict=True):
            whites |= before & after >> 1
        return whites & can[0], [
            (a & b, c & d)
            for a, b, c, d in zip(left.starts, right.starts, left.ends, right.ends, strict=True)
        ]

    def forward(self, can: Sequence[int], lies: Lies | None = None) -> Pass | None:
        """Return what can be reached from the left; None if the right end cannot."""
        if self.slack < 0:
            return None
        return self._pass(self._steps, can, lies)

    def backward(self, can: Sequence[int], lies: Lies | None = None) -> Pass | None:
        """Return the boundaries from which the rest of the line can be placed; None if none can.

        `gaps[j]`, `starts[j]` and `ends[j]` are about the same gap and block as in `forward`.
        """
        if self.slack < 0:
            return None
        k = len(self.blocks)
        # In the mirrored line, ends are starts.
        if lies is not None:
            block, *cells = lies
            last, first = mirror_all([mask & (1 << self.n) - 1 for mask in cells], self.n)
            lies = k - 1 - block, last, first
        seen = self._pass(self._steps_back, mirror_all(can, self.n)[::-1], lies)
        if seen is None:
            return None
        back = mirror_all(seen.gaps + seen.starts, self.n + 1)
        ends, gaps = back[:k], back[k:]
        if any(more != 0 for more in self.spare):
            return Pass(gaps, mirror_all(seen.ends, self.n + 1), ends)
        return Pass(gaps, [end >> block.low for end, block in zip(ends, self.blocks, strict=True)], ends)

    def _pass(self, steps: Iterable[_Step], can: Sequence[int], lies: Lies | None) -> Pass | None:
        """Place the blocks from the left; None if they cannot all be placed."""
        white = can[0]
        gaps, starts, ends = list[int](), list[int](), list[int]()
        room = [fits(can[colour], low) for colour, low in self._kinds]
        gap = free = fill(1, white)  # `free`: where the next block may begin
        for kind, colour, low, apart, more in steps:
            gaps.append(gap)
            start = free & room[kind]
            if lies is not None and lies[0] == len(starts):
                start &= lies[1]
            if not start:
                return None
            end = start << low
            if more is None:
                end = fill(end, can[colour])
            elif more:
                end = reach(end, can[colour], more)
            if lies is not None and lies[0] == len(starts):
                end &= lies[2] << 1
            starts.append(start)
            ends.append(end)
            free = fill((end & white) << 1, white) if apart else fill(end, white)
            gap = end | free
        gaps.append(gap)
        return Pass(gaps, starts, ends) if gap >> self.n & 1 else None

    def _tail(self, shortest: int, ends: int, cells: int, more: int | None) -> int:
        """Return the cells that a blotted block has beyond its `low` first ones.

        `shortest` are the boundaries where it would end if it were no longer, for its possible
        starts; `ends` those where it can end.
        """
        if more is None:
            # Each end goes with all such boundaries to its left that cells of the colour connect to it.
            width = self.n + 1
            ends_turned, cells_turned = mirror_all((cells << 1, ends), width)
            (back,) = mirror_all((fill(ends_turned, cells_turned),), width)
            return fill(shortest, cells) & back >> 1 & cells
        steps = [shortest]
        for _ in range(more):
            steps.append((steps[-1] & cells) << 1)
        tail = used = 0
        for step in reversed(steps):
            tail |= used
            used = (step & (ends | used)) >> 1  # last cells of blocks this long that can reach an end
        return tail


@lru_cache(maxsize=2048)
def shape(blocks: Clue, n: int) -> Shape:
    """Return the shape of a clue in a line: puzzles repeat theirs."""
    return Shape(blocks, n)


def mark_parted(blocks: Clue) -> tuple[bool, ...]:
    """Return for each block whether background must follow because the next one has its colour."""
    following = (*blocks[1:], None)
    return tuple(
        next_one is not None and block.colour == next_one.colour
        for block, next_one in zip(blocks, following, strict=False)
    )


def spare(block: Block, slack: int) -> int | None:
    """Return how many cells a block may have beyond `low`; None if the line alone limits it."""
    more = block.high - block.low
    return None if more and more >= slack else more
