"""The hot files, interpreted: in another process, or one by one beside the compiled ones."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import nonosat
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


@cache
def from_source(name: str) -> ModuleType:
    """Load a module such as `beliefs.powers` from its source, beside the one that the package uses."""
    path = Path(nonosat.__file__).parent.joinpath(*name.split(".")).with_suffix(".py")
    spec = spec_from_file_location(f"from_source.{name}", path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
