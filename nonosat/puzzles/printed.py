"""What a puzzle prints: its clues, without which some of its constraints would not hold."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

from nonosat.problem import Constraint, Problem


class Printed(NamedTuple):
    """A clue, as a puzzle prints it: a line's numbers, a symbol, a region, a given. Without it, these
    constraints of the Problem do not hold, and this cell is not given.
    """

    name: str
    constraints: tuple[int, ...] = ()
    cell: int | None = None


def part(
    problem: Problem,
    printed: Sequence[Printed],
    clues: Collection[int],
    instead: Callable[[Constraint], Constraint] | None = None,
) -> Problem:
    """Return the Problem of the rules and some clues, by their numbers. Other constraints are left out, or
    replaced by what `instead` makes of them.
    """
    others = [one for number, one in enumerate(printed) if number not in clues]
    gone = {k for one in others for k in one.constraints}
    open_cells = {one.cell for one in others}
    constraints = [
        instead(one) if k in gone and instead else one
        for k, one in enumerate(problem.constraints)
        if instead or k not in gone
    ]
    givens = tuple([given for given in problem.givens if given[0] not in open_cells])
    return replace(problem, constraints=tuple(constraints), givens=givens, possible=())
