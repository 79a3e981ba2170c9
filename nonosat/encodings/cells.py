"""Cells and counts as clauses, shared by all CNF encodings."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from nonosat.line.automaton import StateRange
from nonosat.model import TRUE
from nonosat.problem import AtMost, Blocks, Exactly, Problem

Clauses = list[list[int]]


def cell_literals(problem: Problem) -> tuple[list[list[int]], int, Clauses]:
    """Number the cells; return the literal of every (cell, value), the variables used, and clauses.

    A cell with one value left needs no variable, one with two needs one, one with more has a
    variable for each value and clauses that say "exactly one".
    """
    literals: list[list[int]] = []
    clauses: Clauses = []
    variables = 0
    if set(problem.sizes) == {2} and 0 not in problem.possible:  # nearly all puzzles
        decided = [[TRUE, -TRUE], [-TRUE, TRUE]]
        literals = [
            [-(variables := variables + 1), variables] if mask == 3 else decided[mask - 1]
            for mask in problem.possible
        ]
        return literals, variables, clauses
    for size, possible in zip(problem.sizes, problem.possible, strict=True):
        left = [value for value in range(size) if possible >> value & 1]
        row = [-TRUE] * size
        if not left:
            clauses.append([])
        elif len(left) == 1:
            row[left[0]] = TRUE
        elif len(left) == 2:
            variables += 1
            row[left[0]], row[left[1]] = -variables, variables
        else:
            for value in left:
                variables += 1
                row[value] = variables
            mine = [row[value] for value in left]
            clauses.append(mine)
            clauses.extend([-a, -b] for a, b in combinations(mine, 2))
        literals.append(row)
    return literals, variables, clauses


def _cells_size(problem: Problem) -> tuple[int, int]:
    """Return the variables and clauses of `cell_literals`."""
    variables = clauses = 0
    for possible in problem.possible:
        left = possible.bit_count()
        if left > 2:
            variables, clauses = variables + left, clauses + 1 + left * (left - 1) // 2
        elif left == 2:
            variables += 1
        elif left == 0:
            clauses += 1
    return variables, clauses


def clause(*literals: int) -> Clauses:
    """Return a list of the clause, without its constants, or an empty list if it is already satisfied."""
    if TRUE in literals:
        return []
    return [[literal for literal in literals if literal != -TRUE]]


def count_clauses(
    constraint: Exactly | AtMost,
    literals: list[list[int]],
    variables: int,
    meanings: dict[int, StateRange] | None = None,
    number: int = 0,
) -> tuple[Clauses, int]:
    """Encode a count over options; return the clauses and the variables used so far.

    A sequential counter (Sinz 2005) with clauses in both directions, so that its variables are
    functions of the cells and a count of models needs no projection. reached[j] after the i-th
    option says that at least j of the first i hold. `meanings` receives the canonical values of the new
    variables; `number` is that of the constraint in the Problem.
    """
    holds = [literals[cell][value] for cell, value in constraint.options]
    left = constraint.count - holds.count(TRUE)
    unsure = [literal for literal in holds if abs(literal) != TRUE]
    exactly = isinstance(constraint, Exactly)
    if left < 0 or (exactly and left > len(unsure)):
        return [[]], variables
    if left == 0:
        return [[-literal] for literal in unsure], variables
    if left >= len(unsure):
        return ([[literal] for literal in unsure] if exactly else []), variables
    if left == 1 and len(unsure) <= 6:
        few = [[-a, -b] for a, b in combinations(unsure, 2)]
        return ([*few, unsure] if exactly else few), variables
    clauses: Clauses = []
    reached = [TRUE] + [-TRUE] * (left + 1)
    known = 0  # of the options so far, those that are known to hold
    for place, literal in enumerate(holds, start=1):
        if abs(literal) == TRUE:
            known += literal == TRUE
            continue
        now = [TRUE]
        for j in range(1, left + 2):
            # now[j] <-> reached[j] or (literal and reached[j-1])
            before, step = reached[j], reached[j - 1]
            if before == -TRUE and step == -TRUE:
                now.append(-TRUE)
                continue
            variables += 1
            now.append(variables)
            if meanings is not None:
                meanings[variables] = StateRange(number, place, known + j, constraint.count + 1)
            clauses += clause(-before, variables)
            clauses += clause(-literal, -step, variables)
            clauses += clause(-variables, before, literal)
            clauses += clause(-variables, before, step)
        reached = now
    clauses += clause(-reached[left + 1])
    if exactly:
        clauses += clause(reached[left])
    return clauses, variables


def size_with(problem: Problem, line_size: Callable[[Blocks], tuple[int, int]]) -> tuple[int, int]:
    """Return an upper bound of a model's variables and clauses, given that of a line."""
    variables, clauses = _cells_size(problem)
    for constraint in problem.constraints:
        more = line_size(constraint) if isinstance(constraint, Blocks) else _count_size(constraint)
        variables, clauses = variables + more[0], clauses + more[1]
    return variables, clauses


def _count_size(constraint: Exactly | AtMost) -> tuple[int, int]:
    """Return an upper bound of the variables and clauses of `count_clauses`."""
    options = len(constraint.options)
    cells = options * min(constraint.count + 1, options)
    return cells, 4 * cells + options + 16
