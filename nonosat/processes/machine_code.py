"""Machine code with numba: how functions are compiled, and loaded in the background."""

from __future__ import annotations

import atexit
import ctypes
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any, ClassVar, Generic, TypeVar, cast

FASTER = 10.0
"""About how many times faster compiled messages are."""

_ENDS = 3.0  # seconds in which a loading thread should notice that it is no longer needed

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


def compiled(function: F) -> F:
    """Compile a function when it is first called, and keep the result for other processes."""
    return _cached(function, _nrt=True)


def lean(function: F) -> F:
    """Like `compiled`, for functions that create no arrays: without numba's reference counting, which takes
    longer than the work of small functions.
    """
    return _cached(function, _nrt=False)


def inlined(function: F) -> F:
    """Like `lean`, but inlined: passing many arrays to a function takes longer than its work."""
    return _cached(function, _nrt=False, forceinline=True)


def compiled_floats(function: F) -> F:
    """Like `compiled`, for loops over floats that should be vectorised.

    Divisors must not be 0: loops can be vectorised if that is not tested. So they can if a * b + c is rounded
    once instead of twice. Infinities and NaNs keep their meaning.
    """
    return _cached(function, error_model="numpy", fastmath={"contract"})


def _cached(function: F, **options: Any) -> F:
    """Compile, and cache the result beside the code or in the user's cache folder, as numba does.

    If neither can be written, nothing is cached: a folder that others can write to would let them run code
    here.
    """
    from numba import njit

    try:
        return cast(F, njit(cache=True, **options)(function))
    except RuntimeError:  # numba found no writable folder
        return cast(F, njit(**options)(function))


def _silence(thread: threading.Thread | None) -> None:
    """Ignore exceptions of a thread from now on: its work is dropped."""
    in_thread, unraisable = threading.excepthook, sys.unraisablehook

    def report_in_thread(found: threading.ExceptHookArgs) -> None:
        if found.thread is not thread:
            in_thread(found)

    def report_unraisable(found: sys.UnraisableHookArgs) -> None:
        if threading.current_thread() is not thread:
            unraisable(found)

    threading.excepthook, sys.unraisablehook = report_in_thread, report_unraisable


class LoadedBeside(Generic[T]):
    """A plain implementation and its compiled twin, which a thread loads once that is worth it. Loading takes
    half a second, and some seconds if it has to compile: a single puzzle should not wait for that. `current`
    is the plain one until the twin is ready. Both must give the same results, because the moment of the
    switch depends on the machine.
    """

    plain_seconds: ClassVar[float] = 0.0
    """The time that this process has spent in plain implementations so far."""

    def __init__(self, plain: T, load: Callable[[], T], worth: float) -> None:
        """`load` returns the compiled twin; it is called after `worth` seconds of work by the plain one."""
        self._twin = plain
        self._plain = plain
        self._load = load
        self._worth = worth
        self._spent = 0.0
        self._patience = 1.0
        self.thread: threading.Thread | None = None

    @property
    def current(self) -> T:
        """The twin if it is loaded, else the plain one; starts loading if it is now worth it."""
        if self._spent > self._worth and self.thread is None and find_spec("numba") is not None:
            self._begin()
        return self._twin

    def wait(self, seconds: float) -> T:
        """Load the twin now, for work that would take the plain one too long; wait at most `seconds`.

        Returns the plain one if the twin is not ready by then, or if numba is not installed.
        """
        if not self.loaded and find_spec("numba") is not None:
            (self.thread or self._begin()).join(seconds)
        return self._twin

    @property
    def loaded(self) -> bool:
        """Whether the twin is loaded."""
        return self._twin is not self._plain

    def load(self) -> None:
        """Load the twin; from then on it is used."""
        self._twin = self._load()

    def _begin(self) -> threading.Thread:
        self.thread = threading.Thread(target=self.load, daemon=True)
        atexit.register(self._give_up)
        self.thread.start()
        return self.thread

    def _give_up(self) -> None:
        """End the thread: LLVM aborts the process if it is still working when the interpreter is gone."""
        _silence(self.thread)
        end = time.monotonic() + _ENDS
        while self.thread is not None and self.thread.is_alive() and time.monotonic() < end:
            # The exception may be swallowed, for example in a callback, so it is raised repeatedly.
            raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
            raise_in(ctypes.c_ulong(self.thread.ident or 0), ctypes.py_object(SystemExit))
            self.thread.join(0.05)

    def miss(self, seconds: float) -> None:
        """Count the time of work that was skipped because the plain one would take too long."""
        self._spent += seconds
        _ = self.current

    def finish_loading(self) -> None:
        """Wait for loading that has started, at most a second in total, which is enough if everything is
        cached. Call it between two puzzles, when no limit applies: two threads slow each other down.
        """
        if self.thread is not None and self._patience > 0:
            begin = time.perf_counter()
            self.thread.join(self._patience)
            self._patience -= time.perf_counter() - begin

    @contextmanager
    def at_work(self, used: T) -> Iterator[None]:
        """Count the time of the block, if `used` is the plain one."""
        begin = time.perf_counter()
        yield
        if used is self._plain:
            seconds = time.perf_counter() - begin
            self._spent += seconds
            LoadedBeside.plain_seconds += seconds
