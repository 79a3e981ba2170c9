"""Short searches against brute force: they rule out only what is in no solution, and with time, all of it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from nonosat import Nonogram, backends
from nonosat.backends import Engine
from nonosat.encodings import ENCODINGS
from nonosat.problem import CellValue, values_of
from nonosat.puzzles.families import n_dom, random_puzzle
from nonosat.solving import short_searches
from tests.helpers import brute
from tests.helpers.fixtures import Patch
from tests.helpers.properties import given, settings, st


def engine_of(puzzle: Nonogram) -> Engine:
    return backends.start("pysat:cadical153", ENCODINGS.load("order").encode(puzzle.problem()), {})


class Refuting:
    """A solver that only ever answers if there is no solution."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.add_clause = engine.add_clause
        self.set_budget = engine.set_budget

    def solve(self, assumptions: Sequence[CellValue] = ()) -> bool | None:
        return False if self._engine.solve(assumptions) is False else None


def solutions(puzzle: Nonogram) -> list[bytes]:
    return [bytes(puzzle.values(picture)) for picture in brute.solutions(puzzle)]


@given(st.integers(3, 6), st.integers(3, 6), st.integers(0, 99))
@settings(max_examples=40)
def test_what_is_left_is_in_a_solution(height: int, width: int, seed: int) -> None:
    """Given time, and a solver that never shows a solution."""
    puzzle = random_puzzle(height, width, 0.5, seed)
    known, engine = solutions(puzzle), Refuting(engine_of(puzzle))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(short_searches, "_FAILURES", height * width + 1)
        narrowed, answer = short_searches.narrow(engine, puzzle.problem())  # type: ignore[arg-type]
    assert answer is None
    seen = [{values[cell] for values in known} for cell in range(height * width)]
    assert [set(values_of(mask)) for mask in narrowed.possible] == seen


@given(st.integers(3, 6), st.integers(3, 6), st.integers(0, 99), st.integers(0, 35))
@settings(max_examples=40)
def test_a_solution_by_the_way_is_one(height: int, width: int, seed: int, cell: int) -> None:
    """And where there is none, or it is excluded, none is found."""
    puzzle = random_puzzle(height, width, 0.5, seed)
    known, engine = solutions(puzzle), engine_of(puzzle)
    excluded = known[: cell % (len(known) + 1)]
    for values in excluded:
        engine.add_blocking_clause(list(enumerate(values)))
    left = known[len(excluded) :]
    narrowed, answer = short_searches.narrow(engine, puzzle.problem())
    if answer:
        assert engine.values() in left
    elif answer is False:
        assert not left
    for values in left:
        assert all(mask >> value & 1 for mask, value in zip(narrowed.possible, values, strict=True))
    assert engine.solve() is bool(left)


def test_large_puzzles_are_left_alone(monkeypatch: Patch) -> None:
    puzzle = n_dom(4)
    monkeypatch.setattr(short_searches, "_MOST_CELLS", 80)
    assert short_searches.narrow(engine_of(puzzle), puzzle.problem()) == (puzzle.problem(), None)
