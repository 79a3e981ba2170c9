"""The machine-code writer of `order` writes exactly what its twin writes."""

from __future__ import annotations

import random

import numpy as np
import pytest

from nonosat.beliefs.marginals import marginals
from nonosat.encodings import order_rows
from nonosat.model import Cnf
from nonosat.narrowing.lines import narrow
from nonosat.problem import Problem
from nonosat.puzzles.nonogram import Nonogram
from tests.helpers.brute import lines_by_clue
from tests.helpers.properties import given, settings, st
from tests.helpers.puzzles import line_problem
from tests.helpers.strategies import any_clues, problems

pytest.importorskip("numba")

from nonosat.encodings import order_compiled


def same(problem: Problem) -> Cnf:
    want, have = order_rows.written(problem), order_compiled.written(problem)
    assert have.clauses == want.clauses
    assert have.variables == want.variables
    assert [list(row) for row in have.literals] == [list(row) for row in want.literals]
    return have


@pytest.mark.parametrize("n", range(1, 9))
def test_every_short_line(n: int) -> None:
    for clue in lines_by_clue(n):
        same(line_problem(clue, [None] * n))


@given(problems)
def test_any_small_problem(problem: Problem) -> None:
    same(problem)


@settings(max_examples=50)
@given(any_clues(70))
def test_any_clues(puzzle: Nonogram) -> None:
    same(puzzle.problem())


@given(st.integers(0, 2**32), st.integers(1, 30), st.integers(1, 63), st.floats(0.1, 0.9))
def test_puzzles_of_which_something_is_known(seed: int, height: int, width: int, density: float) -> None:
    rng = random.Random(seed)
    rows = ["".join("#" if rng.random() < density else "." for _ in range(width)) for _ in range(height)]
    problem = Nonogram.from_picture(tuple(rows)).problem()
    wrong = rng.random() < 0.2  # cells that contradict the clues, now and then
    given_cells = [
        (cell, int(rows[cell // width][cell % width] == "#") ^ int(wrong and rng.random() < 0.02))
        for cell in rng.sample(range(height * width), rng.randint(0, height * width // 3))
    ]
    known = problem.with_givens(given_cells)
    for one in (problem, known, narrow(known).problem):
        have, want = same(one), order_rows.written(one)
        assert (have.phases is None) == (want.phases is None)
        if have.phases and want.phases and not wrong:
            likely = marginals(one, 2)
            assert np.array_equal(have.phases(likely), want.phases(likely))
