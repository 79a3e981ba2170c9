"""Output of commands: results on stdout, everything else on stderr."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from enum import IntEnum
from io import TextIOWrapper
from typing import Any

from nonosat import Answer, InputError, LimitReached, Puzzle, Report, StopReason, Verdict
from nonosat.cli.progress import LINE, columns
from nonosat.errors import writing
from nonosat.formats import FORMATS, format_of
from nonosat.formats.writing import format_for
from nonosat.processes.alarm import alarm
from nonosat.processes.files import put_file
from nonosat.solving.told import shape_answer
from nonosat.toolkit import InternalError


class Exit(IntEnum):
    """The exit codes of every command, with what each means."""

    meaning: str

    ANSWERED = 0, "answered"
    NO = 1, "answered, and the answer is no"
    BAD_INPUT = 2, "usage or bad input"
    UNDECIDED = 3, "undecided within the limits"
    INTERNAL = 70, "internal error"
    INTERRUPTED = 130, "Ctrl-C"

    def __new__(cls, code: int, meaning: str) -> Exit:  # noqa: D102 - part of the enum protocol
        member = int.__new__(cls, code)
        member._value_ = code
        member.meaning = meaning
        return member


_SECONDS_AFTER = 0.1  # in which an answer may be drawn, or a goal be checked, whatever is left of the limit


def worst(*codes: Exit) -> Exit:
    """Return the most severe of some exit codes."""
    worst_first = (Exit.INTERRUPTED, Exit.INTERNAL, Exit.BAD_INPUT, Exit.UNDECIDED, Exit.NO, Exit.ANSWERED)
    return min(codes, key=worst_first.index)


def choose_exit(stop_reason: StopReason) -> Exit:
    """Return the exit code for a stop reason."""
    known = {StopReason.DONE: Exit.ANSWERED, StopReason.INTERRUPTED: Exit.INTERRUPTED}
    return known.get(stop_reason, Exit.UNDECIDED)


def exit_code(report: Report) -> Exit:
    """Return the exit code for a report; a verdict is an answer even if a limit ended the work after it."""
    code = choose_exit(report.stop_reason)
    decided = isinstance(report, Answer) and report.verdict is not Verdict.UNKNOWN
    return Exit.ANSWERED if decided and code is Exit.UNDECIDED else code


def open_streams() -> None:
    """Let stdout accept all text, and replace the standard streams that were closed at the start.

    Writing to a closed stream fails as usual, and no other file gets its descriptor.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            # open() returns the lowest free descriptor, which is the stream's own.
            descriptor = os.open(os.devnull, os.O_WRONLY if name == "stderr" else os.O_RDONLY)
            setattr(sys, name, os.fdopen(descriptor, "w" if number else "r", encoding="utf-8"))
        elif name == "stdout" and isinstance(sys.stdout, TextIOWrapper):
            # JSON can be read back, and drawings stay recognisable if the terminal lacks their characters.
            sys.stdout.reconfigure(errors="backslashreplace")


@contextmanager
def _printing() -> Iterator[None]:
    """Remove the progress line while something is printed. Raises InputError if stdout cannot be written."""
    try:
        with LINE.away():
            yield
    except BrokenPipeError:
        raise
    except OSError as error:
        give_up_stdout()
        raise InputError(f"cannot be written: {error.strerror}", "standard output") from None


def give_up_stdout() -> None:
    """Discard further output to stdout; otherwise Python would complain at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def say(text: str) -> None:
    """Print a result."""
    with _printing():
        print(text, flush=True)


def say_json(value: Mapping[str, Any]) -> None:
    """Print a result as one line of JSON."""
    say(json.dumps(value, ensure_ascii=False))


def say_answer(
    question: str, result: Mapping[str, Any], puzzle: Puzzle | None = None, place: str = "-", **more: Any
) -> None:
    """Write an answer, with the keys that all answers have: see `shape_answer`."""
    put(place, json.dumps(shape_answer(question, result, puzzle, **more), ensure_ascii=False) + "\n")


def show(
    arguments: Namespace, report: Report, *, text: str | None = None, more: Mapping[str, Any] | None = None
) -> Exit:
    """Print a report, and return its exit code.

    With --json, print it as data, together with `more`. Otherwise print `text` if it is given, else a
    sentence, without --quiet after its drawings.
    """
    if arguments.json:
        say_json({**report.to_dict(), "question": arguments.command, **(more or {})})
    elif text is not None:
        say(text)
    else:
        say(report.sentence() if arguments.quiet else draw_text(arguments, report))
    return exit_code(report)


def time_left(arguments: Namespace, report: Report) -> AbstractContextManager[None]:
    """Raise LimitReached in the block once a report, with what is done after it, exceeds the time limit."""
    limit: float | None = getattr(arguments, "time_limit", None)
    return alarm(None if limit is None else max(limit - report.seconds.get("total", 0.0), _SECONDS_AFTER))


def draw_text(arguments: Namespace, report: Report) -> str:
    """Return a report's text; without drawings, and with a note, if these would exceed the time limit."""
    try:
        with time_left(arguments, report):
            return report.text(width(), colours())
    except LimitReached:
        return f"(not drawn: this would take longer than the time limit)\n\n{report.write_words()}"


def hanging(name: str, texts: Iterable[str], margin: int, columns: int = 79) -> str:
    """Return an entry of a list: the name, and beside it the texts, wrapped."""
    import textwrap  # slow to import, and used for lists and help alone

    wrapped = [
        line for text in texts for line in textwrap.wrap(text, columns - margin, break_on_hyphens=False)
    ]
    return f"{name:{margin}}" + f"\n{'':{margin}}".join(wrapped)


def place_of(out: str, to: str | None, usual: str = "", in_folder: str = "") -> tuple[str, bool]:
    """Return the format to write, and whether the path is a folder with several files; without a name, it is
    that of the suffix, or the usual one.
    """
    folder = out != "-" and (os.path.isdir(out) or out.endswith(os.sep))
    form = to or (in_folder if folder else usual or format_of(out))
    if not form:
        names = ", ".join(name for name, entry in FORMATS.items() if entry.writes)
        raise InputError(f"expected --to, one of {names}", "" if out == "-" else out)
    form = format_for("" if folder else out, form)
    if folder and not FORMATS[form].suffixes:
        raise InputError(f"the format {form} has no suffix for a folder's files")
    return form, folder


def make_folder(path: str) -> str:
    """Create a folder that an argument names, if there is none."""
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot create this folder: {error.strerror}", path) from None
    return path


def write_file(path: str, data: str | bytes) -> None:
    """Write a file that an argument names."""
    with writing(path):
        put_file(path, data.encode() if isinstance(data, str) else data)


def put(place: str, data: str | bytes) -> None:
    """Write a result to the file that an argument names, or to stdout, which is `-`."""
    if place != "-":
        write_file(place, data)
        return
    with _printing():
        if isinstance(data, str):
            sys.stdout.write(data)
        else:
            sys.stdout.buffer.write(data)
        sys.stdout.flush()


def complain(text: str) -> None:
    """Print a message to stderr; ignore a stderr that cannot be written."""
    with _printing():
        sys.stdout.flush()
    with suppress(OSError), LINE.away():
        print(text, file=sys.stderr, flush=True)


def tell_error(
    error: InputError | LimitReached | InternalError, arguments: Namespace | None = None, place: str = ""
) -> Exit:
    """Say an error in one line, and with --json as an object; return its exit code."""
    internal = isinstance(error, InternalError)
    complain(f"internal error: {error}" if internal else str(error))
    if arguments is not None and getattr(arguments, "json", False):
        place = place or getattr(error, "path", "")
        data = {"puzzle": place or None, "error": str(error)}
        say_answer(arguments.command, data, stop_reason=getattr(error, "stop_reason", StopReason.ERROR))
    return Exit.INTERNAL if internal else Exit.BAD_INPUT if isinstance(error, InputError) else Exit.UNDECIDED


def width() -> int | None:
    """Return the number of columns of the terminal; None if stdout is not a terminal."""
    return columns() if sys.stdout.isatty() else None


def colours() -> bool:
    """Whether stdout may have colours (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
