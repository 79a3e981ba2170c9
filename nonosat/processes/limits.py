"""How much time and memory a puzzle may take."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from functools import cache
from typing import Any

from nonosat.errors import InputError
from nonosat.processes.clock import Bounds, Clock
from nonosat.records import dataclass, replace


@cache
def machine_memory() -> int:
    """Return the machine's memory in bytes, or the container's if that is less."""
    if not hasattr(os, "sysconf"):  # Windows, where no limit of memory holds
        return 8 << 30
    total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    with suppress(OSError, ValueError), open("/sys/fs/cgroup/memory.max", encoding="ascii") as file:
        total = min(total, int(file.read()))  # there may be no such file, or "max"
    return total


@dataclass(frozen=True)
class Limits:
    """Wall time in seconds, memory in bytes, and processor time in seconds, for one puzzle; None means
    unlimited.

    Memory always has a limit: by default three quarters of the machine's. Processor time is that of this
    process and of the processes that it starts, from the beginning of the question; questions that other
    threads ask meanwhile count, too.

        >>> import nonosat
        >>> nonosat.solve("dom-9", limits=nonosat.Limits(time=0.0001)).stop_reason.value
        'time limit'
    """

    time: float | None = None
    memory: int | None = None
    cpu: float | None = None

    def __post_init__(self) -> None:
        for name in vars(self):
            check(name, getattr(self, name))

    @property
    def memory_bytes(self) -> int:
        """The memory limit in force."""
        return self.memory if self.memory is not None else machine_memory() * 3 // 4

    def bounds(self, used: float = 0.0, grace: float = 0.0) -> Bounds:
        """Return the bounds of a call that begins now, with seconds of grace. `used` is the
        processor time that the process has used before.
        """
        deadline = None if self.time is None else time.monotonic() + self.time + grace
        return Bounds(deadline, self.memory_bytes, None if self.cpu is None else used + self.cpu + grace)

    def over(self, others: Limits) -> Limits:
        """Return these limits, with those of `others` where none is given."""
        return Limits(
            others.time if self.time is None else self.time,
            others.memory if self.memory is None else self.memory,
            others.cpu if self.cpu is None else self.cpu,
        )

    def clock(self) -> Clock:
        """Start a clock for the limits of time."""
        return Clock(self.time, cpu=self.cpu)

    def deduct(self, clock: Clock) -> Limits:
        """Return these limits for work that follows, without the time that a clock has counted."""
        return Limits(clock.left, self.memory, clock.cpu_left)


def check(name: str, value: Any, least: float = 0, kinds: Any = int | float | None) -> None:
    """Raise TypeError if an argument is no number of these kinds, InputError if it is less than `least`."""
    if isinstance(value, bool) or not isinstance(value, kinds):
        raise TypeError(f"{name}: expected a {'whole ' * (kinds is int)}number, found {value!r}")
    if value is not None and not value >= least:
        raise InputError(f"{name}: expected a larger number, found {value}")


NO_LIMITS = Limits()


def within(limits: Limits, time_limit: float | None) -> Limits:
    """Return limits with this limit of time, in seconds, if it is given.

    >>> within(Limits(memory=10**9), 60)
    Limits(time=60, memory=1000000000, cpu=None)

    Raises TypeError, or InputError for a time that is not positive.
    """
    if not isinstance(limits, Limits):
        raise TypeError(f"limits: expected nonosat.Limits, or time_limit= in seconds, found {limits!r}")
    check("time_limit", time_limit, 1e-9)
    return limits if time_limit is None else replace(limits, time=time_limit)
