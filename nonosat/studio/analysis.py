"""When questions about a drawing are asked, and when they are cancelled.

After every change, one warm worker, which all puzzles share, is asked for the facts that follow from lines
and single assumptions; this takes a fraction of a second and is never cancelled. After a pause in drawing,
the drawing's own worker is asked the other questions. A newer change ends that worker, since solvers cannot
be interrupted.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from nonosat.errors import InputError, InternalError, LimitReached
from nonosat.puzzles.base import CellPuzzle
from nonosat.solving.answer import Verdict
from nonosat.studio import queries
from nonosat.studio.queries import Result
from nonosat.studio.workers import AFTER_SECONDS, LATE, VERDICT_SECONDS, Shared, Workers

REST = 0.25
"""Seconds without a change that count as a pause."""

_MOST_SECONDS = VERDICT_SECONDS + (2 + 2 * queries.MEND_SHARE) * AFTER_SECONDS + LATE

Tell = Callable[[int, str, dict[str, Any]], None]
"""Receives a drawing's revision, a result's name, and the result."""


@dataclass(frozen=True)
class Revision:
    """A revision of a drawing: its number, its puzzle, the costs of changing its cells, and those to keep."""

    number: int
    puzzle: CellPuzzle
    costs: tuple[int, ...] = ()
    keep: tuple[int, ...] = ()


class Analysis:
    """Asks the questions about one drawing; calls `tell` with the answers as they arrive."""

    def __init__(self, workers: Workers, tell: Tell) -> None:
        self._workers = workers
        self._tell = tell
        self._newest: Revision | None = None
        self._changed = asyncio.Event()
        self._own = Shared()
        self._questions: list[asyncio.Task[None]] = []
        self._settled = "unknown"
        self._loop = asyncio.create_task(self._run())

    def look_at(self, revision: Revision | None) -> None:
        """Cancel the current questions and ask about this revision; with None, ask nothing."""
        self._cancel()
        self._newest = revision
        self._changed.set()

    def stop(self) -> None:
        """Cancel the questions about the newest revision."""
        self._cancel()
        if self._newest is not None:
            self._tell(self._newest.number, "stopped", {"question": "verdict", "why": "on request"})

    def ask_for_givens(self) -> None:
        """Ask for the fewest givens, after the current questions."""
        if self._newest is not None:
            self._begin(self._newest, "givens", queries.fewest_givens, self._newest.puzzle, VERDICT_SECONDS)

    def close(self) -> None:
        """Stop asking, and end the worker."""
        self._loop.cancel()
        self._cancel()
        self._own.stop()

    async def _run(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            now = self._newest
            if now is None:
                continue
            await self._facts(now)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), REST)
            if now is not self._newest:
                continue
            if self._settled == Verdict.NONE.value:  # nothing more is asked
                self._tell(now.number, "done", {"question": "verdict"})
            else:
                call = queries.verdict, now.puzzle, VERDICT_SECONDS, self._settled, now.costs, now.keep
                self._begin(now, "verdict", *call, AFTER_SECONDS)

    async def _facts(self, now: Revision) -> None:
        self._settled = "unknown"

        def tell(result: Result) -> None:
            if result[0] == "assumptions" and now is self._newest:
                self._settled = result[1]["verdict"]
            self._tell(now.number, *result)

        try:
            await self._workers.quickly(tell, now.puzzle)
        except (LimitReached, InputError, InternalError) as error:
            self._tell(now.number, "stopped", {"question": "facts", "why": str(error)})

    def _begin(self, now: Revision, name: str, *call: Any) -> None:
        self._questions.append(asyncio.create_task(self._ask(now, name, *call)))

    async def _ask(self, now: Revision, name: str, *call: Any) -> None:
        """Ask this puzzle's worker, and pass its results on as long as the revision is the newest."""

        def tell(result: Result) -> None:
            if now is self._newest:
                self._tell(now.number, *result)

        try:
            async with self._own as worker:
                tell(("asking", {"question": name}))
                await self._workers.ask(worker, _MOST_SECONDS, tell, *call)
            tell(("done", {"question": name}))
        except (LimitReached, InputError, InternalError) as error:
            tell(("stopped", {"question": name, "why": str(error)}))

    def _cancel(self) -> None:
        """Cancel the questions to the worker; one that is busy ends."""
        for task in self._questions:
            task.cancel()
        self._questions = []
