"""Makes many puzzles to one order: in parallel, without duplicates, and always the same ones.

Candidates are numbered from 0; the order and the number alone determine the puzzle. A set consists of the
first candidates that give a new puzzle, not an earlier one turned, mirrored or recoloured.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from itertools import count as counting
from typing import NamedTuple

import numpy as np

from nonosat.errors import LimitReached, StopReason
from nonosat.making.candidate import Made, Missed, make, nearest
from nonosat.making.order import Order
from nonosat.processes import worker
from nonosat.processes.limits import NO_LIMITS, Bounds, Clock, Limits
from nonosat.processes.pool import Pool
from nonosat.processes.stream import stream
from nonosat.puzzles.canonical import fingerprint
from nonosat.words import plural

MISSES = 1000
"""The search ends after this many candidates in a row without a new puzzle."""

_TABLES = 8

_CELLS = 5000  # in one job's pictures together, about


class Job(NamedTuple):
    """Candidates to make, with a deadline of time.time() and a memory limit in bytes."""

    order: Order
    numbers: range
    until: float | None
    memory: int


def do(job: Job) -> list[Made | Missed]:
    """Make the candidates of a job in a worker process. Raises LimitReached if a limit ends it."""
    deadline = None if job.until is None else time.monotonic() + job.until - time.time()
    with worker.leased() as held:
        return held.call(Bounds(deadline, job.memory), batch, job.order, job.numbers)


def batch(order: Order, numbers: Iterable[int]) -> list[Made | Missed]:
    """Make some candidates."""
    return [make(order, number) for number in numbers]


@dataclass
class Making:
    """A set of puzzles being made; its counters can be read at any time.

    `begun` has the fingerprints of puzzles that are already in the set; `first` is the number of the first
    candidate to try.
    """

    order: Order
    count: int
    first: int = 0
    begun: Iterable[str] = ()
    made: int = 0
    duplicates: int = 0
    misses: int = 0
    nearest: Missed | None = None
    stop_reason: StopReason = StopReason.DONE
    _seen: Fingerprints = field(default_factory=lambda: Fingerprints())

    def __post_init__(self) -> None:
        for print_ in self.begun:
            self._seen.add(print_)
            self.made += 1

    @property
    def short(self) -> bool:
        """Whether puzzles are still missing."""
        return self.made < self.count

    def puzzles(
        self, executor: Executor, at_a_time: int = 1, limits: Limits = NO_LIMITS
    ) -> Generator[Made, None, None]:
        """Yield new puzzles by number, until there are enough or a limit is reached."""
        if not self.short:
            return
        clock = limits.clock()
        jobs = self._jobs(clock, limits.memory_bytes)
        in_a_row = 0
        window = 2 * at_a_time if at_a_time > 1 else 1  # keeps workers busy while an earlier job is awaited
        with closing(stream(executor, do, jobs, window=window, ordered=True)) as ended:
            try:
                for found in (one for _, future in ended for one in future.result()):
                    if isinstance(found, Made) and self._seen.add(fingerprint(found.puzzle)):
                        self.made += 1
                        in_a_row = 0
                        yield found
                        if not self.short:
                            return
                        continue
                    self._miss(found)
                    in_a_row += 1
                    if in_a_row == MISSES:
                        return
                    clock.check()
            except LimitReached as limit:
                self.stop_reason = limit.stop_reason

    def words(self) -> str:
        """Say why there are fewer puzzles than requested."""
        order, near = self.order, self.nearest
        tries = self.misses + self.duplicates
        text = f"only {self.made} of {self.count} found" if self.made else "not found"
        text += f": {order.width}x{order.height}, {order.words()}"
        if self.stop_reason is not StopReason.DONE:
            text += f": {self.stop_reason}"
        text += f", after {plural(tries, 'failed candidate')}"
        if self.duplicates:
            text += f", {self.duplicates} of them duplicates"
        return f"{text}; the nearest: {near.words()}" if near else text

    def _jobs(self, clock: Clock, memory: int) -> Iterator[Job]:
        cells = self.order.width * self.order.height
        size = max(1, min(_CELLS // cells, self.count))
        for start in counting(self.first, size):
            left = clock.left
            until = None if left is None else time.time() + left
            yield Job(self.order, range(start, start + size), until, memory)

    def _miss(self, found: Made | Missed) -> None:
        if isinstance(found, Made):
            self.duplicates += 1
            return
        self.misses += 1
        best = self.nearest
        if best is None or nearest(self.order, found) < nearest(self.order, best):
            self.nearest = found


def generate(
    order: Order, count: int = 1, jobs: int = 1, limits: Limits = NO_LIMITS, executor: Executor | None = None
) -> Generator[Made, None, None]:
    """Yield puzzles made to order, with `jobs` candidates at a time in local processes or on an executor.

        >>> import nonosat
        >>> order = nonosat.Order(width=10, height=10, seed=1)
        >>> [made.difficulty.level for made in nonosat.generate(order, 2)]
        ['lines', 'lines']

    The same order always gives the same puzzles. There are fewer than `count` if a limit is reached, or if a
    thousand candidates in a row give no new puzzle.

    Raises WorkerError if a worker process fails or dies.
    """
    with ExitStack() as stack:
        pool = executor or stack.enter_context(stopped(Pool(jobs)))
        yield from stack.enter_context(closing(Making(order, count).puzzles(pool, jobs, limits)))


@contextmanager
def stopped(pool: Pool) -> Iterator[Pool]:
    """Enter a pool and stop it on exit, without waiting for unfinished candidates."""
    with pool:
        try:
            yield pool
        finally:
            pool.stop()


class Fingerprints:
    """A set of fingerprints, cut to 64 bits: 12 to 24 bytes per puzzle.

    Among a million puzzles, the chance that any two collide is about one in thirty million; the second of the
    two would be dropped as a duplicate. There are several hash tables, which grow one at a time, because a
    table is in memory twice while it grows.
    """

    def __init__(self) -> None:
        self._tables = [np.zeros(8, np.uint64) for _ in range(_TABLES)]
        self._counts = [0] * _TABLES

    def add(self, fingerprint: str) -> bool:
        """Add a fingerprint; return whether it is new."""
        value = int(fingerprint[:16], 16) or 1  # 0 marks an empty slot
        number = value % _TABLES
        table = self._tables[number]
        place = self._place(table, value)
        if table[place]:
            return False
        table[place] = value
        self._counts[number] += 1
        if 3 * self._counts[number] > 2 * len(table):
            larger = np.zeros(2 * len(table), np.uint64)
            for other in filter(None, map(int, table)):
                larger[self._place(larger, other)] = other
            self._tables[number] = larger
        return True

    @staticmethod
    def _place(table: np.ndarray[tuple[int], np.dtype[np.uint64]], value: int) -> int:
        """Return the slot of a value, or the empty slot where it belongs (linear probing)."""
        place = value // _TABLES % len(table)
        while int(table[place]) not in (0, value):
            place = (place + 1) % len(table)
        return place
