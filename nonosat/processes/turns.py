"""Calls of solvers cut into turns, so that limits hold where no process can be ended from outside.

A turn is a number of conflicts that takes about a tenth of a second. In a process that can be ended, and
without a limit, nothing is cut: it would make the solver slower.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from nonosat.errors import LimitReached, StopReason

_FIRST = 100  # conflicts
_SECONDS = 0.1

_limits: list[tuple[float | None, float | None]] = []
"""Of the calls that this process is in, the outermost first: a deadline of time.monotonic(), and one of
time.process_time().
"""


@contextmanager
def limit_calls(deadline: float | None, cpu: float | None) -> Iterator[None]:
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
