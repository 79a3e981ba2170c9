"""What commands share that ask about puzzles: their arguments, and going through the files."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from itertools import chain, islice
from math import inf
from typing import TypeVar

from nonosat.answer import Answer, Report
from nonosat.cli.output import Exit, Progress, colours, complain, say, say_json, shows_progress, width, worst
from nonosat.errors import InputError, InternalError, StopReason
from nonosat.processes.limits import Limits
from nonosat.puzzles import Puzzle
from nonosat.questions.unique import solve
from nonosat.solving.cards import DEFAULT, Card, load_card

T = TypeVar("T")

_AHEAD = 200  # puzzles for each job: a hard one is waited for while the others go on


def file_arguments(parser: argparse.ArgumentParser) -> None:
    """Add FILE..., --format and --json."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="puzzles; see nonosat --help")
    parser.add_argument("--format", help="the files' format, where suffix and content do not tell")
    parser.add_argument("--json", action="store_true", help="one JSON object per puzzle, one per line")


def one_file_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the one FILE, --format and --json of a command about one puzzle."""
    parser.add_argument("file", metavar="FILE", help="a puzzle; see nonosat --help")
    parser.add_argument("--format", help="the file's format, where suffix and content do not tell")
    parser.add_argument("--json", action="store_true", help="one JSON object")


def model_arguments(parser: argparse.ArgumentParser) -> None:
    """Add --model and the limits."""
    parser.add_argument(
        "--model", default=DEFAULT, metavar="CARD", help="a model card, by name or path (default: auto)"
    )
    limit_arguments(parser, "puzzle")


def limit_arguments(parser: argparse.ArgumentParser, what: str) -> None:
    """Add --time-limit and --memory-limit."""
    parser.add_argument(
        "--time-limit", type=limit_seconds, metavar="SECONDS", help=f"for each {what}; also 500ms, 2m, 1h"
    )
    parser.add_argument(
        "--memory-limit",
        type=byte_size,
        metavar="SIZE",
        help=f"for each {what}, such as 500M or 4G (default: three quarters of the machine's)",
    )


def jobs_argument(
    parser: argparse.ArgumentParser, what: str = "puzzles at a time, or models if there is one puzzle"
) -> None:
    """Add --jobs."""
    parser.add_argument("-j", "--jobs", type=positive, default=1, metavar="N", help=f"{what} (default: 1)")


def limits_of(arguments: argparse.Namespace) -> Limits:
    """Return the limits that the arguments say."""
    return Limits(arguments.time_limit, getattr(arguments, "memory_limit", None))


def show(arguments: argparse.Namespace, report: Report) -> None:
    """Print a report as the arguments ask: as JSON, in words alone, or with its drawing."""
    if arguments.json:
        say_json(report.data())
    elif getattr(arguments, "quiet", False):
        say(report.sentence())
    else:
        say(report.text(width(), colours()))


def each_report(arguments: argparse.Namespace, ask: Callable[[Puzzle, Card, Limits], Report]) -> Exit:
    """Ask about every puzzle, as the arguments say, and print the reports."""
    model, limits = card(arguments), limits_of(arguments)

    def shown(puzzle: Puzzle) -> Exit:
        report = ask(puzzle, model, limits)
        show(arguments, report)
        return ended(report.stop_reason)

    return each_puzzle(arguments, shown)


def each_puzzle(arguments: argparse.Namespace, ask: Callable[[Puzzle], Exit]) -> Exit:
    """Ask about every puzzle of every file; what cannot be read is said and the rest goes on."""
    found, total = _found(arguments)
    return _each(found, total, ask)


def each_answer(arguments: argparse.Namespace, model: Card, show: Callable[[Answer], Exit]) -> Exit:
    """Solve every puzzle, --jobs at a time, and show the answers in the order of the puzzles.

    A single puzzle is put to as many models at once: the default's rivals, or --model and they.
    """
    limits = limits_of(arguments)
    if arguments.jobs == 1:
        return each_puzzle(arguments, lambda puzzle: show(solve(puzzle, model, limits)))
    from nonosat.processes.pool import Pool  # threads: slow to import, and seldom asked for
    from nonosat.processes.stream import stream
    from nonosat.questions.race import RIVALS, race, solve_in_worker

    found, total = _found(arguments)
    first_two = list(islice(found, 2))
    found = chain(first_two, found)
    if len(first_two) == 1:
        others: list[str | Card] = [name for name in RIVALS if name != model.name]
        rivals = [model, *others][: arguments.jobs]
        return _each(found, total, lambda puzzle: show(race(puzzle, rivals, limits)))

    def answer(item: Puzzle | InputError) -> Answer:
        if isinstance(item, InputError):
            raise item
        return solve_in_worker(item, model, limits)

    window = _AHEAD * arguments.jobs
    with (
        Pool(arguments.jobs) as pool,
        closing(stream(pool, answer, found, window=window, ordered=True)) as ends,
    ):
        return _each((future for _, future in ends), total, lambda future: show(future.result()))


def _found(arguments: argparse.Namespace) -> tuple[Iterator[Puzzle | InputError], int | None]:
    """Return the puzzles, or why they cannot be read, as they are read; all at once to count them."""
    found = _read(arguments)
    if not shows_progress():
        return found, None
    listed = list(found)
    return iter(listed), len(listed)


def _read(arguments: argparse.Namespace) -> Iterator[Puzzle | InputError]:
    from nonosat.formats import each

    for path in arguments.files:
        try:
            yield from each(path, arguments.format)
        except InputError as error:
            yield error


def _each(items: Iterable[T | InputError], total: int | None, ask: Callable[[T], Exit]) -> Exit:
    """Ask about every item; report errors and go on."""
    result = Exit.ANSWERED
    progress = Progress(total)
    for item in items:
        try:
            if isinstance(item, InputError):
                raise item
            result = worst(result, ask(item))
        except (InputError, InternalError) as error:
            progress.clear()
            bad = isinstance(error, InputError)
            complain(str(error) if bad else f"internal error: {error}")
            result = worst(result, Exit.BAD_INPUT if bad else Exit.INTERNAL)
        if result is Exit.INTERRUPTED:
            return result
        progress.step()
    progress.clear()
    return result


def one_puzzle(arguments: argparse.Namespace) -> Puzzle:
    """Return the only puzzle of FILE..., for what cannot be asked about several."""
    from nonosat.formats import load

    if len(arguments.files) > 1:
        raise InputError(f"expected one puzzle, found {len(arguments.files)} files")
    return load(arguments.files[0], arguments.format)


def card(arguments: argparse.Namespace) -> Card:
    """Return the card that --model names."""
    return load_card(arguments.model)


def ended(stop_reason: StopReason) -> Exit:
    """Return the exit code that the reason why the work ended means."""
    known = {StopReason.DONE: Exit.ANSWERED, StopReason.INTERRUPTED: Exit.INTERRUPTED}
    return known.get(stop_reason, Exit.UNDECIDED)


def whole_number(expected: str, least: int = 0, most: float = inf) -> Callable[[str], int]:
    """Return what reads a whole number within bounds; `expected` says in an error what it is."""

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


def byte_size(text: str) -> int:
    """Read a memory limit."""
    found = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)([KMGT])?(?:i?B)?", text, re.IGNORECASE)
    if not found or float(found[1]) == 0:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a size, such as 500M or 4G")
    return int(float(found[1]) * 1024 ** " KMGT".index((found[2] or " ").upper()))
