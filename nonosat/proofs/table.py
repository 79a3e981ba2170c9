"""Counts the ways to fill a group of cells by a table, in one pass: plain Python, written to be read.

Given the values that each cell has in some solution, a constraint falls apart at every place at which what
may follow no longer depends on what came before: into *factors*. Groups of cells that share no factor vary
independently, so the number of solutions is the product of the groups' numbers.

A factor is a layered automaton: before each of its cells, in order, there are nodes, and a node has the next
node for each value that the cell may take there. States with the same ways to the end are one node; the nodes
of a layer are numbered by their first states, in order. The table goes through the cells of a group in any
order that agrees with the factors'. After each cell it has a row for each combination of nodes that the begun
factors have reached, with the number of ways to reach it. After the last cell, one row is left.

This shares nothing with `nonosat.solving.counters` and `nonosat.automata`, not even the automaton of a clue.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from nonosat.problem import Clue, Constraint, Count, Runs
from nonosat.processes.clock import Clock

State = tuple[int, int]
Node = dict[int, int]
"""Value -> number of the next node."""


class Factor(NamedTuple):
    """Some cells of a constraint, in order, and the nodes before each of them. The first layer has one node;
    after the last cell there is one, too.
    """

    cells: tuple[int, ...]
    layers: tuple[tuple[Node, ...], ...]


class WrongOrder(Exception):  # noqa: N818 - it is an outcome, not an error
    """The cells of a group are not in an order that agrees with its factors."""


def factors(constraint: Constraint, seen: Sequence[Collection[int]], clock: Clock) -> list[Factor]:
    """Return the factors of a constraint in which every cell may have the values seen; none if that violates
    it. Cells with one value are in no factor.
    """
    step, final = _reader(constraint)
    cells = constraint.cells
    reached: list[set[State]] = [{(0, 0)}]
    for cell in cells:
        clock.check()
        tos = (step(state, cell, value) for state in reached[-1] for value in seen[cell])
        reached.append({to for to in tos if to is not None})
    node: dict[State | None, int] = {state: 0 for state in reached.pop() if final(state)}
    layers: list[tuple[int, tuple[Node, ...]]] = []
    for cell in reversed(cells):
        clock.check()
        after, node = node, {}
        numbers: dict[tuple[tuple[int, int], ...], int] = {}
        for state in sorted(reached.pop()):
            reads = {value: step(state, cell, value) for value in sorted(seen[cell])}
            ways = tuple([(value, after[to]) for value, to in reads.items() if to in after])
            if ways and len(seen[cell]) == 1:
                node[state] = ways[0][1]  # the next node is reached without a choice
            elif ways:
                node[state] = numbers.setdefault(ways, len(numbers))
        if numbers:
            layers.append((cell, tuple(map(dict, numbers))))
    layers.reverse()
    cuts = [place for place, (_, nodes) in enumerate(layers) if len(nodes) == 1]
    parts = [layers[begin:end] for begin, end in pairwise([*cuts, len(layers)])]
    return [Factor(tuple(cell for cell, _ in part), tuple(nodes for _, nodes in part)) for part in parts]


Step = Callable[[State, int, int], State | None]
"""The state after a cell with a value was read in a state; None if the constraint is violated."""


def _reader(constraint: Constraint) -> tuple[Step, Callable[[State], bool]]:
    """Return how a constraint reads its cells, from the state (0, 0), and which states may be the last."""
    if isinstance(constraint, Runs):
        clue = constraint.blocks
        return (lambda state, _, value: _read(clue, state, value)), (lambda state: _has_ended(clue, state))
    if isinstance(constraint, Count):
        return _counter(constraint)
    follow, finals = constraint.automaton.next, constraint.automaton.finals

    def step(state: State, _cell: int, value: int) -> State | None:
        now = follow[state[0]].get(value)
        return None if now is None else (now, 0)

    return step, lambda state: state[0] in finals


def _read(clue: Clue, state: State, value: int) -> State | None:
    """In the state (j, t), t cells of block j were read, the last of them just now; none if t is 0."""
    j, t = state
    if t:
        block = clue[j]
        if value == block.colour:
            return (j, t + 1) if t < block.high else None
        if t < block.low:
            return None
        j += 1
    if value == 0:
        return j, 0
    return (j, 1) if j < len(clue) and value == clue[j].colour else None


def _has_ended(clue: Clue, state: State) -> bool:
    j, t = state
    return j == len(clue) if t == 0 else j == len(clue) - 1 and t >= clue[j].low


def _counter(constraint: Count) -> tuple[Step, Callable[[State], bool]]:
    """In the state (k, 0), k options hold."""
    least, most, holds = constraint.least, constraint.most, constraint.options

    def step(state: State, cell: int, value: int) -> State | None:
        now = state[0] + holds.count((cell, value))
        return (now, 0) if now <= most else None

    return step, lambda state: least <= state[0] <= most


def rows(
    cells: Sequence[int], mine: Sequence[Factor], seen: Sequence[Collection[int]], clock: Clock
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the rows of a group's table: after each cell, the nodes of the factors that have begun and not
    ended, each with the number of ways; last `((), ways)`. Raises WrongOrder.
    """
    place = [0] * len(mine)  # the layer that each factor has reached
    through: dict[int, list[int]] = {}
    for number, factor in enumerate(mine):
        for cell in factor.cells:
            through.setdefault(cell, []).append(number)
    begun: list[int] = []
    ways: dict[tuple[int, ...], int] = {(): 1}
    for cell in cells:
        here = through.get(cell, [])
        if any(mine[number].cells[place[number]] != cell for number in here):
            raise WrongOrder
        new = [number for number in here if place[number] == 0]
        begun += new
        layers = [(begun.index(number), mine[number].layers[place[number]]) for number in here]
        for number in here:
            place[number] += 1
        going = [slot for slot, number in enumerate(begun) if place[number] < len(mine[number].cells)]
        later: dict[tuple[int, ...], int] = {}
        for done, (nodes, number) in enumerate(ways.items()):
            if done % 1024 == 0:
                clock.check()
            before = [*nodes, *[0] * len(new)]
            for value in seen[cell]:
                after = _move(before, layers, value)
                if after is not None:
                    key = tuple([after[slot] for slot in going])
                    later[key] = later.get(key, 0) + number
        ways, begun = later, [begun[slot] for slot in going]
        yield from sorted(ways.items())


def _move(nodes: list[int], layers: Sequence[tuple[int, Sequence[Node]]], value: int) -> list[int] | None:
    """Return the nodes after a cell has this value; None if a factor does not allow it."""
    after = nodes.copy()
    for slot, layer in layers:
        to = layer[nodes[slot]].get(value)
        if to is None:
            return None
        after[slot] = to
    return after


def text_of(nodes: Sequence[int], ways: int) -> str:
    """Write a row."""
    return f"{' '.join(map(str, nodes))}: {ways}\n"
