"""The worker processes of the studio: how they are shared, limited and ended."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from nonosat.errors import InternalError, LimitReached
from nonosat.processes.limits import Bounds
from nonosat.processes.worker import Worker
from nonosat.puzzles.nonogram import Nonogram
from nonosat.studio import queries
from nonosat.studio.queries import Result

LATE = 20.0
"""Seconds beyond a question's own limit, since building the Problem of a large puzzle takes time."""

MAKING_SECONDS = 60.0
"""The time limit for making a page or certificate."""

_CONVERTING_SECONDS = 30.0  # the time limit for converting a picture
_MOST_MADE = 2  # products at a time


class Workers:
    """The threads that wait for workers, and the workers that all puzzles share."""

    def __init__(self, memory: int) -> None:
        """`memory` is the memory limit of each worker, in bytes."""
        self.memory = memory
        self._threads = ThreadPoolExecutor(32, thread_name_prefix="studio")
        self._quick: Worker | None = None
        self._turn = asyncio.Lock()
        self._making = asyncio.Semaphore(_MOST_MADE)
        self._pictures: Worker | None = None
        self._converting = asyncio.Lock()

    async def ask(self, worker: Worker, seconds: float, tell: Callable[[Result], None], *call: Any) -> None:
        """Ask a worker a question that yields results; call `tell` with each."""
        loop = asyncio.get_running_loop()
        bounds = Bounds(time.monotonic() + seconds, self.memory)

        def stream() -> None:
            found: Iterator[Result] = worker.stream(bounds, *call)
            for item in found:
                loop.call_soon_threadsafe(tell, item)

        await loop.run_in_executor(self._threads, stream)

    async def quickly(self, tell: Callable[[Result], None], puzzle: Nonogram) -> None:
        """Ask the shared worker for a puzzle's facts."""
        async with self._turn:
            if self._quick is None or not self._quick.alive:
                self._quick = await self.started()
            try:
                await self.ask(self._quick, queries.FACTS_SECONDS + LATE, tell, queries.facts, puzzle)
            except asyncio.CancelledError:
                self._quick.stop()  # the thread still reads its answers, which the next caller must not get
                raise

    async def make(self, *call: Any) -> Any:
        """Return the result of a call in a new worker, which ends with the call or its cancellation."""
        loop = asyncio.get_running_loop()
        async with self._making:
            worker = Worker()
            bounds = Bounds(time.monotonic() + MAKING_SECONDS + LATE, self.memory)

            def made() -> Any:
                try:
                    return worker.call(bounds, *call)
                finally:
                    worker.kill()

            try:
                return await loop.run_in_executor(self._threads, made)
            finally:
                worker.stop()

    async def convert(self, *call: Any) -> Any:
        """Return the result of a call in the worker for pictures, which caches the last picture."""
        loop = asyncio.get_running_loop()
        async with self._converting:
            if self._pictures is None or not self._pictures.alive:
                self._pictures = Worker()
            worker = self._pictures
            bounds = Bounds(time.monotonic() + _CONVERTING_SECONDS, self.memory)
            return await loop.run_in_executor(self._threads, lambda: worker.call(bounds, *call))

    async def started(self) -> Worker:
        """Return a new worker that is ready."""
        worker = Worker()
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self._threads, lambda: worker.call(Bounds(), queries.nothing))
        except BaseException:
            worker.stop()  # on cancellation: the thread, which still waits for it, cleans up
            raise
        return worker

    async def warm_up(self) -> None:
        """Start the shared worker before the first question."""
        async with self._turn:
            if self._quick is None:
                with contextlib.suppress(LimitReached, InternalError):
                    self._quick = await self.started()

    def close(self) -> None:
        """End the shared workers, without waiting for threads."""
        for worker in (self._quick, self._pictures):
            if worker is not None:
                worker.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)
