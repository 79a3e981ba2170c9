"""A clock whose end is the same on every machine."""

from __future__ import annotations

from nonosat.errors import LimitReached, StopReason
from nonosat.processes.clock import Clock


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
