"""Our own counter: a dynamic program that goes through the cells once, for narrow Problems.

After each cell, all that matters is which node of its diagram each active constraint has reached. Each
combination of such nodes is a frontier, and the program keeps the number of ways to reach it. For an n x n
grid with one black cell per line that is 2^n numbers, far fewer states than counters of clauses visit.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import chain, pairwise
from math import log2

from nonosat.automata.components import Component, Diagram
from nonosat.problem import Problem


def count(component: Component, _alone: Problem | None, steps: int) -> int | None:
    """Return the number of ways to fill a component's cells.

    Returns None if that would take more than `steps`, if a constraint is too large, or if the cell orders of
    two constraints conflict.
    """
    order = order_of(component)
    return None if order is None else _count(order, component.ties, steps)


def order_of(component: Component) -> list[int] | None:
    """Return a component's cells in an order that keeps the frontiers narrow, and agrees with every
    constraint's; None if there is none, or if a constraint is too large.
    """
    ties = component.ties
    if not all(tie.layers for tie in ties):
        return None
    orders = (_in_order(component.cells, ties, rank) for rank in _ranks(component))
    complete = [order for order in orders if order is not None]
    return min(complete, key=lambda order: _width(order, ties)) if complete else None


def _count(order: Sequence[int], ties: Sequence[Diagram], most: int) -> int | None:
    # A frontier is packed into one number, with some bits for each constraint. The first node and the end are
    # 0, so that constraints that have not begun, or have ended, do not distinguish frontiers.
    shift, places = 0, dict[int, list[tuple[int, int, Diagram, int]]]()
    for tie in ties:
        bits = max(map(len, tie.layers)).bit_length()
        for at, cell in enumerate(tie.cells):
            places.setdefault(cell, []).append((shift, (1 << bits) - 1, tie, at))
        shift += bits
    now, steps = {0: 1}, 0
    for cell in order:
        here = places[cell]
        mine = sum(mask << shift for shift, mask, _, _ in here)
        moves: dict[int, list[int]] = {}
        later: dict[int, int] = {}
        for frontier, ways in now.items():
            reached = frontier & mine
            if reached not in moves:
                moves[reached] = _moves(reached, here)
            for move in moves[reached]:
                to = frontier + move
                later[to] = later.get(to, 0) + ways
        now = later
        steps += len(now)
        if steps > most:
            return None
    return now.get(0, 0)


def _moves(reached: int, here: Iterable[tuple[int, int, Diagram, int]]) -> list[int]:
    """Return the change of a frontier for each value that all constraints allow."""
    moves: dict[int, int] | None = None
    for shift, mask, tie, at in here:
        node = reached >> shift & mask
        ways = {value: (to - node) << shift for value, to in tie.layers[at][node]}
        moves = ways if moves is None else {v: moves[v] + more for v, more in ways.items() if v in moves}
    return list((moves or {}).values())


def _ranks(component: Component) -> tuple[dict[int, int], dict[int, int]]:
    """Return two rankings of the cells: by their first constraint, and by their last.

    In a grid these go row by row, and column by column.
    """
    first: dict[int, int] = {}
    last: dict[int, int] = {}
    for number, tie in enumerate(component.ties):
        for cell in tie.cells:
            first.setdefault(cell, number)
            last[cell] = number
    return first, last


def _in_order(cells: Iterable[int], ties: Iterable[Diagram], rank: dict[int, int]) -> list[int] | None:
    """Return the cells by rank, keeping the order within every constraint; None if these orders conflict."""
    sorter = TopologicalSorter[int](dict.fromkeys(cells, ()))
    for one, following in chain.from_iterable(pairwise(tie.cells) for tie in ties):
        sorter.add(following, one)
    try:
        sorter.prepare()
    except CycleError:
        return None
    order: list[int] = []
    ready: list[tuple[int, int]] = []
    while sorter.is_active():
        for cell in sorter.get_ready():
            heapq.heappush(ready, (rank[cell], cell))
        order.append(heapq.heappop(ready)[1])
        sorter.done(order[-1])
    return order


def _width(order: Iterable[int], ties: Iterable[Diagram]) -> float:
    """Return the number of bits that the largest frontier of this order can need."""
    place = {cell: i for i, cell in enumerate(order)}
    change = [0.0] * (len(place) + 1)
    for tie in ties:
        for i, cell in enumerate(tie.cells):
            bits = log2(len(tie.layers[i]))
            change[place[cell]] -= bits
            if i:
                change[place[tie.cells[i - 1]]] += bits
    most = width = 0.0
    for some in change:
        width += some
        most = max(most, width)
    return most
