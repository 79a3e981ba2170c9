"""How hard a puzzle is: the class is that of brute force, and depends neither on orientation nor on speed."""

import csv
import random
from dataclasses import replace
from io import StringIO
from random import Random

import pytest

import nonosat
from nonosat import LimitReached, Nonogram, Puzzle, explain, load, rate
from nonosat.cli.output import Exit
from nonosat.processes.effort import Effort
from nonosat.processes.limits import Limits
from nonosat.puzzles.families import n_dom, random_puzzle
from nonosat.puzzles.picture import BLACK_AND_WHITE, Colour, Palette, rows
from nonosat.puzzles.rearranged import canonical_order, fingerprint
from nonosat.puzzles.symmetry import MOVES
from nonosat.reasons.difficulty import Rater
from nonosat.reasons.rungs import nested
from nonosat.toolkit import CLASSES
from tests import brute
from tests.crossings.subjects import Subject
from tests.helpers.brute import THREE_COLOURS
from tests.helpers.crowd import crowd
from tests.helpers.fixtures import Call, Patch
from tests.helpers.layers import level
from tests.helpers.properties import given, settings, st
from tests.helpers.samples import share

RECOLOURED: Palette = (*BLACK_AND_WHITE[:1], Colour("r", "red", "#cc0000"), BLACK_AND_WHITE[1])

FULL = Nonogram.from_picture(("##", "##"))
DEEP = random_puzzle(12, 12, 0.4, 207)
SUMMING = replace(n_dom(5), rows=((), *n_dom(5).rows), goal=())


def with_givens(puzzle: Nonogram, *cells: int) -> Nonogram:
    """Return the puzzle with cells of its goal given away."""
    chars = [char if cell in cells else "?" for cell, char in enumerate("".join(puzzle.goal))]
    rows = ("".join(chars[i : i + puzzle.width]) for i in range(0, len(chars), puzzle.width))
    return replace(puzzle, givens=tuple(rows))


NESTED = with_givens(random_puzzle(10, 10, 0.35, 15), 0, 25, 37)
"""Neither single assumptions nor sums decide it."""


def told(level: str) -> str:
    """Return the class by brute force, which does not know sums."""
    return {"trivial": "lines", "summing": "guessing"}.get(level, level)


def moved(puzzle: Nonogram) -> list[Nonogram]:
    """Return the puzzle turned and mirrored in seven ways."""
    return [
        replace(
            puzzle,
            rows=rows,
            columns=columns,
            givens=tuple("".join(row) for row in move(puzzle.givens)) if puzzle.givens else (),
            goal=tuple("".join(row) for row in move(puzzle.goal)) if puzzle.goal else (),
        )
        for move in MOVES[1:]
        for rows, columns in [move.clues(puzzle.rows, puzzle.columns)]
    ]


@given(st.integers(0, 10**6))
@settings(max_examples=120)
def test_the_class_is_that_of_brute_force(number: int) -> None:
    puzzle = brute.random_nonogram(random.Random(number))
    assert told(rate(puzzle).difficulty) == level(puzzle)


@pytest.mark.parametrize("seed", range(6))
def test_refutations_are_counted_as_brute_force_does(seed: int) -> None:
    """Puzzles that lines do not solve are rare among the smallest."""
    rng = random.Random(seed)
    found = 0
    while found < 3:
        puzzle = random_puzzle(6, 6, 0.42, rng.randrange(2**32))
        rating = rate(puzzle)
        if rating.difficulty in ("moderate", "deep", "summing", "guessing"):
            found += 1
            assert told(rating.difficulty) == level(puzzle)


@given(st.integers(0, 2**32))
@settings(max_examples=25)
def test_no_orientation_changes_anything_but_names(seed: int) -> None:
    rng = random.Random(seed)
    palette = rng.choice([BLACK_AND_WHITE, THREE_COLOURS])
    puzzle = random_puzzle(rng.randint(1, 11), rng.randint(1, 11), rng.choice([0.4, 0.6]), seed, palette)
    one = rate(puzzle)
    for other in map(rate, moved(puzzle)):
        assert other.difficulty == one.difficulty
        assert (other.details is None) == (one.details is None)
        if one.details and other.details:
            assert other.details.numbers == one.details.numbers
            assert other.details.effort == one.details.effort


@pytest.mark.parametrize(
    ("puzzle", "level"), [(SUMMING, "summing"), pytest.param(NESTED, "guessing", marks=pytest.mark.more)]
)
def test_no_orientation_changes_sums_and_nested_refutations(puzzle: Nonogram, level: str) -> None:
    one = rate(puzzle).details
    assert one is not None and one.level == level and not one.at_least and one.witness is not None
    picture = nonosat.solve(puzzle).solution
    assert picture is not None
    for row, column, char in one.witness.cells:
        assert (picture[row][column] == char) == (level == "summing")
    for other in moved(puzzle):
        found = rate(other).details
        assert found is not None and found.witness is not None
        assert (found.level, found.numbers, found.effort) == (level, one.numbers, one.effort)
        assert (found.witness.kind, found.witness.size) == (one.witness.kind, one.witness.size)


def test_the_witness_is_told_in_the_orientation_that_was_asked_about() -> None:
    for puzzle in (DEEP, *moved(DEEP)):
        found = rate(puzzle).details
        assert found is not None and found.level == "deep" and found.witness is not None
        ((row, column, char),) = found.witness.cells
        assert puzzle.goal[row][column] != char
        assert found.witness.kind == "refutation"
        assert found.witness.size == found.numbers["layers"] > 3
        assert {f"row {row + 1}", f"column {column + 1}"} & set(found.witness.lines)
    line = rate(nonosat.load("gchq")).details
    assert line is not None and line.witness is not None
    kind, number = line.witness.lines[0].split()
    assert {kind, number} == {"row", "12"}
    picture = nonosat.solve(nonosat.load("gchq")).solution
    assert picture is not None
    assert all(r == 11 and picture[r][c] == char for r, c, char in line.witness.cells)


@pytest.mark.parametrize(
    ("puzzle", "level"),
    [
        (FULL, "trivial"),
        (Nonogram.from_picture(("..", "..")), "trivial"),
        (nonosat.load("gchq"), "lines"),
        (DEEP, "deep"),
        (n_dom(5), "summing"),
        (n_dom(7), "summing"),
        (NESTED, "guessing"),
        (nonosat.load("switch"), "multiple"),
        (nonosat.load("no-solution"), "none"),
        (nonosat.load("sums-differ"), "none"),
        (nonosat.load("tulips"), "lines"),
    ],
)
def test_known_puzzles(puzzle: Nonogram, level: str) -> None:
    found = rate(puzzle)
    assert found.difficulty == level
    assert found.done
    assert (found.details is not None) == (level in CLASSES)


def test_a_puzzle_that_is_known_takes_no_step() -> None:
    found = rate(replace(FULL, givens=FULL.goal)).details
    assert found is not None
    assert (found.level, found.effort, found.witness) == ("trivial", 0, None)


def test_a_limit_says_at_least() -> None:
    puzzle = random_puzzle(150, 150, 0.55, 1)
    found = rate(puzzle, limits=Limits(0.2))
    assert not found.done
    assert found.difficulty == "unknown" or (found.details and found.details.at_least)


def test_a_limit_may_end_even_the_preparation_of_the_walk() -> None:
    rater = Rater(random_puzzle(20, 20, 0.6, 1), Effort(3))
    with pytest.raises(LimitReached):
        rater.go()
    assert not rater.begun
    for seconds in (0.0, 0.001, 0.004, 0.016):
        found = rate(random_puzzle(60, 60, 0.6, 2), limits=Limits(seconds))
        assert found.done or found.difficulty == "unknown" or (found.details and found.details.at_least)


def test_a_limit_in_the_nested_search_says_at_least_guessing(monkeypatch: Patch) -> None:
    monkeypatch.setattr(nested, "MOST_WITHIN", (1,))
    found = rate(NESTED).details
    assert found is not None
    assert (found.words, found.witness) == ("at least guessing", None)


@pytest.mark.parametrize("seed", range(30))
def test_canonical_forms_and_fingerprints(seed: int) -> None:
    rng = random.Random(seed)
    palette = rng.choice([BLACK_AND_WHITE, THREE_COLOURS])
    puzzle = random_puzzle(rng.randint(1, 6), rng.randint(1, 6), 0.5, seed, palette)
    if rng.random() < 0.5:
        given_cells = ("".join(c if rng.random() < 0.3 else "?" for c in row) for row in puzzle.goal)
        puzzle = replace(puzzle, givens=tuple(given_cells))
    form, width = min((key, key[1]) for key, _ in puzzle.orientations())
    clues = set()
    for other in moved(puzzle):
        assert fingerprint(other) == fingerprint(puzzle)
        assert min(key for key, _ in other.orientations()) == form
        there = "".join("".join(other.goal)[cell] for cell in canonical_order(other))
        turned = Nonogram.from_picture(rows(there, width), other.palette)
        clues.add((turned.rows, turned.columns))
    assert len(clues) == 1


def test_fingerprints_tell_puzzles_apart_but_not_their_colours() -> None:
    one = Nonogram.from_picture((".#r", "rr."), THREE_COLOURS)
    swapped = Nonogram.from_picture((".r#", "##."), THREE_COLOURS)
    renamed = Nonogram.from_picture((".#r", "rr."), RECOLOURED)
    assert fingerprint(one) == fingerprint(swapped) == fingerprint(renamed)
    assert fingerprint(one) != fingerprint(replace(one, givens=(".??", "???")))
    assert fingerprint(one) != fingerprint(Nonogram.from_picture((".##", "rr."), THREE_COLOURS))
    seen = {fingerprint(random_puzzle(4, 4, 0.5, seed)) for seed in range(300)}
    assert len(seen) > 280


def test_csv(call: Call) -> None:
    rows = list(
        csv.DictReader(StringIO(call("rate gchq no-such switch dom-5 --csv", code=Exit.BAD_INPUT).out))
    )
    assert [row["class"] for row in rows] == ["lines", "multiple", "summing"]
    assert rows[0]["passes"] == "8" and rows[1]["passes"] == "" and rows[2]["sums"] == "1"


def test_explain(call: Call) -> None:
    assert "lines that decide cells at the start" in call("rate gchq --explain", code=Exit.ANSWERED).out
    assert call("rate switch --explain", code=Exit.ANSWERED).out == "switch: multiple\n"


def test_other_kinds_are_refused_in_one_line() -> None:
    with pytest.raises(nonosat.InputError, match="rate works on puzzles whose cells are filled in"):
        rate(nonosat.load("black-and-white#1"))


def words_of(puzzle: Puzzle) -> tuple[object, ...]:
    """Return what does not depend on the orientation."""
    found, rating = explain(puzzle), rate(puzzle)
    effort = rating.details and rating.details.effort
    return len(found.steps), found.contradiction, sum(found.possible), rating.difficulty, effort


def test_no_orientation_changes_the_steps() -> None:
    for puzzle in crowd(share(30), side=6):
        first, *others = [words_of(turned) for turned, _ in Subject(puzzle).turns]
        assert all(other == first for other in others), puzzle


def test_no_orientation_changes_the_steps_of_clues_with_a_star() -> None:
    rng = Random(3)
    puzzles = [brute.blotted(brute.random_nonogram(rng), rng) for _ in range(share(60))]
    rows, columns = ["1#", "?r * 1#", "*"], ["1#", "?#", "1r", "1# 1r"]
    short = load({"rows": rows, "columns": columns, "palette": {"#": "black", "r": "#cc0000"}})
    for puzzle in [short, *puzzles]:
        first, *others = [words_of(turned) for turned, _ in Subject(puzzle).turns]
        assert all(other == first for other in others), puzzle
