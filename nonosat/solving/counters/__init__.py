"""Counters of solutions: one file per counter, one registry.

They count the solutions of one component at a time (see `nonosat.automata.components`).
"""

from __future__ import annotations

from typing import Protocol

from nonosat.automata.components import Component
from nonosat.problem import Problem
from nonosat.records import dataclass
from nonosat.registry import Entry, Registry


@dataclass(frozen=True)
class CounterEntry(Entry):
    """A counter and the encoding whose clauses it reads; empty if it needs only the component."""

    encoding: str = ""


class Counter(Protocol):
    """The interface of a counter's module."""

    def count(self, component: Component, alone: Problem | None, steps: int) -> int | None:
        """Return the exact number of ways to fill the component's cells.

        `alone` is the Problem in which all other cells are decided, for counters that read clauses. Returns
        None if counting would take more than about this many steps; a counter that cannot estimate this runs
        until the caller's limits end it.
        """
        ...


COUNTERS: Registry[CounterEntry, Counter] = Registry(
    "counter",
    __name__,
    {
        "frontier": CounterEntry("frontier", "a dynamic program over the cells, exact; for narrow Problems"),
        "tididi": CounterEntry(
            "models:TIDIDI",
            "a compiler of clauses into decision diagrams",
            "tididi_cnf",
            "pip install tididi-cnf",
            encoding="order",
        ),
        "ganak": CounterEntry(
            "models:GANAK", "a model counter for clauses", "pyganak", "pip install pyganak", encoding="order"
        ),
    },
    plugins=True,
)

MODEL_COUNTERS = ("tididi", "ganak")
"""The counters of the models of any clauses: see `models`."""
