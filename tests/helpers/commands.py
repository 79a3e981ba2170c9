"""The command line in its own process, and the files that it gets."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from nonosat import Puzzle
from nonosat.toolkit import write

COMMAND = [sys.executable, "-m", "nonosat"]


def run(*words: str, stdin: str = "", **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a command until it ends; options are those of `subprocess.run`."""
    options = {"capture_output": True, "text": True, "check": False, **options}
    return subprocess.run([*COMMAND, *words], input=stdin, **options)


EACH = """
import contextlib, io, json, sys, time
from nonosat.cli import main
for words in json.loads(sys.argv[1]):
    out, err, begin = io.StringIO(), io.StringIO(), time.process_time()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(words)
    print(json.dumps([code, time.process_time() - begin, out.getvalue(), err.getvalue()]), flush=True)
"""
"""A program that runs the commands in its first argument, as JSON, one after another: it starts only once."""


class Answered(NamedTuple):
    """What one of several commands in a process did: `answered` reads it from what EACH prints."""

    code: int
    cpu: float
    out: str
    err: str


def answered(printed: str) -> list[Answered]:
    return [Answered(*json.loads(line)) for line in printed.splitlines()]


class Measured(NamedTuple):
    """What a command took, with its workers: a busy machine takes nothing from processor time."""

    cpu: float
    peak_memory: int
    code: int
    lines: list[str]


def measured(*words: str) -> Measured:
    """Run a command until it ends."""
    # A process counts what the one that started it had at that moment: so a small one starts it.
    starter = [sys.executable, "-c", _STARTER, *COMMAND, *words]
    found = subprocess.run(starter, capture_output=True, text=True, check=True, timeout=120)
    code, kibibytes, seconds = found.stderr.split()
    return Measured(float(seconds), int(kibibytes) << 10, int(code), found.stdout.splitlines())


_STARTER = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stderr=subprocess.STDOUT)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(done.returncode, used.ru_maxrss, used.ru_utime + used.ru_stime, file=sys.stderr)
"""


def written(puzzle: Puzzle, folder: Path) -> str:
    """Write a puzzle into a folder; return the file's path."""
    path = folder / "hard.json"
    path.write_text(str(write([puzzle], "json")))
    return str(path)
