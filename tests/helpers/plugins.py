"""Commands with packages that add to the registries, installed for these commands alone."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.helpers.commands import EACH, Answered, answered
from tests.helpers.templates import ROOT

Run = Callable[..., list[Answered]]


ALONE = "import nonosat.processes\nnonosat.processes.ALONE = True\n"
"""Makes a program do all work itself: it starts no worker processes, which take longer than small puzzles."""


def runner(*places: Path, before: str = "") -> Run:
    """Return what runs commands, one after another, with packages that are installed in these folders.

    `before` is what the program begins with.
    """
    path = os.pathsep.join(map(str, (*places, ROOT)))

    def run(*commands: list[str], code: int = 0) -> list[Answered]:
        done = subprocess.run(
            [sys.executable, "-c", before + EACH, json.dumps(commands)],
            cwd=places[0],
            env={**os.environ, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=True,
        )
        found = answered(done.stdout)
        assert [one.code for one in found] == [*[0] * (len(commands) - 1), code], found
        return found

    return run


def installed(folder: Path, *lines: str, before: str = "") -> Run:
    """Write a package whose entry points are these into a folder that has its modules."""
    made = folder / "added-1.dist-info"
    made.mkdir()
    (made / "METADATA").write_text("Metadata-Version: 2.1\nName: added\nVersion: 1\n")
    (made / "entry_points.txt").write_text("\n".join(lines) + "\n")
    return runner(folder, before=before)
