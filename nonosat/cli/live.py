"""Progress on stderr: a temporary line, and --verbose."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from nonosat.cli.output import LINE, complain
from nonosat.processes.progress import Stage, Watch, watched

AFTER = 2.0
"""Seconds without output after which the line is shown."""

_DEEP, _LONG = 2, 0.1  # --verbose reports nested stages only if they took this many seconds


def shows_line() -> bool:
    """Whether stderr is a terminal on which a line can be written and erased."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stderr.isatty() and not plain


@contextmanager
def watching(arguments: argparse.Namespace) -> Iterator[None]:
    """Show the progress of the work in the context, as far as the arguments and the terminal allow."""
    verbose = getattr(arguments, "verbose", False)
    line = shows_line() and not getattr(arguments, "quiet", False)
    if not (verbose or line):
        yield
        return
    watch = Watch(_tell) if verbose else Watch()
    with watched(watch), shown(watch) if line else nullcontext():
        yield


@contextmanager
def shown(watch: Watch, after: float = AFTER, every: float = 0.2) -> Iterator[None]:
    """Keep the line up to date with the stages of a watch during the context."""
    begin, stop = time.monotonic(), threading.Event()

    def draw() -> None:
        while not stop.wait(every):
            stages = list(watch.stages)
            if stages and time.monotonic() - max(begin, LINE.said) >= after:
                LINE.draw(line_of(stages, shutil.get_terminal_size().columns))

    thread = threading.Thread(target=draw, daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()
        LINE.erase()


def line_of(stages: list[Stage], columns: int) -> str:
    """Return the line for these stages: seconds, then each stage with its facts; cut to fit."""
    text = f"{stages[0].seconds:.0f} s  " + " > ".join(filter(None, (stage.text for stage in stages)))
    text = "".join(char if char.isprintable() else "?" for char in text)
    return text if len(text) < columns else text[: max(columns - 4, 0)] + "..."


def _tell(stage: Stage) -> None:
    text = stage.text
    if text and (stage.depth <= _DEEP or stage.seconds >= _LONG):
        complain(f"{'  ' * stage.depth}{text} ({stage.seconds:.2f} s)")
