"""The clauses of `order` where brute force cannot follow: long lines, whole puzzles; and in both modes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from hashlib import blake2b

import pytest
from pysat.solvers import Solver

from nonosat.beliefs.marginals import marginals
from nonosat.encodings import order, reference
from nonosat.problem import Block, Clue, Problem, Runs
from nonosat.puzzles.nonogram import Nonogram
from tests.helpers.brute import clue_of
from tests.helpers.interpreted import interpreted
from tests.helpers.properties import given
from tests.helpers.puzzles import line_problem
from tests.helpers.strategies import any_clues


def normal(clauses: Sequence[Sequence[int]]) -> list[list[int]]:
    return sorted(map(sorted, clauses))


@given(any_clues(70))
def test_where_nothing_is_known_they_are_those_of_the_reference(puzzle: Nonogram) -> None:
    for clues, n in ((puzzle.rows, puzzle.width), (puzzle.columns, puzzle.height)):
        for clue in clues:
            problem = line_problem(clue, [None] * n, len(puzzle.palette))
            model, formula = order.encode(problem), reference.encode(problem)
            if [] not in model.clauses:
                assert model.variables == formula.variables
                assert normal(model.clauses) == normal(formula.clauses)


def row_of(rng: random.Random, n: int, values: int) -> list[int]:
    """Return random cells of a line, in runs."""
    row: list[int] = []
    while len(row) < n:
        row += [rng.choice([0, rng.randrange(values)])] * rng.choice([1, 1, 2, 3, n // 4 + 1])
    return row[:n]


def blotted(rng: random.Random, clue: Clue) -> Clue:
    """Make the lengths of some blocks unknown."""
    return tuple(
        Block(block.colour, rng.randint(1, block.low), block.high + rng.choice([0, 1, 1000]))
        if rng.random() < 0.3
        else block
        for block in clue
    )


def random_problem(rng: random.Random) -> tuple[Problem, list[int]]:
    """Return a line or a small puzzle, some of whose cells are known, and values of the cells.

    These are a solution, unless a cell is known to have another value.
    """
    values = rng.choice([2, 2, 3, 5])
    height, width = rng.choice([(1, 9), (1, 63), (1, 64), (1, 65), (1, 140), (5, 6), (3, 70)])
    cells = [value for _ in range(height) for value in row_of(rng, width, values)]
    lines = [range(r * width, (r + 1) * width) for r in range(height)]
    lines += [range(c, height * width, width) for c in range(width)]
    clues = [clue_of([cells[cell] for cell in line]) for line in lines]
    if rng.random() < 0.5:
        clues = [blotted(rng, clue) for clue in clues]
    known = [
        (cell, cells[cell] if rng.random() < 0.99 else 0)
        for cell in rng.sample(range(len(cells)), rng.randint(0, len(cells) // 2))
    ]
    constraints = tuple(Runs(tuple(line), clue) for line, clue in zip(lines, clues, strict=True))
    return Problem((values,) * len(cells), constraints, tuple(range(len(cells)))).with_givens(known), cells


@pytest.mark.parametrize("seed", range(100))
def test_they_hold_for_the_same_pictures_as_the_reference(seed: int) -> None:
    rng = random.Random(seed)
    problem, cells = random_problem(rng)
    model, formula = order.encode(problem), reference.encode(problem)
    with Solver(bootstrap_with=formula.clauses) as one, Solver() as other:
        # PySAT leaves out an empty clause.
        other.append_formula([*model.clauses, *([[1], [-1]] if [] in model.clauses else [])])
        for _ in range(10):
            options = list(enumerate(cells))
            want = one.solve([formula.literals[cell][value] for cell, value in options])
            have = model.assumptions(options)
            assert want == (have is not None and other.solve(have))
            # Next, with a neighbouring cell of another value.
            cell = rng.randrange(1, len(cells))
            cells[cell - 1], cells[cell] = cells[cell], cells[cell - 1]


def written(seed: int, count: int) -> list[tuple[int, int, str]]:
    """Return how many variables and clauses random problems have, and a digest of the clauses and phases."""
    rng, found = random.Random(seed), []
    for _ in range(count):
        problem, _ = random_problem(rng)
        model = order.encode(problem)
        phases = model.phases(marginals(problem, 2)) if model.phases and [] not in model.clauses else []
        digest = blake2b(repr((model.clauses, phases)).encode(), digest_size=8).hexdigest()
        found.append((model.variables, len(model.clauses), digest))
    return found


def test_they_are_the_same_where_the_code_is_interpreted() -> None:
    assert written(1, 40) == interpreted(written, 1, 40)
