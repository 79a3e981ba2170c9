"""The command line in its own process, and the files that it gets."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from nonosat.formats import write
from nonosat.puzzles import Puzzle

COMMAND = [sys.executable, "-m", "nonosat"]


def run(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command until it ends."""
    return subprocess.run([*COMMAND, *words], input=stdin, capture_output=True, text=True, check=False)


def written(puzzle: Puzzle, folder: Path) -> str:
    """Write a puzzle into a folder; return the file's path."""
    path = folder / "hard.json"
    path.write_text(str(write([puzzle], "json")))
    return str(path)
