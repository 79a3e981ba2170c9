"""Processes as the system lists them: who has which children, and who has gone."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable


def until(what: Callable[[], object], seconds: float = 60.0) -> None:
    """Wait until something is true."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.02)


def gone(process: int, within: float = 5.0) -> bool:
    """Whether a process ends within these seconds, waited for by its parent or not."""
    end = time.monotonic() + within
    while state(process) not in ("", "Z"):
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def state(process: int) -> str:
    """Return the letter of a process's state, as ps has it; nothing if there is no such process."""
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0]
    except ProcessLookupError:  # between opening and reading
        return ""
    except FileNotFoundError:  # no such process, or no /proc (macOS)
        listed = subprocess.run(["ps", "-o", "state=", "-p", str(process)], capture_output=True, text=True)
        return listed.stdout.strip()[:1]


def children_of(parent: int) -> list[int]:
    """Return all descendants of a process."""
    listed = subprocess.run(["ps", "-axo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    pairs = [tuple(map(int, line.split())) for line in listed.splitlines()]
    found = [pid for pid, ppid in pairs if ppid == parent]
    return found + [below for child in found for below in children_of(child)]


def worker_of(parent: int) -> int:
    """Wait until a process has a worker, and return it."""
    until(lambda: solvers_of(parent), 20)
    return solvers_of(parent)[0]


def solvers_of(*parents: int) -> list[int]:
    """Return the workers below these processes: they lead groups of their own."""
    return [pid for parent in parents for pid in children_of(parent) if leads(pid)]


def leads(process: int) -> bool:
    """Whether a process leads a group."""
    try:
        return os.getpgid(process) == process
    except ProcessLookupError:
        return False
