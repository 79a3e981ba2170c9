"""Beliefs: exact where they can be, and never more than a hint."""

import math
from collections.abc import Callable
from itertools import product

import numpy as np
import pytest

import nonosat
from nonosat import Card, LimitReached, solve
from nonosat.beliefs import guesses
from nonosat.beliefs.guesses import Decimation
from nonosat.beliefs.marginals import certain, marginals
from nonosat.beliefs.powers import Powers
from nonosat.encodings import ENCODINGS
from nonosat.encodings.model import Cnf
from nonosat.problem import Block, CellValues, Count, Problem, Runs
from nonosat.propagation.narrow import narrow
from nonosat.puzzles.families import n_dom, random_puzzle
from nonosat.solving import searches
from nonosat.toolkit import Clock
from tests.helpers.brute import THREE_COLOURS, clue_of, lines as all_lines, nonogram, solutions
from tests.helpers.fixtures import Patch
from tests.helpers.interpreted import from_source
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


POWERS = [Powers(), from_source("beliefs.powers").Powers()]


def agree(name: str, exact: Callable[[float], float], numbers: list[float], n: int) -> None:
    """Assert that the first n numbers become those of the math library, compiled and interpreted."""
    both = [np.array(numbers, dtype=float) for _ in POWERS]
    for powers, found in zip(POWERS, both, strict=True):
        getattr(powers, name)(found.data, n)
    assert both[0].tobytes() == both[1].tobytes()
    assert both[0][n:].tolist() == numbers[n:]
    for number, value in zip(numbers[:n], both[0], strict=False):
        assert math.isclose(value, exact(number), rel_tol=1e-15, abs_tol=1e-16 * (name == "log"))


@given(st.lists(st.floats(-700, 700), max_size=20), st.integers(0, 20))
def test_exponentials(numbers: list[float], n: int) -> None:
    agree("exp", math.exp, numbers, min(n, len(numbers)))


@given(st.lists(st.floats(1e-300, 1e300), max_size=20), st.integers(0, 20))
def test_logarithms(numbers: list[float], n: int) -> None:
    agree("log", math.log, numbers, min(n, len(numbers)))


def test_what_is_too_small_for_a_double_is_nearly_nothing() -> None:
    for powers in POWERS:
        found = np.array([-701.0, -1e300, -math.inf])
        powers.exp(found.data, len(found))
        assert (found > 0).all()
        assert (found <= math.exp(-699)).all()


@given(small_rows(3), st.integers(0, 3))
def test_a_complete_decimation_is_a_solution(rows: list[list[int]], seed: int) -> None:
    puzzle = nonogram(rows, THREE_COLOURS)
    problem = narrow(puzzle.problem()).problem
    found = guesses.decimate(problem, seed)
    assert found.left == sorted(found.left, reverse=True)
    assert len(found.left) == len(found.decisions) + 1
    if found.complete:
        decided = narrow(problem.with_givens(found.decisions)).problem
        assert puzzle.picture(decided.values) in set(solutions(puzzle))


@given(small_rows(3), st.integers(0, 3))
def test_what_is_found_are_solutions(rows: list[list[int]], seed: int) -> None:
    puzzle = nonogram(rows, THREE_COLOURS)
    problem = narrow(puzzle.problem()).problem
    found = guesses.try_decimation(problem, trials=2, seed=seed)
    pictures = {puzzle.picture(tuple(values)) for values in found}
    assert len(pictures) == len(found) <= 2
    assert pictures <= set(solutions(puzzle))
    assert not guesses.try_decimation(problem, min_open=len(problem.sizes) + 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(guesses, "MOST_CELLS", len(problem.sizes) - 1)
        assert not guesses.try_decimation(problem)


def test_the_clock_ends_it() -> None:
    with pytest.raises(LimitReached):
        guesses.decimate(random_puzzle(30, 30).problem(), clock=Clock(0.0))


def test_a_contradiction_leaves_it_incomplete() -> None:
    found = guesses.decimate(nonosat.load("no-solution").problem())
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

    def solve(self, assumptions: CellValues = (), any_of: object = None) -> bool | None:
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

    monkeypatch.setattr(searches, "decimate", decimate)
    engine = Answering(most)
    assert searches.solve_in_turns(engine, n_dom(3).problem, 10)  # type: ignore[arg-type]
    assert (engine.asked, engine.budgets, seeds) == (asked, budgets, list(range(decimations)))
