"""Measurements of whole processes: the time from start-up to a verdict, and the memory."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import nonosat
from bench.figures import Figure
from bench.parts import gettysburg
from bench.setting import Setting, progress, time_work
from nonosat.formats.writing import write

SMALL = "cat"  # a small instance that lines alone settle

# Solves one puzzle and prints the bytes that this process and its worker used at most together, as
# the kernel counted them. (The time limit ends a worker and what is known of it, hence `peak_memory`.)
_MEMORY = """
import pathlib, resource, sys, nonosat
answer = nonosat.solve(nonosat.load(sys.argv[1]), limits=nonosat.Limits(float(sys.argv[2])))
def peak(status):
    return 1024 * int(status.read_text().partition("VmHWM:")[2].split()[0])
try:
    children = pathlib.Path("/proc/self/task").glob("*/children")
    workers = [pid for one in children for pid in one.read_text().split()]
    here = peak(pathlib.Path("/proc/self/status"))
    there = sum(peak(pathlib.Path("/proc", pid, "status")) for pid in workers)
except OSError:  # no Linux; a small process is counted in bytes on macOS
    here, there = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, 0
print(here + max(there, answer.peak_memory), answer.stop_reason)
"""


def whole_process(setting: Setting) -> Iterator[Figure]:
    """`nonosat check` on a small puzzle, from the start of Python to its end."""
    progress("process: nonosat check")
    with TemporaryDirectory() as folder:
        path = Path(folder, f"{SMALL}.non")
        text = write([nonosat.load(SMALL)], "non")
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        words = [sys.executable, "-m", "nonosat", "check", str(path)]
        seconds, told = time_work(lambda: _output(words, setting.limit), setting.limit * 5, 5)
        bare, _ = time_work(lambda: _output([sys.executable, "-c", ""], setting.limit), setting.limit * 5, 5)
    note = f"best of 5; Python alone {1000 * (bare or 0):.3g} ms"
    right = bool(told and told.endswith(": unique"))
    yield Figure(f"nonosat check {SMALL}.non", seconds if right else None, "s", 0.2, note=note)


def memory(setting: Setting) -> Iterator[Figure]:
    """The peak of both processes on Gettysburg."""
    puzzle = gettysburg(setting)
    progress("memory: Gettysburg")
    words = [sys.executable, "-c", _MEMORY, puzzle.source, str(setting.limit)]
    peak, reason = (_output(words, setting.limit * 2 + 10) or "0 no answer").split(" ", 1)
    used = int(peak) / 1e6 if reason == "done" else None
    yield Figure("Gettysburg, both processes", used, "MB", 400.0, note="" if used else reason)


def _output(words: list[str], limit: float) -> str:
    """Run a command; return what it prints, or nothing if it fails."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
