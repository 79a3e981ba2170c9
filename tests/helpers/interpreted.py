"""What the hot files compute where they run interpreted."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

from nonosat.compiled import SWITCH


def interpreted(function: Callable[..., object], *arguments: object) -> str:
    """Return the repr of what a module's function returns, in a process that runs nothing compiled."""
    lines = (
        "import nonosat.compiled",
        "assert nonosat.compiled.interpreted",
        f"from {function.__module__} import {function.__name__}",
        f"print(repr({function.__name__}(*{arguments!r})))",
    )
    around = {**os.environ, SWITCH: "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], env=around, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.rstrip("\n")
