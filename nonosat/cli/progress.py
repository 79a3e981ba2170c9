"""Progress on stderr: a temporary line, and --verbose."""

from __future__ import annotations

import argparse
import os
import sys
import time
from _thread import RLock, allocate_lock, start_new_thread  # `threading` is slow to import
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from nonosat.processes.progress import Stage, Watch, watch_stages

AFTER = 2.0
"""Seconds without output after which the line is shown on a terminal."""

EVERY = 10.0
"""Seconds after which it is printed again where there is no terminal."""

_DEEP, _LONG = 2, 0.1  # --verbose reports nested stages only if they took this many seconds


class Line:
    """The progress line on a terminal's stderr; all other output removes it first."""

    def __init__(self) -> None:
        self.said = 0.0  # when something was last printed on a terminal, by time.monotonic()
        self._shown = ""
        self._lock = RLock()

    def draw(self, text: str) -> None:
        """Draw the line over the previous one; an empty text removes it."""
        with self._lock:
            if text != self._shown:
                self._shown = text
                sys.stderr.write(f"\r\x1b[K{text}")
                sys.stderr.flush()

    @contextmanager
    def away(self) -> Iterator[None]:
        """Remove the line while something else is printed."""
        with self._lock:
            self.draw("")
            yield
            if sys.stdout.isatty():
                self.said = time.monotonic()


LINE = Line()


def columns() -> int:
    """Return the number of columns of the terminal, or what COLUMNS says; `shutil`'s is slow to import."""
    try:
        return int(os.environ.get("COLUMNS") or 0) or os.get_terminal_size(sys.stdout.fileno()).columns
    except (AttributeError, ValueError, OSError):  # no number, no stream, no terminal
        return 80


def shows_line() -> bool:
    """Whether stderr is a terminal on which a line can be written and erased."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stderr.isatty() and not plain


@contextmanager
def watching(arguments: argparse.Namespace, tell: Callable[[str], None]) -> Iterator[None]:
    """Show the progress of the work in the context, unless --quiet is given: on a terminal as a line that is
    kept up to date, else as a line every ten seconds. With --verbose, `tell` each stage when it ends.
    """

    def tell_end(stage: Stage) -> None:
        text = stage.text
        if text and (stage.depth <= _DEEP or stage.seconds >= _LONG):
            tell(f"{'  ' * stage.depth}{text} ({stage.seconds:.2f} s)")

    if getattr(arguments, "quiet", False):
        yield
        return
    watch = Watch(tell_end) if getattr(arguments, "verbose", False) else Watch()
    show = show_stages(watch) if shows_line() else show_stages(watch, 0, EVERY, tell)
    with watch_stages(watch), show:
        yield


@contextmanager
def show_stages(
    watch: Watch, after: float = AFTER, every: float = 0.2, tell: Callable[[str], None] = LINE.draw
) -> Iterator[None]:
    """Tell of the stages of a watch during the context: first `after` seconds, and then `every` so many."""
    begin, running, ended = time.monotonic(), allocate_lock(), allocate_lock()

    def draw() -> None:
        while not running.acquire(timeout=every):
            stages = list(watch.stages)
            if stages and time.monotonic() - max(begin, LINE.said) >= after:
                tell(line_of(stages, columns()))
        ended.release()

    running.acquire()
    ended.acquire()
    try:
        start_new_thread(draw, ())
    except RuntimeError:  # a browser has no threads
        ended.release()
    try:
        yield
    finally:
        running.release()
        ended.acquire()
        LINE.draw("")


def line_of(stages: list[Stage], columns: int) -> str:
    """Return the line for these stages: seconds, then each stage with its facts; cut to fit."""
    text = f"{stages[0].seconds:.0f} s  " + " > ".join(filter(None, (stage.text for stage in stages)))
    text = "".join(char if char.isprintable() else "?" for char in text)
    return text if len(text) < columns else text[: max(columns - 4, 0)] + "..."
