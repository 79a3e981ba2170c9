"""A puzzle in another orientation, or shuffled, has the same solutions, and is another one to a solver."""

from dataclasses import replace

import pytest

import nonosat
from nonosat import Nonogram
from nonosat.comparison.campaign import Campaign
from nonosat.comparison.isolation import Entry, Job, execute
from nonosat.problem import Problem, Runs
from nonosat.puzzles.families import random_puzzle
from nonosat.puzzles.rearranged import ORIENTATIONS, rearrange
from nonosat.puzzles.symmetry import MOVES, name_between
from nonosat.toolkit import load_card
from tests.helpers import brute
from tests.helpers.mosaics import mosaic_of
from tests.helpers.samples import part, some

KINDS = ["dom-3", "switch", "cherries", "tulips", "springs", "mosaic", "black-and-white", "no-solution"]


def bare(problem: Problem) -> Problem:
    """Return a Problem without the names of its lines."""
    constraints = tuple(
        one._replace(label="") if isinstance(one, Runs) else one for one in problem.constraints
    )
    return replace(problem, constraints=constraints)


@pytest.mark.parametrize("shape", [(5, 3), (4, 4), (1, 4), (6, 1)])
def test_an_orientation_is_the_problem_of_the_turned_picture(shape: tuple[int, int]) -> None:
    for seed in range(5):
        puzzle = random_puzzle(*shape, 0.6, seed)
        givens = ("#" + "?" * (shape[0] - 1), *("?" * shape[0],) * (shape[1] - 1))
        for orientation, move in enumerate(MOVES[1:], start=1):
            picture, known = (tuple("".join(row) for row in move(rows)) for rows in (puzzle.goal, givens))
            other = Nonogram.from_picture(picture)
            if seed:
                other, asked = other.with_givens(known), puzzle.with_givens(givens)
            else:
                asked = puzzle
            found = rearrange(asked, orientation)
            assert bare(found.problem()) == bare(other.problem())
            assert set(found.symmetries()) == set(other.symmetries())


@pytest.mark.parametrize("name", some(KINDS, 5))
def test_every_orientation_and_a_shuffled_puzzle_have_the_same_solutions(name: str) -> None:
    for puzzle in nonosat.load_all(name):
        plain = nonosat.solve(puzzle)
        for orientation, seed in [*((turned, None) for turned in part(range(ORIENTATIONS), 3)), (0, 5)]:
            asked = rearrange(puzzle, orientation, seed)
            answer = nonosat.solve(asked, "order-cadical")
            assert answer.verdict is plain.verdict
            for picture in answer.solutions:
                assert puzzle.fault(picture) is None
                assert asked.picture(asked.values(picture)) == picture
            assert (asked is puzzle) == (seed is None and (puzzle.grid is None or not orientation))


def test_a_mosaic_is_turned_with_its_numbers() -> None:
    puzzle = mosaic_of(("2?", "??", "?1"))
    for orientation in range(ORIENTATIONS):
        asked = rearrange(puzzle, orientation)
        found = {asked.picture(values) for values in brute.assignments(asked.problem())}
        assert found == set(brute.solutions(puzzle))


def test_a_shuffle_moves_cells_constraints_givens_and_symmetries_alike() -> None:
    puzzle = Nonogram.from_picture(("#..", ".#.", "..#"))  # every clue is 1: six solutions
    shuffled = rearrange(puzzle, seed=1)
    problem = shuffled.problem()
    assert problem.constraints != puzzle.problem().constraints
    solutions = {shuffled.values(picture) for picture in brute.solutions(puzzle)}
    assert len(solutions) == 6
    for values in solutions:
        for line in problem.constraints:
            assert isinstance(line, Runs)
            assert brute.clue_of([values[cell] for cell in line.cells]) == line.blocks
    symmetries = list(shuffled.symmetries())
    assert symmetries
    for symmetry in symmetries:
        assert {tuple(values[cell] for cell in symmetry) for values in solutions} == solutions


def test_repeats_and_orientations_are_numbered_through() -> None:
    puzzle = nonosat.load("switch")
    entry, cards = Entry("p", puzzle), [load_card("order-minisat")]
    found = Campaign([entry], cards, repeat=2, orient=3).jobs
    assert [(one.repeat, one.orientation) for one in found] == list(enumerate([0, 1, 2, 0, 1, 2]))
    run = execute(replace(found[2], seed=5))
    assert (run["repeat"], run["orientation"], run["verdict"], run["fault"]) == (2, 2, "multiple", "")
    assert all(puzzle.fault(tuple(picture)) is None for picture in run["solutions"])
    assert isinstance(found[0], Job)


def test_what_a_move_moves_agrees() -> None:
    """Rows, cells, places, clues, and the names of moves: each follows the same flips."""
    width, height = 3, 2
    grid = [tuple(range(row * width, (row + 1) * width)) for row in range(height)]
    picture = ("#.#", ".##")
    puzzle = Nonogram.from_picture(picture)
    for move in MOVES:
        rows = move(grid)
        assert move.cells(width, height) == tuple(cell for row in rows for cell in row)
        for cell in range(width * height):
            row, column = move.place(*divmod(cell, width), height, width)
            assert rows[row][column] == cell
        moved = Nonogram.from_picture(move(picture))
        assert move.clues(puzzle.rows, puzzle.columns) == (moved.rows, moved.columns)
        for other in MOVES:
            after = [one.name for one in MOVES if one(move(grid)) == other(grid)]
            assert [name_between(move, other)] == after


def test_a_rule_that_cannot_be_met_is_turned_too() -> None:
    puzzle = nonosat.load('kind: kakurasu\nrows: "5"\ncolumns: "0 2 1"\n')
    assert not any(nonosat.count(rearrange(puzzle, way, 6)).count for way in range(ORIENTATIONS))
