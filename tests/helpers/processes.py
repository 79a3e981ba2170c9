"""Looking at processes from outside: which exist, and whether they have ended."""

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

_PATIENCE = 60.0


def until(what: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + _PATIENCE
    while not what():
        assert time.monotonic() < end
        time.sleep(0.02)


def gone(process: int, within: float = _PATIENCE) -> bool:
    """Whether a process ends within this many seconds."""
    end = time.monotonic() + within
    while _there(process):
        if time.monotonic() >= end:
            return False
        time.sleep(0.01)
    return True


def _there(process: int) -> bool:
    """Whether the process is alive; one that has ended but was not waited for is not."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return _state(process) not in ("", "Z")


def runs(process: int) -> bool:
    """Whether the process computes now, instead of waiting for something."""
    return _state(process) == "R"


def _state(process: int) -> str:
    asked = ["ps", "-o", "stat=", "-p", str(process)]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()[:1]


def children_of(parent: int) -> list[int]:
    """Return all descendants of a process."""
    listed = subprocess.run(["ps", "-axo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    pairs = [tuple(map(int, line.split())) for line in listed.splitlines()]
    found = [pid for pid, ppid in pairs if ppid == parent]
    return found + [below for child in found for below in children_of(child)]


def worker_of(parent: int) -> int:
    """Wait until a process has started a worker, and return it."""
    until(lambda: solvers_of(parent))
    return solvers_of(parent)[0]


def solvers_of(*parents: int) -> list[int]:
    """Return the workers of some processes: those that lead groups of their own."""
    return [pid for parent in parents for pid in children_of(parent) if _leads(pid)]


def _leads(process: int) -> bool:
    try:
        return os.getpgid(process) == process
    except ProcessLookupError:
        return False


def wait_for_lines(path: Path, count: int) -> None:
    """Wait until a file has this many lines."""
    until(lambda: path.exists() and path.read_bytes().count(b"\n") >= count)
