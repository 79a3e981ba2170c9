"""One suite for every backend: the same questions, the same right answers."""

from __future__ import annotations

from itertools import product

from pysat.solvers import Solver

from nonosat import backends
from nonosat.answer import Verdict
from nonosat.encodings import ENCODINGS, encoding
from nonosat.problem import Exactly, Problem
from nonosat.puzzles.nonogram import Nonogram
from nonosat.questions.unique import solve
from nonosat.solving.cards import Card, CardStep
from tests.brute import THREE_COLOURS, nonogram, solutions

UNIQUE_GRIDS = {1: 2, 2: 14, 3: 384, 4: 52362}
"""The n x n grids that are the only solution of their own clues (OEIS A242876)."""


def encodings_for(backend: str) -> list[str]:
    info = backends.info(backend)
    assert info is not None
    return [name for name, (_, language) in ENCODINGS.items() if language in info.reads]


def plain_card(backend: str, encoding: str) -> Card:
    return Card("test", (CardStep(encoding, backend),), lines=False)


def square_puzzles(n: int) -> dict[Nonogram, int]:
    """Return the clue sets of all n x n grids, with how many grids have them."""
    found: dict[Nonogram, int] = {}
    for values in product((0, 1), repeat=n * n):
        puzzle = nonogram([values[r * n : (r + 1) * n] for r in range(n)])
        found[puzzle] = found.get(puzzle, 0) + 1
    return found


def test_every_verdict_on_grids_up_to_3x3(backend: str) -> None:
    for name in encodings_for(backend)[: None if backend in ("cpsat", "pysat:cadical195") else 1]:
        card = plain_card(backend, name)
        for n in (1, 2, 3):
            unique = 0
            for puzzle, grids in square_puzzles(n).items():
                answer = solve(puzzle, card)
                assert (answer.verdict is Verdict.UNIQUE) == (grids == 1), (name, puzzle)
                unique += answer.verdict is Verdict.UNIQUE
            assert unique == UNIQUE_GRIDS[n]


def test_all_solutions_one_after_another(backend: str) -> None:
    rows = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 2, 0], [0, 0, 0, 2]]
    puzzle = nonogram(rows, THREE_COLOURS)
    want = set(solutions(puzzle))
    assert len(want) == 4
    problem = puzzle.problem()
    for name in encodings_for(backend):
        engine = backends.family(backend).start(backend.partition(":")[2], encoding(name).encode(problem), {})
        found = []
        while engine.solve([], None):
            values = engine.values()
            found.append(puzzle.picture(values))
            engine.add(list(enumerate(values)), True)
        assert len(found) == len(want), name
        assert set(found) == want, name
        assert engine.solve([], None) is False, "still none when asked again"
        engine.close()


def test_assumptions_hold_for_one_call_only(backend: str) -> None:
    problem = Problem((3, 3, 2), (Exactly(1, ((0, 2), (1, 2), (2, 1))),), (0, 1, 2))
    for name in encodings_for(backend):
        engine = backends.family(backend).start(backend.partition(":")[2], encoding(name).encode(problem), {})
        assert engine.solve([(0, 2), (1, 2)], None) is False
        assert engine.solve([(1, 2)], None) is True
        assert engine.values()[1] == 2
        assert engine.values()[2] == 0
        engine.add([(2, 1)], False)
        assert engine.solve([(1, 2)], None) is False
        engine.prefer([1, 0, 1])
        assert engine.solve([], None) is True
        assert engine.values()[2] == 1
        engine.add([], False)
        assert engine.solve([], None) is False
        engine.close()


def test_one_of_some_options_holds_for_one_call_only(backend: str) -> None:
    problem = Problem((3, 2, 2), (Exactly(1, ((0, 2), (1, 1), (2, 1))),), (0, 1, 2), givens=((2, 0),))
    for name in encodings_for(backend):
        engine = backends.family(backend).start(backend.partition(":")[2], encoding(name).encode(problem), {})
        assert engine.solve([], None, [(1, 1), (2, 1)]) is True
        assert engine.values()[1] == 1
        assert engine.solve([(0, 2)], None, [(1, 1), (2, 1)]) is False
        assert engine.solve([], None, [(2, 1)]) is False, "what is given otherwise cannot hold"
        assert engine.solve([(0, 2)], None, [(1, 1), (2, 0)]) is True, "what is given holds anyway"
        assert engine.solve([(1, 0)], None, [(0, 0), (0, 2)]) is True
        assert engine.values()[0] == 2
        assert engine.solve([(0, 2)], None) is True
        engine.close()


def test_what_is_said_of_the_solvers_is_true() -> None:
    """Capabilities are data; here they are tried."""
    for info in backends.family("pysat").solvers():
        name = info.name.partition(":")[2]
        for ability, attempt in (
            ("phases", lambda s: s.set_phases([1])),
            ("budget", lambda s: (s.conf_budget(5), s.solve_limited())),
            ("interrupt", lambda s: s.interrupt()),
            ("propagate", lambda s: s.propagate([1])),
        ):
            solver = Solver(name, bootstrap_with=[[1, 2], [-1, 2]])
            try:
                attempt(solver)
                works = True
            except (NotImplementedError, TypeError):  # CryptoMiniSat's way to refuse a budget
                works = False
            solver.delete()
            said = getattr(info, ability)
            assert said == works or (name == "kissat404" and ability == "budget"), (name, ability)


def test_a_backend_that_does_not_exist_is_not_found() -> None:
    assert backends.info("pysat:nothing") is None
    assert backends.info("nothing") is None
    assert backends.info("cpsat:more") is None


def test_expected_solvers_are_here() -> None:
    here = {info.name for info in backends.available()}
    names = "cadical103 cadical153 cadical195 cadical300 glucose3 glucose4 glucose42 gluecard3 gluecard4"
    names += " lingeling maplechrono maplecm maplesat mergesat3 minicard minisat22 minisat-gh kissat404"
    assert {f"pysat:{name}" for name in names.split()} | {"cpsat"} <= here
