"""A constraint model: one automaton constraint per line, the textbook way to state a nonogram."""

from __future__ import annotations

from nonosat.line.automaton import clue_automaton, unrolled_steps
from nonosat.model import Automaton, Cp, Sum
from nonosat.problem import Blocks, Exactly, Problem


def size(problem: Problem) -> tuple[int, int]:
    """Return the cells and an upper bound of the automata's steps, unrolled as CP-SAT does."""
    steps = 0
    for constraint in problem.constraints:
        if isinstance(constraint, Blocks):
            steps += unrolled_steps(constraint)
        else:
            steps += len(constraint.options)
    return len(problem.sizes), steps


def encode(problem: Problem) -> Cp:
    """Build the model; known cells are in their domains."""
    domains = [
        tuple(value for value in range(size) if possible >> value & 1)
        for size, possible in zip(problem.sizes, problem.possible, strict=True)
    ]
    model = Cp(domains)
    for constraint in problem.constraints:
        if isinstance(constraint, Blocks):
            automaton = clue_automaton(constraint.blocks, len(constraint.cells))
            steps = tuple(
                (state, value, target)
                for state, moves in enumerate(automaton.next)
                for value, target in moves.items()
            )
            model.constraints.append(Automaton(constraint.cells, steps, tuple(sorted(automaton.finals))))
        else:
            low = constraint.count if isinstance(constraint, Exactly) else 0
            model.constraints.append(Sum(low, constraint.count, constraint.options))
    return model
