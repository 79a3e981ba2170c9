"""An Engine in front of another one, which may start later, or be replaced."""

from __future__ import annotations

from typing import Any

from nonosat.backends import Engine
from nonosat.problem import CellValues, Values

Told = list[tuple[str, Any]]
"""Calls to an Engine before a search: the names of its methods, each with its argument."""


class Proxy(Engine):
    """Keeps calls, so that another Engine can repeat them."""

    def __init__(self) -> None:
        self.told: Told = []

    def tell(self, method: str, argument: Any) -> None:
        """Keep the name of a method of the other Engine, and its argument."""
        self.told.append((method, argument))

    def add_clause(self, options: CellValues) -> None:
        """Require that one of the options holds."""
        self.tell("add_clause", list(options))

    def add_blocking_clause(self, options: CellValues) -> None:
        """Require that not all of the options hold."""
        self.tell("add_blocking_clause", list(options))

    def set_phases(self, values: Values) -> None:
        """Try these values of the cells first."""
        self.tell("set_phases", list(values))

    def set_budget(self, conflicts: int | None) -> None:
        """End each call after this many conflicts."""
        self.tell("set_budget", conflicts)


def tell(engine: Engine, told: Told) -> None:
    """Repeat the calls to one Engine on another."""
    for method, argument in told:
        getattr(engine, method)(argument)
