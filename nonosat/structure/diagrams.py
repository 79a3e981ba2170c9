"""A constraint over its open cells, as the smallest equivalent layered automaton.

There is a layer before each open cell (one with more than one value left), and a single end after the last.
If a layer has only one node, the cells before and after it are independent: the constraint splits there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from nonosat.line.automaton import clue_automaton
from nonosat.problem import Blocks, Constraint, Exactly, is_single

MOST_STATES = 500_000
"""A constraint with more states than this gets no diagram."""

Node = tuple[tuple[int, int], ...]
"""(value, number of a node in the next layer): a pair for each possible value of the cell."""


@dataclass(frozen=True, slots=True)
class Diagram:
    """The open cells in order, and the layer of nodes before each; no layers if it is too large."""

    cells: tuple[int, ...]
    layers: tuple[tuple[Node, ...], ...]

    def parts(self) -> list[Diagram]:
        """Return the independent parts, in order."""
        cuts = [i for i, layer in enumerate(self.layers) if len(layer) == 1] or [0]
        return [
            Diagram(self.cells[begin:end], self.layers[begin:end])
            for begin, end in pairwise([*cuts, len(self.cells)])
        ]


def diagram(constraint: Constraint, possible: Sequence[int]) -> Diagram:
    """Build the diagram of a satisfiable constraint, given the known cells."""
    if isinstance(constraint, Blocks):
        automaton = clue_automaton(constraint.blocks, len(constraint.cells))
        return _drawn(
            constraint.cells, possible, lambda _, state: automaton.next[state], automaton.finals.__contains__
        )
    count, gains = constraint.count, dict[int, dict[int, int]]()
    for cell, value in constraint.options:
        gain = gains.setdefault(cell, {})
        gain[value] = gain.get(value, 0) + 1
    cells = tuple(sorted(gains))
    every = {cell: range(possible[cell].bit_length()) for cell in cells}

    def counted(cell: int, state: int) -> dict[int, int]:
        moves = {value: state + gains[cell].get(value, 0) for value in every[cell]}
        return {value: reached for value, reached in moves.items() if reached <= count}

    return _drawn(
        cells, possible, counted, lambda reached: reached == count or not isinstance(constraint, Exactly)
    )


def _drawn(
    cells: tuple[int, ...],
    possible: Sequence[int],
    moves: Callable[[int, int], Mapping[int, int]],
    final: Callable[[int], bool],
) -> Diagram:
    """Build the diagram of an automaton: `moves(cell, state)` has its steps by value; it starts at 0."""
    open_cells = tuple(cell for cell in cells if not is_single(possible[cell]))
    reached, states = [{0}], 1
    for cell in cells:
        mask = possible[cell]
        reached.append(
            {
                target
                for state in reached[-1]
                for value, target in moves(cell, state).items()
                if mask >> value & 1
            }
        )
        states += len(reached[-1])
        if states > MOST_STATES:
            return Diagram(open_cells, ())
    # From the end: states with the same ways to the end become one node. Known cells have no layer: a
    # state before one gets the node of its next state.
    node = {state: 0 for state in reached.pop() if final(state)}
    layers: list[tuple[Node, ...]] = []
    for cell in reversed(cells):
        after, node = node, {}
        mask, number = possible[cell], dict[Node, int]()
        for state in reached.pop():
            ways = tuple(
                (value, after[target])
                for value, target in moves(cell, state).items()
                if mask >> value & 1 and target in after
            )
            if ways and not is_single(mask):
                node[state] = number.setdefault(tuple(sorted(ways)), len(number))
            elif ways:
                node[state] = ways[0][1]
        if number:
            layers.append(tuple(number))
    return Diagram(open_cells, tuple(reversed(layers)))
