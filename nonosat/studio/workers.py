"""The worker processes of the studio: how they are shared, limited and ended."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from nonosat.errors import InternalError, LimitReached
from nonosat.processes.limits import Bounds
from nonosat.processes.worker import Worker, new
from nonosat.puzzles.base import CellPuzzle
from nonosat.studio import cards, queries
from nonosat.studio.queries import Result

LATE = 20.0
"""Seconds beyond a question's own limit, since building the Problem of a large puzzle takes time."""

MAKING_SECONDS = 60.0
"""The time limit for making a page or certificate."""

_CONVERTING_SECONDS = 30.0  # the time limit for converting a picture
_MOST_MADE = 2  # products at a time


class Shared:
    """A worker for one caller at a time, in the order in which they come; it is started when it is needed."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._worker: Worker | None = None

    async def __aenter__(self) -> Worker:
        await self._turn.acquire()
        if self._worker is None or not self._worker.alive:
            self._worker = new()
        return self._worker

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is asyncio.CancelledError:
            self.stop()  # a thread still reads the worker's answers, which the next caller must not get
        self._turn.release()

    def stop(self) -> None:
        """End the worker; if a thread waits for its answer, that thread cleans up."""
        if self._worker is not None:
            (self._worker.stop if self._turn.locked() else self._worker.kill)()


class Workers:
    """The threads that wait for workers, and the workers that all puzzles share."""

    def __init__(self, memory: int) -> None:
        """`memory` is the memory limit of each worker, in bytes."""
        self.memory = memory
        self._threads = ThreadPoolExecutor(32, thread_name_prefix="studio")
        self._quick = Shared()
        self._pictures = Shared()
        self._sheet = Shared()
        self._making = asyncio.Semaphore(_MOST_MADE)

    async def ask(self, worker: Worker, seconds: float, tell: Callable[[Result], None], *call: Any) -> None:
        """Ask a worker a question that yields results; call `tell` with each."""
        loop = asyncio.get_running_loop()

        def stream() -> None:
            for result in worker.stream(self._bounds(seconds), *call):
                loop.call_soon_threadsafe(tell, result)

        await loop.run_in_executor(self._threads, stream)

    async def quickly(self, tell: Callable[[Result], None], puzzle: CellPuzzle) -> None:
        """Ask the shared worker for a puzzle's facts."""
        async with self._quick as worker:
            await self.ask(worker, queries.FACTS_SECONDS + LATE, tell, queries.facts, puzzle)

    async def make(self, *call: Any) -> Any:
        """Return the result of a call in a new worker, which ends with the call or its cancellation."""
        async with self._making:
            worker = new()

            def made() -> Any:
                try:
                    return worker.call(self._bounds(MAKING_SECONDS + LATE), *call)
                finally:
                    worker.kill()

            try:
                return await asyncio.get_running_loop().run_in_executor(self._threads, made)
            finally:
                worker.stop()

    async def convert(self, *call: Any) -> Any:
        """Return the result of a call in the worker for pictures, which caches the last picture."""
        async with self._pictures as worker:
            return await self._called(worker, _CONVERTING_SECONDS, *call)

    async def look(self, seconds: float, *call: Any) -> Any:
        """Return the result of a call in the worker for the sheet of drawings."""
        async with self._sheet as worker:
            await self._called(worker, LATE, cards.get_ready)
            return await self._called(worker, seconds, *call)

    async def warm_up(self) -> None:
        """Start the shared worker before the first question."""
        with contextlib.suppress(LimitReached, InternalError):
            async with self._quick as worker:
                await self._called(worker, LATE, queries.nothing)

    def close(self) -> None:
        """End the shared workers, without waiting for threads."""
        self._quick.stop()
        self._pictures.stop()
        self._sheet.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _called(self, worker: Worker, seconds: float, *call: Any) -> Any:
        loop, bounds = asyncio.get_running_loop(), self._bounds(seconds)
        return await loop.run_in_executor(self._threads, lambda: worker.call(bounds, *call))

    def _bounds(self, seconds: float) -> Bounds:
        return Bounds(time.monotonic() + seconds, self.memory)
