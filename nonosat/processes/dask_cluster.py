"""An executor on a Dask cluster, whose workers may be on many machines: Dask's own, with one-line errors.

This is the only file that imports Dask. Scheduler and workers need the same nonosat as this process. A task
that is no longer wanted (Ctrl-C, a cancelled future, a client that died) ends its solvers on the worker.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from typing import Any, ParamSpec, TypeVar

from nonosat.errors import InputError, WorkerError
from nonosat.installed import __version__
from nonosat.processes import worker

P = ParamSpec("P")
T = TypeVar("T")

CONNECT = 5.0  # seconds in which the scheduler must answer
_LOOK_EVERY = 0.2  # seconds between checks of whether a task is still wanted
_RETRIES = 2  # of a task whose worker died


class Cluster(Executor):
    """Dask's executor. A call whose workers die again and again raises WorkerError; a lost scheduler,
    InputError.
    """

    def __init__(self, client: Any, address: str) -> None:
        self.client = client
        self._address = address
        self._tasks = client.get_executor(retries=_RETRIES, pure=False)

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Call the function on some worker, where it must be importable by its name."""
        future: Future[T] = Future()
        try:
            sent = self._tasks.submit(call, __version__, function, args, kwargs)
        except Exception:
            raise self._lost() from None
        future.add_done_callback(lambda done: sent.cancel() if done.cancelled() else None)
        sent.add_done_callback(lambda done: self._settle(future, done))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Accept no more calls; without `wait`, or on demand, drop the accepted ones."""
        with suppress(Exception):  # a lost scheduler has nothing to shut down
            self._tasks.shutdown(wait=wait and not cancel_futures)

    def _lost(self) -> InputError:
        return InputError("lost connection to the Dask scheduler", self._address)

    def _settle(self, future: Future[T], sent: Future[T]) -> None:
        """Pass on the outcome of a task, with Dask's errors translated."""
        from distributed import KilledWorker

        if not future.set_running_or_notify_cancel():
            return
        try:
            future.set_result(sent.result())
        except KilledWorker:
            future.set_exception(WorkerError("abandoned: the Dask workers that did it died"))
        except CancelledError:
            future.set_exception(self._lost())
        except ImportError as error:
            future.set_exception(InputError(f"a Dask worker cannot do the work: {error}", self._address))
        except BaseException as error:
            future.set_exception(error)


@contextmanager
def executor(address: str = "", jobs: int = 1) -> Iterator[Cluster]:
    """Connect to the scheduler at an address; without one, start a cluster of `jobs` processes here.

    On exit, unfinished calls are cancelled. A script that calls this without an address must guard its main
    part with `if __name__ == "__main__"`, as for any process pool.
    """
    distributed = _library()
    # Without a limit of memory: a worker only waits, and the solvers have limits of their own.
    here = {"memory_limit": None, "host": "127.0.0.1", "dashboard_address": None}
    with ExitStack() as stack:
        where: Any = address
        if address:
            _require_scheduler(distributed, address)
        else:
            local = distributed.LocalCluster(
                n_workers=jobs, threads_per_worker=1, silence_logs=logging.CRITICAL, **here
            )
            where = stack.enter_context(local)
        client = stack.enter_context(distributed.Client(where, timeout=CONNECT, set_as_default=False))
        cluster = Cluster(client, address or "local Dask cluster")
        stack.callback(cluster.shutdown, wait=False)
        yield cluster


def _require_scheduler(distributed: Any, address: str) -> None:
    """Raise InputError unless a scheduler identifies itself there: a client would wait for ever."""

    async def identity() -> Any:
        secrets = distributed.Security().get_connection_args("client")
        async with distributed.rpc(address, timeout=CONNECT, connection_args=secrets) as there:
            return await there.identity()

    try:
        # In a thread of its own: this one may already run an event loop, as in a notebook.
        with ThreadPoolExecutor(1) as aside:
            found = aside.submit(asyncio.run, asyncio.wait_for(identity(), CONNECT)).result()["type"]
    except Exception as error:  # anything may answer there
        words = str(error).partition("\n")[0] or f"no answer within {CONNECT:.0f} s"
        raise InputError(f"no Dask scheduler answers: {words}", address) from None
    if found != "Scheduler":
        raise InputError(f"expected the address of a Dask scheduler, found that of a {found}", address)


def _library() -> Any:
    """Import Dask, and keep its log off the terminal: its errors are raised instead."""
    try:
        import distributed
    except ImportError:
        what = "a cluster needs Dask, which is not installed: pip install 'nonosat[dask]'"
        raise InputError(what) from None
    for name in ("distributed", "distributed.client", "distributed.gc", "tornado", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    warnings.filterwarnings("ignore", module="distributed")
    return distributed


def call(version: str, function: Callable[..., T], args: Any, kwargs: Any) -> T:
    """Do a call in a thread of a Dask worker; end its solvers if the result is no longer wanted."""
    from distributed import get_worker

    if version != __version__:
        raise ImportError(f"it has nonosat {__version__}, expected {version}")
    here, thread, over = get_worker(), threading.get_ident(), threading.Event()
    key = here.get_current_task()

    def watch() -> None:
        while not over.wait(_LOOK_EVERY):
            task = here.state.tasks.get(key)
            wanted = task is not None and task.state in ("executing", "long-running")
            if not wanted or here.status.name in ("closing", "closed", "failed"):
                worker.stop_all(thread)

    watching = threading.Thread(target=watch, daemon=True)
    watching.start()
    try:
        return function(*args, **kwargs)
    finally:
        over.set()
        watching.join()  # or it could end the solvers of this thread's next task
