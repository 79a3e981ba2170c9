"""An executor on a Dask cluster, whose workers may be on many machines.

This is the only file that imports Dask. The function and its arguments are pickled inside the task, so the
scheduler needs only Dask; workers need the same nonosat as this process. A task that is no longer wanted
(Ctrl-C, a cancelled future, a client that died) ends its solvers on the worker.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import re
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import resource_tracker
from typing import Any, ParamSpec, TypeVar

from nonosat._version import __version__
from nonosat.errors import InputError, InputWarning, WorkerError
from nonosat.processes import worker
from nonosat.words import plural

P = ParamSpec("P")
T = TypeVar("T")

CONNECT = 5.0  # seconds in which the scheduler must answer
LOST = 30.0  # seconds of silence after which a scheduler, or one of our workers, is considered lost
_LOOK_EVERY = 0.2  # seconds between checks of whether a task is still wanted
_BRIEFLY = 0.2  # seconds to wait for the number of workers
_RETRIES = 2  # of a task whose worker failed or died
_ADDRESS = re.compile(r"((tcp|tls|ws|wss|ucx)://)?[^\s/]+:[0-9]+")
_PACKAGES = ("nonosat", "ortools", "python-sat")  # must have the same versions here and on the workers


class Cluster(Executor):
    """A concurrent.futures executor on the workers of a Dask client.

    A call whose workers die repeatedly raises WorkerError; faults of the cluster itself raise InputError.
    `client` is the Dask client.
    """

    def __init__(self, client: Any, address: str) -> None:
        self.client = client
        self._address = address
        self._tasks = client.get_executor(retries=_RETRIES, pure=False)
        self._asked: Future[dict[str, int]] | None = None
        self._heard = time.monotonic()
        self._workers: int | None = None
        self._listen(CONNECT)

    @property
    def workers(self) -> int:
        """The number of calls done at a time, as last heard; it changes as workers come and go."""
        self._listen(_BRIEFLY)
        return self._workers or 0

    def _listen(self, seconds: float) -> None:
        """Wait for the number of workers; a scheduler that is silent for long is lost."""
        before = self._workers
        with self._connection():
            if self._asked is None:
                ask = self.client.scheduler.ncores
                self._asked = asyncio.run_coroutine_threadsafe(ask(), self.client.loop.asyncio_loop)
            try:
                self._workers = sum(self._asked.result(seconds).values())
                self._asked, self._heard = None, time.monotonic()
            except TimeoutError:
                silent = time.monotonic() - self._heard > LOST
                if before is None or silent or self.client.status != "running":
                    raise
        if self._workers == 0 and before != 0:
            has = "has no workers yet" if before is None else "has lost all its workers"
            warnings.warn(f"{self._address}: the cluster {has}: waiting", InputWarning, stacklevel=2)

    @property
    def ahead(self) -> int:
        """The number of calls that keep all workers busy.

        More would only wait, and share the blame if their worker dies.
        """
        return 2 * self.workers + 1

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Call the function on some worker, where it must be importable by its name."""
        packed = pickle.dumps((function, args, kwargs))
        with self._connection():
            sent = self._tasks.submit(carrier(function), __version__, packed)
        future: Future[T] = Future()
        future.add_done_callback(lambda done: sent.cancel() if done.cancelled() else None)
        sent.add_done_callback(partial(self._settle, future))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Accept no more calls; without `wait`, or on demand, drop the accepted ones."""
        with suppress(InputError), self._connection():
            self._tasks.shutdown(wait=wait and not cancel_futures)

    @contextmanager
    def _connection(self) -> Iterator[None]:
        """Raise a one-line InputError if the scheduler is lost, whatever error Dask raises."""
        try:
            yield
        except Exception as error:
            if self.client.status == "running" and not isinstance(error, OSError):
                raise
            raise self._lost() from None

    def _lost(self) -> InputError:
        return InputError("lost connection to the Dask scheduler", self._address)

    def _settle(self, future: Future[T], sent: Future[T]) -> None:
        """Pass on the outcome of a task, with Dask's errors translated."""
        if not future.set_running_or_notify_cancel():
            return
        if sent.cancelled():
            future.set_exception(self._lost())
        elif error := sent.exception():
            future.set_exception(self._fault(error))
        else:
            future.set_result(sent.result())

    def _fault(self, error: BaseException) -> BaseException:
        from distributed import KilledWorker

        if isinstance(error, KilledWorker):
            deaths = error.allowed_failures + 1
            return WorkerError(f"abandoned after the Dask worker died ({plural(deaths, 'time')})")
        if isinstance(error, ImportError):
            return InputError(f"a Dask worker cannot do the work: {error}", self._address)
        return error


@contextmanager
def executor(address: str = "", jobs: int = 1) -> Iterator[Cluster]:
    """Connect to the scheduler at an address; without one, start a cluster of `jobs` processes here.

    On exit, unfinished calls are cancelled. A script that calls this without an address
    must guard its main part with `if __name__ == "__main__"`, as for any process pool.
    """
    distributed = _library()
    import dask

    if not address:
        # Its processes are on this machine: one that is silent for that long has stopped.
        with _sigint_blocked(), dask.config.set({"distributed.scheduler.worker-ttl": f"{LOST}s"}):
            local = distributed.LocalCluster(
                n_workers=jobs,
                threads_per_worker=1,
                memory_limit=None,  # a worker only waits; the solvers have limits of their own
                host="127.0.0.1",
                dashboard_address=None,
                silence_logs=logging.CRITICAL,
            )
        with local, _connected(distributed, local, "local Dask cluster") as cluster:
            yield cluster
    else:
        with _connected(distributed, _scheduler_at(distributed, address), address) as cluster:
            yield cluster


def _scheduler_at(distributed: Any, address: str) -> str:
    """Return the address of a scheduler, once it has identified itself as one."""
    if not _ADDRESS.fullmatch(address):
        raise InputError("expected the address of a Dask scheduler, such as tcp://host:8786", address)

    async def identity() -> Any:
        secrets = distributed.Security().get_connection_args("client")
        async with distributed.rpc(address, timeout=CONNECT, connection_args=secrets) as there:
            return await there.identity()

    try:
        # In a thread of its own: this one may already run an event loop, as in a notebook.
        with ThreadPoolExecutor(1) as aside:
            found = aside.submit(asyncio.run, asyncio.wait_for(identity(), CONNECT)).result()["type"]
    except Exception as error:  # anything may answer there, and Dask trusts every answer
        words = str(error).partition("\n")[0] or f"no answer within {CONNECT:.0f} s"
        raise InputError(f"no Dask scheduler answers: {words}", address) from None
    if found != "Scheduler":
        raise InputError(f"expected the address of a Dask scheduler, found that of a {found}", address)
    return address


@contextmanager
def _connected(distributed: Any, where: Any, name: str) -> Iterator[Cluster]:
    try:
        client = distributed.Client(where, timeout=CONNECT, set_as_default=False)
    except OSError as error:
        raise InputError(f"the Dask scheduler does not answer: {error}", name) from None
    with client:
        refuse_other_versions(client, name)
        cluster = Cluster(client, name)
        try:
            yield cluster
        finally:
            cluster.shutdown(wait=False)


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


def refuse_other_versions(client: Any, name: str) -> None:
    """Raise InputError if a worker's Python, nonosat or solvers have other versions than here."""
    versions = client.get_versions(packages=_PACKAGES)
    here = versions["client"]["packages"]
    for place, found in versions["workers"].items():
        for package in ("python", *_PACKAGES):
            wanted, there = _release(here, package), _release(found["packages"], package)
            # A checkout that was never installed has no version to compare.
            if wanted and wanted != there:
                has = f"{package} {there}" if there else f"no {package}"
                raise InputError(f"the Dask worker {place} has {has}, expected {wanted} as here", name)


def _release(packages: dict[str, str | None], package: str) -> str:
    """Return a version; for Python, only the part that decides whether pickled code works."""
    version = packages.get(package) or ""
    return ".".join(version.split(".")[:2]) if package == "python" else version


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Block Ctrl-C in threads and processes started inside, and in their children: this process ends them."""
    # The tracker must run first: otherwise it starts with the first process, and then unblocks the signal.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# The worker's side.


def carrier(function: Callable[..., Any]) -> Callable[[str, bytes], Any]:
    """Return a function that is pickled as code, not by name: it can report that nonosat is missing."""

    def carry(version: str, packed: bytes) -> Any:
        import platform

        try:
            from nonosat._version import __version__ as own
            from nonosat.processes.dask_cluster import call
        except ImportError as error:
            raise ImportError(f"{platform.node()}: {error}") from None
        if own != version:
            raise ImportError(f"{platform.node()} has nonosat {own}, expected {version}")
        return call(packed)

    carry.__name__ = function.__name__  # what Dask's dashboard shows
    return carry


def call(packed: bytes) -> Any:
    """Do a call in a thread of a Dask worker; end its solvers if the result is no longer wanted."""
    function, args, kwargs = pickle.loads(packed)
    over = threading.Event()
    watch = threading.Thread(target=_watch, args=(_still_wanted(), threading.get_ident(), over), daemon=True)
    watch.start()
    try:
        return function(*args, **kwargs)
    finally:
        over.set()
        watch.join()  # or it could end the solvers of this thread's next task


def _watch(wanted: Callable[[], bool], thread: int, over: threading.Event) -> None:
    while not over.wait(_LOOK_EVERY):
        if not wanted():
            worker.stop_all(thread)


def _still_wanted() -> Callable[[], bool]:
    """Return a function that says whether this thread's task is still wanted."""
    from distributed import Status, get_worker

    here = get_worker()
    key = here.get_current_task()

    def wanted() -> bool:
        task = here.state.tasks.get(key)
        ending = here.status in (Status.closing, Status.closed, Status.failed)
        return task is not None and task.state in ("executing", "long-running") and not ending

    return wanted
