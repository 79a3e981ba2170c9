"""How commands speak: results on stdout, everything else on stderr."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from enum import IntEnum
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


def say(text: str) -> None:
    """Print a result."""
    print(text, flush=True)


def say_json(value: dict[str, Any]) -> None:
    """Print a result as one line of JSON."""
    say(json.dumps(value, ensure_ascii=False))


def write_file(path: str, data: str | bytes) -> None:
    """Write a file that an argument names."""
    try:
        Path(path).write_bytes(data.encode() if isinstance(data, str) else data)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", path) from None


def put(place: str, data: str | bytes) -> None:
    """Write a result to the file that an argument names, or to stdout, which is `-`."""
    if place != "-":
        write_file(place, data)
        return
    if isinstance(data, str):
        sys.stdout.write(data)
    else:
        sys.stdout.buffer.write(data)
    sys.stdout.flush()


def complain(text: str) -> None:
    """Print what is not a result."""
    sys.stdout.flush()
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
