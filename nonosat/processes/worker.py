"""A process for solver work, so that it can be stopped.

CaDiCaL holds the interpreter's lock and cannot be interrupted, other solvers lose signals, and any of them
can run out of memory; a separate process can always be killed. A worker calls functions of modules, by name,
one after another, and keeps the modules' state between calls. It is reused for other puzzles, because
starting a worker takes longer than solving most puzzles.

A worker runs in a session of its own, so Ctrl-C reaches only the parent, which kills it. If the
parent dies instead, the kernel ends the worker: see `_die_with_parent`. In both cases, the programs that
a solver has started end, too: they are in the worker's process group, unless they leave it, and then they are
found as the worker's descendants.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import pickle
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from nonosat.errors import LimitReached, StopReason, WorkerError
from nonosat.processes import ALONE as ALONE
from nonosat.processes.calls import FOLDER, LENGTH, NO_MEMORY, Answers, Call, Worker as Worker, message, pack
from nonosat.processes.clock import PROCESSOR_TIME, Bounds as Bounds
from nonosat.processes.usage import Usage, descendants, kill_orphans, usage

P = ParamSpec("P")
T = TypeVar("T")

_ROUNDS, _ROUND = 20, 0.02  # times to remove what a killed worker has left, and seconds between them
_LOOK_EVERY = 0.05  # seconds between checks of what a busy worker uses
_MOST_IDLE = 16  # workers, if some are of a kind
_START = """\
import sys
sys.path.append(sys.argv[1])
from nonosat.processes.serving import serve
serve(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
"""


class Process(Worker):
    """The parent's side of a worker process."""

    def __init__(self) -> None:
        super().__init__()
        self._stopped = self._ended = False
        here, there = socket.socketpair()
        lifeline, self._lifeline = os.pipe()
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the worker
        # A worker that was started by another one leaves its files in that one's folder, and goes with it.
        place = os.environ.get(FOLDER) or tempfile.gettempdir()
        self._folder = os.path.join(place, f"nonosat-worker-{os.urandom(8).hex()}")
        # -P: the current folder must not be able to shadow our modules. The package's own
        # folder goes last on the path, for a checkout that was never installed.
        command = [sys.executable, "-P", "-c", _START, str(Path(__file__).resolve().parents[2])]
        self._process = subprocess.Popen(
            [*command, str(there.fileno()), str(lifeline), tempfile.gettempdir()],
            stdin=subprocess.DEVNULL,
            stdout=self._errors,  # solvers' output is not ours
            stderr=self._errors,
            pass_fds=(there.fileno(), lifeline),
            env={**os.environ, FOLDER: self._folder},
            start_new_session=True,
        )
        there.close()
        os.close(lifeline)
        self._socket = here
        _living.add(self)

    @property
    def alive(self) -> bool:
        """See `Worker`."""
        if self._process.poll() is not None:
            self._end_group()
        return not self._stopped and not self._ended

    def _answers(self, bounds: Bounds, asked: Call) -> Answers:
        try:
            self._socket.sendall(pack(message(*asked)))
            answer, result = self._next(bounds)
            while answer == "item":
                yield answer, result
                answer, result = self._next(bounds)
            self._look()
        except (EOFError, OSError) as error:
            try:
                raise self._explain_end() from error
            finally:
                self.kill()
        except BaseException:
            self.kill()
            raise
        yield answer, result

    def _next(self, bounds: Bounds) -> tuple[str, Any]:
        """Return the next answer; until it comes, `fact` is what the worker reports."""
        answer, result = "fact", ""
        while answer == "fact":
            self.fact = result
            answer, result = pickle.loads(self._receive(bounds))
        return answer, result

    def kill(self) -> None:
        """End the worker and everything that it started, at once."""
        self.stop()
        self._process.wait()
        _living.discard(self)
        self._socket.close()
        if self._lifeline >= 0:
            os.close(self._lifeline)
            self._lifeline = -1
        self._errors.close()
        for _ in range(_ROUNDS):  # a worker that was killed has left its files
            shutil.rmtree(self._folder, ignore_errors=True)
            if not os.path.exists(self._folder):
                break
            time.sleep(_ROUND)  # what it had started may be writing until it is dead

    def stop(self) -> None:
        """End the worker's process; the thread that waits for its answer cleans up."""
        self._stopped = True  # a killed process may look alive for a moment yet
        self._end_group()

    def _end_group(self) -> None:
        """End the worker, if it has not ended, and what it has started: once, right after it was waited for
        if not before, because its number may soon be another's.
        """
        if not self._ended:
            self._ended = True
            self._signal_group(signal.SIGSTOP)  # it starts nothing while what it has started is listed
            left = list(descendants(self._process.pid))
            self._signal_group(signal.SIGKILL)
            kill_orphans(left)

    def _signal_group(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)

    def _receive(self, bounds: Bounds) -> bytes:
        deadline, memory, cpu = bounds
        poller = select.poll()
        poller.register(self._socket, select.POLLIN)
        parts, missing, length = bytearray(), LENGTH.size, -1
        while True:
            left = None if deadline is None else deadline - time.monotonic()
            if left is not None and left <= 0:
                raise LimitReached(StopReason.TIME_LIMIT)
            looks = memory or cpu is not None
            wait = min(x for x in (left, _LOOK_EVERY if looks else None, 3600.0) if x is not None)
            if not poller.poll(wait * 1000):
                used = self._look()
                if memory and used.memory > memory:
                    raise LimitReached(StopReason.MEMORY_LIMIT)
                if cpu is not None and used.cpu > cpu:
                    raise LimitReached(StopReason.TIME_LIMIT, PROCESSOR_TIME)
                continue
            part = self._socket.recv(min(missing, 1 << 20))
            if not part:
                raise EOFError
            parts += part
            missing -= len(part)
            if missing == 0 and length < 0:
                length = missing = LENGTH.unpack(parts)[0]
                parts.clear()
            if missing == 0:
                return bytes(parts)

    def _look(self) -> Usage:
        used = usage(self._process.pid)
        self.memory, self.peak = used.memory, max(self.peak, used.peak)
        self.cpu = max(self.cpu, used.cpu)
        return used

    def _explain_end(self) -> Exception:
        """Return an error that says why the worker has ended, from its exit code and last output."""
        try:
            code = self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            return WorkerError("the worker closed its connection, but has not ended")
        self._end_group()
        self._errors.seek(0)
        words = self._errors.read().decode("utf-8", "replace").strip()
        if "bad_alloc" in words or "Cannot allocate" in words:  # C++ aborts with bad_alloc
            return LimitReached(StopReason.MEMORY_LIMIT, NO_MEMORY)
        if code == -signal.SIGKILL:
            what = "the solver's process was killed, most likely because memory ran out"
            return LimitReached(StopReason.MEMORY_LIMIT, what)
        how = f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with {code}"
        return WorkerError(f"the worker {how}: {words[-500:] or 'no message'}")


_living: set[Process] = set()
_idle: OrderedDict[Worker, str] = OrderedDict()  # with their kinds, the least recently used first


def new() -> Worker:
    """Return a new worker: a process, or this one where there is no other."""
    if not ALONE:
        return Process()
    from nonosat.processes.in_process import InProcess  # for few platforms

    return InProcess()


def lease(kind: str = "") -> Worker:
    """Return an idle worker of a kind, or a new one; give it back with `release`.

    Kinds keep apart what workers have loaded.
    """
    for worker in reversed([one for one, its in list(_idle.items()) if its == kind]):
        if _idle.pop(worker, None) is None:  # another thread has taken it
            continue
        if worker.alive:
            worker.thread = threading.get_ident()
            return worker
        worker.kill()
    return new()


@contextlib.contextmanager
def borrow(kind: str = "") -> Iterator[Worker]:
    """Lease a worker for the time of the block."""
    worker = lease(kind)
    try:
        yield worker
    finally:
        release(worker, kind)


def release(worker: Worker, kind: str = "") -> None:
    """Take a worker back for the next caller, unless it has ended; of too many, the oldest is ended."""
    if worker.alive:
        _idle[worker] = kind
        if kind and len(_idle) > _MOST_IDLE:
            _end_oldest()
    else:
        worker.kill()


def ask(bounds: Bounds, function: Callable[P, T], /, *arguments: P.args, **options: P.kwargs) -> T:
    """Call a function in an idle worker, or in a new one; the bounds' processor time counts from now."""
    with borrow() as held:
        cpu = None if bounds.cpu is None else held.cpu + bounds.cpu
        return held.call(bounds._replace(cpu=cpu), function, *arguments, **options)


def call_idle(function: Callable[[], T]) -> list[T]:
    """Call a function in every idle worker that is of no kind."""
    results = []
    for worker in [one for one, kind in list(_idle.items()) if not kind and one.alive]:
        with contextlib.suppress(WorkerError, LimitReached):  # it has just died
            results.append(worker.call(Bounds(), function))
    return results


@atexit.register
def end_idle() -> None:
    """End the workers that are not leased."""
    while _idle:
        _end_oldest()


def _end_oldest() -> None:
    with contextlib.suppress(KeyError):  # another thread has taken it
        _idle.popitem(last=False)[0].kill()


def stop_all(thread: int | None = None) -> None:
    """End every worker's process, including those that other threads use; or only those of one thread."""
    for worker in list(_living):
        if thread in (None, worker.thread):
            worker.stop()


def _forget_in_child() -> None:
    """Forget all workers: a forked child must not use its parent's."""
    _idle.clear()
    _living.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_in_child)
