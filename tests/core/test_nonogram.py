from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from nonosat import InputError, Nonogram, Picture
from nonosat.problem import Block, Regular, Runs
from nonosat.puzzles.any_blocks import any_blocks_automaton
from nonosat.puzzles.clues import ANY_BLOCKS, ANY_LENGTH, read_clue
from nonosat.puzzles.runs import runs_agree
from nonosat.toolkit import BLACK_AND_WHITE, Colour, Palette
from tests.brute import random_nonogram
from tests.helpers import brute
from tests.helpers.brute import clue_of
from tests.helpers.properties import given, st
from tests.helpers.strategies import pictures

COLOURS: Palette = (*BLACK_AND_WHITE, Colour("r", "red", "#ff0000"), Colour("g", "green", "#008000"))


def small_pictures(height: int, width: int) -> Iterator[Picture]:
    for cells in product(".#", repeat=height * width):
        text = "".join(cells)
        yield tuple(text[start : start + width] for start in range(0, len(text), width))


def asked(rows: list[str], columns: list[str], palette: Palette = BLACK_AND_WHITE) -> Nonogram:
    return Nonogram(
        tuple(read_clue(row.split(), palette) for row in rows),
        tuple(read_clue(column.split(), palette) for column in columns),
        palette=palette,
    )


@given(pictures(".#rg"))
def test_a_picture_solves_the_puzzle_made_of_it(picture: Picture) -> None:
    puzzle = Nonogram.from_picture(picture, COLOURS)
    values = puzzle.values(picture)
    assert puzzle.fault(picture) is None
    assert puzzle.obstacle() is None
    assert puzzle.picture(values) == picture
    for _, clue, cells in puzzle.lines():
        assert clue == clue_of([values[cell] for cell in cells])


@pytest.mark.parametrize(("height", "width"), [(1, 6), (3, 2), (2, 3)])
def test_the_checker_agrees_with_the_clues_of_all_pictures_of_a_size(height: int, width: int) -> None:
    every = list(small_pictures(height, width))
    puzzles = list(map(Nonogram.from_picture, every))
    for puzzle, (other, picture) in product(puzzles, zip(puzzles, every, strict=True)):
        same = (puzzle.rows, puzzle.columns) == (other.rows, other.columns)
        assert (puzzle.fault(picture) is None) == same
        assert (not list(puzzle.clue_faults(picture))) == same


@pytest.mark.parametrize(
    ("picture", "what"),
    [
        (("#.",), "not 2 rows of 2"),
        (("#.", ".x"), "'x'"),
        (("##", ".."), "row 1 reads ##, its clue is 1"),
        (("#.", "#."), "column 1 reads ##, its clue is 1"),
        ((".#", "#."), "row 1, column 1 is ., but # is given"),
    ],
)
def test_the_checker_says_what_is_wrong(picture: Picture, what: str) -> None:
    puzzle = Nonogram.from_picture(("#.", ".#"))
    puzzle = Nonogram(puzzle.rows, puzzle.columns, givens=("#?", "??"))
    assert what in (puzzle.fault(picture) or "")


def test_the_quick_check_agrees_with_the_rules() -> None:
    """It says yes to no picture that breaks a clue, and no only to those, and to clues with `*`."""
    rng = Random(11)
    seen = set()
    for _ in range(2000):
        puzzle = random_nonogram(rng)
        chars = "".join(colour.char for colour in puzzle.palette)
        like = rng.choice((puzzle, random_nonogram(rng)))
        text = "".join(rng.choice(chars) for _ in range(puzzle.width * puzzle.height))
        if like.goal and (like.width, like.height) == (puzzle.width, puzzle.height):
            text = "".join(like.goal)
        values = [chars.find(char) for char in text]
        right = all(
            brute.reads_as([values[cell] for cell in cells], clue) for _, clue, cells in puzzle.lines()
        )
        cut = [text[at : at + puzzle.width] for at in range(0, len(text), puzzle.width)]
        said = runs_agree(cut, chars, puzzle.rows, puzzle.columns)
        assert said == (right and -1 not in values and not puzzle.has_any_blocks)
        seen.add((said, right))
    assert len(seen) == 3


def test_blotted_blocks_fit_any_length() -> None:
    puzzle = asked(["? 1", "?"], ["1", "1", "1", "0", "1"])
    assert puzzle.fault(("##..#", "..#..")) is None
    assert puzzle.fault(("#...#", ".##..")) is None
    assert puzzle.fault(("###.#", ".....")) is not None
    row = puzzle.problem().constraints[0]
    assert isinstance(row, Runs)
    assert row.blocks == (Block(1, 1, 5), Block(1, 1, 1))  # no longer than the line


def test_a_star_is_any_number_of_blocks() -> None:
    puzzle = asked(["* 2 *", "*"], ["*", "* 1", "1 *", "* ?", "*"])
    assert puzzle.fault(("#.##.", ".#.##")) is None
    assert puzzle.fault(("#.###", ".#.##")) == "row 1 reads #.###, its clue is * 2 *"
    assert isinstance(puzzle.problem().constraints[0], Regular)


def test_the_automaton_of_a_star_accepts_what_its_clue_says() -> None:
    rng = Random(5)
    for _ in range(60):
        items = (
            ANY_BLOCKS,
            ANY_BLOCKS,
            Block(1, 1, ANY_LENGTH),
            *[Block(c, n, n) for c in (1, 2) for n in (1, 2)],
        )
        clue = (ANY_BLOCKS, *rng.choices(items, k=rng.randrange(4)))[:: rng.choice((1, -1))]
        automaton = any_blocks_automaton(clue, 3)
        for line in product(range(3), repeat=6):
            assert automaton.reads(line) == brute.reads_as(line, clue), (clue, line)


def test_a_star_that_needs_many_states_is_refused() -> None:
    with pytest.raises(InputError, match="more than 2000 states"):
        asked(["* 1 " + "? " * 20], ["*"] * 60).problem()


def test_a_problem_states_lines_and_givens() -> None:
    puzzle = Nonogram.from_picture(("##.", "..r"), COLOURS)
    puzzle = Nonogram(puzzle.rows, puzzle.columns, givens=("?#?", "..?"), palette=COLOURS)
    problem = puzzle.problem()
    one = Block(1, 1, 1)
    assert problem.sizes == (4,) * 6
    assert problem.answer_key == tuple(range(6))
    assert problem.givens == ((1, 1), (3, 0), (4, 0))
    assert problem.possible == (15, 2, 15, 1, 1, 15)
    assert problem.constraints == (
        Runs((0, 1, 2), (Block(1, 2, 2),), "row 1"),
        Runs((3, 4, 5), (Block(2, 1, 1),), "row 2"),
        Runs((0, 3), (one,), "column 1"),
        Runs((1, 4), (one,), "column 2"),
        Runs((2, 5), (Block(2, 1, 1),), "column 3"),
    )


@pytest.mark.parametrize(
    ("rows", "columns", "what"),
    [
        (["3"], ["1", "1"], "row 1: the clue 3 needs 3 cells, the line has 2"),
        (["1", "0"], ["1", "1"], "the rows ask for 1 black cells, the columns for 2"),
        (["?", "0"], ["0", "0"], "the rows ask for at least 1 black cells, the columns for 0"),
    ],
)
def test_what_cannot_be_is_said_without_search(rows: list[str], columns: list[str], what: str) -> None:
    assert what in (asked(rows, columns).obstacle() or "")


def test_sums_are_compared_colour_by_colour() -> None:
    assert asked(["1r", "1g"], ["1r", "1g"], COLOURS).obstacle() is None
    obstacle = asked(["1r", "1r"], ["1r", "1g"], COLOURS).obstacle()
    assert obstacle == "the rows ask for 2 red cells, the columns for 1"
    assert asked(["1r 1g"], ["1r", "1g"], COLOURS).obstacle() is None  # no gap between colours


def all_moves(height: int, width: int) -> set[tuple[int, ...]]:
    """The turns and mirrors of a grid, as permutations of its cells, without the one that does nothing."""
    grid = [tuple(range(r * width, (r + 1) * width)) for r in range(height)]
    found = set()
    for _ in range(4):
        grid = [tuple(column) for column in zip(*grid, strict=True)]  # mirrored
        found.add((len(grid), tuple(cell for row in grid for cell in row)))
        grid = [row[::-1] for row in grid]  # and turned
        found.add((len(grid), tuple(cell for row in grid for cell in row)))
    return {cells for rows, cells in found if rows == height} - {tuple(range(height * width))}


@given(pictures(side=4), st.booleans(), st.booleans(), st.booleans(), st.data())
def test_symmetries_are_those_moves_that_keep_every_line(
    picture: Picture, upright: bool, level: bool, turned: bool, data: st.DataObject
) -> None:
    # Random pictures have no symmetry: give them some.
    picture = picture + picture[::-1] if upright else picture
    picture = tuple(row + row[::-1] for row in picture) if level else picture
    if turned:
        picture = picture + tuple(row[::-1] for row in picture[::-1])
    puzzle = Nonogram.from_picture(picture)
    if data.draw(st.booleans()):
        puzzle = Nonogram(puzzle.rows, puzzle.columns, givens=tuple(row.replace(".", "?") for row in picture))

    def lines(move: tuple[int, ...]) -> set[tuple[tuple[int, ...], tuple[Block, ...]]]:
        moved = ((tuple(move[cell] for cell in cells), clue) for _, clue, cells in puzzle.lines())
        return {
            min((cells, clue), (cells[::-1], clue[::-1]), key=lambda line: line[0]) for cells, clue in moved
        }

    given = "".join(puzzle.givens) or "?" * (puzzle.height * puzzle.width)
    at_rest = lines(tuple(range(len(given))))
    want = {
        move
        for move in all_moves(puzzle.height, puzzle.width)
        if lines(move) == at_rest and all(given[cell] == char for cell, char in zip(move, given, strict=True))
    }
    found = list(puzzle.symmetries())
    assert len(found) == len(set(found))
    assert set(found) == want


@pytest.mark.parametrize(
    ("make", "what"),
    [
        (lambda: Nonogram((), ((),)), "0 rows"),
        (lambda: Nonogram(((),), ((),) * 1001), "1001 columns"),
        (lambda: Nonogram(((),), ((),), givens=("??",)), "givens are not 1 rows of 1"),
        (lambda: Nonogram(((),), ((),), goal=("?",)), "'?'"),
        (lambda: Nonogram(((),), ((),), palette=BLACK_AND_WHITE[::-1]), "background"),
        (lambda: Nonogram(((),), ((),), palette=(*BLACK_AND_WHITE, Colour("3", "x", "#000000"))), "'3'"),
        (lambda: Nonogram.from_picture(("#.", "#")), "rows of several lengths"),
        (lambda: Nonogram.from_picture(("#x",)), "other characters"),
    ],
)
def test_what_is_no_nonogram_is_refused(make: object, what: str) -> None:
    assert callable(make)
    with pytest.raises(InputError, match=what.replace("?", r"\?")):
        make()


def test_givens_that_give_nothing_are_none() -> None:
    assert Nonogram(((),), ((),), givens=("?",)) == Nonogram(((),), ((),))


def test_clue_numbers() -> None:
    assert read_clue([], BLACK_AND_WHITE) == read_clue(["0"], BLACK_AND_WHITE) == ()
    assert read_clue(["?", "1000000"], BLACK_AND_WHITE) == (
        Block(1, 1, ANY_LENGTH),
        Block(1, 1_000_000, 1_000_000),
    )
    assert read_clue(["3r", "2", "1g"], COLOURS) == (Block(2, 3, 3), Block(1, 2, 2), Block(3, 1, 1))
