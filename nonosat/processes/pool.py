"""Threads that wait for worker processes, and that can be stopped at once."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
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
        >>> with nonosat.Pool(2) as pool:
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
            return _called(function, *args, **kwargs)
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


def _called(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
    """Call the function now, and return its result as that of a thread."""
    future: Future[T] = Future()
    try:
        future.set_result(function(*args, **kwargs))
    except Exception as error:
        future.set_exception(error)
    return future
