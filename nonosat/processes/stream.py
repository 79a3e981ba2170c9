"""Many jobs through an executor, only some of them started at a time.

An executor of threads (`Pool`), of a cluster (`Cluster`) or any other of `concurrent.futures` will do. One
with an attribute `ahead` never gets more unfinished jobs than that; it is checked repeatedly, because the
workers of a cluster come and go.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Executor, Future
from itertools import islice
from queue import Empty, SimpleQueue
from typing import TypeVar

J = TypeVar("J")
T = TypeVar("T")

_LOOK_EVERY = 1.0  # seconds between checks of how many jobs an executor takes


def stream(
    executor: Executor,
    function: Callable[[J], T],
    jobs: Iterable[J],
    *,
    window: int = sys.maxsize,
    ordered: bool = False,
) -> Generator[tuple[J, Future[T]], None, None]:
    """Call the function with every job; yield each job with its future, which has ended.

        >>> import nonosat
        >>> with nonosat.Pool(2) as pool:
        ...     found = nonosat.stream(pool, nonosat.load, ["cat", "switch"], ordered=True)
        ...     [future.result().size for _, future in found]
        ['15 x 15', '6 x 6']

    They are yielded as they end or, if `ordered`, in the order of the jobs. Jobs are taken from the iterable
    when there is room for them: at most `window` are begun and not yet yielded, and at most `ahead` of the
    executor are unfinished, but always one.

    Raises nothing of its own: a job's exception is raised by its future, and the others continue. A stream
    that is closed, or left by an exception, cancels the jobs not yet running; the executor ends the others.
    Callers that continue after leaving a stream early must close it (`contextlib.closing`).
    """
    todo = iter(jobs)
    begun: dict[Future[T], J] = {}  # in the order of the jobs
    ended: SimpleQueue[Future[T]] = SimpleQueue()
    unfinished = 0
    try:
        while True:
            room = min(getattr(executor, "ahead", sys.maxsize) - unfinished, window - len(begun))
            for job in islice(todo, max(room, 0 if begun else 1)):
                future = executor.submit(function, job)
                begun[future] = job
                unfinished += 1
                future.add_done_callback(ended.put)
            if not begun:
                return
            try:
                future = ended.get(timeout=_LOOK_EVERY)
            except Empty:
                continue  # there may be more room by now
            unfinished -= 1
            if not ordered:
                yield begun.pop(future), future
            while ordered and begun and (first := next(iter(begun))).done():
                yield begun.pop(first), first
    finally:
        for future in begun:
            future.cancel()
