"""A limit of time for work in this process that looks at no clock."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from nonosat.errors import LimitReached, StopReason
from nonosat.processes import ALONE


def _imports(frame: FrameType | None) -> int:
    """Return how many frames of the import system a frame is within."""
    count = 0
    while frame:
        count += frame.f_code.co_filename.startswith("<frozen importlib")
        frame = frame.f_back
    return count


@contextmanager
def alarm(seconds: float | None) -> Iterator[None]:
    """Raise LimitReached in the block after these seconds (None: never), for work that looks at no clock. It
    needs signals: in other threads than the main one, and in a browser, nothing is raised.

    The block has no loop of its own: in Python 3.13, what is raised between two turns of a loop leaves a
    block without ending it.
    """
    if seconds is None or ALONE:
        yield
        return
    import threading  # slow to import, and rarely needed

    if threading.current_thread() is not threading.main_thread():
        yield
        return

    importing = _imports(sys._getframe())  # noqa: SLF001 - as `inspect`, which is slow to import

    # Where the block begins and ends, nothing is raised: the timer would be left running.
    begins_and_ends = {code.co_filename for code in (_imports.__code__, contextmanager.__code__)}

    def ring(_: int, frame: FrameType | None) -> None:
        if frame and frame.f_code.co_filename in begins_and_ends:
            return
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
