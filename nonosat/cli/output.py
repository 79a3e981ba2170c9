"""How commands speak: results on stdout, everything else on stderr."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import IntEnum
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from nonosat.errors import InputError


class Exit(IntEnum):
    """The exit codes of every command."""

    ANSWERED = 0
    NO = 1  # answered, and the answer is no
    BAD_INPUT = 2
    UNDECIDED = 3  # within the limits
    SATISFIABLE = 10  # of solve --competition alone, which exits with 0 if it does not know
    UNSATISFIABLE = 20
    INTERNAL = 70
    INTERRUPTED = 130


_WORST_FIRST = (Exit.INTERRUPTED, Exit.INTERNAL, Exit.BAD_INPUT, Exit.UNDECIDED, Exit.NO, Exit.ANSWERED)


def worst(first: Exit, second: Exit) -> Exit:
    """Return the exit code that counts of two."""
    return min(first, second, key=_WORST_FIRST.index)


def open_streams() -> None:
    """Make standard streams that take every text, also of those that were closed before we began.

    What is written to a closed one fails as it would on the terminal; nothing else gets its number.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            # It gets the lowest free number, which is the stream's own.
            descriptor = os.open(os.devnull, os.O_WRONLY if name == "stderr" else os.O_RDONLY)
            setattr(sys, name, os.fdopen(descriptor, "w" if number else "r", encoding="utf-8"))
        elif name == "stdout" and isinstance(sys.stdout, TextIOWrapper):
            # JSON can be read back so, and a drawing in characters that a terminal lacks is seen to be one.
            sys.stdout.reconfigure(errors="backslashreplace")


@contextmanager
def _printing() -> Iterator[None]:
    """Say in one line that stdout cannot be written."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        give_up_stdout()
        raise InputError(f"cannot be written: {error.strerror}", "standard output") from None


def give_up_stdout() -> None:
    """Let what is yet to be written to stdout go nowhere, or Python would complain when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def say(text: str) -> None:
    """Print a result."""
    with _printing():
        print(text, flush=True)


def say_json(value: dict[str, Any]) -> None:
    """Print a result as one line of JSON."""
    say(json.dumps(value, ensure_ascii=False))


def write_file(path: str, data: str | bytes) -> None:
    """Write a file that an argument names: beside it, and then into its place, so that it is whole."""
    content = data.encode() if isinstance(data, str) else data
    target = Path(os.path.realpath(path))  # a link stays one
    part = target.parent / f".{target.name[:200]}.{os.getpid()}.part"
    try:
        if target.exists() and not target.is_file():  # a device, a pipe
            target.write_bytes(content)
            return
        try:
            part.write_bytes(content)
            if target.exists():
                shutil.copymode(target, part)
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", path) from None


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
    """Print what is no result; where nobody can read it, nothing."""
    with _printing():
        sys.stdout.flush()
    with suppress(OSError):
        print(text, file=sys.stderr, flush=True)


def width() -> int | None:
    """Return the columns of the terminal that stdout is; None if it is none."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def colours() -> bool:
    """Whether stdout may have colours (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def shows_progress(alone: bool = False) -> bool:
    """Whether a Progress is to be seen; `alone` says that nothing else is printed meanwhile."""
    # Results and the bar on one terminal would write over each other.
    return sys.stderr.isatty() and (alone or not sys.stdout.isatty())


class Progress:
    """A line on a terminal's stderr that says how far the work is; nothing elsewhere."""

    def __init__(self, total: int | None, alone: bool = False) -> None:
        self._total = total
        self._done = 0
        self._begin = self._drawn = time.monotonic()
        self._shows = shows_progress(alone)

    def step(self) -> None:
        """One more is done."""
        self._done += 1
        now = time.monotonic()
        if not self._shows or now - self._drawn < 0.1:
            return
        self._drawn = now
        rate = self._done / (now - self._begin)
        text = f"{self._done}"
        if self._total:
            left = (self._total - self._done) / rate
            bar = "#" * (20 * self._done // self._total)
            text = f"[{bar:20}] {self._done} of {self._total}, {left:.0f} s left"
        print(f"\r\x1b[K{text}, {rate:.1f} a second", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Take the line away."""
        if self._shows:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
