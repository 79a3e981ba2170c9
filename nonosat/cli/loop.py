"""The loop over the puzzles of FILE..., one after another or several at a time."""

from __future__ import annotations

import sys
import warnings
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import AbstractContextManager, closing
from itertools import chain, islice
from typing import Any, TypeVar

from nonosat.cli.options import card, limits_of
from nonosat.cli.output import Exit, complain, show, worst
from nonosat.cli.progress import counted, shows_line
from nonosat.errors import InputError, InputWarning, InternalError, LimitReached
from nonosat.processes.limits import Bounds, Limits
from nonosat.processes.progress import stage
from nonosat.puzzles import Puzzle, goal_fault
from nonosat.solving.answer import Answer, Report
from nonosat.solving.cards import Card

R = TypeVar("R", bound=Report)
T = TypeVar("T")

_AHEAD = 200  # puzzles per job: the others continue while a hard one holds up the output


def workers(arguments: Namespace) -> AbstractContextManager[Executor]:
    """Return --jobs workers on this machine, or the cluster that --dask names."""
    if arguments.dask is None:
        from nonosat.processes.pool import Pool  # threads: slow to import, and rarely used

        return Pool(arguments.jobs)
    if arguments.dask and arguments.jobs > 1:
        raise InputError("--jobs is for this machine; a cluster has its own number of workers")
    from nonosat.processes.dask_cluster import executor  # slow to import, and rarely used

    return executor(arguments.dask, arguments.jobs)


def one_puzzle(arguments: Namespace) -> Puzzle:
    """Return the only puzzle of FILE... Raises InputError if there are several."""
    from nonosat.formats import load

    if len(arguments.files) > 1:
        raise InputError(f"expected one puzzle, found {len(arguments.files)} files")
    return load(arguments.files[0], arguments.format)


def each_puzzle(arguments: Namespace, ask: Callable[[Puzzle], Exit]) -> Exit:
    """Call `ask` with every puzzle of every file; report files that cannot be read, and continue."""

    def ask_one(puzzle: Puzzle) -> Exit:
        with stage(puzzle.source):
            return ask(puzzle)

    return each(*_found(arguments), ask_one)


def each_report(
    arguments: Namespace, question: Callable[..., R], tell: Callable[[R], Exit] | None = None, **more: Any
) -> Exit:
    """Ask a question about every puzzle, --jobs at a time, and `tell` (or show) the reports in the order of
    the puzzles.

    The question is called with a puzzle, a model card, limits, and `more`.
    """
    if arguments.jobs == 1:
        model, limits, noting = card(arguments), limits_of(arguments), _noting(arguments, tell)
        return each_puzzle(arguments, lambda puzzle: noting(question(puzzle, model, limits, **more)))
    from nonosat.processes import worker  # one puzzle after another needs none, and it imports much

    def ask(puzzle: Puzzle, model: Card, limits: Limits) -> R:
        with worker.leased() as held:
            return held.call(Bounds(), question, puzzle, model, limits, **more)

    return _each_at_once(arguments, ask, tell)


def each_answer(arguments: Namespace, tell: Callable[[Answer], Exit]) -> Exit:
    """Solve every puzzle, --jobs at a time, and `tell` the answers in the order of the puzzles.

    If there is only one puzzle, --jobs models solve it at once: --model and its rivals.
    """
    from nonosat.solving.questions.unique import solve  # solvers, for which other commands have no use

    if arguments.jobs == 1:
        return each_report(arguments, solve, tell)
    from nonosat.solving.questions.race import race, rivals_of, solve_in_worker  # threads: slow to import

    def compete(puzzle: Puzzle, model: Card, limits: Limits) -> Answer:
        return race(puzzle, rivals_of(model, arguments.jobs), limits)

    return _each_at_once(arguments, solve_in_worker, tell, compete)


def _noting(arguments: Namespace, tell: Callable[[R], Exit] | None) -> Callable[[R], Exit]:
    """Return `tell`, or else `show`, extended to note a goal that contradicts its puzzle."""

    def note_and_tell(report: R) -> Exit:
        if fault := goal_fault(report.puzzle):
            warnings.warn(f"{report.name}: {fault}", InputWarning, stacklevel=2)
        return tell(report) if tell else show(arguments, report)

    return note_and_tell


def _each_at_once(
    arguments: Namespace,
    ask: Callable[[Puzzle, Card, Limits], R],
    tell: Callable[[R], Exit] | None,
    ask_alone: Callable[[Puzzle, Card, Limits], R] | None = None,
) -> Exit:
    """Ask about puzzles in --jobs threads, which may run ahead of the output; tell the answers in order.

    `ask_alone` is asked instead if there is only one puzzle.
    """
    from nonosat.processes.pool import Pool  # threads: slow to import, and rarely used
    from nonosat.processes.stream import stream

    model, limits, noting = card(arguments), limits_of(arguments), _noting(arguments, tell)

    def answer(item: Puzzle | InputError) -> R:
        if isinstance(item, InputError):
            raise item
        return ask(item, model, limits)

    found, total = _found(arguments)
    first_two = list(islice(found, 2))
    found, jobs = chain(first_two, found), arguments.jobs
    if ask_alone is not None and len(first_two) == 1:
        return each(found, total, lambda puzzle: noting(ask_alone(puzzle, model, limits)))
    with (
        stage(f"{jobs} at a time"),
        Pool(jobs) as pool,
        closing(stream(pool, answer, found, window=_AHEAD * jobs, ordered=True)) as done,
    ):
        return each(done, total, lambda pair: noting(pair[1].result()))


def _found(arguments: Namespace) -> tuple[Iterator[Puzzle | InputError], int | None]:
    """Return the puzzles lazily, with errors for unreadable files, and their number if progress is shown."""
    from nonosat.formats.folders import load_each

    found = (item for name in arguments.files for item in load_each(name, arguments.format))
    if arguments.quiet or not shows_line() or sys.stdout.isatty():  # results on a terminal show the progress
        return found, None
    listed = list(found)
    return iter(listed), len(listed)


def each(
    items: Iterable[T | InputError], total: int | None, ask: Callable[[T], Exit], what: str = "puzzles"
) -> Exit:
    """Call `ask` with every item; report errors and continue."""
    result = Exit.ANSWERED
    with counted(what, total) as step:
        for item in items:
            try:
                if isinstance(item, InputError):
                    raise item
                result = worst(result, ask(item))
            except InputError as error:
                complain(str(error))
                result = worst(result, Exit.BAD_INPUT)
            except LimitReached as limit:
                complain(str(limit))
                result = worst(result, Exit.UNDECIDED)
            except InternalError as error:
                complain(f"internal error: {error}")
                result = worst(result, Exit.INTERNAL)
            if result is Exit.INTERRUPTED:
                return result
            step()
    return result
