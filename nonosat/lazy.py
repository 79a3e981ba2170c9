"""Names that are imported from elsewhere in the package when they are first used."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

Names = Mapping[str, Sequence[str]]
"""Module of the package -> its names; `.` stands for the module itself."""


def places(names: Names) -> dict[str, str]:
    """Return name -> `module:name`, or `module` for a module.

    >>> places({"formats": ["load", "."]})
    {'load': 'formats:load', 'formats': 'formats'}
    """
    homes = {name: f"{module}:{name}" for module, some in names.items() for name in some if name != "."}
    return homes | {module.rpartition(".")[2]: module for module, some in names.items() if "." in some}


def importer(of: str, names: Names) -> Callable[[str], Any]:
    """Return the `__getattr__` of the module with this name."""
    known = places(names)

    def get(name: str) -> Any:
        if name not in known:
            raise AttributeError(f"module {of!r} has no attribute {name!r}")
        place, _, own = known[name].partition(":")
        module = import_module(f"{__package__}.{place}")
        vars(sys.modules[of])[name] = value = getattr(module, own) if own else module
        return value

    return get
