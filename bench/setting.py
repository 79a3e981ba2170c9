"""What every benchmark gets: folders, limits, a line of progress, and the clocks."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import nonosat
from nonosat import Answer, LimitReached, Puzzle, StopReason, load_all
from nonosat.processes.alarm import alarm
from nonosat.processes.limits import Limits
from nonosat.solving.card import DEFAULT

COLLECTIONS = ("survey", "tournament", "colour")
"""The folders of puzzles that benchmarks look for."""

Value = TypeVar("Value")


class Skipped(Exception):  # noqa: N818 - nothing went wrong
    """A benchmark cannot run here; says why."""


@dataclass(frozen=True)
class Setting:
    """`folders` are those that were found; every single run ends after `limit` seconds.

    Of collections whose puzzles are many, every `every`-th is taken.
    """

    folders: Mapping[str, Path]
    limit: float = 60.0
    every: int = 1

    def files(self, collection: str) -> list[Path]:
        """Return the files of a collection that may hold puzzles; Skipped if the folder is missing."""
        if collection not in self.folders:
            raise Skipped(f"there is no folder {collection}/ among those named")
        readme = ("readme", "license", "licence", "copying")
        return [
            path
            for path in sorted(self.folders[collection].iterdir())
            if path.is_file() and not path.name.lower().startswith((*readme, "."))
        ]

    def puzzles(self, collection: str) -> list[Puzzle]:
        """Return the puzzles of a collection, read."""
        return [puzzle for path in self.files(collection) for puzzle in load_all(path)]


def collections(named: Iterable[Path]) -> dict[str, Path]:
    """Find the collections: a named folder is one by its name, or holds some."""
    found: dict[str, Path] = {}
    for folder in named:
        for path in (folder, *(folder / name for name in COLLECTIONS)):
            name = path.resolve().name
            if name in COLLECTIONS and path.is_dir():
                found.setdefault(name, path)
    return found


def time_work(work: Callable[[], Value], limit: float, best_of: int = 1) -> tuple[float | None, Value | None]:
    """Return the least seconds that some work takes, and its last result; None past the limit."""
    least: float | None = None
    value: Value | None = None
    try:
        with alarm(limit):
            for _ in range(best_of):
                begin = time.perf_counter()
                value = work()
                seconds = time.perf_counter() - begin
                least = seconds if least is None else min(least, seconds)
    except LimitReached:
        pass
    return least, value


def ask(puzzle: Puzzle, limit: float, model: str = DEFAULT) -> tuple[float, Answer]:
    """Return the seconds that it takes to decide uniqueness (the puzzle already read), and the answer."""
    begin = time.perf_counter()
    answer = nonosat.solve(puzzle, model, limits=Limits(limit))
    seconds = time.perf_counter() - begin
    if not is_decided(answer):
        warm(DEFAULT, model)  # a limit ends the worker process; the next puzzle should not pay for a new one
    return seconds, answer


def is_decided(answer: Answer) -> bool:
    """Whether the question was answered within the limits."""
    return answer.stop_reason == StopReason.DONE


def warm(*models: str) -> None:
    """Load the modules, the worker process and its solvers before a clock starts."""
    for model in models or (DEFAULT,):
        for name in ("switch", "dom-5", "dom-9"):
            nonosat.solve(nonosat.load(name), model)


def name(puzzle: Puzzle) -> str:
    """Return the name of a collection's puzzle: its file name, without folder and suffix."""
    file, mark, number = Path(puzzle.source).name.partition("#")
    return Path(file).stem + mark + number


def progress(text: str) -> None:
    """Show on stderr, if it is a terminal, what is being done; it overwrites the last message."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
