"""Threads that wait for worker processes and can be stopped at once; and many jobs through an executor, only
some of them started at a time.

An executor of threads (`Pool`), of a cluster or any other of `concurrent.futures` will do. One with an
attribute `ahead` never gets more unfinished jobs than that.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from itertools import islice
from queue import Empty, SimpleQueue
from typing import ParamSpec, TypeVar

from nonosat.processes import ALONE, worker

P = ParamSpec("P")
T = TypeVar("T")


def at_once(jobs: int) -> int:
    """Return how many of these jobs can run at a time: one where there are no threads."""
    return 1 if ALONE else jobs


class Pool(ThreadPoolExecutor):
    """An executor whose threads only wait for workers, so that the interpreter's lock does not matter.

        >>> import nonosat
        >>> from nonosat import toolkit
        >>> with toolkit.Pool(2) as pool:
        ...     pool.submit(nonosat.load, "cat").result().title
        'Cat'

    On an exception (Ctrl-C), it drops the calls not yet started and ends the workers of the others.
    """

    def __init__(self, jobs: int) -> None:
        """Run at most `jobs` calls at a time."""
        super().__init__(jobs, thread_name_prefix="job")
        self.ahead = 1 if ALONE else sys.maxsize  # see `stream`
        self._open: set[Future[object]] = set()

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Call the function in a thread, when one is free; at once where there are no threads."""
        if ALONE:
            called: Future[T] = Future()
            try:
                called.set_result(function(*args, **kwargs))
            except Exception as error:
                called.set_exception(error)
            return called
        future = super().submit(function, *args, **kwargs)
        self._open.add(future)  # type: ignore[arg-type]  # only ever waited for
        future.add_done_callback(self._open.discard)
        return future

    def stop(self) -> None:
        """End everything now."""
        self.shutdown(wait=False, cancel_futures=True)
        # A thread may be about to start a worker: it is ended in the next round.
        while wait(list(self._open), timeout=0.02).not_done:
            worker.stop_all()

    def __exit__(self, *error: object) -> None:
        if error[0] is not None:
            self.stop()
        self.shutdown()


J = TypeVar("J")

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
        >>> from nonosat import toolkit
        >>> with toolkit.Pool(2) as pool:
        ...     found = toolkit.stream(pool, nonosat.load, ["cat", "switch"], ordered=True)
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
