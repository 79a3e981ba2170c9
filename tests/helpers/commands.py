"""The command line in a process of its own, and the files that it is given and writes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from nonosat.compare.journal import Key, load, run_key
from nonosat.formats.documents import plain
from nonosat.puzzles import Puzzle
from tests.helpers.processes import until

COMMAND = [sys.executable, "-m", "nonosat"]


def run(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run([*COMMAND, *words], input=stdin, capture_output=True, text=True, check=False)


def written(puzzle: Puzzle, folder: Path) -> str:
    """Write a puzzle to a file of the folder; return its path."""
    path = folder / "hard.json"
    path.write_text(json.dumps(plain(puzzle)))
    return str(path)


def keys(path: Path) -> list[Key]:
    """Return the keys of a journal's runs, in their order."""
    return [run_key(run) for run in load(path)[1].records]


def wait_for_lines(path: Path, count: int) -> None:
    """Wait until a file has at least N lines."""
    until(lambda: path.exists() and path.read_bytes().count(b"\n") >= count)
