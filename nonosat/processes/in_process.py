"""A worker that is this process, for platforms that have no other (WebAssembly)."""

from __future__ import annotations

import time
from typing import Any

from nonosat.processes import calls
from nonosat.processes.calls import Answers, Call, Worker
from nonosat.processes.clock import Bounds
from nonosat.processes.serving import answers
from nonosat.processes.turns import limit_calls


class InProcess(Worker):
    """This process; what the functions keep between calls is its own."""

    def __init__(self) -> None:
        super().__init__()
        self.cpu = time.process_time()
        self._kept: dict[str, Any] = {}
        self._stopped = False

    @property
    def alive(self) -> bool:
        """See `Worker`."""
        return not self._stopped

    def _answers(self, bounds: Bounds, asked: Call) -> Answers:
        cpu = None if bounds.cpu is None else time.process_time() + bounds.cpu - self.cpu
        function, arguments, options = asked
        each = answers((function.__module__, function.__qualname__), arguments, options)
        answer: tuple[str, Any] = "item", None
        while answer[0] == "item":
            calls.kept, before = self._kept, calls.kept
            try:
                with limit_calls(bounds.deadline, cpu):
                    answer = next(each)
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
