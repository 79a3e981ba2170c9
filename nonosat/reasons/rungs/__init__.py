"""The rungs: the ways in which people go on, the easiest first, one file each.

A rung finds its moves: what follows, and from which units. A move of the walk becomes steps, each with the
known cells that it needs. The rung's kinds of steps say how these are written, read, said and priced. Steps
are judged elsewhere (`nonosat.reasons.check`), from their definitions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from nonosat.errors import InputError
from nonosat.reasons.rungs import difference, line_set, lines, nested, refutation, sums, two_way
from nonosat.reasons.rungs.kind import Kind
from nonosat.reasons.steps import Step
from nonosat.reasons.walk import Finder
from nonosat.reasons.weights import Weights
from nonosat.words import or_nearest


class Rung(Finder, Protocol):
    """A module of this room."""

    @property
    def ABOUT(self) -> str:  # noqa: N802
        """What it is, in a few words."""
        ...

    @property
    def KINDS(self) -> Sequence[Kind[Any]]:  # noqa: N802
        """The kinds of steps that only this rung makes."""
        ...


RUNGS: Mapping[str, Rung] = {
    "lines": lines,
    "difference": difference,
    "refutation": refutation,
    "sums": sums,
    "two-way": two_way,
    "nested": nested,
    "line-set": line_set,
}
"""The rungs by name, the easiest first."""

KINDS: Mapping[str, Kind[Any]] = {kind.step.kind: kind for rung in RUNGS.values() for kind in rung.KINDS}
"""The kinds of steps by their name in files."""


def rungs_named(names: Iterable[str]) -> tuple[str, ...]:
    """Return these rungs in their order; raise InputError if a name is unknown."""
    asked = set(names)
    for name in sorted(asked - set(RUNGS)):
        raise InputError(or_nearest(f"there is no rung {name!r}", name, RUNGS, "the rungs are"))
    return tuple([name for name in RUNGS if name in asked])


def finders(names: Iterable[str] = RUNGS) -> list[Finder]:
    """Return the rungs of these names for a walk."""
    return [RUNGS[name] for name in names]


def cost(step: Step, weights: Weights) -> float:
    """Return what a step costs a person."""
    return KINDS[step.kind].cost(step, weights)
