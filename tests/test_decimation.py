"""Decimation, and the turns in which a solver uses it: no wrong solution, whatever beliefs say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

import nonosat
from nonosat import backends
from nonosat.backends import Engine
from nonosat.beliefs import decimation
from nonosat.beliefs.decimation import Decimation
from nonosat.errors import LimitReached
from nonosat.problem import CellValue, Problem
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.propagation.narrow import narrow
from nonosat.puzzles.families import n_dom, random_puzzle
from nonosat.puzzles.nonogram import Nonogram
from nonosat.solving import guesses, short_searches
from nonosat.solving.answer import Verdict
from nonosat.solving.cards import CardStep, load_card
from nonosat.solving.runner import Opening, Query, Runner
from tests.helpers.brute import THREE_COLOURS, nonogram, solutions
from tests.helpers.fixtures import Patch
from tests.helpers.properties import given, st
from tests.helpers.strategies import small_rows


@given(small_rows(3), st.integers(0, 3))
def test_a_complete_decimation_is_a_solution(rows: list[list[int]], seed: int) -> None:
    puzzle = nonogram(rows, THREE_COLOURS)
    problem = narrow(puzzle.problem()).problem
    found = decimation.decimated(problem, seed)
    assert found.left == sorted(found.left, reverse=True)
    assert len(found.left) == len(found.decisions) + 1
    if found.complete:
        decided = narrow(problem.with_givens(found.decisions)).problem
        assert puzzle.picture(decided.values) in set(solutions(puzzle))


@given(small_rows(3), st.integers(0, 3))
def test_what_is_found_are_solutions(rows: list[list[int]], seed: int) -> None:
    puzzle = nonogram(rows, THREE_COLOURS)
    problem = narrow(puzzle.problem()).problem
    found = backends.guess("decimation", problem, {"trials": 2, "seed": seed}, NO_CLOCK)
    pictures = {puzzle.picture(tuple(values)) for values in found}
    assert len(pictures) == len(found) <= 2
    assert pictures <= set(solutions(puzzle))
    for options in ({"max_cells": len(problem.sizes) - 1}, {"min_open": len(problem.sizes) + 1}):
        assert not backends.guess("decimation", problem, options, NO_CLOCK)


def test_the_clock_ends_it() -> None:
    with pytest.raises(LimitReached):
        decimation.decimated(random_puzzle(30, 30).problem(), clock=Clock(0.0))


def test_a_contradiction_leaves_it_incomplete() -> None:
    found = decimation.decimated(nonosat.load("no-solution").problem())
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

    def decimated(_problem: Problem, seed: int) -> Decimation:
        seeds.append(seed)
        return found

    monkeypatch.setattr(decimation, "decimated", decimated)
    engine = Answering(most)
    assert guesses.solve(engine, n_dom(3).problem, 10)  # type: ignore[arg-type]
    assert (engine.asked, engine.budgets, seeds) == (asked, budgets, list(range(decimations)))


@pytest.mark.parametrize("puzzle", [n_dom(7), random_puzzle(12, 12), nonosat.load("no-solution")])
def test_guesses_change_no_verdict(puzzle: Nonogram) -> None:
    card = load_card("order-beliefs")
    (step,) = card.steps
    plain = replace(card, narrow=False, switches=False)
    guessing = replace(plain, steps=(replace(step, guesses=1, fresh="pysat:kissat404"),))
    verdict = nonosat.solve(puzzle, guessing).verdict
    assert verdict is nonosat.solve(puzzle, plain).verdict is not Verdict.UNKNOWN


def test_another_solver_takes_over_when_turns_are_over(monkeypatch: Patch) -> None:
    """It is asked once; later questions go to the first solver again."""
    monkeypatch.setattr(short_searches, "_FAILURES", 0)
    problem = n_dom(6).problem()
    (picture,) = nonosat.solve(n_dom(6)).solutions
    values = bytes(char == "#" for row in picture for char in row)
    monkeypatch.setattr(guesses, "solve", lambda *_: None)
    step = CardStep("order", "pysat:cadical153", guesses=1, fresh="pysat:kissat404")
    for asked, wanted in ((problem, values), (problem.with_givens([(9, 1 - values[9])]), None)):
        runner = Runner(Opening(asked, (step,), 1 << 33))
        found = runner.answer(Query())
        assert (found.values, found.ended) == (wanted, False)
        assert found.backends == ("pysat:cadical153", "pysat:kissat404")
        assert runner.answer(Query(assumptions=[(9, values[9])])).values == wanted
        runner.close()


@pytest.mark.parametrize("any_of", [None, [(9, 0), (9, 1)]])
def test_the_solver_that_found_the_first_solution_proves_that_it_is_the_only_one(
    monkeypatch: Patch, any_of: Sequence[CellValue] | None
) -> None:
    problem = n_dom(7).problem()
    monkeypatch.setattr(guesses, "solve", lambda *_: None)
    monkeypatch.setattr(short_searches, "_FAILURES", 0)
    monkeypatch.setattr("nonosat.propagation.sums.narrow", lambda problem: problem)  # which settles n-Dom
    step = CardStep("order", "pysat:cadical153", guesses=1, fresh="pysat:kissat404", near=1)
    started: list[str] = []
    start = backends.start

    def noted(name: str, *rest: Any) -> Engine:
        started.append(name)
        return start(name, *rest)

    monkeypatch.setattr(backends, "start", noted)
    runner = Runner(Opening(problem, (step,), 1 << 33))
    values = runner.answer(Query()).values
    assert values is not None
    known = [(cell, values[cell]) for cell in problem.answer_key]
    found = runner.answer(Query(clauses=[(known, False)], phases=values, any_of=any_of))
    assert (found.values, found.ended) == (None, False)
    assert started == ["pysat:cadical153", "pysat:kissat404"] * 2
    runner.close()
