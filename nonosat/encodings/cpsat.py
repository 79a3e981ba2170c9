"""A constraint model: one automaton constraint per line, the textbook way to state a nonogram."""

from __future__ import annotations

from nonosat.encodings.cells import bound_steps
from nonosat.encodings.cp import Cp
from nonosat.problem import Problem, Regular, values_of


def size(problem: Problem) -> tuple[int, int]:
    """Return the cells and an upper bound of the automata's steps, unrolled as CP-SAT does."""
    lines, counts, rules = problem.forms
    steps = sum(bound_steps(line) for _, line in lines) + sum(len(count.options) for _, count in counts)
    return len(problem.sizes), steps + sum(len(rule.cells) * len(rule.automaton.steps) for _, rule in rules)


def encode(problem: Problem) -> Cp:
    """Build the model; known cells are in their domains."""
    lines, counts, rules = problem.forms
    automata = [Regular(line.cells, line.reader(0), line.label) for _, line in lines]
    automata += [rule for _, rule in rules]
    domains = [tuple(values_of(possible)) for possible in problem.possible]
    return Cp(domains, automata, [count for _, count in counts])  # solvers have sums: faster than automata
