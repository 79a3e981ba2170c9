"""Independent parts of a Problem: its open cells, grouped by the constraints that connect them.

The solutions of a Problem are all combinations of the components' solutions. A constraint connects only cells
in the same part of it, which is much finer than sharing a line.

A constraint is a decision diagram over its open cells, layer by layer; where a layer has one state, what is
before it and what is after it do not depend on each other.

A few solutions give a lower bound on their number: if they differ in independent places, each place can be
filled as in any of them. So the cells that vary among them form components, whose fillings multiply.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import pairwise
from math import prod
from operator import or_

from nonosat.automata.count import arrangements, count
from nonosat.automata.masks import by_value
from nonosat.problem import Constraint, Count, Problem, Runs, Values, is_single, values_of
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.records import dataclass

MOST_STATES = 500_000
"""A constraint with more states than this gets no diagram."""

Node = tuple[tuple[int, int], ...]
"""(value, number of a node in the next layer): a pair for each possible value of the cell."""


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class Component:
    """Open cells that are connected, in order, and the parts of constraints that connect them."""

    cells: tuple[int, ...]
    ties: tuple[Diagram, ...]

    def alone(self, problem: Problem, values: Sequence[int]) -> Problem:
        """Return the Problem with all other cells decided as they are in one of its solutions."""
        open_cells = set(self.cells)
        return problem.narrow_to(
            mask if cell in open_cells else 1 << values[cell] for cell, mask in enumerate(problem.possible)
        )


def components(problem: Problem, clock: Clock = NO_CLOCK) -> list[Component]:
    """Return the components of a Problem that has a solution, in the order of their first cells.

    The fewer impossible values `problem.possible` has, the finer the grouping.
    Raises LimitReached once the clock's deadline has passed.
    """
    ties: list[Diagram] = []
    for constraint in problem.constraints:
        clock.check()
        if all(is_single(problem.possible[cell]) for cell in constraint.cells):
            continue
        ties += [part for part in diagram(constraint, problem.possible).parts() if part.cells]
    leader = {cell: cell for cell, mask in enumerate(problem.possible) if not is_single(mask)}
    tied = {cell for tie in ties for cell in tie.cells}
    for cell in leader:
        if cell not in tied:  # it may have any of its values
            node = tuple((value, 0) for value in values_of(problem.possible[cell]))
            ties.append(Diagram((cell,), ((node,),)))

    def lead(cell: int) -> int:
        while leader[cell] != cell:
            leader[cell] = cell = leader[leader[cell]]
        return cell

    for tie in ties:
        for cell in tie.cells:
            first, second = sorted((lead(cell), lead(tie.cells[0])))
            leader[second] = first
    cells: dict[int, list[int]] = {}
    for cell in leader:
        cells.setdefault(lead(cell), []).append(cell)
    mine: dict[int, list[Diagram]] = {first: [] for first in cells}
    for tie in ties:
        mine[lead(tie.cells[0])].append(tie)
    return [Component(tuple(cells[first]), tuple(mine[first])) for first in sorted(cells)]


def count_independent(problem: Problem) -> int | None:
    """Return the exact number of solutions if every cell is in one Runs and in no other constraint.

    The lines are then independent, and their numbers of arrangements multiply. Returns None for all other
    Problems.
    """
    lines = independent_lines(problem)
    if lines is None:
        return None
    return prod(count(line.blocks, _can(line, problem), len(line.cells)) for line in lines)


def iter_independent(problem: Problem, lines: Sequence[Runs]) -> Iterator[list[int]]:
    """Yield the solutions of a Problem, given its `independent_lines`; the first takes no search."""
    values = [0] * len(problem.sizes)

    def extend(depth: int) -> Iterator[list[int]]:
        if depth == len(lines):
            yield values.copy()
            return
        line = lines[depth]
        for arrangement in arrangements(line.blocks, _can(line, problem), len(line.cells)):
            for cell, value in zip(line.cells, arrangement, strict=True):
                values[cell] = value
            yield from extend(depth + 1)

    return extend(0)


def independent_lines(problem: Problem) -> list[Runs] | None:
    """Return the lines if every cell is in one Runs and in no other constraint, None otherwise."""
    lines = [line for _, line in problem.forms.lines]
    if not problem.only_lines or sum(len(line.cells) for line in lines) != len(problem.sizes):
        return None
    cells = sorted(cell for line in lines for cell in line.cells)
    return lines if cells == list(range(len(problem.sizes))) else None


def _can(line: Runs, problem: Problem) -> list[int]:
    """Return for each value the mask of the line's cells that may have it."""
    have = [problem.possible[cell] for cell in line.cells]
    return by_value(have, max(problem.sizes[cell] for cell in line.cells))


CountFillings = Callable[[Component], int | None]
"""Counts the ways to fill a component's cells, or returns None if that is too much work."""


def at_least(problem: Problem, seen: Sequence[Values], fillings: CountFillings) -> int:
    """Return a lower bound on the number of solutions, given some that were seen.

    It counts the solutions in which every cell has a value that it has in one of these. If a component is too
    much work, only half of its fillings that were seen are combined, and so on.
    """
    number = 1
    for part in components(_among(problem, seen)):
        ways = fillings(part)
        if ways is None:
            here = fill_component(part, seen)
            ways = len(here)
            if ways > 2:
                ways = max(ways, at_least(problem, here[: ways // 2], fillings))
        number *= ways
    return number


def fill_component(part: Component, seen: Sequence[Values]) -> list[Values]:
    """Return the first solution seen, with the component filled in each of the ways that were seen."""
    fillings = dict.fromkeys(tuple([values[cell] for cell in part.cells]) for values in seen)
    filled: list[Values] = []
    for filling in fillings:
        values = list(seen[0])
        for cell, value in zip(part.cells, filling, strict=True):
            values[cell] = value
        filled.append(values)
    return filled


def _among(problem: Problem, seen: Sequence[Values]) -> Problem:
    """Return the Problem in which every cell may have the values that it has in the solutions seen."""
    return problem.narrow_to(reduce(or_, [1 << value for value in some]) for some in zip(*seen, strict=True))
