"""The rungs: the ways in which people go on, the easiest first, one file each.

A rung finds its moves: what follows, and from which units. Its subclass of `Move` says of which class of
puzzles they are, how large, and what a rating counts. A move of the walk becomes steps, each with the known
cells that it needs. A step is the same whoever found it: `steps` defines it, `sentences` puts it in words,
`weights` prices it, and `check` judges it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from nonosat.reasons.walk import Finder, Move
from nonosat.registry import Entry, Registry


class Rung(Finder, Protocol):
    """A module of this room."""

    @property
    def MOVE(self) -> type[Move]:  # noqa: N802
        """Its moves, with the words and numbers for them."""
        ...


@dataclass(frozen=True, slots=True)
class RungEntry(Entry):
    """An entry; `rated` is whether a rating uses the rung."""

    rated: bool = True


RUNGS: Registry[RungEntry, Rung] = Registry(
    "rung",
    __name__,
    {
        "lines": RungEntry("lines", "one line, or one number of a mosaic"),
        "difference": RungEntry("difference", "two numbers of a mosaic that share cells"),
        "refutation": RungEntry("refutation", "one assumption, refuted line by line"),
        "sums": RungEntry("sums", "rows counted against columns"),
        "two-way": RungEntry("two_way", "each value of a cell leads to the same conclusion"),
        "nested": RungEntry("nested", "refutations within refutations"),
        "line-set": RungEntry("line_set", "a smallest set of lines, found with a solver", rated=False),
    },
)
"""The easiest first. A rating needs no solver: a smallest set of lines would say no more about the class."""


def finders(names: Iterable[str] = RUNGS) -> list[Finder]:
    """Return the rungs of these names for a walk."""
    return [RUNGS.load(name) for name in names]
