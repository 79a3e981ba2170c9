# Compiled with counts.pxd: no words over 64 bits, bad indices, new attributes (docs/hot-files.md).
# cython: cdivision=True
"""Messages of numbers that count cells: how likely each of their cells is to be counted.

A number's outgoing message is exact: a forward and a backward pass add up, cell by cell, how likely how many
cells are counted, and the number of the others says what is left for a cell.

No divisor is 0 here. With C's division, 1 / 2 would be 0: write 1.0 / 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from nonosat.beliefs.powers import Powers
from nonosat.problem import Count, Problem
from nonosat.propagation.memory import Doubles, Ints, doubles, ints, sums

_CLIP = 12.0  # the largest log-odds of a message
_LEAST = 1e-13  # the smallest share that is distinguished from 0
_MOST = 64  # cells of a number that sends messages


class Counts:
    """The numbers of a Problem in two values, with their last messages.

    `weight` has the log-odds of the value 1 of all cells, to which messages are added.
    """

    count: int
    damping: float
    weight: Doubles  # by cell
    cells_at: Ints  # by number and one more: where its cells begin
    cell: Ints
    sign: Ints  # by cell of a number: 1 if the number counts the value 1, -1 if it counts 0
    open: Ints  # by cell of a number: whether the cell is open
    wanted: Ints  # by number
    outgoing: Doubles  # by cell of a number: log-odds of the value 1
    powers: Powers

    # Scratch space for one number, by its cells.
    odds: Doubles  # log-odds of being counted; then the odds that are sent
    share: Doubles
    holds: Doubles  # how likely each cell is to be counted, by the messages of others
    before: Doubles  # by cell and number: how likely it is that this number of cells before it are counted
    behind: Doubles  # by number: how likely it is that this number of cells behind are counted

    def __init__(self, numbers: Sequence[Count], problem: Problem, weight: Doubles, damping: float) -> None:
        self.count, self.damping, self.weight = len(numbers), damping, weight
        self.cells_at = sums([len(one.options) for one in numbers])
        options = list(chain.from_iterable([one.options for one in numbers]))
        self.cell, self.sign = ints([cell for cell, _ in options]), ints([2 * v - 1 for _, v in options])
        self.open = ints([problem.possible[cell] == 3 for cell, _ in options])
        self.wanted = ints([one.most for one in numbers])
        self.outgoing, self.powers = doubles(len(options)), Powers()
        longest = max([len(one.options) for one in numbers], default=0)
        self.odds, self.share, self.holds = doubles(longest), doubles(longest), doubles(longest)
        self.before, self.behind = doubles((longest + 1) * (longest + 1)), doubles(longest + 1)

    # What runs without the interpreter lock

    def send(self) -> float:
        """Replace the messages of all numbers, one after another; return the largest change."""
        largest = 0.0
        for k in range(self.count):
            largest = max(largest, self._send_of(k))
        return largest

    def _send_of(self, k: int) -> float:
        first, n, wanted = self.cells_at[k], self.cells_at[k + 1] - self.cells_at[k], self.wanted[k]
        self._collect(first, n)
        self._add_up(n, wanted)
        self.powers.log(self.odds, n)
        change = 0.0
        for at in range(n):
            if self.open[first + at]:
                new = max(-_CLIP, min(_CLIP, self.odds[at] * self.sign[first + at]))
                step = (new - self.outgoing[first + at]) * (1.0 - self.damping)
                self.outgoing[first + at] += step
                self.weight[self.cell[first + at]] += step
                change = max(change, abs(step))
        return change

    def _collect(self, first: int, n: int) -> None:
        """Find how likely each cell is to be counted, without this number's own messages."""
        for at in range(n):
            self.odds[at] = self.weight[self.cell[first + at]] - self.outgoing[first + at]
            self.odds[at] *= self.sign[first + at]
            self.share[at] = -abs(self.odds[at])
        self.powers.exp(self.share, n)
        for at in range(n):
            likelier = 1.0 / (1.0 + self.share[at])
            self.holds[at] = likelier if self.odds[at] >= 0.0 else 1.0 - likelier

    def _add_up(self, n: int, wanted: int) -> None:
        """Find the odds for each cell: how likely as many of the others are counted as leave it to be."""
        row = wanted + 1
        for j in range(row):
            self.before[j] = self.behind[j] = 0.0
        self.before[0] = self.behind[0] = 1.0
        for at in range(n - 1):
            here, there = at * row, (at + 1) * row
            for j in range(row):
                self.before[there + j] = self.before[here + j] * (1.0 - self.holds[at])
            for j in range(1, row):
                self.before[there + j] += self.before[here + j - 1] * self.holds[at]
        for at in range(n - 1, -1, -1):
            yes = no = 0.0
            for j in range(row):
                no += self.before[at * row + j] * self.behind[wanted - j]
                if j < wanted:
                    yes += self.before[at * row + j] * self.behind[wanted - 1 - j]
            self.odds[at] = max(yes, _LEAST) / max(no, _LEAST)
            for j in range(wanted, 0, -1):
                self.behind[j] = self.behind[j] * (1.0 - self.holds[at]) + self.behind[j - 1] * self.holds[at]
            self.behind[0] *= 1.0 - self.holds[at]


def numbers_with_messages(problem: Problem) -> list[Count]:
    """Return the numbers that can send messages: they have open cells with two values, each counted once."""
    if max(problem.sizes, default=2) > 2:
        return []
    return [
        one
        for _, one in problem.forms.counts
        if 0 <= one.least == one.most <= len(one.options) <= _MOST
        and len({cell for cell, _ in one.options}) == len(one.options)
        and any(problem.possible[cell] == 3 for cell, _ in one.options)
    ]
