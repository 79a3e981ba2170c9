"""Decimation, and the turns in which a solver uses it: no wrong solution, whatever beliefs say."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import nonosat
from nonosat import Clock, LimitReached
from nonosat.beliefs import decimation
from nonosat.beliefs.decimation import Decimation
from nonosat.problem import CellValue, Problem
from nonosat.propagation.narrow import narrow
from nonosat.puzzles.families import n_dom, random_puzzle
from nonosat.solving import guided
from tests.helpers.brute import THREE_COLOURS, nonogram, solutions
from tests.helpers.fixtures import Patch
from tests.helpers.properties import given, st
from tests.helpers.strategies import small_rows


@given(small_rows(3), st.integers(0, 3))
def test_a_complete_decimation_is_a_solution(rows: list[list[int]], seed: int) -> None:
    puzzle = nonogram(rows, THREE_COLOURS)
    problem = narrow(puzzle.problem()).problem
    found = decimation.decimate(problem, seed)
    assert found.left == sorted(found.left, reverse=True)
    assert len(found.left) == len(found.decisions) + 1
    if found.complete:
        decided = narrow(problem.with_givens(found.decisions)).problem
        assert puzzle.picture(decided.values) in set(solutions(puzzle))


@given(small_rows(3), st.integers(0, 3))
def test_what_is_found_are_solutions(rows: list[list[int]], seed: int) -> None:
    puzzle = nonogram(rows, THREE_COLOURS)
    problem = narrow(puzzle.problem()).problem
    found = decimation.guess(problem, trials=2, seed=seed)
    pictures = {puzzle.picture(tuple(values)) for values in found}
    assert len(pictures) == len(found) <= 2
    assert pictures <= set(solutions(puzzle))
    assert not decimation.guess(problem, min_open=len(problem.sizes) + 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(decimation, "MOST_CELLS", len(problem.sizes) - 1)
        assert not decimation.guess(problem)


def test_the_clock_ends_it() -> None:
    with pytest.raises(LimitReached):
        decimation.decimate(random_puzzle(30, 30).problem(), clock=Clock(0.0))


def test_a_contradiction_leaves_it_incomplete() -> None:
    found = decimation.decimate(nonosat.load("no-solution").problem())
    assert not found.complete


def test_a_number_between_two_halves_the_work() -> None:
    found = Decimation([(cell, 1) for cell in range(5)], [100, 80, 60, 30, 29, 10], solutions=[])
    assert [found.between(0, last) for last in range(6)] == [0, 0, 1, 2, 2, 3]
    assert [found.between(first, 5) for first in range(6)] == [3, 3, 3, 4, 4, 5]


class Answering:
    """A solver that gives up, refutes more than some decisions, and then knows a solution."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.asked: list[int] = []
        self.budgets: list[int | None] = []

    def set_budget(self, conflicts: int | None) -> None:
        self.budgets.append(conflicts)

    def solve(self, assumptions: Sequence[CellValue] = (), any_of: object = None) -> bool | None:
        self.asked.append(len(assumptions))
        if len(assumptions) > self.most:
            return False
        return True if self.asked.count(0) == 3 else None


@pytest.mark.parametrize(
    ("most", "asked", "budgets", "decimations"),
    [(2, [0, 2, 3, 0, 2, 3, 0], [10, 6, 20, 11, 40], 4), (0, [0, 2, 1, 0, 2, 1, 0], [10, 6, 20, 11, 40], 3)],
)
def test_turns_grow_and_decisions_are_bisected(
    most: int, asked: list[int], budgets: list[int], decimations: int, monkeypatch: Patch
) -> None:
    found = Decimation([(cell, 1) for cell in range(4)], [100, 80, 60, 30, 20], solutions=[])
    seeds: list[int] = []

    def decimate(_problem: Problem, seed: int) -> Decimation:
        seeds.append(seed)
        return found

    monkeypatch.setattr(guided, "decimate", decimate)
    engine = Answering(most)
    assert guided.solve(engine, n_dom(3).problem, 10)  # type: ignore[arg-type]
    assert (engine.asked, engine.budgets, seeds) == (asked, budgets, list(range(decimations)))
