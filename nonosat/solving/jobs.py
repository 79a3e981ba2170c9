"""Single calls to a worker, without a Session: counting and fewest givens."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count as count_from
from typing import cast

from nonosat.automata import components
from nonosat.automata.components import Component
from nonosat.backends.maxsat import fewest_true as fewest_true
from nonosat.encodings import ENCODINGS
from nonosat.encodings.model import TRUE, Cnf
from nonosat.problem import CellValue, CellValues, Problem, Values
from nonosat.solving.counters import COUNTERS
from nonosat.solving.counters.models import ModelCounter
from nonosat.solving.solver import refuse_if_too_large


def count_component(
    counter: str, component: Component, alone: Problem | None, steps: int, memory: int
) -> int | None:
    """Return the number of ways to fill a component, by the named counter; see `Counter`."""
    encoding = COUNTERS[counter].encoding
    if alone is not None and encoding:
        refuse_if_too_large(alone, encoding, memory)
    return COUNTERS.load(counter).count(component, alone, steps)


def at_least(problem: Problem, seen: Sequence[Values], steps: int) -> int:
    """Return a lower bound on the number of solutions; see `nonosat.automata.components`."""
    frontier = COUNTERS.load("frontier")
    return components.at_least(problem, seen, lambda part: frontier.count(part, None, steps))


def count_models(counter: str, problem: Problem, encoding: str, memory: int) -> int:
    """Return the number of solutions, by the named ModelCounter on the clauses of the named encoding."""
    return cast(ModelCounter, COUNTERS.load(counter)).count_models(_clauses(problem, encoding, memory))


def minimum_givens(
    problem: Problem, cells: Sequence[int], seen: Sequence[Values], memory: int
) -> tuple[list[CellValue], bytes]:
    """Return as few options of the cells as possible, and a solution in which they hold.

    Each of the solutions `seen` agrees with this one in the cells, or contradicts one of the options.
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
    true = fewest_true(clauses, given.values())
    if true is None:
        raise ValueError("the Problem has no solution")
    options = [option for option, variable in given.items() if variable in true]
    return options, model.values(lambda literal: (abs(literal) in true) == (literal > 0))


def wrong_options(problem: Problem, options: CellValues, memory: int) -> list[CellValue] | None:
    """Return the fewest options to drop so that the others have a solution; None if there is no solution."""
    model = _clauses(problem, "order", memory)
    clauses = list(model.clauses)
    dropped: dict[int, CellValue] = {}
    for variable, (cell, value) in enumerate(options, start=model.variables + 1):
        dropped[variable] = cell, value
        literal = model.literals[cell][value]
        if literal != TRUE:
            clauses.append([variable] if literal == -TRUE else [variable, literal])
    true = fewest_true(clauses, dropped)
    return None if true is None else [option for variable, option in dropped.items() if variable in true]


def _clauses(problem: Problem, encoding: str, memory: int) -> Cnf:
    refuse_if_too_large(problem, encoding, memory)
    model = ENCODINGS.load(encoding).encode(problem)
    if not isinstance(model, Cnf):
        raise TypeError(f"the encoding {encoding} does not write clauses")
    return model
