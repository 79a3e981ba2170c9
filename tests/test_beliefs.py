"""Beliefs: exact where they can be, and never more than a hint."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from nonosat import Card, solve
from nonosat.beliefs.marginals import certain, marginals
from nonosat.encodings import ENCODINGS
from nonosat.encodings.model import Cnf
from nonosat.problem import Block, Count, Problem, Runs
from nonosat.propagation.narrow import narrow
from tests.helpers.brute import THREE_COLOURS, clue_of, lines as all_lines, nonogram
from tests.helpers.models import encodings_for
from tests.helpers.properties import given, st
from tests.helpers.strategies import small_rows


@given(st.lists(st.integers(0, 2), min_size=1, max_size=8), st.data())
def test_marginals_of_one_line_are_exact(line: list[int], data: st.DataObject) -> None:
    """For a single line, the odds are the shares of its arrangements."""
    n, clue = len(line), clue_of(line)
    known = [(i, line[i]) for i in data.draw(st.sets(st.integers(0, n - 1)))]
    problem = Problem((3,) * n, (Runs(tuple(range(n)), clue),), tuple(range(n)), tuple(known))
    left = [a for a in all_lines(clue, n, 3) if all(a[i] == v for i, v in known)]
    found = marginals(problem)
    assert found.settled
    for i, value in product(range(n), range(3)):
        share = sum(a[i] == value for a in left) / len(left)
        assert found.cells[i, value] == pytest.approx(share, abs=0.005)  # as near as "settled" means
    weights = found.starts[0]
    if weights is not None:
        assert weights.sum(axis=1) == pytest.approx(np.ones(len(clue)))


@given(small_rows(3))
def test_what_is_impossible_is_never_likely(rows: list[list[int]]) -> None:
    problem = narrow(nonogram(rows, THREE_COLOURS).problem()).problem
    found = marginals(problem)
    assert found.cells.sum(axis=1) == pytest.approx(np.ones(len(problem.sizes)))
    for cell, mask in enumerate(problem.possible):
        for value in range(3):
            if not mask >> value & 1:
                assert found.cells[cell, value] == 0


@given(small_rows(3))
def test_phases_speak_of_variables_once_and_agree_with_certain_values(rows: list[list[int]]) -> None:
    """For a known picture, the phases are the only assignment of the clauses."""
    puzzle = nonogram(rows, THREE_COLOURS)
    problem = puzzle.problem()
    cnf = ENCODINGS.load("order").encode(problem)
    assert isinstance(cnf, Cnf)
    held = set(cnf.likely_literals(certain(problem, [value for row in rows for value in row])))
    assert not {-literal for literal in held} & held
    assert all(any(literal in held for literal in clause) for clause in cnf.clauses)


@pytest.mark.parametrize("name", ["pysat:cadical153", "pysat:glucose4", "cpsat"])
@given(rows=small_rows(3))
def test_phases_change_no_verdict(name: str, rows: list[list[int]]) -> None:
    puzzle = nonogram(rows, THREE_COLOURS)
    verdicts = {
        solve(puzzle, Card("test", encodings_for(name)[0], name, phases=phases, narrow=narrow)).verdict
        for phases in ("none", "beliefs")
        for narrow in (False, True)
    }
    assert len(verdicts) == 1


def test_blotted_lines_say_nothing() -> None:
    blotted = (Block(1, 1, 5),)
    problem = Problem((2,) * 5, (Runs((0, 1, 2, 3, 4), blotted),), (0, 1, 2, 3, 4))
    assert marginals(problem).cells == pytest.approx(np.full((5, 2), 0.5))


def test_problems_without_lines_or_cells_have_odds_too() -> None:
    options = Problem((2, 2), (Count(1, 1, ((0, 1), (1, 1))),), (0, 1))
    assert marginals(options).cells == pytest.approx(np.full((2, 2), 0.5))
    assert marginals(Problem((), (), ())).values == []
