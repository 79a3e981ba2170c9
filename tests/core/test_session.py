"""A Session and its engine: steps, budgets and phases; and what it is told is sent with the next question."""

import random
from collections.abc import Iterator, Sequence

import pytest

import nonosat
from nonosat import LimitReached
from nonosat.backends import Engine
from nonosat.problem import CellValue, CellValues, Problem, Values
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.puzzles.families import n_dom
from nonosat.solving import opened as workers_side
from nonosat.solving.answer import Found
from nonosat.solving.card import AUTO, Card
from nonosat.solving.others import iter_other_solutions, other_solutions
from nonosat.solving.session import Session
from nonosat.solving.solver import refuse_if_too_large
from nonosat.toolkit import worker
from tests.helpers.brute import assignments
from tests.helpers.properties import assume, given, st
from tests.helpers.puzzles import ones
from tests.helpers.strategies import CELLS, problems

MEMORY = 1 << 30
MINISAT = Card("minisat", "order", "pysat:minisat22")
KINDS = [
    MINISAT,
    Card("glucose", "automaton", "pysat:glucose4"),
    Card("kissat", "order", "pysat:kissat404"),
    Card("cpsat", "cpsat-automaton", "cpsat"),
    AUTO,
]


def session(problem: Problem, card: Card = MINISAT, clock: Clock = NO_CLOCK) -> Session:
    return Session(problem, card, clock, MEMORY)


def block(solver: Engine, values: Values) -> None:
    solver.add_blocking_clause(list(enumerate(values)))


@pytest.mark.parametrize("card", KINDS, ids=lambda card: card.name)
def test_what_was_told_travels_with_the_next_question(card: Card) -> None:
    problem = ones(3).problem()
    want = set(assignments(problem))
    seen: set[tuple[int, ...]] = set()
    with session(problem, card) as solver:
        while solver.solve():
            seen.add(tuple(solver.values()))
            block(solver, solver.values())
    assert seen == want


@pytest.mark.parametrize("card", KINDS, ids=lambda card: card.name)
def test_what_was_told_travels_with_other_solutions(card: Card) -> None:
    """Also where nothing was asked before: clauses and blocking clauses hold in what is listed."""
    problem = ones(3).problem()
    every = assignments(problem)
    corner = [values for values in every if values[0]]
    with session(problem, card) as solver:
        solver.add_clause([(0, 1)])
        assert list(map(tuple, solver.other_solutions(corner[0], range(9)))) == corner[1:]
    with session(problem, card) as solver:
        block(solver, every[0])
        found = {tuple(values) for values in solver.other_solutions(every[1], range(9))}
        assert found == set(every) - {every[0], every[1]}
        assert solver.solve([(cell, value) for cell, value in enumerate(every[0])]) is False
        fixed = [(8, 1)]
        last = [values for values in every if values[8] and values != every[0]]
        assert {tuple(v) for v in solver.other_solutions(last[0], range(8), fixed)} == set(last[1:])


@given(problems, st.lists(st.tuples(st.integers(0, CELLS - 1), st.integers(0, 2)), max_size=3), st.data())
def test_answers_are_those_of_brute_force(
    problem: Problem, assumptions: list[CellValue], data: st.DataObject
) -> None:
    option = st.tuples(st.integers(0, CELLS - 1), st.integers(0, 2))
    any_of = data.draw(st.none() | st.lists(option, max_size=3))
    clause = data.draw(st.none() | st.lists(option, min_size=1, max_size=3))

    def held(values: Sequence[int], options: CellValues) -> list[bool]:
        return [values[cell] == value for cell, value in options]

    want = [
        values
        for values in assignments(problem)
        if all(held(values, assumptions))
        and (any_of is None or any(held(values, any_of)))
        and (clause is None or any(held(values, clause)))
    ]
    with session(problem) as solver:
        if clause is not None:
            solver.add_clause(clause)
        assert solver.solve(assumptions, any_of) == bool(want)
        if want:
            assert tuple(solver.values()) in want


def test_no_option_at_all_cannot_hold_and_is_not_asked() -> None:
    with session(ones(2).problem()) as solver:
        assert solver.solve(any_of=()) is False
        assert solver.last is None
        assert solver.solve(any_of=None) is True


def test_phases_that_are_a_solution_are_found_at_once() -> None:
    """Whichever it is: the encoding's own variables are told too, so that the solver does not stray."""
    problem = ones(4).problem()
    for values in assignments(problem):
        with session(problem) as solver:
            solver.set_phases(values)
            assert solver.solve()
            assert tuple(solver.values()) == values
            assert solver.conflicts() == 0


def test_a_budget_ends_one_call_and_not_the_session() -> None:
    puzzle = n_dom(8)
    with session(puzzle.problem()) as solver:
        block(solver, puzzle.values(puzzle.goal))
        solver.set_budget(1)
        assert solver.solve() is None
        assert solver.last is not None and solver.last.ended
        with pytest.raises(RuntimeError, match="no solution was found"):
            solver.values()
        assert solver.solve() is None, "it is the same for each call"
        solver.set_budget(None)
        assert solver.solve() is False


def test_a_limit_closes_the_session_for_good() -> None:
    puzzle = n_dom(60)
    with session(puzzle.problem(), Card("cadical", "order", "pysat:cadical153"), Clock(0.5)) as solver:
        block(solver, puzzle.values(puzzle.goal))
        with pytest.raises(LimitReached, match="time limit"):
            solver.solve()
        with pytest.raises(RuntimeError, match="the session is closed"):
            solver.solve()


def test_a_listing_that_is_left_closes_the_session() -> None:
    problem = ones(5).problem()
    with session(problem) as solver:
        assert solver.solve()
        assert solver.peak_memory > 1 << 20
        listing = solver.other_solutions(solver.values(), range(25))
        next(listing)
        assert isinstance(listing, Iterator)
        listing.close()  # type: ignore[attr-defined]
        with pytest.raises(RuntimeError, match="the session is closed"):
            solver.solve()


def test_sessions_share_a_worker_one_after_another() -> None:
    worker.end_idle()
    with session(ones(2).problem()) as solver:
        assert solver.solve()
    with session(nonosat.load("no-solution").problem()) as solver:
        assert solver.solve() is False, "nothing is left of the one before"
    with worker.borrow() as held, worker.borrow() as another:
        assert held is not another


# The worker's side, called here.


def test_the_engine_takes_its_opening_once() -> None:
    problem = ones(2).problem()
    opening = problem, MINISAT, MEMORY, Found()
    first = workers_side.solve(opening, [], (), None)
    assert first.values is not None and not first.ended
    blocked = [("add_blocking_clause", list(enumerate(first.values)))]
    second = workers_side.solve(None, blocked, (), None)
    assert {first.values, second.values} == set(map(bytes, assignments(problem)))
    assert second.values is not None
    assert list(other_solutions(None, [], second.values, range(4), ())) == []
    again = workers_side.solve(opening, [], (), None)
    assert again.values is not None, "a new opening begins anew"


def test_a_model_that_does_not_fit_is_refused_before_it_is_built() -> None:
    problem = n_dom(8).problem()
    refuse_if_too_large(problem, "order", MEMORY)
    with pytest.raises(LimitReached, match=r"memory limit: the model would need about \d+ MiB") as reached:
        workers_side.solve((problem, MINISAT, 1 << 16, Found()), [], (), None)
    assert reached.value.stop_reason == "memory limit"


Word = tuple[int, ...]


class Toy:
    """Finds a solution at random in a list of all; records the questions."""

    def __init__(self, every: Sequence[Word], seed: int = 0) -> None:
        self.every = every
        self.questions = 0
        self.deepest = 0
        self._chance = random.Random(seed)

    def __call__(self, assumptions: CellValues, any_of: CellValues | None) -> Word | None:
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
