"""The loop over the puzzles of FILE..., one after another or several at a time."""

from __future__ import annotations

import sys
import warnings
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from typing import Any, TypeVar

from nonosat import InputError, InputWarning, LimitReached, Report
from nonosat.cli.options import card, limits_of, seconds_to_read
from nonosat.cli.output import Exit, tell_error, time_left, worst
from nonosat.cli.progress import shows_line
from nonosat.processes.alarm import alarm
from nonosat.processes.clock import Bounds
from nonosat.processes.progress import Stage
from nonosat.processes.steps import count_steps
from nonosat.puzzles import Puzzle, goal_fault
from nonosat.toolkit import InternalError

R = TypeVar("R", bound=Report)
T = TypeVar("T")


def each_puzzle(arguments: Namespace, ask: Callable[[Puzzle], Exit]) -> Exit:
    """Call `ask` with every puzzle of every file; report files that cannot be read, and continue."""

    def ask_one(puzzle: Puzzle) -> Exit:
        with Stage(puzzle.source):
            return ask(puzzle)

    return each(arguments, *_find(arguments), ask_one)


def each_report(
    arguments: Namespace,
    ask: Callable[..., R],
    tell: Callable[[R], Exit],
    values: Callable[[Puzzle], Mapping[str, Any]] = lambda puzzle: {},
) -> Exit:
    """Ask a question about every puzzle, --jobs at a time; `tell` the reports in the order of the puzzles.

    It is asked with a puzzle, the model, limits, and `values`.
    """
    model, limits, jobs = card(arguments), limits_of(arguments), getattr(arguments, "jobs", 1)

    def tell_noting(report: Any) -> Exit:
        try:
            with time_left(arguments, report):
                fault = goal_fault(report.puzzle)
        except LimitReached:
            fault = "the goal is not checked: this would take longer than the time limit"
        if fault:
            warnings.warn(f"{report.name}: {fault}", InputWarning, stacklevel=2)
        return tell(report)

    if jobs == 1:
        return each_puzzle(
            arguments, lambda puzzle: tell_noting(ask(puzzle, model=model, limits=limits, **values(puzzle)))
        )
    from nonosat.processes import worker  # threads and processes: slow to import, and rarely used
    from nonosat.processes.pool import Pool, stream

    def ask_in_worker(item: Puzzle | InputError | LimitReached) -> Any:
        if isinstance(item, InputError | LimitReached):
            raise item
        return worker.ask(Bounds(), ask, item, model=model, limits=limits, **values(item))

    puzzles, total = _find(arguments)
    window = 200 * jobs  # the others continue while a hard one holds up the output
    with (
        Stage(f"{jobs} at a time"),
        Pool(jobs) as pool,
        closing(stream(pool, ask_in_worker, puzzles, window=window, ordered=True)) as done,
    ):
        return each(arguments, done, total, lambda pair: tell_noting(pair[1].result()))


def _find(arguments: Namespace) -> tuple[Iterator[Puzzle | InputError | LimitReached], int | None]:
    """Return the puzzles lazily, with errors for unreadable files, and their number if progress is shown."""
    puzzles = _read(arguments)
    if arguments.quiet or not shows_line() or sys.stdout.isatty():  # results on a terminal show the progress
        return puzzles, None
    from nonosat.formats.jsonl import count_of

    counts = [count_of(name) for name in arguments.files]
    if None not in counts:
        return puzzles, sum(filter(None, counts))
    listed = list(puzzles)
    return iter(listed), len(listed)


def _read(arguments: Namespace) -> Iterator[Puzzle | InputError | LimitReached]:
    """Yield the puzzles of the files; reading the next one may take as long as the time limit."""
    from nonosat.formats.folders import load_all

    some = False
    for name in arguments.files:
        puzzles = load_all(name, errors="yield")
        with suppress(StopIteration):
            while True:
                try:
                    with alarm(seconds_to_read(arguments)):
                        item: Puzzle | InputError | LimitReached = next(puzzles)
                except LimitReached as reached:
                    item = LimitReached(reached.stop_reason, f"{name} was not read to its end")
                if isinstance(item, InputError) and getattr(arguments, "skip_unreadable", False):
                    tell_error(item, arguments)
                else:
                    some = True
                    yield item
    if not some:
        raise InputError("no puzzle could be read")


def each(
    arguments: Namespace,
    items: Iterable[T | InputError | LimitReached],
    total: int | None,
    ask: Callable[[T], Exit],
    what: str = "puzzles",
) -> Exit:
    """Call `ask` with every item; report errors and continue."""
    result = Exit.ANSWERED
    with count_steps(what, total) as step:
        for item in items:
            try:
                if isinstance(item, InputError | LimitReached):
                    raise item
                result = worst(result, ask(item))
            except (InputError, LimitReached, InternalError) as error:
                result = worst(result, tell_error(error, arguments))
            if result is Exit.INTERRUPTED:
                return result
            step()
    return result
