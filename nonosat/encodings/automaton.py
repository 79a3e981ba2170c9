"""The automaton encoding as CNF: each clue's automaton unrolled over its line.

There is a variable per (place, state); a state holds at a place if it was reached there.
Larger than `order`. Unit propagation finds every contradiction of a line that was tried, but not every cell.
"""

from __future__ import annotations

from nonosat.encodings.cells import Clauses, cell_literals, clause, count_clauses, size_with
from nonosat.line.automaton import StateRange, clue_automaton, layers, unrolled_size
from nonosat.model import TRUE, Cnf
from nonosat.problem import Blocks, Problem


def size(problem: Problem) -> tuple[int, int]:
    """Return an upper bound of the variables and clauses, without building them."""

    def line_size(line: Blocks) -> tuple[int, int]:
        states = unrolled_size(line)
        values = max((problem.sizes[cell] for cell in line.cells), default=0)
        # For every state: its successor by each value, its predecessors, and the value that leads to it.
        return states, (values + 2) * states + len(line.cells) + 1

    return size_with(problem, line_size)


def encode(problem: Problem) -> Cnf:
    """Build the clauses, given the known cells."""
    literals, variables, clauses = cell_literals(problem)
    meanings: dict[int, StateRange] = {}
    for number, constraint in enumerate(problem.constraints):
        if isinstance(constraint, Blocks):
            more, variables = _line(constraint, problem, literals, variables, meanings, number)
        else:
            more, variables = count_clauses(constraint, literals, variables, meanings, number)
        clauses += more
    return Cnf(variables, clauses, literals, meanings=lambda: meanings)


def _line(
    runs: Blocks,
    problem: Problem,
    literals: list[list[int]],
    variables: int,
    meanings: dict[int, StateRange],
    number: int,
) -> tuple[Clauses, int]:
    automaton = clue_automaton(runs.blocks, len(runs.cells))
    states = layers(automaton.next, automaton.finals, [problem.possible[cell] for cell in runs.cells])
    clauses: Clauses = []
    if not states[0]:
        return [[]], variables
    here = {0: TRUE}
    for i, cell in enumerate(runs.cells):
        there: dict[int, int] = {}
        for state in states[i + 1]:
            variables += 1
            there[state] = variables
            meanings[variables] = StateRange(number, i + 1, state, state)
        sources: dict[int, list[int]] = {state: [] for state in there}
        for state, literal in here.items():
            for value, cell_literal in enumerate(literals[cell]):
                if cell_literal == -TRUE:
                    continue
                target = automaton.next[state].get(value, -1)
                if target in there:
                    sources[target].append(literal)
                clauses += clause(-literal, -cell_literal, there.get(target, -TRUE))
        for state, origins in sources.items():
            clauses += clause(-there[state], literals[cell][automaton.reads[state]])
            clauses += clause(-there[state], *origins)
        clauses.append(list(there.values()))
        here = there
    return clauses, variables
