"""Output of commands: results on stdout, everything else on stderr."""

from __future__ import annotations

import json
import os
import shutil
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import IntEnum
from io import TextIOWrapper
from typing import Any

from nonosat.errors import InputError
from nonosat.processes.files import put_file, writing


class Exit(IntEnum):
    """The exit codes of every command, with what each means."""

    meaning: str

    ANSWERED = 0, "answered"
    NO = 1, "answered, and the answer is no"
    BAD_INPUT = 2, "usage or bad input"
    UNDECIDED = 3, "undecided within the limits"
    SATISFIABLE = 10, "only `solve --competition`: there is a solution"
    UNSATISFIABLE = 20, "only `solve --competition`: there is none (and 0: it is unknown)"
    INTERNAL = 70, "internal error"
    INTERRUPTED = 130, "Ctrl-C"

    def __new__(cls, code: int, meaning: str) -> Exit:  # noqa: D102 - part of the enum protocol
        member = int.__new__(cls, code)
        member._value_ = code
        member.meaning = meaning
        return member


def codes_text() -> str:
    """Return the exit codes of most commands as one text."""
    return "; ".join(f"{code.value} {code.meaning}" for code in Exit if code not in _COMPETITION)


_COMPETITION = (Exit.SATISFIABLE, Exit.UNSATISFIABLE)
_WORST_FIRST = (Exit.INTERRUPTED, Exit.INTERNAL, Exit.BAD_INPUT, Exit.UNDECIDED, Exit.NO, Exit.ANSWERED)


def worst(first: Exit, second: Exit) -> Exit:
    """Return the more severe of two exit codes."""
    return min(first, second, key=_WORST_FIRST.index)


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


class Line:
    """The progress line on a terminal's stderr; all other output removes it first."""

    def __init__(self) -> None:
        self.said = 0.0  # when something was last printed on a terminal, by time.monotonic()
        self._shown = ""
        self._lock = threading.RLock()

    def draw(self, text: str) -> None:
        """Draw the line over the previous one."""
        with self._lock:
            if text != self._shown:
                self._shown = text
                self._write(f"\r\x1b[K{text}")

    def erase(self) -> None:
        """Remove the line."""
        with self._lock:
            if self._shown:
                self._shown = ""
                self._write("\r\x1b[K")

    @contextmanager
    def away(self) -> Iterator[None]:
        """Remove the line while something else is printed."""
        with self._lock:
            self.erase()
            yield
            if sys.stdout.isatty():
                self.said = time.monotonic()

    def _write(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()


LINE = Line()


def say(text: str) -> None:
    """Print a result."""
    with _printing():
        print(text, flush=True)


def say_json(value: dict[str, Any]) -> None:
    """Print a result as one line of JSON."""
    say(json.dumps(value, ensure_ascii=False))


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


def width() -> int | None:
    """Return the number of columns of the terminal; None if stdout is not a terminal."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def colours() -> bool:
    """Whether stdout may have colours (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
