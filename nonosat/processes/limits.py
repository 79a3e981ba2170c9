"""How much time and memory a puzzle may take."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass

from nonosat.errors import LimitReached


def machine_memory() -> int:
    """Return the machine's memory in bytes, or the container's if that is less."""
    total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    try:
        with open("/sys/fs/cgroup/memory.max", encoding="ascii") as file:
            total = min(total, int(file.read()))
    except (OSError, ValueError):  # no such file, or "max"
        pass
    return total


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds and bytes for one puzzle. No time limit is None; the memory has always a limit."""

    time: float | None = None
    memory: int | None = None

    @property
    def bytes(self) -> int:
        """The memory limit: three quarters of the machine's where none is set."""
        return self.memory if self.memory is not None else machine_memory() * 3 // 4


class Clock:
    """Runs from its making to a deadline."""

    def __init__(self, limit: float | None = None) -> None:
        self.begin = time.monotonic()
        self.deadline = None if limit is None else self.begin + limit

    @property
    def seconds(self) -> float:
        """The seconds gone by."""
        return time.monotonic() - self.begin

    @property
    def left(self) -> float | None:
        """The seconds left, at least 0; None where there is no limit."""
        return None if self.deadline is None else max(0.0, self.deadline - time.monotonic())

    def check(self) -> None:
        """Raise LimitReached past the deadline."""
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise LimitReached("time limit")
