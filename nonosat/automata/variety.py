"""A lower bound on the number of solutions, from a few of them.

If solutions differ in independent places, each place can be filled as in any of them. So the cells that vary
among a few solutions form components, whose fillings multiply: each switch that was seen flipped doubles the
number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import or_

from nonosat.automata.components import Component, components
from nonosat.problem import Problem, Values

CountFillings = Callable[[Component], int | None]
"""Counts the ways to fill a component's cells, or returns None if that is too much work."""


def at_least(problem: Problem, seen: Sequence[Values], fillings: CountFillings) -> int:
    """Return a lower bound on the number of solutions, given some that were seen.

    It counts the solutions in which every cell has a value that it has in one of these. If a component is too
    much work, only half of its fillings that were seen are combined, and so on.
    """
    number = 1
    for part in components(_among(problem, seen)):
        found = fillings(part)
        if found is None:
            here = shown(part, seen)
            found = len(here)
            if found > 2:
                found = max(found, at_least(problem, here[: found // 2], fillings))
        number *= found
    return number


def shown(part: Component, seen: Sequence[Values]) -> list[Values]:
    """Return the first solution seen, with the component filled in each of the ways that were seen."""
    fillings = dict.fromkeys(tuple([values[cell] for cell in part.cells]) for values in seen)
    found: list[Values] = []
    for filling in fillings:
        values = list(seen[0])
        for cell, value in zip(part.cells, filling, strict=True):
            values[cell] = value
        found.append(values)
    return found


def _among(problem: Problem, seen: Sequence[Values]) -> Problem:
    """Return the Problem in which every cell may have the values that it has in the solutions seen."""
    return problem.narrowed(reduce(or_, [1 << value for value in some]) for some in zip(*seen, strict=True))
