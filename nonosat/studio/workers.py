"""The worker processes of the studio: how they are shared, limited and ended."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from nonosat import LimitReached
from nonosat.studio import queries
from nonosat.studio.drawing import Drawing
from nonosat.studio.queries import Result
from nonosat.toolkit import InternalError, worker as processes

P = ParamSpec("P")
T = TypeVar("T")

VERDICT_SECONDS, AFTER_SECONDS = (20.0, 6.0) if processes.ALONE else (60.0, 60.0)
"""The time limits of the verdict and of each question after it: short where strokes wait for the answer."""

LATE = 20.0
"""Seconds beyond a question's own limit, since building the Problem of a large puzzle takes time."""

MAKING_SECONDS = 60.0
"""The time limit for making a page or certificate."""

CONVERTING_SECONDS = 30.0
"""The time limit for what a page waits for."""

_MOST_WORKED = 2  # such calls at a time, besides one for boards and pictures
_MOST_MADE = 2  # products at a time
_MOST_ANSWERED = 4  # questions at a time that take longer
_ANSWER_SECONDS = VERDICT_SECONDS + (2 + 2 * queries.MEND_SHARE) * AFTER_SECONDS + LATE


_BREATH = 0.01  # seconds in which the page's messages are read, where there are no threads


async def aside(function: Callable[P, T], *arguments: P.args, **options: P.kwargs) -> T:
    """Call a function in a thread, while others are answered; where there are none, after what has come."""
    if processes.ALONE:
        await asyncio.sleep(_BREATH)
        return function(*arguments, **options)
    return await asyncio.to_thread(function, *arguments, **options)


class Shared:
    """A worker for one caller at a time, in the order in which they come; it is started when it is needed."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._worker: processes.Worker | None = None

    async def __aenter__(self) -> processes.Worker:
        await self._turn.acquire()
        if self._worker is None or not self._worker.alive:
            self._worker = processes.new()
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
    """The threads that wait for workers, and the workers that all questions share."""

    def __init__(self, memory: int) -> None:
        """`memory` is the memory limit of each worker, in bytes."""
        self.memory = memory
        self._threads = ThreadPoolExecutor(32, thread_name_prefix="studio")
        self._quick = Shared()
        self._pictures = Shared()
        self._answering = [Shared() for _ in range(_MOST_ANSWERED)]
        self._turns = asyncio.Semaphore(_MOST_ANSWERED)
        self._working = [Shared() for _ in range(_MOST_WORKED)]
        self._work_turns = asyncio.Semaphore(_MOST_WORKED)
        self._asked: set[asyncio.Task[None]] = set()
        self._making = asyncio.Semaphore(_MOST_MADE)

    async def ask(
        self, worker: processes.Worker, seconds: float, tell: Callable[[Result], object], *call: Any
    ) -> None:
        """Ask a worker a question that yields results; call `tell` with each."""
        loop, results = asyncio.get_running_loop(), worker.stream(self._bounds(seconds), *call)

        def stream() -> None:
            for result in results:
                loop.call_soon_threadsafe(tell, result)

        if not processes.ALONE:
            await loop.run_in_executor(self._threads, stream)
            return
        for result in results:
            tell(result)
            await asyncio.sleep(_BREATH)

    async def quickly(self, tell: Callable[[Result], object], drawing: Drawing) -> None:
        """Ask the shared worker for a drawing's facts. They take a moment: once begun, they are found even if
        this is cancelled, since another worker would take longer to start.
        """
        heard = True

        async def ask() -> None:
            async with self._quick as worker:
                if heard:
                    seconds = queries.FACTS_SECONDS + LATE
                    call = queries.ask_about, queries.facts, drawing
                    await self.ask(worker, seconds, lambda result: tell(result) if heard else None, *call)

        task = asyncio.create_task(ask())
        self._asked.add(task)
        task.add_done_callback(self._asked.discard)
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            heard = False
            task.add_done_callback(lambda task: task.cancelled() or task.exception())
            raise

    async def answer(self, tell: Callable[[Result], object], *call: Any) -> None:
        """Ask a question about a drawing that takes longer; its worker ends if this is cancelled, since
        solvers cannot be interrupted.
        """
        async with self._turns:
            own = self._answering.pop()
            try:
                async with own as worker:
                    await self.ask(worker, _ANSWER_SECONDS, tell, queries.ask_about, *call)
            finally:
                self._answering.append(own)

    async def make(self, *call: Any) -> Any:
        """Return the result of a call in a new worker, which ends with the call or its cancellation."""
        async with self._making:
            worker = processes.new()

            def make_and_kill() -> Any:
                try:
                    return worker.call(self._bounds(MAKING_SECONDS + LATE), *call)
                finally:
                    worker.kill()

            try:
                return await self._aside(make_and_kill)
            finally:
                worker.stop()

    async def convert(self, *call: Any) -> Any:
        """Return the result of a call in the worker for boards and pictures, which caches the last one."""
        async with self._pictures as worker:
            return await self._call(worker, CONVERTING_SECONDS, *call)

    async def work(self, *call: Any) -> Any:
        """Return the result of a call that is short, unless something is wrong with what it is given."""
        async with self._work_turns:
            own = self._working.pop()
            try:
                async with own as worker:
                    return await self._call(worker, CONVERTING_SECONDS, *call)
            finally:
                self._working.append(own)

    async def warm_up(self) -> None:
        """Start the shared worker before the first question."""
        with contextlib.suppress(LimitReached, InternalError):
            async with self._quick as worker:
                await self._call(worker, LATE, queries.nothing)

    def close(self) -> None:
        """End the shared workers, without waiting for threads."""
        for shared in (self._quick, self._pictures, *self._answering, *self._working):
            shared.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _call(self, worker: processes.Worker, seconds: float, *call: Any) -> Any:
        bounds = self._bounds(seconds)
        return await self._aside(lambda: worker.call(bounds, *call))

    async def _aside(self, work: Callable[[], Any]) -> Any:
        if processes.ALONE:
            return await aside(work)
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def _bounds(self, seconds: float) -> processes.Bounds:
        return processes.Bounds(time.monotonic() + seconds, self.memory)
