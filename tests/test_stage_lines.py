"""Narrowing a Problem by lines: sound, complete for each constraint, and fast enough."""

from __future__ import annotations

import random
from itertools import chain

import pytest

import nonosat
from nonosat.errors import LimitReached
from nonosat.line.masks import narrow as narrow_line
from nonosat.problem import AtMost, Block, Blocks, Constraint, Exactly, Problem
from nonosat.processes.limits import Clock
from nonosat.propagation.narrow import narrow
from nonosat.questions.trace import passes
from tests.helpers.brute import assignments, clue_of
from tests.helpers.puzzles import grid_problem
from tests.helpers.scripted import Time


def assert_narrowed(problem: Problem) -> None:
    """Every solution is still there, and no Blocks has anything to add; both ways agree."""
    narrowed = narrow(problem)
    solutions = assignments(problem)
    possible = narrowed.problem.possible
    for solution in solutions:
        assert all(mask >> value & 1 for mask, value in zip(possible, solution, strict=True))

    left = list(problem.possible)
    found = list(passes(problem))
    for findings in found:
        for finding in findings:
            assert finding.ruled_out != []
            for cell, value in finding.ruled_out or []:
                left[cell] &= ~(1 << value)
    if narrowed.contradiction is not None:
        assert not solutions
        assert [finding.ruled_out for finding in found[-1]] == [None]
        return
    assert tuple(left) == possible  # the fixpoint does not depend on the order
    for constraint in problem.constraints:
        if isinstance(constraint, Blocks):
            most = max(max(problem.sizes), 2)
            can = [
                sum((possible[c] >> v & 1) << i for i, c in enumerate(constraint.cells)) for v in range(most)
            ]
            assert narrow_line(constraint.blocks, can, len(constraint.cells)) == tuple(can)


@pytest.mark.parametrize("seed", range(60))
def test_random_puzzles(seed: int) -> None:
    rng = random.Random(seed)
    colours = rng.choice([1, 1, 2])
    height, width = (
        (rng.randint(1, 4), rng.randint(1, 4)) if colours == 1 else (rng.randint(1, 3), rng.randint(1, 3))
    )
    picture = [[rng.randint(0, colours) for _ in range(width)] for _ in range(height)]
    problem = grid_problem(picture, colours)
    for _ in range(rng.randint(0, 3)):
        problem = problem.with_givens([(rng.randrange(height * width), rng.randint(0, colours))])
    assert_narrowed(problem)


@pytest.mark.parametrize("seed", range(60))
def test_random_problems_of_any_shape(seed: int) -> None:
    """Cells in no Blocks or in many, of different sizes, with sums over options."""
    rng = random.Random(1000 + seed)
    cells = 7
    sizes = tuple(rng.randint(2, 3) for _ in range(cells))
    values = tuple(rng.randrange(size) for size in sizes)
    constraints: list[Constraint] = []
    for _ in range(rng.randint(0, 4)):
        some = tuple(rng.sample(range(cells), rng.randint(1, 5)))
        constraints.append(Blocks(some, clue_of([values[cell] for cell in some])))
    for _ in range(rng.randint(0, 3)):
        options = tuple(
            {(cell, rng.randrange(sizes[cell])) for cell in rng.sample(range(cells), rng.randint(1, 5))}
        )
        true = sum(values[cell] == value for cell, value in options)
        constraints.append(Exactly(true, options) if rng.random() < 0.5 else AtMost(true, options))
    problem = Problem(sizes, tuple(constraints), tuple(range(cells)))
    if rng.random() < 0.3:
        problem = problem.with_givens([(rng.randrange(cells), 1)])
    assert_narrowed(problem)


def test_sums() -> None:
    sizes = (2, 2, 2, 3)
    one = Exactly(1, ((0, 1), (1, 1), (2, 1)), "one")
    three = Problem(sizes, (one,), ()).with_givens([(0, 1)])
    assert narrow(three).problem.possible == (2, 1, 1, 7)
    last = Problem(sizes, (one,), ()).with_givens([(0, 0), (1, 0)])
    assert narrow(last).problem.possible == (1, 1, 2, 7)
    assert narrow(last.with_givens([(2, 0)])).contradiction == "one"
    assert narrow(three.with_givens([(1, 1)])).contradiction == "one"
    most = Problem(sizes, (AtMost(1, one.options, "most"),), ())
    assert narrow(most.with_givens([(0, 0), (1, 0)])).problem.possible == (1, 1, 3, 7)
    assert narrow(most.with_givens([(0, 1), (1, 1)])).contradiction == "most"
    # Two options of one cell cannot both hold.
    assert narrow(Problem(sizes, (Exactly(2, ((3, 0), (3, 1)), "both"),), ())).contradiction == "both"
    # A chain: the first sum decides a cell of the second.
    linked = Problem(
        sizes, (Exactly(2, ((2, 1), (3, 2))), Exactly(2, ((0, 1), (1, 1))), AtMost(1, ((0, 1), (2, 0)))), ()
    )
    assert narrow(linked).problem.possible == (2, 2, 2, 4)


def test_contradictions_have_names() -> None:
    problem = grid_problem([[1, 1, 0], [1, 0, 0]])
    assert narrow(problem.with_givens([(0, 0)])).contradiction == "column 1"
    assert narrow(problem.with_givens([(4, 0), (4, 1)])).contradiction == "row 2"
    alone = Problem((2,), (), (0,)).with_givens([(0, 0), (0, 1)])
    assert narrow(alone).contradiction == "cell 1"
    assert [f.label for findings in passes(alone) for f in findings] == ["cell 1"]
    unnamed = Problem((2,), (Blocks((0,), (Block(1, 1, 1),)),), (0,), givens=((0, 0),))
    assert narrow(unnamed).contradiction == "constraint 1"


def test_the_problem_is_otherwise_the_same() -> None:
    problem = grid_problem([[1, 1, 0], [1, 0, 0]])
    narrowed = narrow(problem).problem
    assert narrowed.decided
    assert narrowed.values == (1, 1, 0, 1, 0, 0)
    assert narrowed.narrowed(problem.possible) == problem


def test_passes_are_simultaneous() -> None:
    # A plus: at first only the middle row and the middle column rule anything out.
    found = list(passes(grid_problem([[0, 1, 0], [1, 1, 1], [0, 1, 0]])))
    first = {finding.label: finding.ruled_out for finding in found[0]}
    assert first == {
        "row 2": [(3, 0), (4, 0), (5, 0)],
        "column 2": [(1, 0), (4, 0), (7, 0)],
    }
    assert {finding.label for finding in found[1]} == {"row 1", "row 3", "column 1", "column 3"}
    assert len(found) == 2


def test_deadline() -> None:
    problem = grid_problem([[1, 1, 0], [1, 0, 0]])
    assert narrow(problem, Clock(60)).problem.decided
    late = Clock(1, now=Time(step=2))
    with pytest.raises(LimitReached, match="time limit"):
        narrow(problem, late)
    with pytest.raises(LimitReached, match="time limit"):
        list(passes(problem, late))


def test_long_lines() -> None:
    side = 300
    picture = [
        [int((r * r + 3 * c) % 97 > 9 and (r + c) % 50 != 0) for c in range(side)] for r in range(side)
    ]
    narrowed = narrow(grid_problem(picture))
    assert narrowed.contradiction is None
    assert all(m >> v & 1 for m, v in zip(narrowed.problem.possible, chain(*picture), strict=True))
    row = Problem((2,) * 1000, (Blocks(tuple(range(1000)), (Block(1, 999, 999),)),), ())
    assert sum(mask == 2 for mask in narrow(row).problem.possible) == 998


@pytest.mark.parametrize(("name", "decided"), [("gchq", 625), ("gchq-no-givens", 613)])
def test_the_gchq_card(name: str, decided: int) -> None:
    narrowed = narrow(nonosat.load(name).problem())
    assert narrowed.contradiction is None
    assert sum(mask.bit_count() == 1 for mask in narrowed.problem.possible) == decided
