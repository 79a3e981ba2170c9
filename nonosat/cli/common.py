"""Shared by the commands that ask about puzzles: their arguments, and the loop over files."""

from __future__ import annotations

import argparse
import re
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import chain, islice
from math import inf
from typing import Concatenate, ParamSpec, TypeVar

from nonosat.answer import Answer, Report, Verdict
from nonosat.cli.live import shows_line
from nonosat.cli.output import Exit, colours, complain, say, say_json, width, worst
from nonosat.errors import InputError, InputWarning, InternalError, LimitReached, StopReason
from nonosat.processes.limits import Bounds, Limits
from nonosat.processes.progress import stage
from nonosat.puzzles import Puzzle, goal_fault
from nonosat.questions.unique import solve
from nonosat.solving.cards import DEFAULT, Card, load_card

P = ParamSpec("P")
R = TypeVar("R", bound=Report)
T = TypeVar("T")

_AHEAD = 200  # puzzles per job: the others continue while a hard one holds up the output


def file_arguments(parser: argparse.ArgumentParser, what: str = "puzzles") -> None:
    """Add FILE..., --format and the output options."""
    parser.add_argument("files", nargs="+", metavar="FILE", help=f"{what}; see nonosat --help")
    format_argument(parser)
    telling_arguments(parser)


def one_file_arguments(parser: argparse.ArgumentParser) -> None:
    """Add FILE, --format and the output options, for a command about one puzzle."""
    parser.add_argument("file", metavar="FILE", help="a puzzle; see nonosat --help")
    format_argument(parser)
    telling_arguments(parser, "one JSON object")


def format_argument(parser: argparse.ArgumentParser) -> None:
    """Add --format."""
    parser.add_argument("--format", help="the input format (default: detected from suffix and content)")


def telling_arguments(
    parser: argparse.ArgumentParser, json: str = "one JSON object per puzzle, one per line"
) -> None:
    """Add --json (if its help is not empty), --quiet and --verbose."""
    if json:
        parser.add_argument("--json", action="store_true", help=json)
    loudness = parser.add_mutually_exclusive_group()
    loudness.add_argument("--quiet", action="store_true", help="shortest answer: no picture, no progress")
    loudness.add_argument(
        "--verbose", action="store_true", help="report on stderr what each stage found and how long it took"
    )


def model_arguments(parser: argparse.ArgumentParser) -> None:
    """Add --model and the limits."""
    parser.add_argument(
        "--model", default=DEFAULT, metavar="CARD", help="a model card, by name or path (default: auto)"
    )
    limit_arguments(parser)


def limit_arguments(
    parser: argparse.ArgumentParser, what: str = "for each puzzle", seconds: float | None = None
) -> None:
    """Add --time-limit, whose default is `seconds`, and --memory-limit."""
    default = f" (default: {seconds:g})" if seconds else ""
    parser.add_argument(
        "--time-limit",
        type=limit_seconds,
        default=seconds,
        metavar="SECONDS",
        help=f"time limit {what}, such as 60, 500ms, 2m or 1h{default}",
    )
    parser.add_argument(
        "--memory-limit",
        type=byte_size,
        metavar="SIZE",
        help=f"memory limit {what}, such as 500M or 4G (default: three quarters of the machine's)",
    )


def jobs_argument(parser: argparse.ArgumentParser, what: str = "puzzles at a time") -> None:
    """Add --jobs."""
    parser.add_argument("-j", "--jobs", type=positive, default=1, metavar="N", help=f"{what} (default: 1)")


def limits_of(arguments: argparse.Namespace) -> Limits:
    """Return the limits in the arguments."""
    return Limits(arguments.time_limit, arguments.memory_limit)


def show(arguments: argparse.Namespace, report: Report) -> None:
    """Print a report as JSON, with --quiet as a sentence, or else with its drawings."""
    if arguments.json:
        say_json(report.data())
    elif arguments.quiet:
        say(report.sentence())
    else:
        say(report.text(width(), colours()))


def each_puzzle(arguments: argparse.Namespace, ask: Callable[[Puzzle], Exit]) -> Exit:
    """Call `ask` with every puzzle of every file; report files that cannot be read, and continue."""

    def ask_one(puzzle: Puzzle) -> Exit:
        with stage(puzzle.source):
            return ask(puzzle)

    found, total = _found(arguments)
    return _each(found, total, ask_one)


def each_report(
    arguments: argparse.Namespace,
    show_one: Callable[[R], None] | None,
    question: Callable[Concatenate[Puzzle, Card, Limits, P], R],
    *rest: P.args,
    **options: P.kwargs,
) -> Exit:
    """Ask a question about every puzzle, --jobs at a time; print the reports in the order of the puzzles.

    `show_one` prints a report, if it is given.
    """
    model, limits = card(arguments), limits_of(arguments)

    def tell(report: R) -> Exit:
        if show_one is not None:
            show_one(report)
        else:
            show(arguments, report)
        return ended(report.stop_reason)

    told = _noting(tell)
    if arguments.jobs == 1:
        return each_puzzle(arguments, lambda puzzle: told(question(puzzle, model, limits, *rest, **options)))

    from nonosat.processes import worker  # one puzzle after another needs none, and it imports much

    def ask(puzzle: Puzzle) -> R:
        with worker.leased() as held:
            return held.call(Bounds(), question, puzzle, model, limits, *rest, **options)

    return _each_at_once(*_found(arguments), arguments.jobs, ask, told)


def exit_code(answer: Answer) -> Exit:
    """Return the exit code for an answer."""
    if answer.stop_reason is StopReason.INTERRUPTED:
        return Exit.INTERRUPTED
    unfinished = answer.verdict is Verdict.UNKNOWN and not answer.done
    return Exit.UNDECIDED if unfinished else Exit.ANSWERED


def each_answer(arguments: argparse.Namespace, model: Card, show: Callable[[Answer], Exit]) -> Exit:
    """Solve every puzzle, --jobs at a time, and show the answers in the order of the puzzles.

    If there is only one puzzle, --jobs models solve it at once: --model and its rivals.
    """
    limits, show = limits_of(arguments), _noting(show)
    if arguments.jobs == 1:
        return each_puzzle(arguments, lambda puzzle: show(solve(puzzle, model, limits)))
    from nonosat.questions.race import RIVALS, race, solve_in_worker  # threads: slow to import

    found, total = _found(arguments)
    first_two = list(islice(found, 2))
    found = chain(first_two, found)
    if len(first_two) == 1:
        others: list[str | Card] = [name for name in RIVALS if name != model.name]
        rivals = [model, *others][: arguments.jobs]
        return _each(found, total, lambda puzzle: show(race(puzzle, rivals, limits)))
    return _each_at_once(
        found, total, arguments.jobs, lambda puzzle: solve_in_worker(puzzle, model, limits), show
    )


def _noting(show: Callable[[R], Exit]) -> Callable[[R], Exit]:
    """Return `show`, extended to note a goal that contradicts its puzzle."""

    def note_and_show(report: R) -> Exit:
        if fault := goal_fault(report.puzzle):
            warnings.warn(f"{report.name}: {fault}", InputWarning, stacklevel=2)
        return show(report)

    return note_and_show


def _each_at_once(
    found: Iterator[Puzzle | InputError],
    total: int | None,
    jobs: int,
    ask: Callable[[Puzzle], R],
    show: Callable[[R], Exit],
) -> Exit:
    """Ask about puzzles in `jobs` threads, which may run ahead of the output; show the answers in order."""
    from nonosat.processes.pool import Pool  # threads: slow to import, and rarely used
    from nonosat.processes.stream import stream

    def answer(item: Puzzle | InputError) -> R:
        if isinstance(item, InputError):
            raise item
        return ask(item)

    with (
        stage(f"{jobs} at a time"),
        Pool(jobs) as pool,
        closing(stream(pool, answer, found, window=_AHEAD * jobs, ordered=True)) as done,
    ):
        return _each(done, total, lambda pair: show(pair[1].result()))


def _found(arguments: argparse.Namespace) -> tuple[Iterator[Puzzle | InputError], int | None]:
    """Return the puzzles lazily, with errors for unreadable files, and their number if progress is shown."""
    found = _read(arguments)
    if arguments.quiet or not shows_line() or sys.stdout.isatty():  # results on a terminal show the progress
        return found, None
    listed = list(found)
    return iter(listed), len(listed)


def _read(arguments: argparse.Namespace) -> Iterator[Puzzle | InputError]:
    from nonosat.formats.folders import each_of

    for name in arguments.files:
        yield from each_of(name, arguments.format)


def _each(items: Iterator[T | InputError], total: int | None, ask: Callable[[T], Exit]) -> Exit:
    """Call `ask` with every item; report errors and continue."""
    result = Exit.ANSWERED
    with counted("puzzles", total) as step:
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


@contextmanager
def counted(what: str, total: int | None) -> Iterator[Callable[[], None]]:
    """Enter a stage of `total` steps (None: unknown), and yield a function that counts a step."""
    done, last = 0, 0.0  # steps, and the time of the last one in seconds

    def step() -> None:
        nonlocal done, last
        done, last = done + 1, entered.seconds

    def fact() -> str:
        if total in (None, 1):
            return f"{done} {what}" if done > 1 else ""
        text = f"{done} of {total} {what}"
        if not 0 < done < total:
            return text
        left = max(0.0, last * total / done - entered.seconds)
        return f"{text}, about {left:.0f} s left"

    with stage("", fact) as entered:
        yield step


def one_puzzle(arguments: argparse.Namespace) -> Puzzle:
    """Return the only puzzle of FILE... Raises InputError if there are several."""
    from nonosat.formats import load

    if len(arguments.files) > 1:
        raise InputError(f"expected one puzzle, found {len(arguments.files)} files")
    return load(arguments.files[0], arguments.format)


def card(arguments: argparse.Namespace) -> Card:
    """Return the card that --model names."""
    return load_card(arguments.model)


def ended(stop_reason: StopReason) -> Exit:
    """Return the exit code for a stop reason."""
    known = {StopReason.DONE: Exit.ANSWERED, StopReason.INTERRUPTED: Exit.INTERRUPTED}
    return known.get(stop_reason, Exit.UNDECIDED)


def whole_number(expected: str, least: int = 0, most: float = inf) -> Callable[[str], int]:
    """Return a reader of whole numbers within bounds; `expected` describes the number in errors."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
            raise argparse.ArgumentTypeError(f"{text!r}: expected {expected}")
        return int(text)

    return read


whole = whole_number("a whole number")
positive = whole_number("a whole number, at least 1", 1, 999_999)


def limit_seconds(text: str) -> float:
    """Read a time limit."""
    found = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)(ms|s|m|h)?", text)
    if not found or float(found[1]) == 0:
        raise argparse.ArgumentTypeError(f"{text!r}: expected seconds, such as 60, 1.5, 500ms or 2m")
    return float(found[1]) * {"ms": 0.001, "m": 60.0, "h": 3600.0}.get(found[2], 1.0)


def grid_size(text: str) -> tuple[int, int]:
    """Read a grid's width and height."""
    found = re.fullmatch("([1-9][0-9]{0,3})x([1-9][0-9]{0,3})", text)
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r}: expected width and height, such as 40x30")
    return int(found[1]), int(found[2])


def byte_size(text: str) -> int:
    """Read a memory limit."""
    found = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)([KMGT])?(?:i?B)?", text, re.IGNORECASE)
    if not found or float(found[1]) == 0:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a size, such as 500M or 4G")
    return int(float(found[1]) * 1024 ** " KMGT".index((found[2] or " ").upper()))
