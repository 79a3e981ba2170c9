"""Runs code in a process where the hot files are interpreted (see `nonosat/compiled.py`)."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

from nonosat.compiled import SWITCH

T = TypeVar("T")

ROOT = Path(__file__).parents[2]
_SCRIPT = """\
import pickle, sys
function, arguments = pickle.load(sys.stdin.buffer)
pickle.dump(function(*arguments), sys.stdout.buffer)
"""


def interpreted(function: Callable[..., T], *arguments: object) -> T:
    """Return what a function of a test module returns there."""
    done = subprocess.run(
        [sys.executable, "-c", _SCRIPT],
        input=pickle.dumps((function, arguments)),
        stdout=subprocess.PIPE,
        env=os.environ | {SWITCH: "1"},
        cwd=ROOT,
        check=True,
    )
    return cast(T, pickle.loads(done.stdout))
