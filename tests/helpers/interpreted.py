"""The hot files, interpreted: in another process, or one by one beside the compiled ones."""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TypeVar, cast

import nonosat
from nonosat.installed import SWITCH

T = TypeVar("T")

ROOT = Path(__file__).parents[2]
_SCRIPT = """\
import pickle, sys
function, arguments = pickle.load(sys.stdin.buffer)
pickle.dump(function(*arguments), sys.stdout.buffer)
"""


def interpreted(function: Callable[..., T], *arguments: object) -> T:
    """Return what a function of a module returns in a process that runs nothing compiled."""
    done = subprocess.run(
        [sys.executable, "-c", _SCRIPT],
        input=pickle.dumps((function, arguments)),
        stdout=subprocess.PIPE,
        env=os.environ | {SWITCH: "1"},
        cwd=ROOT,
        check=True,
    )
    return cast(T, pickle.loads(done.stdout))


@cache
def from_source(name: str) -> ModuleType:
    """Load a module such as `beliefs.powers` from its source, beside the one that the package uses."""
    path = Path(nonosat.__file__).parent.joinpath(*name.split(".")).with_suffix(".py")
    spec = spec_from_file_location(f"from_source.{name}", path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
