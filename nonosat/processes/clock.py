"""A clock that runs to a deadline."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeVar

from nonosat.errors import LimitReached, StopReason

PROCESSOR_TIME = "processor time"
"""The detail of LimitReached where that limit was reached, and not the one of wall time."""

_LOOK_EVERY = 0.05  # seconds between looks at the processor time, which are slow

_ITEMS = 256  # between two checks: milliseconds, also for the longest lines

T = TypeVar("T")


class Bounds(NamedTuple):
    """Limits of a call to a process: a deadline of time.monotonic(), bytes (0 means unlimited), and seconds
    of processor time since the process started.
    """

    deadline: float | None = None
    memory: int = 0
    cpu: float | None = None


def _cpu() -> float:
    """Return the processor time of this process and of those that it has started."""
    from nonosat.processes.usage import usage  # slow to import, and rarely needed

    return usage(os.getpid()).cpu


class Clock:
    """Runs from its creation to a deadline, or until this process and its workers have taken `cpu` seconds of
    processor time. `now` returns the time; tests pass their own.

        >>> from nonosat import toolkit
        >>> clock = toolkit.Clock(60)
        >>> clock.check()  # raises LimitReached after a minute
        >>> 59 < clock.left <= 60
        True
    """

    def __init__(
        self, limit: float | None = None, now: Callable[[], float] = time.monotonic, cpu: float | None = None
    ) -> None:
        self._now = now
        self.begin = now()
        self.deadline = None if limit is None else self.begin + limit
        self._cpu_end = None if cpu is None else _cpu() + cpu
        self._next_look = self.begin

    @property
    def seconds(self) -> float:
        """The seconds since its creation."""
        return self._now() - self.begin

    @property
    def left(self) -> float | None:
        """The seconds left, at least 0; None without a limit."""
        return None if self.deadline is None else max(0.0, self.deadline - self._now())

    @property
    def cpu_left(self) -> float | None:
        """The seconds of processor time left, at least 0; None without a limit."""
        return None if self._cpu_end is None else max(0.0, self._cpu_end - _cpu())

    def check(self) -> None:
        """Raise LimitReached once the deadline has passed or the processor time is used up."""
        if self.deadline is not None and self._now() > self.deadline:
            raise LimitReached(StopReason.TIME_LIMIT)
        if self._cpu_end is not None and self._now() >= self._next_look:
            self._next_look = self._now() + _LOOK_EVERY
            if self.cpu_left == 0:
                raise LimitReached(StopReason.TIME_LIMIT, PROCESSOR_TIME)

    def through(self, items: Iterable[T], every: int = _ITEMS) -> Iterator[T]:
        """Yield these items, and check now and then: for loops over what a large puzzle is made of."""
        for number, item in enumerate(items):
            if number % every == 0:
                self.check()
            yield item

    def bounds(self, memory: int, cpu: float = 0.0) -> Bounds:
        """Return the bounds of a call to a process that has taken `cpu` seconds of processor time so far."""
        left = self.cpu_left
        return Bounds(self.deadline, memory, None if left is None else cpu + left)


NO_CLOCK = Clock()
"""A clock without a deadline."""
