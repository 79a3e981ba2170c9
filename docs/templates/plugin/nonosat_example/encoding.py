"""An encoding: one variable per block and place, the direct way to encode a clue.

Copy to nonosat/encodings/direct.py and add to ENCODINGS in nonosat/encodings/__init__.py:

        "direct": EncodingEntry("direct", "CNF: a block is at a place"),

Then a card says `encoding: direct`. The tests compare every registered encoding with brute force.
"""

from __future__ import annotations

from itertools import combinations, pairwise

from nonosat.encodings.cells import Clauses, cell_literals, clause, clauses_of, size_with
from nonosat.encodings.model import Cnf
from nonosat.encodings.order import earliest
from nonosat.problem import Problem, Runs
from nonosat.problem.blocks import slack


def size(problem: Problem) -> tuple[int, int]:
    """Return an upper bound on the numbers of variables and clauses, without building them.

    It serves to refuse a model that would exceed the memory limit.
    """
    values = max(problem.sizes, default=2)

    def line_size(line: Runs) -> tuple[int, int]:
        n, numbers = len(line.cells), list(map(len, _places(line)))
        pairs = sum(k * (k - 1) // 2 + 1 for k in numbers) + sum(a * b for a, b in pairwise(numbers))
        return sum(numbers), pairs + n * sum(numbers) + n * values + 1

    return size_with(problem, line_size)


def encode(problem: Problem) -> Cnf:
    """Build the clauses; `cell_literals` leaves out known cells."""
    literals, variables, clauses = cell_literals(problem)
    for constraint in problem.constraints:
        if isinstance(constraint, Runs):
            more, variables = _line(constraint, problem, literals, variables)
        else:
            more, variables = clauses_of(constraint, problem, literals, variables)
        clauses += more
    return Cnf(variables, clauses, literals)


def _places(line: Runs) -> list[list[tuple[int, int]]]:
    """Return every (first cell, end) that each block may have; a blotted block has several lengths."""
    room = slack(line.blocks, len(line.cells))
    return [
        [
            (start, start + length)
            for length in range(block.low, min(block.high, block.low + room) + 1)
            for start in range(first, first + room - (length - block.low) + 1)
        ]
        for block, first in zip(line.blocks, earliest(line.blocks), strict=True)
    ]


def _line(line: Runs, problem: Problem, literals: list[list[int]], variables: int) -> tuple[Clauses, int]:
    if slack(line.blocks, len(line.cells)) < 0:
        return [[]], variables
    clauses: Clauses = []
    numbers: list[dict[tuple[int, int], int]] = []  # per block: place -> variable
    for places in _places(line):
        numbers.append(dict(zip(places, range(variables + 1, variables + len(places) + 1), strict=True)))
        variables += len(places)
        # Each block is at exactly one place.
        clauses.append(list(numbers[-1].values()))
        clauses += [[-a, -b] for a, b in combinations(numbers[-1].values(), 2)]
    # The next block begins after this one has ended, and after a gap if they have the same colour.
    gaps = [a.colour == b.colour for a, b in pairwise(line.blocks)]
    for (here, after), gap in zip(pairwise(numbers), gaps, strict=True):
        for (_, end), one in here.items():
            clauses += [[-one, -other] for (start, _), other in after.items() if start < end + gap]
    # A cell has a colour if and only if a block of that colour covers it.
    for i, cell in enumerate(line.cells):
        covering: dict[int, list[int]] = {value: [] for value in range(1, problem.sizes[cell])}
        for block, places_of in zip(line.blocks, numbers, strict=True):
            for (start, end), variable in places_of.items():
                if start <= i < end:
                    covering[block.colour].append(variable)
                    clauses += clause(-variable, literals[cell][block.colour])
        for value, variables_of in covering.items():
            clauses += clause(-literals[cell][value], *variables_of)
    return clauses, variables
