"""Clauses of encodings that are not frozen: a certificate states the canonical values of their variables.

Nobody writes these clauses again. They are read from the certificate, and each is checked against the clues
(`check_clauses`), so that any encoding will do: one of the search, or one of your own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nonosat.encodings import ENCODINGS
from nonosat.encodings.model import TRUE, Cnf
from nonosat.encodings.reference import Formula
from nonosat.errors import InputError
from nonosat.fields import parsed
from nonosat.problem import Count, Problem
from nonosat.problem.automaton import StateRange
from nonosat.proofs.check_clauses import Arrangements
from nonosat.proofs.claims import NotVerified

_MOST = 1 << 30  # of a state's number


def encode(encoding: str, problem: Problem) -> Formula:
    """Write a Problem as clauses of an encoding. Raises InputError if it does not state canonical values."""
    free = Problem(problem.sizes, problem.constraints, problem.answer_key)
    model = ENCODINGS.load(encoding).encode(free)
    if not isinstance(model, Cnf) or model.meanings is None:
        raise InputError(f"the encoding {encoding} does not state canonical values")
    formula = Formula(variables=model.variables, meanings=dict(model.meanings()), contradiction=1)
    for row in model.literals:
        known = [formula.variable()] if TRUE in row else []  # a cell of one value
        formula.literals.append(known or list(row))
        formula.clauses += [known] if known else []
    for clause in model.clauses:
        formula.clauses += [clause] if clause else _contradiction(free, formula)
    formula.clauses += [[formula.literals[cell][value]] for cell, value in problem.givens]
    return formula


def _contradiction(problem: Problem, formula: Formula) -> list[list[int]]:
    """Return two clauses instead of the empty one: a constraint that has no arrangement satisfies any."""
    for constraint in problem.constraints:
        arrangements = Arrangements(constraint, problem.possible)
        if not arrangements.live[0] and arrangements.cells:
            literal = formula.literals[arrangements.cells[0]][0]
            return [[literal], [-literal]]
    raise InputError("only the encoding order/1 can say that this puzzle has no solution")


def read(data: bytes, problem: Problem, variables: int) -> Formula:
    """Read what a certificate states, without clauses. Raises NotVerified if it cannot be so."""
    formula = Formula(variables=variables, contradiction=1)
    try:
        stated = parsed(data)
        rows, meanings = stated["literals"], stated["meanings"]
        good = _are_cells(rows, problem, variables) and _are_meanings(meanings, problem, variables)
    except (ValueError, TypeError, KeyError):
        good = False
    if not good:
        raise NotVerified("cells.json does not state canonical values")
    formula.literals = rows
    formula.meanings = {variable: StateRange(*where) for variable, *where in meanings}
    cells = [abs(literal) for row in rows for literal in {abs(literal) for literal in row}]
    if len(formula.meanings) < len(meanings) or len({*cells, *formula.meanings}) < len(cells) + len(meanings):
        raise NotVerified("cells.json states two canonical values of a variable")
    return formula


def _are_cells(rows: Any, problem: Problem, variables: int) -> bool:
    """Whether a literal is given for each value of each cell, which says just that."""
    if [*map(len, rows)] != [*problem.sizes]:
        return False
    known = all(_is_in(abs(literal), 1, variables) for row in rows for literal in row)
    return known and all(map(_says, rows, problem.possible))


def _says(row: Sequence[int], possible: int) -> bool:
    """Whether each literal of a cell is true for its own value alone, as far as values are possible."""
    for value, literal in enumerate(row):
        true = sum(1 << v for v, other in enumerate(row) if other == abs(literal))
        if possible >> value & 1 and (true if literal > 0 else ~true) & possible != 1 << value:
            return False
    return True


def _are_meanings(meanings: Any, problem: Problem, variables: int) -> bool:
    for variable, constraint, place, low, high in meanings:
        if not _is_in(variable, 1, variables) or not _is_in(constraint, 0, len(problem.constraints) - 1):
            return False
        of = problem.constraints[constraint]
        places = len(of.options if isinstance(of, Count) else of.cells)
        if not (_is_in(place, 0, places) and _is_in(low, 0, _MOST) and _is_in(high, low, _MOST)):
            return False
    return True


def _is_in(number: Any, least: int, most: int) -> bool:
    return type(number) is int and least <= number <= most
