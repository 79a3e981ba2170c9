"""Solutions found without a solver are solutions, and turning switches off changes no verdict."""

from dataclasses import replace

from nonosat import Nonogram, solve
from nonosat.puzzles.families import permutation
from nonosat.solving.switches import others
from nonosat.toolkit import Block, load_card
from tests.helpers.brute import THREE_COLOURS, nonogram, solutions
from tests.helpers.properties import given, st
from tests.helpers.strategies import small_rows

AUTO = load_card("auto")


@given(small_rows(3), st.data())
def test_a_second_solution_is_one(rows: list[list[int]], data: st.DataObject) -> None:
    puzzle = nonogram(rows, THREE_COLOURS)
    picture = puzzle.picture([value for row in rows for value in row])
    given_cells = tuple("".join(data.draw(st.sampled_from("???" + char)) for char in row) for row in picture)
    puzzle = replace(puzzle, givens=given_cells)
    every = set(solutions(puzzle))
    for solution in every:
        for other in others(puzzle.problem(), puzzle.values(solution), puzzle.symmetries()):
            assert puzzle.picture(other) in every - {solution}


def test_a_switch_is_found() -> None:
    one = (Block(1, 1, 1),)
    switch = Nonogram(rows=(one, (), one), columns=(one, (), (), one))
    other = next(others(switch.problem(), switch.values(("#...", "....", "...#"))))
    assert switch.picture(other) == ("...#", "....", "#...")


@given(small_rows())
def test_a_mirror_image_is_a_second_solution(rows: list[list[int]]) -> None:
    """Clues that look the same in a mirror, made by laying each picture's clues on their mirror image."""
    puzzle = nonogram([row + row[::-1] for row in rows])
    problem, symmetries = puzzle.problem(), list(puzzle.symmetries())
    assert symmetries
    for solution in solutions(puzzle):
        values = puzzle.values(solution)
        if any(values != tuple(values[cell] for cell in moved) for moved in symmetries):
            assert next(others(problem, values, symmetries), None) is not None


@given(small_rows(3))
def test_turning_stages_off_changes_no_verdict(rows: list[list[int]]) -> None:
    puzzle = nonogram(rows, THREE_COLOURS)
    cards = [
        replace(AUTO, narrow=narrow, switches=switches)
        for narrow in (True, False)
        for switches in (True, False)
    ]
    assert len({solve(puzzle, card).verdict for card in cards}) == 1


def test_a_permutation_puzzle_needs_no_second_call() -> None:
    answer = solve(permutation(6), AUTO)
    assert answer.other is not None
    assert answer.solution != answer.other
