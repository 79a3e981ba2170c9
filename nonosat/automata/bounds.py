"""An upper bound on the number of solutions, from lines that share no cell.

For a nonogram: the product over the rows, or over the columns, whichever is less.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from operator import attrgetter

from nonosat.automata.components import Component, components
from nonosat.automata.diagrams import Diagram
from nonosat.problem import Problem
from nonosat.processes.limits import NO_CLOCK, Clock


def at_most(problem: Problem, clock: Clock = NO_CLOCK) -> int:
    """Return an upper bound on the number of solutions of a Problem, which must have one."""
    return prod(most_fillings(part, problem.possible) for part in components(problem, clock))


def most_fillings(part: Component, possible: Sequence[int]) -> int:
    """Return an upper bound on the number of ways to fill a component."""
    return min(
        prod(map(_ways, ties)) * prod(possible[cell].bit_count() for cell in set(part.cells) - taken)
        for ties, taken in _apart(part.ties)
    )


def _apart(ties: Sequence[Diagram]) -> list[tuple[list[Diagram], set[int]]]:
    """Group diagrams so that no two in a group share a cell (in a nonogram: rows, columns); return each group
    with its cells. Diagrams that are too large are left out.
    """
    found: list[tuple[list[Diagram], set[int]]] = [([], set())]
    for tie in filter(attrgetter("layers"), ties):
        group = next((group for group in found if group[1].isdisjoint(tie.cells)), None)
        if group is None:
            group = [], set()
            found.append(group)
        group[0].append(tie)
        group[1].update(tie.cells)
    return found


def _ways(tie: Diagram) -> int:
    """Return the number of ways from the first node to the end."""
    after = [1]
    for layer in reversed(tie.layers):
        after = [sum(after[to] for _, to in node) for node in layer]
    return after[0]
