"""The recipe `auto`: every step of it gives right answers, and its steps come in their order."""

from dataclasses import replace
from itertools import count
from typing import Any

import pytest

import nonosat
from nonosat import Nonogram, Verdict, backends
from nonosat.backends import Engine
from nonosat.encodings import ENCODINGS
from nonosat.problem import CellValue, CellValues, Problem, Values, values_of
from nonosat.propagation import sums
from nonosat.puzzles.families import n_dom, random_puzzle
from nonosat.solving import auto, card_files, searches, session
from nonosat.solving.answer import Found
from nonosat.solving.auto import Auto
from nonosat.solving.card import AUTO, CADICAL, GLUCOSE, KISSAT, KISSAT_PROGRAM, MINISAT, Card
from nonosat.solving.guesses import FIRST, guess
from tests.helpers import brute
from tests.helpers.brute import assignments
from tests.helpers.fixtures import Patch
from tests.helpers.properties import given, settings, st
from tests.helpers.scripted import set_least_budgets
from tests.helpers.strategies import CELLS, problems

BARE = replace(AUTO, narrow=False, probes=False, switches=False)
MEMORY = 1 << 33


def model(problem: Problem, backend: str = MINISAT) -> Auto:
    """The recipe, begun with MiniSat or, as if that had given up, with CaDiCaL."""
    solver = Auto(problem, AUTO, MEMORY)
    solver.backend = backend
    return solver


def solved(puzzle: Nonogram) -> bytes:
    (picture,) = nonosat.solve(puzzle).solutions
    return bytes(puzzle.values(picture))


@pytest.fixture
def least_budgets(monkeypatch: Patch) -> None:
    set_least_budgets(monkeypatch)


@pytest.fixture
def started(monkeypatch: Patch) -> list[str]:
    """The solvers that are started, in order."""
    names: list[str] = []
    start = backends.start

    def noted(name: str, *rest: Any) -> Engine:
        names.append(name)
        return start(name, *rest)

    monkeypatch.setattr(backends, "start", noted)
    return names


@pytest.fixture(params=[KISSAT, KISSAT_PROGRAM])
def kissat(request: pytest.FixtureRequest, monkeypatch: Patch) -> str:
    """The name of Kissat: as PySAT has it, and as a program."""
    card = card_files.kissat()
    if request.param == KISSAT:
        card = Card("kissat", "order", KISSAT)
    elif card.backend != request.param:
        pytest.skip("the program kissat is not installed")
    monkeypatch.setattr(auto, "kissat", lambda: card)
    return card.backend


def gives_up(*_: object) -> None:
    """Stand for a search that finds nothing."""


@pytest.mark.parametrize(
    "puzzle", [n_dom(7), nonosat.load("no-solution"), *(random_puzzle(9, 9, 0.45, seed) for seed in range(4))]
)
def test_solvers_alone_give_the_verdict(puzzle: Nonogram) -> None:
    verdict = nonosat.solve(puzzle, BARE).verdict
    assert verdict is nonosat.solve(puzzle, "order-minisat").verdict is not Verdict.UNKNOWN


@pytest.mark.parametrize("seed", range(6))
def test_what_this_process_leaves_undecided_goes_to_a_worker(
    seed: int, least_budgets: None, started: list[str], monkeypatch: Patch
) -> None:
    """With all that the first solver was told: the second search finds another solution, or none."""
    monkeypatch.setattr(session, "begun", count())  # otherwise only the first one of a process begins here
    puzzle = random_puzzle(9, 9, 0.45, seed)
    answer = nonosat.solve(puzzle, BARE)
    assert answer.verdict is nonosat.solve(puzzle, "order-minisat").verdict
    assert len({*answer.solutions}) == (2 if answer.verdict is Verdict.MULTIPLE else 1)
    assert not started or started[0] == MINISAT


option = st.tuples(st.integers(0, CELLS - 1), st.integers(0, 2))
options = st.lists(option, min_size=1, max_size=3)
questions = st.lists(
    st.tuples(
        st.sampled_from(["ask", "require", "deny", "prefer"]),
        options | st.just([]),
        st.none() | options,
        st.sampled_from([None, None, 1]),
    ),
    min_size=1,
    max_size=5,
)


@given(problems, st.sampled_from([MINISAT, CADICAL]), questions)
@settings(max_examples=150)
def test_whatever_it_is_asked_and_told_in_whatever_order_it_agrees_with_brute_force(
    problem: Problem,
    backend: str,
    told: list[tuple[str, list[CellValue], list[CellValue] | None, int | None]],
) -> None:
    every = assignments(problem)

    def holds(values: Values, some: CellValues) -> list[bool]:
        return [values[cell] == value for cell, value in some]

    with pytest.MonkeyPatch.context() as patch:
        set_least_budgets(patch)
        solver = model(problem, backend)
        for what, some, any_of, conflicts in told:
            if what == "require" and some:
                solver.add_clause(some)
                every = [values for values in every if any(holds(values, some))]
            if what == "deny" and some:
                solver.add_blocking_clause(some)
                every = [values for values in every if not all(holds(values, some))]
            if what == "prefer" and every:
                solver.set_phases(every[len(some) % len(every)])
            assumed = some if what == "ask" else []
            fitting = [values for values in every if all(holds(values, assumed))]
            fitting = [values for values in fitting if any_of is None or any(holds(values, any_of))]
            solver.set_budget(conflicts)
            answer = solver.solve(assumed, any_of)
            assert answer is bool(fitting) or (answer is None and conflicts is not None)
            if answer:
                assert tuple(solver.values()) in fitting
        solver.close()


def test_a_solution_is_looked_for_step_by_step(
    least_budgets: None, started: list[str], monkeypatch: Patch
) -> None:
    """Kissat is asked once for the first solution; later questions go to CaDiCaL first."""
    monkeypatch.setattr(searches, "solve_in_turns", gives_up)
    monkeypatch.setattr(searches, "_FAILURES", 0)
    monkeypatch.setattr(auto, "MORE", ())
    problem, values = n_dom(7).problem(), solved(n_dom(7))
    for asked, wanted in ((problem, True), (problem.with_givens([(9, 1 - values[9])]), False)):
        started.clear()
        solver = model(asked)
        assert solver.solve() is wanted
        assert started == solver.used == [MINISAT, CADICAL, KISSAT]
        assert not wanted or solver.values() == values
        assert solver.solve([(9, values[9])]) is wanted
        assert started[3:] == [CADICAL]
        solver.close()


@pytest.mark.parametrize("any_of", [None, [(9, 0), (9, 1)]])
def test_a_proof_begins_near_the_solution_and_is_left_to_the_solver_for_proofs(
    kissat: str, any_of: CellValues | None, least_budgets: None, started: list[str], monkeypatch: Patch
) -> None:
    monkeypatch.setattr(sums, "narrow", lambda problem: problem)  # which settles n-Dom
    puzzle = n_dom(7)
    problem, values = puzzle.problem(), solved(puzzle)
    started.clear()
    solver, prover = model(problem, CADICAL), kissat if any_of is None else GLUCOSE
    solver.add_blocking_clause([(cell, values[cell]) for cell in problem.answer_key])
    for asked in range(2):
        solver.set_phases(values)
        assert solver.solve(any_of=any_of) is False
        assert started == ([CADICAL, prover] if asked == 0 or prover == GLUCOSE else [CADICAL, prover] * 2)
    solver.close()


def test_minisat_looks_near_a_solution_that_it_has_not_found_and_then_starts_anew(
    least_budgets: None, started: list[str], monkeypatch: Patch
) -> None:
    monkeypatch.setattr(auto, "EASY", 10_000)
    puzzle = n_dom(7)
    values = solved(puzzle)
    started.clear()
    solver = model(puzzle.problem())
    solver.add_blocking_clause(list(enumerate(values)))
    solver.set_phases(values)
    assert solver.solve() is False
    assert started == [MINISAT, MINISAT]
    solver.close()


@pytest.mark.parametrize("possible", [True, False])
def test_what_short_searches_show_by_the_way_is_the_answer(
    possible: bool, least_budgets: None, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(searches, "solve_in_turns", gives_up)
    problem, values = n_dom(6).problem(), solved(n_dom(6))
    if not possible:
        problem = problem.with_givens([(9, 1 - values[9])])
    solver = model(problem, CADICAL)
    assert solver.solve() is possible
    assert not possible or solver.values() == values
    assert solver.used == [CADICAL]
    solver.close()


@pytest.mark.parametrize("known", [True, False])
def test_it_narrows_by_sums_once(known: bool, least_budgets: None, monkeypatch: Patch) -> None:
    puzzle = n_dom(7)
    problem, values = puzzle.problem(), solved(puzzle)
    narrow, told = sums.narrow, list[Problem]()

    def noted(problem: Problem) -> Problem:
        told.append(problem)
        return narrow(problem)

    monkeypatch.setattr(sums, "narrow", noted)
    if not known:
        problem = problem.with_givens([(24, 1 - values[24])])  # now there is no solution
    solver = model(problem, CADICAL)
    if known:
        solver.add_blocking_clause([(cell, values[cell]) for cell in problem.answer_key])
        solver.set_phases(values)
    assert solver.solve() is False
    assert solver.solve() is False
    assert told == [problem]
    assert solver.problem.possible == tuple(1 << value if known else 0 for value in values)
    solver.close()


def test_a_guess_has_both_solutions_that_it_found() -> None:
    puzzle = random_puzzle(20, 20, 0.4, 1)
    found = guess(FIRST, puzzle.problem(), nonosat.Limits().clock())
    assert found.backends == ("reinforced-bp",)
    assert found.values != found.other
    for values in (found.values, found.other):
        assert values
        assert not puzzle.fault(puzzle.picture(values))
    assert guess((), puzzle.problem()) == Found()


def engine_of(puzzle: Nonogram) -> Engine:
    return backends.start("pysat:cadical153", ENCODINGS.load("order").encode(puzzle.problem()), {})


class Refuting:
    """A solver that only ever answers if there is no solution."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.add_clause = engine.add_clause
        self.set_budget = engine.set_budget

    def solve(self, assumptions: CellValues = ()) -> bool | None:
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
        patch.setattr(searches, "_FAILURES", height * width + 1)
        narrowed, answer = searches.narrow_by_short_searches(engine, puzzle.problem())  # type: ignore[arg-type]
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
    narrowed, answer = searches.narrow_by_short_searches(engine, puzzle.problem())
    if answer:
        assert engine.values() in left
    elif answer is False:
        assert not left
    for values in left:
        assert all(mask >> value & 1 for mask, value in zip(narrowed.possible, values, strict=True))
    assert engine.solve() is bool(left)


def test_large_puzzles_are_left_alone(monkeypatch: Patch) -> None:
    puzzle = n_dom(4)
    monkeypatch.setattr(searches, "_MOST_CELLS", 80)
    assert searches.narrow_by_short_searches(engine_of(puzzle), puzzle.problem()) == (puzzle.problem(), None)
