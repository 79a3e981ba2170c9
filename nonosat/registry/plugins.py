"""What other packages add to registries, by entry points."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any, TypeVar

from nonosat.errors import InputWarning
from nonosat.records import replace
from nonosat.words import first_line

E = TypeVar("E", bound=Any)


def find_added(noun: str, group: str, own: Mapping[str, E]) -> dict[str, E]:
    """Return the entries that other packages add to a registry with these entries of its own; one that is
    broken is left out, with a warning.
    """
    from importlib.metadata import entry_points  # slow to import, and rarely used

    entries: dict[str, E] = {}
    for point in entry_points(group=group):
        origin = f"{point.dist.name} {point.dist.version}" if point.dist else "an unknown package"
        try:
            if point.name in own or point.name in entries:
                raise ValueError("there is one of this name already")
            entry: Any = point.load()
            wanted = type(next(iter(own.values())))
            if not isinstance(entry, wanted):
                raise TypeError(f"expected an object of {wanted.__module__}.{wanted.__name__}")
            entries[point.name] = replace(entry, origin=origin)
        except (Exception, SystemExit) as error:  # a module may exit when it is imported
            warn_broken(noun, point.name, origin, error)
    return entries


def warn_broken(noun: str, name: str, origin: str, error: BaseException) -> None:
    """Warn that something which another package has added does not work; everything else does."""
    warnings.warn(say_broken(noun, name, origin, error), InputWarning, stacklevel=2)


def say_broken(noun: str, name: str, origin: str, error: BaseException) -> str:
    """Say that something which another package has added does not work."""
    return f"the {noun} {name} of {origin} is broken: {type(error).__name__}: {first_line(str(error))}"
