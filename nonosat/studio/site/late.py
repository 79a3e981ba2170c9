"""Packages that the browser loads when they are first imported, since few visitors need them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib import invalidate_caches
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

from nonosat import InputError

LATE = ("fpdf", "anyascii", "fontTools")
"""What writes PDF."""


class Late(MetaPathFinder):
    """Finds these packages after it has loaded them; `load` says whether that was possible."""

    def __init__(self, load: Callable[[], bool]) -> None:
        self._load = load
        self._loaded = False

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the place of one of the packages; None for all others."""
        if self._loaded or name not in LATE:
            return None
        if not self._load():
            raise InputError("what writes PDF is not loaded yet: that needs a network, once")
        self._loaded = True
        invalidate_caches()
        return PathFinder.find_spec(name, path, target)


def find_late(load: Callable[[], bool]) -> None:
    """Load the packages when they are imported."""
    sys.meta_path.append(Late(load))
