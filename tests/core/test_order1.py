"""The reference encoding: exhaustively on short lines, against everything that brute force says.

No proof covers the step from clues to clauses, so this is what certificates rest on.
"""

import hashlib
import random
from collections.abc import Sequence
from hashlib import blake2b
from itertools import product

import pytest
from pysat.solvers import Solver

import nonosat
from nonosat.beliefs.marginals import marginals
from nonosat.encodings import dimacs, order, reference
from nonosat.problem import Block, Clue, Count, Problem, Runs
from nonosat.puzzles.families import n_dom
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.springs import Springs
from nonosat.puzzles.strips import Strips
from tests.helpers.brute import THREE_COLOURS, assignments, clue_of, lines, lines_by_clue, nonogram, solutions
from tests.helpers.interpreted import interpreted
from tests.helpers.models import accepted, assignment
from tests.helpers.properties import given, st
from tests.helpers.puzzles import line_problem
from tests.helpers.samples import some
from tests.helpers.strategies import any_clues, small_rows


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


def normal(clauses: Sequence[Sequence[int]]) -> list[list[int]]:
    return sorted(map(sorted, clauses))


@given(any_clues(70))
def test_where_nothing_is_known_they_are_those_of_the_reference(puzzle: Nonogram) -> None:
    for clues, n in ((puzzle.rows, puzzle.width), (puzzle.columns, puzzle.height)):
        for clue in clues:
            problem = line_problem(clue, [None] * n, len(puzzle.palette))
            model, formula = order.encode(problem), reference.encode(problem)
            if [] not in model.clauses:
                assert model.variables == formula.variables
                assert normal(model.clauses) == normal(formula.clauses)


def row_of(rng: random.Random, n: int, values: int) -> list[int]:
    """Return random cells of a line, in runs."""
    row: list[int] = []
    while len(row) < n:
        row += [rng.choice([0, rng.randrange(values)])] * rng.choice([1, 1, 2, 3, n // 4 + 1])
    return row[:n]


def blotted(rng: random.Random, clue: Clue) -> Clue:
    """Make the lengths of some blocks unknown."""
    return tuple(
        Block(block.colour, rng.randint(1, block.low), block.high + rng.choice([0, 1, 1000]))
        if rng.random() < 0.3
        else block
        for block in clue
    )


def random_problem(rng: random.Random) -> tuple[Problem, list[int]]:
    """Return a line or a small puzzle, some of whose cells are known, and values of the cells.

    These are a solution, unless a cell is known to have another value.
    """
    values = rng.choice([2, 2, 3, 5])
    height, width = rng.choice([(1, 9), (1, 63), (1, 64), (1, 65), (1, 140), (5, 6), (3, 70)])
    cells = [value for _ in range(height) for value in row_of(rng, width, values)]
    lines = [range(r * width, (r + 1) * width) for r in range(height)]
    lines += [range(c, height * width, width) for c in range(width)]
    clues = [clue_of([cells[cell] for cell in line]) for line in lines]
    if rng.random() < 0.5:
        clues = [blotted(rng, clue) for clue in clues]
    known = [
        (cell, cells[cell] if rng.random() < 0.99 else 0)
        for cell in rng.sample(range(len(cells)), rng.randint(0, len(cells) // 2))
    ]
    constraints = tuple(Runs(tuple(line), clue) for line, clue in zip(lines, clues, strict=True))
    return Problem((values,) * len(cells), constraints, tuple(range(len(cells)))).with_givens(known), cells


@pytest.mark.parametrize("seed", some(range(100), 20))
def test_they_hold_for_the_same_pictures_as_the_reference(seed: int) -> None:
    rng = random.Random(seed)
    problem, cells = random_problem(rng)
    model, formula = order.encode(problem), reference.encode(problem)
    with Solver(bootstrap_with=formula.clauses) as one, Solver() as other:
        # PySAT leaves out an empty clause.
        other.append_formula([*model.clauses, *([[1], [-1]] if [] in model.clauses else [])])
        for _ in range(10):
            options = list(enumerate(cells))
            want = one.solve([formula.literals[cell][value] for cell, value in options])
            have = model.assumptions(options)
            assert want == (have is not None and other.solve(have))
            # Next, with a neighbouring cell of another value.
            cell = rng.randrange(1, len(cells))
            cells[cell - 1], cells[cell] = cells[cell], cells[cell - 1]


def written(seed: int, count: int) -> list[tuple[int, int, str]]:
    """Return how many variables and clauses random problems have, and a digest of the clauses and phases."""
    rng, found = random.Random(seed), []
    for _ in range(count):
        problem, _ = random_problem(rng)
        model = order.encode(problem)
        phases = model.phases(marginals(problem, 2)) if model.phases and [] not in model.clauses else []
        digest = blake2b(repr((model.clauses, phases)).encode(), digest_size=8).hexdigest()
        found.append((model.variables, len(model.clauses), digest))
    return found


@pytest.mark.more
def test_they_are_the_same_where_the_code_is_interpreted() -> None:
    assert written(1, 40) == interpreted(written, 1, 40)
