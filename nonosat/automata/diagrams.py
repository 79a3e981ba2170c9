"""A constraint over its open cells, as the smallest equivalent layered automaton.

There is a layer before each open cell (one with more than one value left), and a single end after the last.
If a layer has only one node, the cells before and after it are independent: the constraint splits there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from nonosat.problem import Constraint, Count, is_single

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
    cells = constraint.cells
    if isinstance(
        constraint, Count
    ):  # in any order: that of all others, so that the frontier counter finds one
        cells = tuple(sorted(cells))
        constraint = Count(constraint.least, constraint.most, tuple(sorted(constraint.options)))
    masks = [possible[cell] for cell in cells]
    open_cells = tuple([cell for cell in cells if not is_single(possible[cell])])
    reader = constraint.reader(max(masks, default=1).bit_length())
    reached, number = [{0}], 1
    for place, mask in enumerate(masks):
        after = reader.at(place)
        reached.append({to for state in reached[-1] for v, to in after(state).items() if mask >> v & 1})
        number += len(reached[-1])
        if number > MOST_STATES:
            return Diagram(open_cells, ())
    # From the end: states with the same ways to the end become one node. Known cells have no layer: a
    # state before one gets the node of its next state.
    node = {state: 0 for state in reached.pop() if reader.accepts(state)}
    layers: list[tuple[Node, ...]] = []
    for place in range(len(cells) - 1, -1, -1):
        later, node = node, {}
        after, mask, numbers = reader.at(place), masks[place], dict[Node, int]()
        for state in reached.pop():
            ways = tuple([(v, later[to]) for v, to in after(state).items() if mask >> v & 1 and to in later])
            if ways and not is_single(mask):
                node[state] = numbers.setdefault(tuple(sorted(ways)), len(numbers))
            elif ways:
                node[state] = ways[0][1]
        if numbers:
            layers.append(tuple(numbers))
    return Diagram(open_cells, tuple(reversed(layers)))
