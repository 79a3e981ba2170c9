"""Every encoding, exhaustively on short lines: its models are the arrangements, each once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Solver

from nonosat.encodings import ENCODINGS, encoding
from nonosat.model import Automaton, Cnf, Cp
from nonosat.problem import AtMost, Block, Blocks, Clue, Exactly, Problem
from tests.brute import lines, lines_by_clue

MODELS = [name for name in ENCODINGS if name != "none"]
CNF = [name for name, (_, language) in ENCODINGS.items() if language == "cnf"]


def line_problem(clue: Clue, known: Sequence[int | None], values: int = 2) -> Problem:
    n = len(known)
    givens = tuple((i, value) for i, value in enumerate(known) if value is not None)
    return Problem((values,) * n, (Blocks(tuple(range(n)), clue),), tuple(range(n)), givens)


def models(cnf: Cnf) -> Iterator[tuple[int, ...]]:
    """Yield the cells of every model of the clauses, with repetitions if the cells do not settle the rest."""
    if [] in cnf.clauses:
        return
    with Solver("minisat22", bootstrap_with=cnf.clauses) as solver:
        for number in range(1, cnf.variables + 1):
            solver.add_clause([number, -number])  # every variable is in every model
        while solver.solve():
            truth = set(solver.get_model())
            yield tuple(cnf.values(truth.__contains__))
            solver.add_clause([-literal for literal in truth])


def words(cp: Cp) -> Iterator[tuple[int, ...]]:
    """Yield what the one automaton of a model accepts, by walking it."""
    (automaton,) = cp.constraints
    assert isinstance(automaton, Automaton)
    steps = {(state, value): target for state, value, target in automaton.steps}
    assert len(steps) == len(automaton.steps), "deterministic"
    for word in product(*(cp.domains[cell] for cell in automaton.cells)):
        state = 0
        for value in word:
            state = steps.get((state, value), -1)
        if state in automaton.finals:
            yield word


def accepted(name: str, problem: Problem) -> list[tuple[int, ...]]:
    model = encoding(name).encode(problem)
    assert not isinstance(model, Problem)
    return sorted(models(model) if isinstance(model, Cnf) else words(model))


@pytest.mark.parametrize("name", MODELS)
def test_every_line_up_to_8_cells_with_every_clue(name: str) -> None:
    for n in range(1, 9):
        for clue, arrangements in lines_by_clue(n).items():
            assert accepted(name, line_problem(clue, [None] * n)) == arrangements, clue


@pytest.mark.parametrize("name", MODELS)
def test_every_line_up_to_6_cells_with_every_known_pattern(name: str) -> None:
    for n in range(1, 7):
        for clue, arrangements in lines_by_clue(n).items():
            for known in product((None, 0, 1), repeat=n):
                left = [a for a in arrangements if all(k in (None, v) for k, v in zip(known, a, strict=True))]
                assert accepted(name, line_problem(clue, known)) == left, (clue, known)


@pytest.mark.parametrize("name", MODELS)
def test_every_line_of_two_colours_up_to_6_cells(name: str) -> None:
    for n in range(1, 7):
        for clue, arrangements in lines_by_clue(n, 3).items():
            assert accepted(name, line_problem(clue, [None] * n, 3)) == arrangements, clue


@pytest.mark.parametrize("name", MODELS)
def test_two_colours_with_every_known_pattern_up_to_4_cells(name: str) -> None:
    for n in range(1, 5):
        for clue, arrangements in lines_by_clue(n, 3).items():
            for known in product((None, 0, 1, 2), repeat=n):
                left = [a for a in arrangements if all(k in (None, v) for k, v in zip(known, a, strict=True))]
                assert accepted(name, line_problem(clue, known, 3)) == left, (clue, known)


blocks = st.builds(
    lambda colour, low, more: Block(colour, low, low + more),
    st.integers(1, 2),
    st.integers(1, 3),
    st.sampled_from([0, 0, 1, 2, 1_000_000]),
)


@pytest.mark.parametrize("name", MODELS)
@given(data=st.data())
def test_blotted_blocks(name: str, data: st.DataObject) -> None:
    clue = tuple(data.draw(st.lists(blocks, max_size=3)))
    known = data.draw(st.lists(st.sampled_from([None, None, None, 0, 1, 2]), min_size=1, max_size=7))
    all_lines = lines(clue, len(known), 3)
    left = [a for a in all_lines if all(k in (None, v) for k, v in zip(known, a, strict=True))]
    clipped = tuple(Block(b.colour, b.low, min(b.high, len(known))) for b in clue)
    assert accepted(name, line_problem(clipped, known, 3)) == sorted(left)


@pytest.mark.parametrize("name", CNF)
@given(data=st.data())
def test_counts_of_options(name: str, data: st.DataObject) -> None:
    cells = data.draw(st.integers(1, 7))
    option = st.tuples(st.integers(0, cells - 1), st.integers(0, 2))
    constraints = data.draw(
        st.lists(
            st.builds(
                lambda kind, count, options: kind(count, tuple(options)),
                st.sampled_from([Exactly, AtMost]),
                st.integers(0, 5),
                st.lists(option, max_size=8, unique=True),
            ),
            max_size=3,
        )
    )
    givens = data.draw(st.lists(option, max_size=2))
    problem = Problem((3,) * cells, tuple(constraints), tuple(range(cells)), tuple(givens))
    want = []
    for word in product(range(3), repeat=cells):
        good = all(word[cell] == value for cell, value in givens)
        for constraint in constraints:
            held = sum(word[cell] == value for cell, value in constraint.options)
            good &= held == constraint.count if isinstance(constraint, Exactly) else held <= constraint.count
        if good:
            want.append(word)
    assert accepted(name, problem) == want


@pytest.mark.parametrize("name", CNF)
def test_size_is_an_upper_bound(name: str) -> None:
    for n in (1, 4, 7):
        for clue in lines_by_clue(n, 3):
            problem = line_problem(clue, [None] * n, 3)
            model = encoding(name).encode(problem)
            assert isinstance(model, Cnf)
            variables, clauses = encoding(name).size(problem)
            assert model.variables <= variables
            assert len(model.clauses) <= clauses + 8 * n
