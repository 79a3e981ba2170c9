"""How time grows with the length of the input: CPU time of this thread alone.

Machine code may be compiled in another thread, and a collection of garbage takes as long as everything that
earlier tests left alive; neither is the work's.
"""

import gc
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from nonosat.errors import InputError

Input = TypeVar("Input")

_TRIES = 5


def cpu_seconds(work: Callable[[Input], object], on: Input) -> float:
    """Return what the work takes; it may end in the user's error."""
    collects = gc.isenabled()
    gc.disable()
    begin = time.thread_time()
    try:
        with suppress(InputError):
            work(on)
        return time.thread_time() - begin
    finally:
        if collects:
            gc.enable()


def grows_linearly(work: Callable[[Input], object], short: Input, long: Input, spare: float = 0.1) -> bool:
    """Tell whether an input four times as long takes about four times as long, where quadratic time would be
    16. A busy machine may be late now and then, but not each time; `spare` seconds do not count.
    """
    return any(cpu_seconds(work, long) < 10 * cpu_seconds(work, short) + spare for _ in range(_TRIES))


def stays_linear(
    work: Callable[[Input], object], text: Callable[[int], Input], longest: int = 1 << 14
) -> bool:
    """Tell the same about ever longer inputs of one kind: a fault shows where it takes seconds, not hours."""
    length = 64
    while length < longest:
        length *= 4
        if not grows_linearly(work, text(length // 4), text(length), spare=0.02):
            return False
    return True
