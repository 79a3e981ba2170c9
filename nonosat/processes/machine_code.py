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
"""How many times faster compiled messages are, about."""

_ENDS = 3.0  # seconds in which a loading thread should notice that it is no longer needed

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


def compiled(function: F) -> F:
    """Compile a function when it is first called, and keep the result for other processes."""
    return _kept(function, _nrt=True)


def lean(function: F) -> F:
    """The same for functions that create no arrays: without reference counting, which numba does by default,
    and which in small functions takes longer than their work.
    """
    return _kept(function, _nrt=False)


def inlined(function: F) -> F:
    """The same, inlined: passing many arrays to a function takes longer than its work."""
    return _kept(function, _nrt=False, forceinline=True)


def compiled_floats(function: F) -> F:
    """The same for loops over floats that are to be vectorised.

    Divisors are never 0 here, and not testing for that lets loops be vectorised; so does one rounding
    instead of two for a * b + c. Infinities and NaNs keep their meaning.
    """
    return _kept(function, error_model="numpy", fastmath={"contract"})


def _kept(function: F, **options: Any) -> F:
    """Compile, and keep the result beside the code or in the user's cache folder, as numba does.

    If neither can be written, nothing is cached: a folder that others can write to would let them run code
    here.
    """
    from numba import njit

    try:
        return cast(F, njit(cache=True, **options)(function))
    except RuntimeError:  # numba has found no folder
        return cast(F, njit(**options)(function))


def _silence(thread: threading.Thread | None) -> None:
    """Ignore what a thread raises from now on: its work is dropped."""
    in_thread, unraisable = threading.excepthook, sys.unraisablehook

    def report_in_thread(found: threading.ExceptHookArgs) -> None:
        if found.thread is not thread:
            in_thread(found)

    def report_unraisable(found: sys.UnraisableHookArgs) -> None:
        if threading.current_thread() is not thread:
            unraisable(found)

    threading.excepthook, sys.unraisablehook = report_in_thread, report_unraisable


class LoadedBeside(Generic[T]):
    """A compiled twin of a plain implementation, loaded in a thread once it is worth it. Loading takes half a
    second, and some seconds on its first run: a single puzzle should not wait for that. `current` is the
    plain one until the twin is ready. Both must give the same results, since the time of the change depends
    on the machine.
    """

    plain_seconds: ClassVar[float] = 0.0
    """The time that this process has spent so far on what machine code would do faster."""

    def __init__(self, plain: T, load: Callable[[], T], worth: float) -> None:
        """`load` returns the compiled twin; it is called after `worth` seconds of work with the plain one."""
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
        """Return the twin for work that the plain one takes too long for, after `seconds` at most.

        The plain one if it is not ready by then, or where numba is not installed.
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
            # It may be swallowed where nothing can be raised, as in a callback, so repeat it.
            raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
            raise_in(ctypes.c_ulong(self.thread.ident or 0), ctypes.py_object(SystemExit))
            self.thread.join(0.05)

    def miss(self, seconds: float) -> None:
        """Count work that was not done because it would take the plain one too long."""
        self._spent += seconds
        _ = self.current

    def finish_loading(self) -> None:
        """Wait for loading that has started, at most a second in total, which is enough if everything is
        cached. To be called between two puzzles, where no limit runs: two threads slow each other down.
        """
        if self.thread is not None and self._patience > 0:
            begin = time.perf_counter()
            self.thread.join(self._patience)
            self._patience -= time.perf_counter() - begin

    @contextmanager
    def at_work(self, used: T) -> Iterator[None]:
        """Count the time inside, if the plain one is used."""
        begin = time.perf_counter()
        yield
        if used is self._plain:
            seconds = time.perf_counter() - begin
            self._spent += seconds
            LoadedBeside.plain_seconds += seconds
