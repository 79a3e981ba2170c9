"""How much time and memory a puzzle may take."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from inspect import currentframe
from types import FrameType

from nonosat.errors import LimitReached, StopReason
from nonosat.processes import ALONE
from nonosat.processes.clock import Bounds, Clock


@cache
def machine_memory() -> int:
    """Return the machine's memory in bytes, or the container's if that is less."""
    if not hasattr(os, "sysconf"):  # Windows, where no limit of memory holds
        return 8 << 30
    total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    try:
        with open("/sys/fs/cgroup/memory.max", encoding="ascii") as file:
            total = min(total, int(file.read()))
    except (OSError, ValueError):  # no such file, or "max"
        pass
    return total


@dataclass(frozen=True, slots=True)
class Limits:
    """Wall time in seconds, memory in bytes, and processor time in seconds, for one puzzle; None means
    unlimited.

    Memory always has a limit: by default three quarters of the machine's. Processor time is that of this
    process and of the processes that it starts, from the beginning of the question; questions that other
    threads ask meanwhile count, too.

        >>> import nonosat
        >>> nonosat.solve(nonosat.load("dom-9"), limits=nonosat.Limits(time=0.0001)).stop_reason.value
        'time limit'
    """

    time: float | None = None
    memory: int | None = None
    cpu: float | None = None

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

    def left(self, clock: Clock) -> Limits:
        """Return these limits for work that follows, without the time that a clock has counted."""
        return Limits(clock.left, self.memory, clock.cpu_left)


NO_LIMITS = Limits()


def _imports(frame: FrameType | None) -> int:
    """Return how many frames of the import system a frame is within."""
    found = 0
    while frame:
        found += frame.f_code.co_filename.startswith("<frozen importlib")
        frame = frame.f_back
    return found


@contextmanager
def alarm(seconds: float | None) -> Iterator[None]:
    """Raise LimitReached in the block after these seconds (None: never), for work that looks at no clock. It
    needs signals: in other threads than the main one, and in a browser, nothing is raised.
    """
    if seconds is None or ALONE:
        yield
        return
    import threading  # slow to import, and rarely needed

    if threading.current_thread() is not threading.main_thread():
        yield
        return

    importing = _imports(currentframe())

    def ring(_: int, frame: FrameType | None) -> None:
        if _imports(frame) == importing:  # otherwise a module would be left half loaded
            raise LimitReached(StopReason.TIME_LIMIT)

    def lose(lost: sys.UnraisableHookArgs) -> None:
        if not isinstance(lost.exc_value, LimitReached):
            tell(lost)

    before, tell = signal.signal(signal.SIGALRM, ring), sys.unraisablehook
    # Again and again: an exception is lost if it is raised in a destructor or a callback of the collector.
    sys.unraisablehook = lose
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-6), 0.02)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        sys.unraisablehook = tell
