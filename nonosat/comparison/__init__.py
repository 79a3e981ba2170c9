"""Runs many puzzles under many models, each run in its own process, and tabulates the results.

A run is a record of plain data, the same as a line of a journal: `nonosat.comparison.isolation` lists
its keys. `executor=` takes any `concurrent.futures.Executor` instead of `jobs=`, and `journal=` the path of a
journal to write. `read(path)` returns a journal's runs as a pandas frame.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nonosat.comparison.campaign import Campaign as Campaign, runs as runs
    from nonosat.comparison.journal import read as read

# Imported when first used: the process of a run needs none of it.
_MODULES = {"Campaign": "campaign", "runs": "campaign", "read": "journal"}


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
