"""Every solution once, where one can be asked for: against brute force, with a solver that is a list."""

from __future__ import annotations

import random
from collections.abc import Sequence

from nonosat.problem import CellValue, Problem
from nonosat.solving.session import iter_other_solutions
from tests.helpers.brute import assignments
from tests.helpers.properties import assume, given, st
from tests.helpers.strategies import CELLS, problems

Word = tuple[int, ...]


class Toy:
    """Finds a solution at random in a list of all; records the questions."""

    def __init__(self, every: Sequence[Word], seed: int = 0) -> None:
        self.every = every
        self.questions = 0
        self.deepest = 0
        self._chance = random.Random(seed)

    def __call__(self, assumptions: Sequence[CellValue], any_of: Sequence[CellValue] | None) -> Word | None:
        self.questions += 1
        self.deepest = max(self.deepest, len(assumptions))
        fitting = [
            values
            for values in self.every
            if all(values[cell] == value for cell, value in assumptions)
            and (any_of is None or any(values[cell] == value for cell, value in any_of))
        ]
        return self._chance.choice(fitting) if fitting else None


def others(problem: Problem, find: Toy, first: Word, cells: Sequence[int]) -> list[Word]:
    return list(iter_other_solutions(find, problem.possible, first, cells))


@given(problems, st.integers(0, 99))
def test_every_solution_comes_once(problem: Problem, seed: int) -> None:
    every = assignments(problem)
    assume(1 <= len(every) <= 300)
    find = Toy(every, seed)
    found = others(problem, find, every[seed % len(every)], range(CELLS))
    assert sorted([*found, every[seed % len(every)]]) == every
    assert find.questions <= 4 * len(every), "a few questions per solution"
    assert find.deepest <= CELLS, "no more than a path of the tree is kept"


@given(problems, st.sets(st.integers(0, CELLS - 1)), st.integers(0, 99))
def test_solutions_that_are_the_same_in_the_cells_count_as_one(
    problem: Problem, cells: set[int], seed: int
) -> None:
    every = assignments(problem)
    assume(1 <= len(every) <= 300)
    # The other cells follow from these, as an answer key promises: one solution for each of their values.
    by_key = {tuple(values[cell] for cell in sorted(cells)): values for values in every}
    first = next(iter(by_key.values()))
    found = others(problem, Toy(list(by_key.values()), seed), first, sorted(cells))
    assert sorted([*found, first]) == sorted(by_key.values())


@given(problems, st.integers(0, 99), st.data())
def test_fixed_options_hold_in_all_of_them(problem: Problem, seed: int, data: st.DataObject) -> None:
    every = assignments(problem)
    assume(1 <= len(every) <= 300)
    first = data.draw(st.sampled_from(every))
    fixed = [(cell, first[cell]) for cell in sorted(data.draw(st.sets(st.integers(0, CELLS - 1))))]
    want = [values for values in every if all(values[cell] == value for cell, value in fixed)]
    free = [cell for cell in range(CELLS) if cell not in dict(fixed)]
    found = list(iter_other_solutions(Toy(every, seed), problem.possible, first, free, fixed))
    assert sorted([*found, first]) == want


def test_nothing_is_asked_ahead() -> None:
    find = Toy([(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)])
    listing = iter_other_solutions(find, (3, 3, 3), (0, 0, 0), range(3))
    assert find.questions == 0
    next(listing)
    assert find.questions == 1


def test_where_all_is_known_nothing_is_asked() -> None:
    find = Toy([(0, 1)])
    assert list(iter_other_solutions(find, (1, 2), (0, 1), range(2))) == []
    assert find.questions == 0
