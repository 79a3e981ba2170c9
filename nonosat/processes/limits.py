"""How much time and memory a puzzle may take.

Where no process can be ended from outside, a solver's call is cut into turns, so that limits hold. A turn is
a number of conflicts that takes about a tenth of a second. In a process that can be ended, and without a
limit, nothing is cut: it would make the solver slower.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from inspect import currentframe
from types import FrameType
from typing import NamedTuple, TypeVar

from nonosat.errors import LimitReached, StopReason
from nonosat.processes import ALONE

PROCESSOR_TIME = "processor time"
"""The detail of LimitReached where that limit was reached, and not the one of wall time."""

_LOOK_EVERY = 0.05  # seconds between looks at the processor time, which are slow

_ITEMS = 256  # between two checks: milliseconds, also for the longest lines

T = TypeVar("T")


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

        >>> import nonosat
        >>> clock = nonosat.Clock(60)
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

    def bounds(self, memory: int, cpu: float) -> Bounds:
        """Return the bounds of a call to a process that has taken `cpu` seconds of processor time so far."""
        left = self.cpu_left
        return Bounds(self.deadline, memory, None if left is None else cpu + left)


NO_CLOCK = Clock()
"""A clock without a deadline."""


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


class Effort(Clock):
    """A clock that also ends after a number of checks, so that results are the same on every machine."""

    def __init__(self, checks: int, limit: float | None = None) -> None:
        super().__init__(limit)
        self._checks = checks

    def check(self) -> None:
        """Raise LimitReached once the deadline has passed or the checks are used up."""
        self._checks -= 1
        if self._checks < 0:
            raise LimitReached(StopReason.TIME_LIMIT)
        super().check()


_FIRST = 100  # conflicts
_SECONDS = 0.1

_limits: list[tuple[float | None, float | None]] = []
"""Of the calls that this process is in, the outermost first: a deadline of time.monotonic(), and one of
time.process_time().
"""


@contextmanager
def limited(deadline: float | None, cpu: float | None) -> Iterator[None]:
    """Let the calls of solvers inside end at these times."""
    _limits.append((deadline, cpu))
    try:
        yield
    finally:
        _limits.pop()


def _check() -> None:
    now, used = time.monotonic(), time.process_time()
    for deadline, cpu in _limits:
        if (deadline is not None and now > deadline) or (cpu is not None and used > cpu):
            raise LimitReached(StopReason.TIME_LIMIT)


def in_turns(solve: Callable[[int | None], bool | None], conflicts: int | None) -> bool | None:
    """Call a solver with a budget of conflicts until it answers; None if `conflicts` of them do not do.

    Raises LimitReached between two calls once a limit is reached.
    """
    if all(limit == (None, None) for limit in _limits):
        return solve(conflicts)
    turn = _FIRST
    while conflicts is None or conflicts > 0:
        _check()
        budget = turn if conflicts is None else min(turn, conflicts)
        begin = time.monotonic()
        answer = solve(budget)
        if answer is not None:
            return answer
        if conflicts is not None:
            conflicts -= budget
        turn = max(1, int(turn * min(2.0, max(0.5, _SECONDS / (time.monotonic() - begin + 1e-6)))))
    return None
