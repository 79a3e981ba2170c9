"""Independent parts of a Problem: its open cells, grouped by the constraints that connect them.

The solutions of a Problem are all combinations of the components' solutions. A constraint connects only cells
in the same part of it (see `diagrams`), which is much finer than sharing a line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nonosat.automata.diagrams import Diagram, diagram
from nonosat.problem import Problem, is_single, values_of
from nonosat.processes.limits import NO_CLOCK, Clock


@dataclass(frozen=True, slots=True)
class Component:
    """Open cells that are connected, in order, and the parts of constraints that connect them."""

    cells: tuple[int, ...]
    ties: tuple[Diagram, ...]

    def alone(self, problem: Problem, values: Sequence[int]) -> Problem:
        """Return the Problem with all other cells decided as they are in one of its solutions."""
        open_cells = set(self.cells)
        return problem.narrowed(
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
