"""What some work takes, measured alike every time: in a process that has done other work before, too."""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any, ParamSpec, TypeVar

from nonosat.processes import ALONE, worker
from nonosat.processes.usage import unwaited, usage
from nonosat.records import dataclass

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class Cost:
    """What some work took: seconds from begin to end, seconds of processor time, and the most bytes; of this
    process, its workers and the programs that they ran.
    """

    wall: float
    cpu: float
    memory: int


def measure(function: Callable[P, T], /, *arguments: P.args, **options: P.kwargs) -> tuple[T, Cost]:
    """Call a function, and return its result and what it took.

        >>> import nonosat
        >>> from nonosat import toolkit
        >>> answer, cost = toolkit.measure(nonosat.solve, nonosat.load("dom-5"))
        >>> 0 < cost.cpu < 60
        True

    What was kept of other puzzles is forgotten before, here and in idle workers; solvers stay loaded. The
    memory of a worker that ended meanwhile is not seen. Raises what the function raises.
    """
    forget()
    cpu, begin = _cpu(), time.perf_counter()
    result = function(*arguments, **options)
    wall = time.perf_counter() - begin
    return result, Cost(wall, _cpu() - cpu, usage(os.getpid()).peak)


def forget() -> None:
    """Clear the caches of puzzles, here and in idle workers, and let peaks of memory count from now."""
    _forget()
    worker.call_idle(_forget)


def _forget() -> None:
    for one in _caches(len(sys.modules)):
        one.cache_clear()
    gc.collect(1)  # whole collections take longer than small puzzles
    with suppress(OSError), open("/proc/self/clear_refs", "w", encoding="ascii") as file:
        file.write("5")


@cache
def _caches(_modules: int) -> list[Any]:
    """Return the caches of puzzles: those with a bound."""
    ours = [vars(module) for name, module in list(sys.modules.items()) if name.startswith("nonosat.")]
    caches = [thing for names in ours for thing in names.values() if hasattr(thing, "cache_parameters")]
    return [one for one in caches if one.cache_parameters()["maxsize"] is not None]


def _cpu() -> float:
    """Return the processor time of this process, its ended children and its idle workers."""
    return _own_cpu() + sum(worker.call_idle(_own_cpu))


def _own_cpu() -> float:
    if ALONE:
        return time.process_time()
    import resource

    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used) + sum(unwaited)
