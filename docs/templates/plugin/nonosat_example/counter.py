"""A counter: goes through a component's cells and counts the ways to fill them.

Copy to nonosat/solving/counters/walk.py and add to COUNTERS in nonosat/solving/counters/__init__.py:

        "walk": CounterEntry("walk", "tries all ways to fill a small component"),

`count` asks the counters in order, until one answers. A counter that reads clauses names an encoding in its
entry, and gets the Problem with all other cells decided (`alone`).
"""

from __future__ import annotations

from nonosat.automata.components import Component
from nonosat.problem import Problem


def count(component: Component, alone: Problem | None, steps: int) -> int | None:
    """Return the exact number of ways; None if that would take more than about this many steps."""
    # Each tie is a small automaton over its own cells: before the i-th cell it is in a node of its layer i,
    # and `layers[i][node]` lists (value, node of the next layer).
    ties = list(enumerate(component.ties))
    at = {
        cell: [(k, tie.cells.index(cell)) for k, tie in ties if cell in tie.cells] for cell in component.cells
    }
    if any(list(tie.cells) != sorted(tie.cells) or not tie.layers for tie in component.ties):
        return None
    taken = 0

    def ways(number: int, nodes: tuple[int, ...]) -> int:
        nonlocal taken
        taken += 1
        if taken > steps:
            raise OverflowError
        if number == len(component.cells):
            return 1
        here = at[component.cells[number]]
        moves = [dict(component.ties[k].layers[i][nodes[k]]) for k, i in here]
        total = 0
        for value in set.intersection(*(set(move) for move in moves)):
            then = list(nodes)
            for (k, _), move in zip(here, moves, strict=True):
                then[k] = move[value]
            total += ways(number + 1, tuple(then))
        return total

    try:
        return ways(0, (0,) * len(component.ties))
    except (OverflowError, RecursionError):
        return None
