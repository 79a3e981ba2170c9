"""A campaign: its jobs, its header, and its runs as they end."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from itertools import islice
from queue import Empty, SimpleQueue

from nonosat import __version__
from nonosat.compare.isolation import Record, failed, run
from nonosat.compare.jobs import Entry, Job, RunLimits, entries, jobs
from nonosat.compare.journal import SCHEMA
from nonosat.errors import InputError, WorkerError
from nonosat.processes.limits import machine_memory
from nonosat.processes.pool import Pool
from nonosat.puzzles import Puzzle
from nonosat.solving.cards import Card, load_card

_PACKAGES = ("python-sat", "ortools", "numpy")
_LOOK_EVERY = 1.0  # seconds between looks at how many jobs an executor takes


@dataclass(frozen=True)
class Campaign:
    """Puzzles under cards, some number of times, within limits."""

    entries: Sequence[Entry]
    cards: Sequence[Card]
    repeat: int = 1
    seed: int | None = None
    limits: RunLimits = field(default_factory=RunLimits)

    def __post_init__(self) -> None:
        names = [card.name for card in self.cards]
        if double := next((name for name in names if names.count(name) > 1), None):
            raise InputError(f"two cards have the name {double}: runs could not be told apart")
        if not self.cards or not self.entries:
            raise InputError("expected at least one puzzle and one card")

    @cached_property
    def jobs(self) -> list[Job]:
        """The jobs, in their order."""
        return list(jobs(self.entries, list(self.cards), self.repeat, self.seed, self.limits))

    def runs(self, executor: Executor, done: Iterable[tuple[str, str, int]] = ()) -> Iterator[Record]:
        """Yield the runs as they end, without those that are done.

        An executor that has an attribute `ahead` is given no more jobs at a time than that says.
        """
        skip = set(done)
        todo = (job for job in self.jobs if job.key not in skip)
        begun: dict[Future[Record], Job] = {}
        ended: SimpleQueue[Future[Record]] = SimpleQueue()
        try:
            while True:
                room = getattr(executor, "ahead", sys.maxsize) - len(begun)
                for job in islice(todo, max(room, 0)):
                    future = executor.submit(run, job)
                    begun[future] = job
                    future.add_done_callback(ended.put)
                if not begun:
                    break
                try:
                    future = ended.get(timeout=_LOOK_EVERY)
                except Empty:
                    continue  # there may be more room by now
                yield _result(begun.pop(future), future)
        finally:
            for future in begun:
                future.cancel()

    def header(self, command: Sequence[str]) -> Record:
        """Return what a journal begins with."""
        return {
            "journal": SCHEMA,
            "start": datetime.now(UTC).isoformat(timespec="seconds"),
            "command": list(command),
            "versions": _versions(),
            "machine": _machine(),
            "models": [asdict(card) for card in self.cards],
            "limits": asdict(self.limits),
            "repeat": self.repeat,
            "seed": self.seed,
            "puzzles": [
                {
                    "name": entry.source,
                    "hash": entry.hash,
                    "family": entry.family,
                    "cells": len(entry.puzzle.problem().sizes) if entry.puzzle else None,
                    "document": entry.puzzle.to_document() if entry.puzzle else None,
                }
                for entry in self.entries
            ],
        }


def _result(job: Job, future: Future[Record]) -> Record:
    """Return the run, or the record of one that was the end of all that tried it."""
    try:
        return future.result()
    except WorkerError as error:
        return failed(job, str(error))


def runs(
    puzzles: Iterable[Puzzle | str],
    cards: Iterable[Card | str],
    executor: Executor | None = None,
    *,
    jobs: int = 1,
    repeat: int = 1,
    seed: int | None = None,
    time_limit: float | None = None,
    cpu_limit: float | None = None,
    memory_limit: int | None = None,
) -> Generator[Record, None, None]:
    """Yield every puzzle's run under every card, as they end.

    Puzzles are puzzles, or names as on the command line; cards are cards, their names or paths. The
    runs go to the executor if there is one, and `jobs` at a time are done on this machine if not.
    """
    found: list[Entry] = []
    for puzzle in puzzles:
        found += entries([puzzle]) if isinstance(puzzle, str) else [_entry(puzzle, len(found))]
    campaign = Campaign(
        found,
        [load_card(card) if isinstance(card, str) else card for card in cards],
        repeat,
        seed,
        RunLimits(time_limit, cpu_limit, memory_limit),
    )
    with ExitStack() as stack:
        yield from campaign.runs(executor or stack.enter_context(Pool(jobs)))


def _entry(puzzle: Puzzle, number: int) -> Entry:
    """Return the entry of a puzzle that a program made, which may have no address."""
    return Entry(puzzle.source or f"puzzle {number + 1}", puzzle)


def _versions() -> dict[str, str]:
    from importlib.metadata import PackageNotFoundError, version  # slow to import

    found = {"nonosat": __version__, "python": platform.python_version()}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = ""
    return found


def _machine() -> dict[str, object]:
    return {
        "host": platform.node(),
        "system": platform.platform(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "memory": machine_memory(),
    }


def _processor() -> str:
    if sys.platform == "linux":
        try:
            with open("/proc/cpuinfo", encoding="utf-8") as file:
                for line in file:
                    if line.startswith("model name"):
                        return line.partition(":")[2].strip()
        except OSError:
            pass
    return platform.processor() or platform.machine()
