"""No encoding: the Problem itself, for backends that read it."""

from __future__ import annotations

from nonosat.problem import Problem


def size(problem: Problem) -> tuple[int, int]:
    """Return the number of cells and of constraints."""
    return len(problem.sizes), len(problem.constraints)


def encode(problem: Problem) -> Problem:
    """Return the Problem."""
    return problem
