"""Problems whose lines share no open cell: solutions are counted, and listed, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from nonosat.automata.count import arrangements, count
from nonosat.automata.masks import by_value
from nonosat.problem import Problem, Runs


def count_independent(problem: Problem) -> int | None:
    """Return the exact number of solutions if every cell is in one Runs and in no other constraint.

    The lines are then independent, and their numbers of arrangements multiply. Returns None for all other
    Problems.
    """
    lines = independent_lines(problem)
    if lines is None:
        return None
    return prod(count(line.blocks, _can(line, problem), len(line.cells)) for line in lines)


def iter_independent(problem: Problem, lines: Sequence[Runs]) -> Iterator[list[int]]:
    """Yield the solutions of a Problem, given its `independent_lines`; the first takes no search."""
    values = [0] * len(problem.sizes)

    def extend(depth: int) -> Iterator[list[int]]:
        if depth == len(lines):
            yield values.copy()
            return
        line = lines[depth]
        for arrangement in arrangements(line.blocks, _can(line, problem), len(line.cells)):
            for cell, value in zip(line.cells, arrangement, strict=True):
                values[cell] = value
            yield from extend(depth + 1)

    return extend(0)


def independent_lines(problem: Problem) -> list[Runs] | None:
    """Return the lines if every cell is in one Runs and in no other constraint, None otherwise."""
    lines = [line for _, line in problem.forms.lines]
    if not problem.only_lines or sum(len(line.cells) for line in lines) != len(problem.sizes):
        return None
    cells = sorted(cell for line in lines for cell in line.cells)
    return lines if cells == list(range(len(problem.sizes))) else None


def _can(line: Runs, problem: Problem) -> list[int]:
    """Return for each value the mask of the line's cells that may have it."""
    have = [problem.possible[cell] for cell in line.cells]
    return by_value(have, max(problem.sizes[cell] for cell in line.cells))
