"""A worker that is this process, for platforms that have no other (WebAssembly).

A call returns when it has ended. Limits hold because functions check the clock, and solvers work in turns;
who cannot wait for them ends this whole process: in a browser, its Web Worker.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, ParamSpec, TypeVar

from nonosat.processes import calls
from nonosat.processes.limits import Bounds
from nonosat.processes.turns import limited

P = ParamSpec("P")
T = TypeVar("T")


class InProcess:
    """A `worker.Worker`; what the functions keep between calls is its own."""

    def __init__(self) -> None:
        self.thread = threading.get_ident()
        self.fact = ""
        self.pid, self.memory, self.peak, self.cpu = os.getpid(), 0, 0, time.process_time()
        self._kept: dict[str, Any] = {}
        self._stopped = False

    @property
    def alive(self) -> bool:
        """Whether it can be called."""
        return not self._stopped

    def call(self, bounds: Bounds, function: Callable[P, T], /, *arguments: P.args, **options: P.kwargs) -> T:
        """Call a function of a module and return its result."""
        *_, (answer, result) = self._answers(bounds, function, arguments, options)
        found: T = calls.result_of(answer, result)
        return found

    def stream(
        self, bounds: Bounds, function: Callable[P, Iterator[T]], /, *arguments: P.args, **options: P.kwargs
    ) -> Iterator[T]:
        """Call a generator and yield its items."""
        for answer, result in self._answers(bounds, function, arguments, options):
            if answer == "item":
                yield result
            else:
                calls.result_of(answer, result)

    def _answers(
        self,
        bounds: Bounds,
        function: Callable[..., Any],
        arguments: tuple[Any, ...],
        options: dict[str, Any],
    ) -> Iterator[tuple[str, Any]]:
        """Yield what a worker process would answer."""
        cpu = None if bounds.cpu is None else time.process_time() + bounds.cpu - self.cpu
        answers = calls.answers((function.__module__, function.__qualname__), arguments, options)
        answer: tuple[str, Any] = "item", None
        while answer[0] == "item":
            calls.kept, before = self._kept, calls.kept
            try:
                with limited(bounds.deadline, cpu):
                    answer = next(answers)
            finally:
                calls.kept = before
                self.cpu = time.process_time()
            yield answer

    def kill(self) -> None:
        """Forget what the functions have kept."""
        self.stop()
        self._kept.clear()

    def stop(self) -> None:
        """Accept no further call."""
        self._stopped = True
