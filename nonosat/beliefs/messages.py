# Compiled with messages.pxd: no words over 64 bits, bad indices, new attributes (docs/hot-files.md).
# cython: cdivision=True
"""Messages between lines: how likely a line considers each value of its cells, sent to the other lines.

This is the sum-product algorithm; the lines are its factors. A line's outgoing message is exact: two passes
over (block, place) weigh all its arrangements by the incoming odds, and divide these out again.

Places of a block count from its earliest start: the next block's is not smaller, and a step is a running sum.

No divisor is 0 here. With C's division, 1 / 2 would be 0: write 1.0 / 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonosat.beliefs import lines_with_messages
from nonosat.beliefs.counts import Counts, numbers_with_messages
from nonosat.beliefs.powers import Powers
from nonosat.beliefs.runs import LineLayout
from nonosat.beliefs.weights import Weights
from nonosat.problem import Problem, Runs
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.propagation.memory import Doubles, doubles

try:
    import cython
except ImportError:
    from nonosat.problem import interpreted as cython

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

DAMPING = 0.5  # how much of an old message stays in the new one, where messages are not reinforced
_SETTLED = 0.01  # messages are settled if none changes by this much
_CLIP = 12.0  # the largest log-odds of a message
_UNSURE = -2 * _CLIP  # the least log-odds of possible values, however many messages say so
_SURE = 2 * _CLIP  # the largest log-odds that a line takes
_RANGE = 600.0  # e to this is so far from the largest double that it can be multiplied by arrangements
_LEAST = 1e-13  # the smallest share that is distinguished from 0
_TINY = 1e-300  # instead of a divisor of 0
_SMALL, _LARGE = 1e-100, 1e100  # products of two numbers between them are in range
_LOW = -1e300  # below all log-odds
_TICK = 300_000  # places of blocks and cells between two checks of the clock: some milliseconds


class Messages:
    """The messages of a Problem's lines, passed round after round.

    `damping` is how much of an old message stays in the new one. `weights` harden if `within` is not 0. With
    `counts`, numbers send, too. `done` rounds were passed; in the last one no message changed by more than
    `change`.
    """

    problem: Problem
    members: list[int]  # the numbers of the lines that send messages
    damping: float
    done: int
    change: float
    weights: Weights
    allowed: bytearray  # by cell and value: whether it is possible
    weight: Doubles  # by value but the background, and cell: log-odds against the background
    counts: Counts  # the numbers that send messages, too
    closed: bytearray  # by line: whether no cell is open
    outgoing: Doubles  # by value but the background, and cell of a line: log-odds against the background
    rate: Doubles  # by cell of a line: how much of a new message is taken, with two values

    # Scratch space for one line.
    powers: Powers
    incoming: Doubles  # by value but the background, and place in the line: log-odds against the background
    sums: Doubles  # by value and boundary between cells
    inverse: Doubles
    odds: Doubles  # by value but the background, and place in the line
    share: Doubles  # by block and place, up to a factor
    part: Doubles  # by block: that factor
    before: Doubles  # by block and place: the weight of the blocks before it
    behind: Doubles  # by block and place: the weight of it and the blocks after it
    after: Doubles  # by place
    domain: int  # the number of values
    lines: int
    line: int  # the next line of an unfinished round, in which no message changed by more than `largest`
    largest: float

    def __init__(
        self,
        problem: Problem,
        damping: float,
        within: int = 0,
        seed: int = 0,
        counts: bool = False,
        lines: list[tuple[int, Runs]] | None = None,
    ) -> None:
        """`lines` are those that send messages, if they were looked for before."""
        self.problem, self.damping, values = problem, damping, max(problem.sizes, default=2)
        self.domain, self.powers = values, Powers()
        self.weights = Weights(problem, values, within)
        self.weight, self.allowed = self.weights.weight, self.weights.allowed
        lines = lines_with_messages(problem) if lines is None else lines
        self.members = [k for k, _ in lines]
        runs = LineLayout([line for _, line in lines])
        self.lines, self.closed = runs.lines, bytearray(max(1, runs.lines))
        self.cells_at, self.cell, self.width = runs.cells_at, runs.cell, runs.width
        self.blocks_at, self.start = runs.blocks_at, runs.start
        self.length, self.colour = runs.length, runs.colour
        self.outgoing, self.part = doubles(len(self.cell) * (values - 1)), doubles(runs.most)
        self.incoming, self.odds = [doubles((values - 1) * runs.longest) for _ in range(2)]
        self.rate = doubles(len(self.cell))
        self.sums, self.inverse = [doubles(values * (runs.longest + 1)) for _ in range(2)]
        self.share, self.before, self.behind, self.after = [doubles(runs.room) for _ in range(4)]
        self.counts = Counts(numbers_with_messages(problem) if counts else [], problem, self.weight, damping)
        self.reset(seed)

    def reset(self, seed: int, within: int = 0) -> None:
        """Start again, with different noise, and harden `within` this number of rounds; 0: as before."""
        self.weights.reset(seed, within)
        self.change, self.done = float("inf"), 0
        self.line, self.largest = 0, 0.0
        with cython.nogil:
            self._forget()

    def go_on(self, possible: Sequence[int]) -> None:
        """Let the cells have these values only, and go on from the messages so far; not with counts."""
        self.weights.allow(possible)
        self.allowed = self.weights.allowed
        with cython.nogil:
            self._weigh_again()

    @property
    def settled(self) -> bool:
        """Whether no message changed noticeably in the last round."""
        return self.change < _SETTLED

    @property
    def cells(self) -> Floats:
        """`cells[cell, value]`: how likely the cell has the value, from 0 to 1."""
        import numpy as np  # loading it takes as long as many rounds

        odds = np.asarray(self.weight).reshape(self.domain - 1, len(self.weights.favoured))
        total = np.vstack((np.zeros(len(self.weights.favoured)), odds)).T
        possible = np.frombuffer(self.allowed, np.uint8).reshape(-1, self.domain)
        chances: Floats = np.exp(np.maximum(total - total.max(axis=1, keepdims=True), _UNSURE)) * possible
        chances /= chances.sum(axis=1, keepdims=True)
        return chances

    def starts(self) -> list[Floats | None]:
        """Return, for each constraint that sends messages, how likely each start of each block is."""
        import numpy as np

        chances: list[Floats | None] = [None] * len(self.problem.constraints)
        for line in range(self.lines):
            self._weigh(line)
            blocks, width = self.blocks_at[line + 1] - self.blocks_at[line], self.width[line]
            share = np.array(self.share[: blocks * width]).reshape(blocks, width)
            chances[self.members[line]] = share * np.array(self.part[:blocks])[:, None]
        return chances

    def run(self, rounds: int, patience: int, clock: Clock = NO_CLOCK) -> None:
        """Pass messages, at most `rounds` times, until settled, or steady for `patience` rounds.

        Raises LimitReached once the clock's deadline has passed; another call goes on from there.
        """
        last, over = self.done + rounds, False
        while not over:
            clock.check()
            with cython.nogil:
                over = self._pass(last, patience)

    # What runs without the interpreter lock

    def _forget(self) -> None:
        """Forget all messages."""
        for i in range(len(self.outgoing)):
            self.outgoing[i] = 0.0
        self._weigh_again()

    def _weigh_again(self) -> None:
        """Add up the messages to each possible value, and find the lines without open cells."""
        self.weights.clear()
        cells, room = len(self.weights.favoured), len(self.cell)
        for line in range(self.lines):
            self.closed[line] = 1
            for at in range(self.cells_at[line], self.cells_at[line + 1]):
                cell = self.cell[at]
                for v in range(1, self.domain):
                    if self.allowed[cell * self.domain + v]:
                        self.weight[(v - 1) * cells + cell] += self.outgoing[(v - 1) * room + at]
                self.rate[at] = 0.0
                if self.weights.count(cell) > 1:
                    self.closed[line] = 0
                    self.rate[at] = 1.0 - self.damping

    def _pass(self, last: int, patience: int) -> bool:
        """Pass messages until it is time to check the clock; return whether there is no more to do."""
        spent = 0
        while self.done < last:
            while self.line < self.lines:
                if spent > _TICK:
                    return False
                if not self.closed[self.line]:
                    spent += self._weigh(self.line)
                    self.largest = max(self.largest, self._send(self.line))
                self.line += 1
            self.change, self.largest, self.line = max(self.largest, self.counts.send()), 0.0, 0
            self.done += 1
            if self.weights.within:
                self.weights.reinforce(self.done - 1)
            if self.change < _SETTLED or self.weights.steady >= patience:
                return True
        return True

    def _weigh(self, line: int) -> int:
        """Collect the incoming messages of a line, and find the share of each place of each block; return how
        many places and cells that were.
        """
        first, n = self.cells_at[line], self.cells_at[line + 1] - self.cells_at[line]
        block, blocks = self.blocks_at[line], self.blocks_at[line + 1] - self.blocks_at[line]
        width = self.width[line]
        cells, room = len(self.weights.favoured), len(self.cell)
        total = 0.0
        for v in range(self.domain - 1):
            row, weights, sent, running = v * (n + 1), v * cells, v * room + first, 0.0
            self.sums[row] = running
            for at in range(n):
                odds = self.weight[weights + self.cell[first + at]] - self.outgoing[sent + at]
                odds = max(-_SURE, min(_SURE, odds))
                total += abs(odds)
                running += odds
                self.incoming[v * n + at] = odds
                self.sums[row + at + 1] = running
        if total < _RANGE:
            self._multiply(block, blocks, width, n + 1)
        else:
            self._add(block, blocks, width, n + 1)
        self._accumulate(blocks, width)
        for j in range(blocks):
            whole = other = 0.0
            here = j * width
            for p in range(here, here + width - 1, 2):
                self.share[p] = self.before[p] * self.behind[p]
                self.share[p + 1] = self.before[p + 1] * self.behind[p + 1]
                whole += self.share[p]
                other += self.share[p + 1]
            if width & 1:
                p = here + width - 1
                self.share[p] = self.before[p] * self.behind[p]
                whole += self.share[p]
            self.part[j] = 1.0 / max(whole + other, _TINY)
        return blocks * width + self.domain * n

    def _multiply(self, block: int, blocks: int, width: int, row: int) -> None:
        """Find the odds of each place of each block, from the products of the cells before each boundary."""
        numbers = (self.domain - 1) * row
        self.powers.exp(self.sums, numbers)
        for i in range(numbers):
            self.inverse[i] = 1.0 / self.sums[i]
        for j in range(blocks):
            here, begin = j * width, (self.colour[block + j] - 1) * row + self.start[block + j]
            end = begin + self.length[block + j]
            for p in range(width):
                self.share[here + p] = self.sums[end + p] * self.inverse[begin + p]

    def _add(self, block: int, blocks: int, width: int, row: int) -> None:
        """The same, up to a factor for each block, where products might leave the range of numbers."""
        # Largest numbers and sums are found two at a time: each step of one would wait for the step before.
        for j in range(blocks):
            here, begin = j * width, (self.colour[block + j] - 1) * row + self.start[block + j]
            end = begin + self.length[block + j]
            for p in range(width):
                self.share[here + p] = self.sums[end + p] - self.sums[begin + p]
            largest = other = _LOW
            for p in range(here, here + width - 1, 2):
                largest, other = max(largest, self.share[p]), max(other, self.share[p + 1])
            if width & 1:
                largest = max(largest, self.share[here + width - 1])
            largest = max(largest, other)
            # A factor common to all places of a block changes no share, and keeps numbers in range.
            for p in range(here, here + width):
                self.share[p] -= largest
        self.powers.exp(self.share, blocks * width)

    def _accumulate(self, blocks: int, width: int) -> None:
        """Find the weights before and behind each place of each block. The pass from the end is the one from
        the beginning, mirrored; both at once take no longer than one.
        """
        for p in range(width):
            self.before[p] = self.after[p] = 1.0
        forward = backward = 1.0  # these factors keep numbers in range
        for j in range(1, blocks):
            here, there = (j - 1) * width, (blocks - j + 1) * width - 1
            ahead = back = 0.0
            for p in range(width):
                ahead += self.before[here + p] * (self.share[here + p] * forward)
                self.before[here + width + p] = ahead
                both = self.share[there - p] * (self.after[width - 1 - p] * backward)
                back += both
                self.behind[there - p] = both
                self.after[width - 1 - p] = back
            # A division takes as long as some places, and few lines need one.
            forward = 1.0 if _SMALL < ahead < _LARGE else 1.0 / max(ahead, _TINY)
            backward = 1.0 if _SMALL < back < _LARGE else 1.0 / max(back, _TINY)
        if blocks:
            for p in range(width):
                self.behind[p] = self.share[p] * (self.after[p] * backward)

    def _send(self, line: int) -> float:
        """Replace the messages of a line that was just weighed; return the largest change."""
        first, n = self.cells_at[line], self.cells_at[line + 1] - self.cells_at[line]
        block, blocks = self.blocks_at[line], self.blocks_at[line + 1] - self.blocks_at[line]
        width, row = self.width[line], n + 1
        for i in range(n):
            self.sums[i] = 1.0  # the share of the background: what the other values leave
        for i in range(n, self.domain * row):
            self.sums[i] = 0.0
        for j in range(blocks):
            here, begin = j * width, self.colour[block + j] * row + self.start[block + j]
            end, part = begin + self.length[block + j], self.part[j]
            for p in range(width):
                share = self.share[here + p] * part
                self.sums[begin + p] += share
                self.sums[end + p] -= share
        for v in range(1, self.domain):
            running = 0.0
            for at in range(n):
                running += self.sums[v * row + at]
                self.sums[v * row + at] = max(running, _LEAST)
                self.sums[at] -= running
        for v in range(1, self.domain):
            for at in range(n):
                self.odds[(v - 1) * n + at] = self.sums[v * row + at] / max(self.sums[at], _LEAST)
        self.powers.log(self.odds, (self.domain - 1) * n)
        if self.domain != 2:
            return self._take_many(line)
        for at in range(n):
            new = max(-_CLIP, min(_CLIP, self.odds[at] - self.incoming[at]))
            self.odds[at] = (new - self.outgoing[first + at]) * self.rate[first + at]
        change = 0.0
        for at in range(n):
            step = self.odds[at]
            self.outgoing[first + at] += step
            self.weight[self.cell[first + at]] += step
            change = max(change, abs(step))
        return change

    def _take_many(self, line: int) -> float:
        """Take the odds that a line sends, with more than two values; return the largest change."""
        first, n = self.cells_at[line], self.cells_at[line + 1] - self.cells_at[line]
        cells, room = len(self.weights.favoured), len(self.cell)
        change = 0.0
        for at in range(n):
            cell = self.cell[first + at]
            i = cell * self.domain
            largest = 0.0 if self.allowed[i] else _LOW
            for v in range(1, self.domain):
                if self.allowed[i + v]:
                    self.odds[(v - 1) * n + at] -= self.incoming[(v - 1) * n + at]
                    largest = max(largest, self.odds[(v - 1) * n + at])
            background = max(-largest, -_CLIP) if self.allowed[i] else 0.0
            for v in range(1, self.domain):
                if self.allowed[i + v]:
                    o = (v - 1) * room + first + at
                    new = max(self.odds[(v - 1) * n + at] - largest, -_CLIP) - background
                    step = (new - self.outgoing[o]) * self.rate[first + at]
                    self.outgoing[o] += step
                    self.weight[(v - 1) * cells + cell] += step
                    change = max(change, abs(step))
        return change
