"""The automaton encoding as CNF: each clue's automaton unrolled over its line.

There is a variable per (place, state); a state holds at a place if it was reached there.
Larger than `order`. Unit propagation finds every contradiction of a line that was tried, but not every cell.
"""

from __future__ import annotations

from nonosat.encodings.cells import bound_pairs, cell_literals, clauses_of, size_with
from nonosat.encodings.model import Cnf
from nonosat.problem import Problem, Runs


def size(problem: Problem) -> tuple[int, int]:
    """Return an upper bound of the variables and clauses, without building them."""

    def line_size(line: Runs) -> tuple[int, int]:
        states = bound_pairs(line)
        values = max((problem.sizes[cell] for cell in line.cells), default=0)
        # For every state: its successor by each value, its predecessors, and the value that leads to it.
        return states, (values + 2) * states + len(line.cells) + 1

    return size_with(problem, line_size)


def encode(problem: Problem) -> Cnf:
    """Build the clauses, given the known cells."""
    literals, variables, clauses = cell_literals(problem)
    for constraint in problem.constraints:
        more, variables = clauses_of(constraint, problem, literals, variables)
        clauses += more
    return Cnf(variables, clauses, literals)
