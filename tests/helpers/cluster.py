"""Dask clusters of processes that know each other by address, and their failures."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.helpers.processes import until

DASK = [sys.executable, "-m", "dask"]

Process = subprocess.Popen[str]


@contextmanager
def process(*words: str, folder: Path, log: str = "log") -> Iterator[Process]:
    """Run a command, and end it if it has not ended."""
    with (folder / log).open("a") as file:
        begun = subprocess.Popen(words, cwd=folder, stdout=file, stderr=file, text=True)
    try:
        yield begun
    finally:
        begun.kill()
        begun.wait()


@contextmanager
def scheduler(folder: Path) -> Iterator[tuple[str, Process]]:
    """Begin a scheduler; give its address, and it."""
    file = folder / "scheduler.json"
    port = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
    with process(*DASK, "scheduler", *port, "--scheduler-file", str(file), folder=folder) as begun:
        until(lambda: file.exists() and "tcp://" in file.read_text())
        yield json.loads(file.read_text())["address"], begun


@contextmanager
def a_worker(address: str, folder: Path) -> Iterator[Process]:
    """Start a worker of one process, in its own folder, without any file of the campaign."""
    folder.mkdir()
    words = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1"]
    with process(*DASK, "worker", address, *words, folder=folder) as begun:
        yield begun


@contextmanager
def struck(victims: Callable[[], Collection[int]], how: signal.Signals) -> Iterator[None]:
    """Send a signal to processes, as soon as there are some, while what is inside goes on."""

    found: list[int] = []

    def seen() -> bool:
        found.extend(victims())
        return bool(found)

    def strike() -> None:
        until(seen)
        for victim in found:
            os.kill(victim, how)

    thread = threading.Thread(target=strike)
    thread.start()
    try:
        yield
    finally:
        thread.join()
