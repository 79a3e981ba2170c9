"""Progress of the work, in stages, for observers.

The work enters a stage; the stage's fact is a function that the watcher calls at any time, from its own
thread, so that watching costs the work nothing. Only the stages of the thread that is `watched` are seen:
other threads have none. A worker process reports its own: see
`reports`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Self

from nonosat.records import dataclass, field


class Stage:
    """A part of the work, for a block, whose time is added to `sums` of a `part`; `fact` may be set later."""

    depth, part = 0, ""
    sums: dict[str, float] | None = None

    def __init__(self, name: str, fact: Callable[[], str] = lambda: "") -> None:
        self.name, self.fact, self.begin = name, fact, time.monotonic()

    @property
    def seconds(self) -> float:
        """The time since it began."""
        return time.monotonic() - self.begin

    @property
    def text(self) -> str:
        """Its name and facts."""
        try:
            fact = self.fact()
        except (RuntimeError, IndexError):  # its data changed in the meantime
            fact = ""
        return ": ".join(filter(None, (self.name, fact)))

    def __enter__(self) -> Self:
        self._watch = watch = _WATCH.get()
        if watch is not None:
            self.depth = len(watch.stages)
            watch.stages.append(self)
        return self

    def __exit__(self, *error: object) -> None:
        if self.sums is not None:
            self.sums[self.part] = self.sums.get(self.part, 0.0) + self.seconds
        if self._watch is not None:
            self._watch.stages.remove(self)
            self._watch.ended(self)


@dataclass
class Watch:
    """The stages that the work is in, outermost first; `ended` is called with each as it ends."""

    ended: Callable[[Stage], object] = lambda _: None
    stages: list[Stage] = field(default_factory=list)


_WATCH: ContextVar[Watch | None] = ContextVar("watch", default=None)


@contextmanager
def watch_stages(watch: Watch) -> Iterator[None]:
    """Let the watch see the stages that this thread enters inside."""
    token = _WATCH.set(watch)
    try:
        yield
    finally:
        _WATCH.reset(token)
