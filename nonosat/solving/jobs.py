"""What a worker is called for once, with no Session: to count, and to find the fewest givens."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count as count_from

from nonosat.backends import ganak, rc2
from nonosat.encodings import encoding
from nonosat.engines import refuse_if_too_large
from nonosat.model import TRUE, Cnf
from nonosat.problem import Option, Problem


def count(problem: Problem, name: str, memory: int) -> int:
    """Return the number of solutions, counted by ganak on the clauses of the named encoding."""
    return ganak.count(_clauses(problem, name, memory))


def fewest(
    problem: Problem, cells: Sequence[int], seen: Sequence[Sequence[int]], memory: int
) -> tuple[list[Option], bytes]:
    """Return options of the cells, as few as can be, and a solution in which they hold.

    Each of the solutions `seen` is this one, as far as the cells go, or contradicts an option.
    """
    model = _clauses(problem, "order", memory)
    number = count_from(model.variables + 1)
    given = {
        (cell, value): next(number)
        for cell in cells
        for value, literal in enumerate(model.literals[cell])
        if abs(literal) != TRUE
    }
    clauses = model.clauses + [[-v, model.literals[cell][value]] for (cell, value), v in given.items()]
    for values in seen:
        same = next(number)
        clauses.append([same, *(v for (cell, value), v in given.items() if values[cell] != value)])
        clauses += [[-same, model.literals[cell][values[cell]]] for cell in cells]
    true = rc2.smallest(clauses, given.values())
    if true is None:
        raise ValueError("the Problem has no solution")
    options = [option for option, variable in given.items() if variable in true]
    return options, model.values(lambda literal: (abs(literal) in true) == (literal > 0))


def _clauses(problem: Problem, name: str, memory: int) -> Cnf:
    encoder = encoding(name)
    refuse_if_too_large(encoder.size(problem)[1], name, memory)
    model = encoder.encode(problem)
    if not isinstance(model, Cnf):
        raise TypeError(f"the encoding {name} does not write clauses")
    return model
