# Compiled with weights.pxd: no words over 64 bits, bad indices, new attributes (docs/hot-files.md).
# cython: cdivision=True
"""The log-odds of cells, to which messages are added: they are reinforced, and cells are ordered by them.

Reinforcement (Chavas, Furtlehner, Mezard and Zecchina, 2005): each round, every cell's odds are drawn
towards the likeliest value, more and more, until odds over many solutions harden into one. It grows with the
square of the time, and decreasing random noise makes trials differ.

No divisor is 0 here. With C's division, 1 / 2 would be 0: write 1.0 / 2.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.beliefs.powers import Noise, Powers
from nonosat.problem import Problem
from nonosat.propagation.memory import Doubles, Ints, doubles, ints, zeros

try:
    import cython
except ImportError:
    from nonosat.problem import interpreted as cython

_KNOWN = 40.0  # the log-odds of known values, and the most that are reinforced
_LOW = -1e300  # below all log-odds
_NOISE = 0.25  # standard deviation of random reinforcements, in log-odds


class Weights:
    """The log-odds of a Problem's cells. With `within`, they harden within about this many rounds; equal
    seeds give equal noise. For `steady` rounds no cell has changed its likeliest value.
    """

    within: int
    steady: int
    allowed: bytearray  # by cell and value: whether it is possible
    weight: Doubles  # by value but the background, and cell: log-odds against the background
    random: Doubles  # the same of noise
    pulled: Doubles  # the same of what reinforces them
    favoured: Ints  # by cell: the likeliest value
    sure: Doubles  # by cell: the odds against it, where cells were compared
    open: Ints  # the cells that were open at first
    ranked: Ints  # the same, in the order of `order`
    merged: Ints
    powers: Powers
    noise: Noise
    domain: int  # the number of values

    def __init__(self, problem: Problem, domain: int, within: int) -> None:
        cells = len(problem.sizes)
        self.domain, self.within, self.steady = domain, within, 0
        self.weight, self.random, self.pulled = [doubles(cells * (domain - 1)) for _ in range(3)]
        self.favoured, self.sure = zeros(cells), doubles(cells)
        self.powers, self.noise = Powers(), Noise()
        self.open = ints(problem.open_cells)
        self.ranked, self.merged = zeros(len(self.open)), zeros(len(self.open))
        self.allow(problem.possible)

    def allow(self, possible: Sequence[int]) -> None:
        """Let the cells have these values only."""
        masks = {mask: bytes([mask >> v & 1 for v in range(self.domain)]) for mask in set(possible)}  # few
        self.allowed = bytearray(b"".join(map(masks.__getitem__, possible)))

    def reset(self, seed: int, within: int = 0) -> None:
        """Start again, with different noise, and harden `within` this number of rounds; 0: as before."""
        self.within, self.steady = within or self.within, 0
        self.noise.seed(seed)
        with cython.nogil:
            self._begin()

    @property
    def values(self) -> Ints:
        """The likeliest value of every cell; with reinforcement, before its last step."""
        if not self.within:
            for cell in range(len(self.favoured)):
                self.favoured[cell] = self.likeliest(cell)
        return self.favoured

    def order(self, noise: float = 0.0) -> Ints:
        """Return the cells open at first, those whose likeliest value is surest first; with noise, almost."""
        with cython.nogil:
            self._compare(noise)
            self._rank()
        return self.ranked

    def reinforcement(self, done: int) -> tuple[float, float]:
        """Return how strongly a cell is reinforced after this many rounds: by its own odds, and at random."""
        time = 1.0 * done / self.within
        return min(0.999, time * time), max(0.0, 1.0 - 2.0 * time)

    # What runs without the interpreter lock

    def _begin(self) -> None:
        """Weigh by noise alone."""
        cells = len(self.favoured)
        for cell in range(cells):
            several, background = self.count(cell), 0.0
            for v in range(self.domain):
                noise = 0.0
                if self.within and several > 1 and self.allowed[cell * self.domain + v]:
                    noise = _NOISE * self.noise.normal()
                if v:
                    self.random[(v - 1) * cells + cell] = noise - background
                else:
                    background = noise
        for i in range(len(self.weight)):
            self.pulled[i] = self.random[i]
        self.clear()
        for cell in range(cells):
            self.favoured[cell] = self.likeliest(cell)

    def clear(self) -> None:
        """Forget all messages."""
        cells = len(self.favoured)
        for cell in range(cells):
            background = 0.0 if self.allowed[cell * self.domain] else _KNOWN
            for v in range(1, self.domain):
                i = (v - 1) * cells + cell
                own = self.pulled[i] if self.allowed[cell * self.domain + v] else -_KNOWN
                self.weight[i] = own + background

    def count(self, cell: int) -> int:
        """Return how many values a cell may have."""
        several = 0
        for i in range(cell * self.domain, (cell + 1) * self.domain):
            several += self.allowed[i]
        return several

    def likeliest(self, cell: int) -> int:
        """Return the value of a cell that has the largest weight, the first of equal ones."""
        best, largest, cells = 0, 0.0, len(self.favoured)
        for v in range(1, self.domain):
            if self.weight[(v - 1) * cells + cell] > largest:
                best, largest = v, self.weight[(v - 1) * cells + cell]
        return best

    def _compare(self, noise: float) -> None:
        """Find the odds of every cell's second value against its likeliest, plus noise of this deviation."""
        cells = len(self.sure)
        for cell in range(cells):
            best, second = 0.0, _LOW
            for v in range(1, self.domain):
                weight = self.weight[(v - 1) * cells + cell]
                best, second = max(best, weight), max(second, min(best, weight))
            self.sure[cell] = second - best
        self.powers.exp(self.sure, cells)
        if noise:
            for cell in range(cells):
                self.sure[cell] += noise * self.noise.normal()

    def _rank(self) -> None:
        """Order the cells: merge parts that are in order, each twice as long as those before."""
        count, length = len(self.open), 1
        for at in range(count):
            self.ranked[at] = self.open[at]
        while length < count:
            end = 0
            while end < count:
                one, half = end, min(end + length, count)
                other, end = half, min(half + length, count)
                for at in range(one, end):
                    if other == end or (
                        one < half and self.sure[self.ranked[one]] <= self.sure[self.ranked[other]]
                    ):
                        self.merged[at] = self.ranked[one]
                        one += 1
                    else:
                        self.merged[at] = self.ranked[other]
                        other += 1
            for at in range(count):
                self.ranked[at] = self.merged[at]
            length *= 2

    def reinforce(self, done: int) -> None:
        """Reinforce every cell's likeliest value, after this many rounds."""
        own, random = self.reinforcement(done)
        moved, cells = 0, len(self.favoured)
        if self.domain == 2:  # known values are reinforced, too, which changes nothing
            for cell in range(cells):
                weight = self.weight[cell]
                best = 1 if weight > 0.0 else 0
                moved |= self.favoured[cell] ^ best
                self.favoured[cell] = best
                pull = max(-_KNOWN, min(_KNOWN, weight)) * own + self.random[cell] * random
                self.weight[cell] = weight + (pull - self.pulled[cell])
                self.pulled[cell] = pull
            self.steady = 0 if moved else self.steady + 1
            return
        for cell in range(cells):
            best = self.likeliest(cell)
            moved |= self.favoured[cell] ^ best
            self.favoured[cell] = best
            i = cell * self.domain
            largest = self.weight[(best - 1) * cells + cell] if best else 0.0
            background = max(-largest, -_KNOWN) if self.allowed[i] else 0.0
            for v in range(1, self.domain):
                if self.allowed[i + v]:
                    at = (v - 1) * cells + cell
                    pull = max(self.weight[at] - largest, -_KNOWN) - background
                    pull = pull * own + self.random[at] * random
                    self.weight[at] += pull - self.pulled[at]
                    self.pulled[at] = pull
        self.steady = 0 if moved else self.steady + 1
