"""One suite for every backend: the same questions, the same right answers."""

import pytest
from pysat.solvers import Solver

import nonosat
from nonosat import Verdict, backends, solve
from nonosat.backends import BACKENDS, Backend, Engine
from nonosat.beliefs.marginals import certain
from nonosat.encodings import ENCODINGS
from nonosat.problem import Count, Problem, Regular
from nonosat.problem.automaton import Automaton
from nonosat.puzzles.families import random_puzzle
from nonosat.solving.card import Card
from tests.core.test_registry import keeps
from tests.helpers import samples
from tests.helpers.brute import THREE_COLOURS, nonogram, solutions
from tests.helpers.models import SLOW_BACKENDS, TESTED_CARDS, encodings_for, options_of, plain_card
from tests.helpers.mosaics import mosaic_of
from tests.helpers.programs import needs
from tests.helpers.puzzles import UNIQUE_GRIDS, square_puzzles
from tests.helpers.verdicts import backend_agrees


def test_every_verdict_on_grids_up_to_3x3(backend: str) -> None:
    for number, name in enumerate(
        encodings_for(backend)[: None if backend in ("cpsat", "pysat:cadical195") else 1]
    ):
        card = plain_card(backend, name)
        slow = backend in SLOW_BACKENDS or backend.startswith("program:")
        few = (1,) if slow and not samples.everything else (1, 2)
        whole = samples.everything or (backend == "pysat:cadical195" and number == 0)
        for n in (1, 2, 3) if whole and not slow else few:
            unique = 0
            for puzzle, grids in square_puzzles(n).items():
                answer = solve(puzzle, card)
                assert (answer.verdict is Verdict.UNIQUE) == (grids == 1), (name, puzzle)
                unique += answer.verdict is Verdict.UNIQUE
            assert unique == UNIQUE_GRIDS[n]


def test_a_problem_without_constraints(backend: str) -> None:
    backend_agrees(mosaic_of(("??",)), backend, [("..",), (".#",), ("#.",), ("##",)])


def test_all_solutions_one_after_another(backend: str) -> None:
    rows = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 2, 0], [0, 0, 0, 2]]
    puzzle = nonogram(rows, THREE_COLOURS)
    want = set(solutions(puzzle))
    assert len(want) == 4
    problem = puzzle.problem()
    for name in encodings_for(backend):
        engine = backends.start(backend, ENCODINGS.load(name).encode(problem), options_of(backend))
        found = []
        while engine.solve():
            values = engine.values()
            found.append(puzzle.picture(values))
            engine.add_blocking_clause(list(enumerate(values)))
        assert len(found) == len(want), name
        assert set(found) == want, name
        assert engine.solve() is False, "still none when asked again"
        engine.close()


def test_several_values_lead_to_the_same_state(backend: str) -> None:
    automaton = Automaton(({0: 1, 1: 1, 2: 2}, {0: 3}, {1: 3, 2: 3}, {}), frozenset({3}))
    problem = Problem((3, 3), (Regular((0, 1), automaton),), (0, 1))
    for name in encodings_for(backend):
        engine = backends.start(backend, ENCODINGS.load(name).encode(problem), options_of(backend))
        words = set()
        while engine.solve():
            words.add(tuple(values := engine.values()))
            engine.add_blocking_clause(list(enumerate(values)))
        assert words == {(0, 0), (1, 0), (2, 1), (2, 2)}, name
        engine.close()


def test_assumptions_hold_for_one_call_only(backend: str) -> None:
    problem = Problem((3, 3, 2), (Count(1, 1, ((0, 2), (1, 2), (2, 1))),), (0, 1, 2))
    for name in encodings_for(backend):
        engine = backends.start(backend, ENCODINGS.load(name).encode(problem), options_of(backend))
        assert engine.solve([(0, 2), (1, 2)]) is False
        assert engine.solve([(1, 2)]) is True
        assert engine.values()[1] == 2
        assert engine.values()[2] == 0
        engine.add_clause([(2, 1)])
        assert engine.solve([(1, 2)]) is False
        engine.set_phases([1, 0, 1])
        assert engine.solve() is True
        assert engine.values()[2] == 1
        engine.add_clause([])
        assert engine.solve() is False
        engine.close()


def test_one_of_some_options_holds_for_one_call_only(backend: str) -> None:
    problem = Problem((3, 2, 2), (Count(1, 1, ((0, 2), (1, 1), (2, 1))),), (0, 1, 2), givens=((2, 0),))
    for name in encodings_for(backend):
        engine = backends.start(backend, ENCODINGS.load(name).encode(problem), options_of(backend))
        assert engine.solve([], [(1, 1), (2, 1)]) is True
        assert engine.values()[1] == 1
        assert engine.solve([(0, 2)], [(1, 1), (2, 1)]) is False
        assert engine.solve([], [(2, 1)]) is False, "what is given otherwise cannot hold"
        assert engine.solve([(0, 2)], [(1, 1), (2, 0)]) is True, "what is given holds anyway"
        assert engine.solve([(1, 0)], [(0, 0), (0, 2)]) is True
        assert engine.values()[0] == 2
        assert engine.solve([(0, 2)]) is True
        engine.close()


def test_what_is_said_of_the_solvers_is_true() -> None:
    """Capabilities are data; this tries them."""
    for info in backends.BACKENDS.load("pysat").solvers():
        name = info.name.partition(":")[2]
        for ability, attempt in (
            ("phases", lambda s: s.set_phases([1])),
            ("budget", lambda s: (s.conf_budget(5), s.solve_limited())),
        ):
            solver = Solver(name, bootstrap_with=[[1, 2], [-1, 2]])
            try:
                attempt(solver)
                works = True
            except (NotImplementedError, TypeError):  # CryptoMiniSat's way to refuse a budget
                works = False
            solver.delete()
            said = getattr(info, ability)
            assert said == works or name == "kissat404", (name, ability)  # see the next test


@pytest.mark.parametrize("seed", range(3))
def test_a_solver_that_takes_no_phases_is_given_them_by_renaming(seed: int) -> None:
    """Of very many solutions it finds the one that it is shown, and another one without."""
    problem = random_puzzle(15, 15, 0.35, seed).problem()
    model = ENCODINGS.load("order").encode(problem)
    shown, engine = (
        backends.start("pysat:cadical195", model, {}),
        backends.start("pysat:kissat404", model, {}),
    )
    assert shown.solve() and engine.solve()
    assert engine.values() != shown.values()
    engine.set_marginals(certain(problem, shown.values()))
    assert engine.solve()
    assert engine.values() == shown.values()
    engine.add_blocking_clause(list(enumerate(shown.values())))
    assert engine.solve([(0, shown.values()[0])])
    assert engine.values() != shown.values() and engine.values()[0] == shown.values()[0]
    shown.close()
    engine.close()


def test_a_backend_that_does_not_exist_is_not_found() -> None:
    assert backends.info("pysat:nothing") is None
    assert backends.info("nothing") is None
    assert backends.info("cpsat:more") is None


def test_expected_solvers_are_here() -> None:
    here = {info.name for info in backends.available()}
    names = "cadical103 cadical153 cadical195 cadical300 glucose3 glucose4 glucose42 gluecard3 gluecard4"
    names += " lingeling maplechrono maplecm maplesat mergesat3 minicard minisat22 minisat-gh kissat404"
    assert {f"pysat:{name}" for name in names.split()} | {"cpsat"} <= here


@pytest.mark.parametrize("name", list(BACKENDS))
def test_backends(name: str) -> None:
    needs(name)
    backend = BACKENDS.load(name)
    first = next(iter(backend.solvers()))
    keeps(backend, Backend)
    encoding = next(one for one, entry in ENCODINGS.items() if entry.language in first.reads)
    engine = backend.start(
        first.name.partition(":")[2], ENCODINGS.load(encoding).encode(Problem((2,), (), (0,))), {}
    )
    keeps(engine, Engine)
    engine.close()


@pytest.mark.parametrize("card", TESTED_CARDS, ids=lambda card: card.name)
def test_gchq(card: Card) -> None:
    needs(*card.backends)
    answer = solve(nonosat.load("gchq"), card)
    assert answer.verdict is Verdict.UNIQUE
    assert answer.solution is not None
    assert answer.solution[0] == "#######.###...#.#.#######"
    answer = solve(nonosat.load("gchq-no-givens"), card)
    assert answer.verdict is Verdict.MULTIPLE
