"""What a puzzle prints: its clues, without which some of its constraints would not hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, NamedTuple

from nonosat.problem import Constraint, Problem
from nonosat.puzzles.cells import cell_name
from nonosat.records import replace


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


def list_givens(puzzle: Any) -> Iterator[Printed]:
    """Yield the givens of a puzzle."""
    for cell, _ in puzzle.given_options:
        yield Printed(f"the given in {cell_name(puzzle, cell)}", cell=cell)


def each_constraint(puzzle: Any) -> Iterator[Printed]:
    """Yield a clue for each constraint, and the givens."""
    for number, constraint in enumerate(puzzle.constraints()):
        yield Printed(constraint.label or f"constraint {number + 1}", (number,))
    yield from list_givens(puzzle)


def join_names(names: Sequence[str]) -> str:
    """Return names as a list, with those that differ in their numbers together.

    >>> join_names(["row 7", "column 3", "column 9", "the given in row 1, column 2"])
    'row 7, columns 3, 9 and the given in row 1, column 2'
    """
    groups: dict[str, list[str]] = {}
    for name in names:
        match = re.fullmatch(r"(row|column|region) (\w+)", name)
        groups.setdefault(match[1] if match else name, []).append(match[2] if match else "")
    texts = [
        f"{word}{'s' * (len(some) > 1)} {', '.join(some)}".rstrip() if some[0] else word
        for word, some in groups.items()
    ]
    return " and ".join(filter(None, [", ".join(texts[:-1]), texts[-1]]))
