"""Misprints: what is listed solves the puzzle, and what was printed before a mistake is among it."""

from itertools import product
from random import Random

import pytest

import nonosat
from nonosat import Nonogram, Verdict
from nonosat.misprints.slips import ALIKE, slips
from nonosat.problem import Block, Clue
from nonosat.problem.blocks import slack
from nonosat.puzzles.clues import ANY_BLOCKS, block, clue_of
from nonosat.puzzles.springs import Springs
from tests.helpers.samples import some

SORTS = ("misread", "missing", "extra", "joined", "torn", "swapped")


def _blocks(*numbers: int) -> Clue:
    return tuple([block(1, number) for number in numbers])


@pytest.mark.parametrize(
    ("printed", "meant", "what"),
    [
        ((3, 2), (8, 2), "a number misread"),
        ((12,), (1, 2), "two numbers run together"),
        ((1, 2), (12,), "a number torn apart"),
        ((2, 1), (1, 2), "neighbours swapped"),
        ((4,), (4, 1), "a number missing"),
        ((4, 7, 1), (4, 1), "a number too many"),
        ((1, 2, 3), (3, 2, 1), "the clue reversed"),
    ],
)
def test_a_slip_is_named(printed: tuple[int, ...], meant: tuple[int, ...], what: str) -> None:
    found = {slip.clue: slip for slip in slips(_blocks(*printed), 15, 2)}
    assert found[_blocks(*meant)].what == what


def test_slips_fit_their_line_and_are_each_another_clue() -> None:
    for cells in product(".#r", repeat=5):
        clue = clue_of("".join(cells), ".#r")
        found = [slip.clue for slip in slips(clue, 5, 3)]
        assert len(set(found)) == len(found) and clue not in found
        assert all(slack(one, 5) >= 0 and all(block.low for block in one) for one in found)
        assert found == [slip.clue for slip in sorted(slips(clue, 5, 3), key=lambda slip: slip.price)]


def test_any_blocks_have_no_colour_that_was_misread() -> None:
    clue = ANY_BLOCKS, Block(2, 1, 1)
    colours = [slip.clue for slip in slips(clue, 5, 3) if "colour" in slip.what]
    assert colours == [(ANY_BLOCKS, Block(1, 1, 1))]


def test_digits_that_look_alike_are_in_order() -> None:
    assert all(pair == "".join(sorted(pair)) and len(set(pair)) == 2 for pair in ALIKE)


def _mistaken(puzzle: Nonogram, rng: Random) -> Nonogram:
    """Return a puzzle with one number changed by one, or two lines of one direction swapped."""
    clues = list(puzzle.clues)
    line = rng.randrange(len(clues))
    if rng.random() < 0.3:
        other = rng.choice(puzzle.directions[line >= puzzle.height])
        clues[line], clues[other] = clues[other], clues[line]
    elif clue := clues[line]:
        k = rng.randrange(len(clue))
        changed = block(clue[k].colour, max(1, clue[k].low + rng.choice((-1, 1))))
        clues[line] = (*clue[:k], changed, *clue[k + 1 :])
    return puzzle.with_clues(clues)


def test_what_was_printed_is_listed_and_every_fix_is_a_puzzle_with_one_solution() -> None:
    missed = tried = 0
    for number, name in product(range(6), ("cat", "gchq", "teapot", "cherries")):
        puzzle = nonosat.load(name)
        assert isinstance(puzzle, Nonogram)
        wrong = _mistaken(puzzle.without_givens().with_goal(()), Random(f"{name} {number}"))
        if nonosat.solve(puzzle.without_givens()).verdict is not Verdict.UNIQUE:
            continue
        if nonosat.solve(wrong).verdict is not Verdict.NONE:
            continue
        tried += 1
        found = nonosat.fix(wrong)
        assert found.conflicts is not None and found.misprints
        missed += all(not one.puzzle.same_as(puzzle) for one in found.misprints)
        for one in found.misprints:
            assert one.puzzle.fault(one.picture) is None and one.edits
            answer = nonosat.solve(one.puzzle)
            assert answer.verdict is not Verdict.NONE
            assert one.unique == (answer.verdict is Verdict.UNIQUE) == ("several solutions" not in one.says)
    assert tried > 10 and not missed


def _meant(wrong: Nonogram, puzzle: Nonogram) -> str:
    return next((one.says for one in nonosat.fix(wrong).misprints if one.puzzle.same_as(puzzle)), "")


def test_a_line_that_was_skipped_or_repeated_is_found() -> None:
    puzzle = nonosat.load("cat")
    assert isinstance(puzzle, Nonogram)
    tried = 0
    for line in range(0, puzzle.height, 2):
        before, here, after = puzzle.rows[:line], puzzle.rows[line], puzzle.rows[line + 1 :]
        for rows, says in (
            ((*before, *after), "is missing"),
            ((*before, here, here, *after), "not be there"),
        ):
            wrong = Nonogram(rows, puzzle.columns)
            if nonosat.solve(wrong).verdict is Verdict.NONE:
                tried += 1
                assert says in _meant(wrong, puzzle), rows
    assert tried > 10


def test_a_row_and_a_column_that_were_exchanged_are_found() -> None:
    puzzle = nonosat.load("cat")
    assert isinstance(puzzle, Nonogram)
    for row, column in zip(range(puzzle.height), reversed(range(puzzle.width)), strict=False):
        clues = list(puzzle.clues)
        column += puzzle.height
        clues[row], clues[column] = clues[column], clues[row]
        wrong = puzzle.with_clues(clues).with_goal(())
        if nonosat.solve(wrong).verdict is Verdict.NONE:
            assert _meant(wrong, puzzle), (row, column)


@pytest.mark.parametrize("name", some(["poles", "camp", "mosaic", "sums-of-places", "six-stars"], 2))
def test_numbers_of_declared_kinds_are_corrected(name: str) -> None:
    """One number of each is changed, until there is no solution; the true one is listed."""
    puzzle = nonosat.load(name)
    data = dict(puzzle.data)  # type: ignore[attr-defined]
    for key, given in puzzle.rules.gives.items():  # type: ignore[attr-defined]
        for place in range(len(data[key]) if given.is_side else 0):
            if data[key][place] is None:
                continue
            changed = (*data[key][:place], data[key][place] + 1, *data[key][place + 1 :])
            wrong = type(puzzle).of(data | {key: changed})  # type: ignore[attr-defined]
            if nonosat.solve(wrong).verdict is Verdict.NONE:
                fixed = nonosat.fix(wrong).misprints
                assert any(dict(one.puzzle.data) == data for one in fixed)  # type: ignore[attr-defined]
                return


def test_springs_are_corrected() -> None:
    found = nonosat.fix(Springs("#.#.###", (1, 1, 8))).misprints
    assert found[0].puzzle == Springs("#.#.###", (1, 1, 3))


def test_a_puzzle_with_several_solutions_may_be_misprinted() -> None:
    for one in nonosat.fix(nonosat.load("switch"), by=("misprint",)).misprints:
        assert nonosat.solve(one.puzzle).verdict is Verdict.UNIQUE
