"""The reference encoding: exhaustively on short lines, against everything that brute force says.

No proof covers the step from clues to clauses, so this is what certificates rest on.
"""

from __future__ import annotations

import hashlib
from itertools import product

import pytest

import nonosat
from nonosat.encodings import dimacs, reference
from nonosat.problem import Block, Clue, Count, Problem, Runs
from nonosat.puzzles.families import n_dom
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.springs import Springs
from nonosat.puzzles.strips import Strips
from tests.helpers.brute import THREE_COLOURS, assignments, lines, lines_by_clue, nonogram, solutions
from tests.helpers.models import accepted, assignment
from tests.helpers.properties import given, st
from tests.helpers.puzzles import line_problem
from tests.helpers.strategies import small_rows


@pytest.mark.parametrize(("values", "cells"), [(2, 12), (3, 6)])
def test_every_line_with_every_clue(values: int, cells: int) -> None:
    for n in range(1, cells + 1):
        for clue, arrangements in lines_by_clue(n, values).items():
            assert accepted(line_problem(clue, [None] * n, values)) == arrangements, clue


def test_every_line_up_to_5_cells_with_all_givens() -> None:
    for n in range(1, 6):
        for clue, arrangements in lines_by_clue(n).items():
            for known in product((None, 0, 1), repeat=n):
                left = [a for a in arrangements if all(k in (None, v) for k, v in zip(known, a, strict=True))]
                assert accepted(line_problem(clue, known)) == left, (clue, known)


def test_every_clue_of_three_blotted_or_plain_blocks_up_to_6_cells() -> None:
    shapes = [(1, 1), (2, 2), (1, 2), (1, 1_000_000), (2, 3)]
    for size in range(1, 4):
        for shape in product(shapes, repeat=size):
            clue = tuple(Block(1, low, high) for low, high in shape)
            for n in range(1, 7):
                assert accepted(line_problem(clue, [None] * n)) == sorted(lines(clue, n)), (clue, n)


def test_every_clue_of_two_blotted_or_plain_blocks_of_two_colours() -> None:
    shapes = [(c, low, high) for c in (1, 2) for low, high in ((1, 1), (1, 2), (2, 1_000_000))]
    for shape in product(shapes, repeat=2):
        clue = tuple(Block(*block) for block in shape)
        for n in range(1, 6):
            assert accepted(line_problem(clue, [None] * n, 3)) == sorted(lines(clue, n, 3)), (clue, n)


def test_a_clue_too_long_for_its_line_has_no_model() -> None:
    clue: Clue = (Block(1, 2, 2), Block(1, 2, 2))
    assert accepted(line_problem(clue, [None] * 4)) == []


@given(st.data())
def test_counts_of_options(data: st.DataObject) -> None:
    cells = data.draw(st.integers(1, 6))
    sizes = tuple(data.draw(st.lists(st.integers(1, 3), min_size=cells, max_size=cells)))
    option = st.integers(0, cells - 1).flatmap(
        lambda cell: st.tuples(st.just(cell), st.integers(0, sizes[cell] - 1))
    )
    counts = st.builds(
        lambda least, most, options: Count(least, most, tuple(options)),
        st.integers(0, 3),
        st.integers(0, 5),
        st.lists(option, max_size=8, unique=True),
    )
    givens = tuple(data.draw(st.lists(option, max_size=2)))
    problem = Problem(sizes, tuple(data.draw(st.lists(counts, max_size=3))), tuple(range(cells)), givens)
    assert accepted(problem) == assignments(problem)


@given(small_rows(3), st.data())
def test_whole_puzzles_and_what_they_exclude(rows: list[list[int]], data: st.DataObject) -> None:
    puzzle = nonogram(rows, THREE_COLOURS)
    want = sorted(puzzle.values(picture) for picture in solutions(puzzle))
    excluded = data.draw(st.lists(st.sampled_from(want), max_size=2)) if len(want) < 20 else []
    assert accepted(puzzle.problem(), excluded) == [values for values in want if values not in excluded]


@pytest.mark.parametrize("name", ["gchq", "cherries", "blotted", "springs#1", "black-and-white#1"])
def test_all_variables_follow_from_the_cells_by_unit_propagation(name: str) -> None:
    puzzle = nonosat.load(name)
    answer = nonosat.solve(puzzle)
    assert answer.solution is not None
    formula = reference.encode(puzzle.problem())
    true = set(assignment(puzzle, answer.solution))
    assert {abs(literal) for literal in true} == set(range(1, formula.variables + 1))
    assert all(not true.isdisjoint(clause) for clause in formula.clauses)


EVERYTHING = Problem(
    sizes=(2, 2, 2, 2, 3, 3, 3),
    constraints=(
        Runs((0, 1, 2, 3), (Block(1, 1, 1_000_000), Block(1, 1, 1))),
        Runs((4, 5, 6), (Block(1, 1, 1), Block(2, 1, 1))),
        Count(1, 1, ((0, 1), (1, 1), (4, 0))),
        Count(0, 1, ((2, 1), (3, 0))),
        Runs((0,), (Block(1, 2, 2),)),
    ),
    answer_key=(0, 1, 2, 3, 4),
    givens=((3, 1), (6, 0)),
)
"""A Problem with a bit of everything: givens, colours, a blotted block, counts, a clue too long."""


def test_it_is_frozen() -> None:
    """If this fails, certificates that exist can no longer be verified: another encoding needs another
    name."""
    for problem, excluded, clauses, digest in (
        (EVERYTHING, [(1, 0, 0, 1, 2, 0, 0)], 61, "04f24d92a4b8de0d"),
        (n_dom(6).problem(), [], 1426, "1370f4e33637c928"),
        (Nonogram.from_picture(("r#.", ".rr", "##."), THREE_COLOURS).problem(), [], 73, "181419a0678227ca"),
        (Springs("?#?.??", (2, 1)).problem(), [], 20, "74e5394bfb6a30be"),
        (Strips(("bwb", "wwb"), ("bw", "ww", "b")).problem(), [], 155, "831672a9b1607738"),
    ):
        formula = reference.encode(problem, excluded)
        text = "\n".join(dimacs.lines(formula.variables, formula.clauses))
        found = len(formula.clauses), hashlib.sha256(text.encode()).hexdigest()[:16]
        assert found == (clauses, digest)


def test_more_variables_than_allowed_are_not_made() -> None:
    problem = nonosat.load("gchq").problem()
    variables = reference.encode(problem).variables
    assert reference.encode(problem, most=variables).variables == variables
    with pytest.raises(reference.TooManyVariables):
        reference.encode(problem, most=variables - 1)
