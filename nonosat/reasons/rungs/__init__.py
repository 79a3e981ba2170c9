"""The rungs: the ways in which people go on, the easiest first, one file each.

A rung finds its moves: what follows, and from which units. Its subclass of `Move` says of which class of
puzzles they are, how large, and what a rating counts. A move of the walk becomes steps, each with the known
cells that it needs. A step is the same whoever found it: `steps` defines it, `sentences` puts it in words,
`weights` prices it, and `check` judges it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from nonosat.reasons.walk import Finder, Move, Walk
from nonosat.records import dataclass
from nonosat.registry import Entry, Registry


class Rung(Finder, Protocol):
    """The interface of a rung's module."""

    @property
    def MOVE(self) -> type[Move]:  # noqa: N802
        """Its moves, with the words and numbers for them."""
        ...


RUNGS: Registry[Entry, Rung] = Registry(
    "rung",
    __name__,
    {
        "lines": Entry("lines", "one line, or one number of a mosaic"),
        "difference": Entry("difference", "two numbers of a mosaic that share cells"),
        "refutation": Entry("refutation", "one assumption, refuted line by line"),
        "sums": Entry("sums", "rows counted against columns"),
        "nested": Entry("nested", "refutations within refutations"),
    },
)
"""The easiest first."""


@dataclass(frozen=True)
class _Named:
    """A rung that is loaded when the easier ones do not help."""

    name: str

    def moves(self, walk: Walk) -> Iterator[Move]:
        """Yield its moves."""
        return RUNGS.load(self.name).moves(walk)


def finders(names: Iterable[str] = RUNGS) -> list[Finder]:
    """Return the rungs of these names for a walk. Raises InputError if there is none of a name."""
    return [_Named(name) for name in names if RUNGS[name]]


def hardest(moves: Sequence[Move]) -> Move | None:
    """Return the hardest move, the first of several: by rung, then by size."""
    order = [*RUNGS]
    return max(moves, key=lambda move: (order.index(move.rung), *move.size), default=None)
