"""Explanations and hints: whatever the puzzle, every step follows and the end is all that is certain."""

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from random import Random

import pytest

import nonosat
from nonosat import InputError, Limits, Nonogram, Picture, explain
from nonosat.propagation.state import State, begin
from nonosat.puzzles.families import n_dom, random_puzzle
from nonosat.reasons import document, verification, weights
from nonosat.reasons.check import Checker
from nonosat.reasons.hint import LEVELS, Hint, hint
from nonosat.reasons.marks import marks
from nonosat.reasons.rungs import RUNGS
from nonosat.reasons.rungs.nested import Nesting
from nonosat.reasons.steps import Conflict, LineStep, Sum
from nonosat.reasons.walk import Walk
from nonosat.toolkit import BLACK_AND_WHITE, UNKNOWN, CellPuzzle, Explanation, Palette
from tests import brute as random_puzzles
from tests.helpers import brute
from tests.helpers.brute import THREE_COLOURS
from tests.helpers.properties import given, st
from tests.helpers.puzzles import shipped
from tests.helpers.samples import sampled, some
from tests.helpers.strategies import small_rows


def verified(found: Explanation) -> verification.CheckedExplanation:
    return verification.check(document.read_text(found.file()))


def common(puzzle: Nonogram, pictures: Sequence[Picture]) -> tuple[int, ...]:
    """Return the values that the cells have in some of the pictures."""
    values = [puzzle.values(picture) for picture in pictures]
    return tuple(sum({1 << one[cell] for one in values}) for cell in range(puzzle.width * puzzle.height))


def check_whole(puzzle: Nonogram, start: Picture | None = None) -> Explanation:
    """Explain a small puzzle, and compare the result with all solutions."""
    marked = Nonogram(puzzle.rows, puzzle.columns, givens=start or puzzle.givens, palette=puzzle.palette)
    pictures = list(brute.solutions(marked))
    found = explain(puzzle, start)
    assert found.done
    report = verified(found)
    assert report.verified, report
    if not pictures:
        assert found.contradiction
        assert report.claim.startswith("no solution")
        return found
    assert not found.contradiction
    assert found.possible == common(puzzle, pictures)
    if len(pictures) == 1:
        assert found.complete and report.claim.startswith("exactly one solution")
        assert found.end == pictures[0]
    else:
        assert "the others are open" in report.claim
        assert set(found.solutions) <= set(pictures)
    return found


@given(small_rows(), st.integers(0, 2**32))
def test_from_a_state_right_or_wrong(rows: list[list[int]], seed: int) -> None:
    puzzle, rng = brute.nonogram(rows), Random(seed)
    wrong = rng.choice([0, 0.1])
    start = tuple(
        "".join("?" if rng.random() < 0.6 else ".#"[(rng.random() < wrong) ^ value] for value in row)
        for row in rows
    )
    found = check_whole(puzzle, start)
    told = hint(puzzle, start)
    if found.contradiction:
        check_what_is_wrong(puzzle, start, told)
    elif told.step is None:
        assert found.possible == tuple(
            puzzle.problem().with_givens(()).possible[cell] if char == "?" else 1 << ".#".index(char)
            for cell, char in enumerate("".join(start))
        )


def check_what_is_wrong(puzzle: Nonogram, start: Picture, told: Hint) -> None:
    """Compare the marks to take back with all solutions: no fewer will do."""
    assert not told.leads_on
    if isinstance(told.step, Conflict):
        return
    marked = [(cell, char) for cell, char in enumerate("".join(start)) if char != "?"]
    misses = [
        sum("".join(picture)[cell] != char for cell, char in marked) for picture in brute.solutions(puzzle)
    ]
    assert len(told.wrong) == min(misses)


@pytest.mark.parametrize("seed", some(range(12), 2))
@pytest.mark.parametrize(
    ("side", "density", "palette"),
    [(8, 0.5, BLACK_AND_WHITE), (12, 0.6, BLACK_AND_WHITE), (9, 0.6, THREE_COLOURS)],
)
def test_larger_random_puzzles(side: int, density: float, palette: Palette, seed: int) -> None:
    puzzle = random_puzzle(side, side, density, seed, palette)
    found = explain(puzzle)
    assert found.possible == nonosat.certain(puzzle).possible
    assert verified(found).verified


@pytest.mark.parametrize("n", some([5, 9], 1))
def test_summing_decides_dom(n: int) -> None:
    found = explain(n_dom(n))
    assert found.complete and any(isinstance(step, Sum) for step in found.steps)
    assert verified(found).claim == "exactly one solution"
    added = next(step for step in found.steps if isinstance(step, Sum))
    last = found.words.sentences(added)[-1]
    assert last.startswith("So ") and "rows " in last and ", columns " in last


def test_cells_of_several_rows_are_named_as_cells() -> None:
    words = explain(nonosat.load("switch")).words
    facts = (0, 1), (1, 1), (6, 1), (7, 1), (14, 1)
    assert words.cells_are(facts) == ("rows 1 and 2, columns 1 and 2 are white and row 3, column 3 is white")


def test_sums_that_differ_are_explained_by_adding_up() -> None:
    found = explain(nonosat.load("sums-differ"))
    assert found.contradiction and verified(found).claim == "no solution"


def settled(puzzle: Nonogram) -> State:
    state = begin(puzzle.problem())
    state.narrow()
    return state


def open_options(puzzle: Nonogram, state: State) -> list[tuple[int, int]]:
    """Return the options that lines do not rule out, but that are in no solution."""
    certain = nonosat.certain(puzzle).possible
    return [
        (cell, value)
        for cell, (mask, has) in enumerate(zip(state.possible, certain, strict=True))
        for value in range(2)
        if mask & ~has & 1 << value
    ]


HARD = [n_dom(3), n_dom(4), *(random_puzzle(6, 6, 0.5, seed) for seed in range(30))]


def test_every_rung_gives_steps_that_hold() -> None:
    """Steps of the higher rungs, also where a lower one would do, on what lines have left."""
    kinds = set()
    for puzzle in HARD:
        state = settled(puzzle)
        options = open_options(puzzle, state)
        if state.contradiction or not options:
            continue
        walk = Walk(puzzle, puzzle.problem(), [], excluded=options.copy)
        walk.state.narrow()
        moves = [move for name in RUNGS for move in islice(RUNGS.load(name).moves(walk), 3)]
        steps = [step for move in moves for step in move.steps(walk)]
        nested = Nesting(walk.state).refutation(walk.units, options[:3])
        pictures = list(brute.solutions(puzzle))
        possible = common(puzzle, pictures)
        for step in [*steps, *([nested] if nested else [])]:
            kinds.add((step.kind, step.rung))
            Checker(puzzle.problem(), state.possible, str).take(step)
            assert all(not possible[cell] & ~mask for cell, mask in step.sets)
    assert {"sum", "refute"} <= {kind for kind, _ in kinds}
    assert ("refute", 4) in kinds


def test_a_cell_is_explained_by_what_it_needs_alone() -> None:
    puzzle = shipped("gchq")
    whole = explain(puzzle)
    for cell in (0, 312, 624 - 25):
        found = explain(puzzle, cell=(cell // 25 + 1, cell % 25 + 1))
        assert len(found.steps) < len(whole.steps) / 2
        report = verified(found)
        assert report.verified, report
        assert found.possible[cell] == whole.possible[cell]


def test_a_limit_keeps_what_was_found() -> None:
    found = explain(nonosat.load("mandelbrot"), limits=Limits(0.05))
    assert found.stop_reason is nonosat.StopReason.TIME_LIMIT
    assert verified(found).verified
    assert "time limit" in found.sentence()


def test_the_levels_of_a_hint_give_away_more_and_more() -> None:
    puzzle = nonosat.load("teapot")
    said = [hint(puzzle, level=level).said for level in LEVELS]
    assert said[0] == "Look at column 8: complete line."
    assert "cell" not in said[0] and "black" not in "".join(said[:3])
    assert len(set(said)) == len(LEVELS)
    data = hint(puzzle, level="where").result()
    assert "step" not in data and "alternatives" not in data


def test_a_hint_offers_alternatives_and_keeps_its_word() -> None:
    puzzle = nonosat.load("cat")
    told = hint(puzzle)
    assert told.step and told.alternatives
    for step in (told.step, *told.alternatives):
        Checker(puzzle.problem(), puzzle.problem().possible, str).take(step)


@pytest.mark.parametrize("number", sampled(range(300)))
def test_a_hint_is_true_on_the_board(number: int) -> None:
    """Whatever the kind and the board: what a step uses is there, and no step leads on from a wrong mark."""
    puzzle, rng = random_puzzles.random_puzzle(number), Random(number)
    if not isinstance(puzzle, CellPuzzle):
        return
    pictures = list(brute.solutions(puzzle))
    drawn = puzzle.chars(rng.choice(pictures) if pictures else puzzle.start)
    wrong = rng.choice((0, 0.05, 0.3))
    board = "".join(
        given
        if given != UNKNOWN
        else UNKNOWN
        if rng.random() < 0.5
        else rng.choice(puzzle.palette).char
        if rng.random() < wrong
        else char
        for char, given in zip(drawn, puzzle.chars(puzzle.start), strict=True)
    )
    told = hint(puzzle, puzzle.cut(board))
    known = puzzle.with_givens(puzzle.cut(board)).problem().possible
    right = [one for one in pictures if all(known[k] >> v & 1 for k, v in enumerate(puzzle.values(one)))]
    assert told.done
    assert right or not pictures or not told.leads_on
    for step in (told.step, *told.alternatives):
        if step is not None:
            Checker(puzzle.problem(), known, str).take(step)
            assert all(mask >> puzzle.values(one)[cell] & 1 for one in right for cell, mask in step.sets)
    if told.step is None and pictures and not right:
        set_here = marks(puzzle, told.state)
        misses = min(sum(puzzle.values(one)[cell] != v for cell, v in set_here) for one in pictures)
        assert len(told.wrong) == misses


def test_a_file_without_weights_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty.yaml").touch()
    with pytest.raises(InputError, match="empty: expected weights"):
        weights.load(str(tmp_path / "empty.yaml"))


def test_weights_choose_other_steps(tmp_path: Path) -> None:
    path = tmp_path / "weights.yaml"
    path.write_text("technique: {simple boxes: -50}\n")
    liking_boxes = weights.load(str(path))
    first = explain(nonosat.load("cat"), weights=liking_boxes).steps[0]
    assert isinstance(first, LineStep) and first.technique == "simple boxes"
    path.write_text("tecnique: 1\n")
    with pytest.raises(InputError, match="unknown key 'tecnique'"):
        weights.load(str(path))
    path.write_text("line: many\n")
    with pytest.raises(InputError, match="expected a number"):
        weights.load(str(path))


@pytest.mark.parametrize(
    ("state", "what"),
    [
        (("#",), "the state is not 13 rows of 15 cells"),
        (("?" * 14,) * 13, "the state is not 13 rows of 15 cells"),
        (("?" * 14 + "x", *("?" * 15,) * 12), "the state: row 1, column 15 is 'x': expected one of . # ?"),
    ],
)
def test_a_state_that_is_none_is_refused(state: Picture, what: str) -> None:
    with pytest.raises(InputError, match=what):
        explain(nonosat.load("teapot"), state)


def test_a_state_that_contradicts_a_given_is_refused() -> None:
    puzzle = nonosat.load("gchq")
    state = [list(row) for row in puzzle.givens]
    row, column = next((r, c) for r, row in enumerate(state) for c, char in enumerate(row) if char == "#")
    state[row][column] = "."
    with pytest.raises(InputError, match=f"row {row + 1}, column {column + 1} is ., but # is given"):
        hint(puzzle, tuple(map("".join, state)))


def test_what_is_cut_up_is_refused() -> None:
    with pytest.raises(InputError, match="explain works on puzzles whose cells are filled in; those of kind"):
        explain(nonosat.load("black-and-white#1"))


@pytest.mark.parametrize("seed", range(60))
def test_a_coloured_state_that_cannot_be_completed_is_explained(seed: int) -> None:
    """A line may lack a colour of the palette, in its clue and in its cells."""
    rng = Random(seed)
    chars = [colour.char for colour in THREE_COLOURS]
    width, height = rng.randint(1, 4), rng.randint(1, 4)
    goal = tuple("".join(rng.choices(chars, k=width)) for _ in range(height))
    state = tuple("".join(rng.choices([*chars, "?", "?"], k=width)) for _ in range(height))
    puzzle = Nonogram.from_picture(goal, THREE_COLOURS)
    found = nonosat.explain(puzzle, state)
    assert found.done
    assert nonosat.hint(puzzle, state).done
    solvable = any(
        all(mark in ("?", char) for mark, char in zip("".join(state), "".join(picture), strict=True))
        for picture in brute.solutions(puzzle)
    )
    conflict = bool(found.steps) and not found.steps[-1].sets
    assert conflict != solvable
