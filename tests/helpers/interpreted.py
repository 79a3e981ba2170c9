"""The hot files' sources, run by Python where the package has machine code."""

from __future__ import annotations

from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import nonosat


@cache
def interpreted(name: str) -> ModuleType:
    """Load a module such as `beliefs.powers` from its source, beside the one that the package uses."""
    path = Path(nonosat.__file__).parent.joinpath(*name.split(".")).with_suffix(".py")
    spec = spec_from_file_location(f"interpreted.{name}", path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
