"""The walk: a rating and an explanation speak of the same one, whatever the kind of puzzle."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

import nonosat
from nonosat import Nonogram, Verdict, explain, rate, toolkit
from nonosat.puzzles.families import n_dom, random_puzzle
from nonosat.reasons import document, verification
from nonosat.reasons.difficulty import GUESSES, Witness
from nonosat.reasons.rungs import RUNGS
from nonosat.reasons.steps import OF_COUNTS, LineStep, Refutation, Step, units_in
from nonosat.toolkit import CellPuzzle, Explanation
from tests.helpers import brute
from tests.helpers.brute import THREE_COLOURS
from tests.helpers.mosaics import Mosaic, mosaic_of
from tests.helpers.properties import given
from tests.helpers.samples import share
from tests.helpers.strategies import small_rows


def mosaic(seed: int, height: int, width: int, shown: float) -> Mosaic:
    rng = Random(seed)
    picture = tuple("".join(rng.choice(".#") for _ in range(width)) for _ in range(height))
    rows = brute.numbers(picture)
    return mosaic_of(tuple("".join(char if rng.random() < shown else "?" for char in row) for row in rows))


def unique_puzzles() -> Iterator[CellPuzzle]:
    """Random ones, many of them made unique by givens, which makes them hard. About 60; 200 in all."""
    yield from (random_puzzle(8, 8, density, seed) for seed in range(share(36)) for density in (0.45, 0.6))
    yield from (mosaic(seed, 7, 7, shown) for seed in range(share(36)) for shown in (0.4, 0.7, 1.0))
    for seed in range(share(60)):
        size = 12 + seed % 4
        yield toolkit.givens(random_puzzle(size, size, 0.42, seed)).unique_puzzle()
    for seed in range(share(16)):
        yield toolkit.givens(random_puzzle(9, 9, 0.4, seed, THREE_COLOURS)).unique_puzzle()
    yield n_dom(5)


def rung_of(step: Step) -> str:
    """Return the rung that a step is of, from the step alone."""
    if isinstance(step, Refutation):
        return "refutation" if step.rung == 2 else "nested"
    return {"line": "lines", "sum": "sums"}.get(step.kind, step.kind)


def hardest(found: Explanation) -> str:
    names = list(RUNGS)
    return names[max(names.index(rung_of(step)) for step in found.steps)]


def check_witness(witness: Witness, found: Explanation, rung: str) -> None:
    """The hardest move is among the steps: the same units, and a cell that it decides."""
    width = found.puzzle.width
    cells = {row * width + column for row, column, _ in witness.cells}
    assert any(
        {found.units[unit].label for unit in units_in(step)} <= set(witness.lines)
        and (not cells or cells & {cell for cell, _ in step.sets})
        for step in found.steps
        if rung_of(step) == rung
    )


def test_class_and_witness_are_those_of_the_explanation() -> None:
    levels = Counter[tuple[str, str]]()
    for puzzle in unique_puzzles():
        if nonosat.solve(puzzle).verdict is not Verdict.UNIQUE:
            continue
        rating, found = rate(puzzle), explain(puzzle)
        assert found.complete and verification.check(document.read_text(found.file())).verified
        assert rating.details is not None
        levels.update([(puzzle.kind, rating.difficulty)])
        rung = hardest(found)
        wanted = {
            "lines": {"trivial", "lines"},
            "difference": {"moderate"},
            "refutation": {"moderate", "deep"},
            "sums": {"summing"},
        }
        assert rating.difficulty in wanted.get(rung, {"guessing"}), (rung, rating)
        # Lines are told in another order, step by step.
        if rating.details and rating.details.witness and rung not in (*GUESSES, "lines"):
            check_witness(rating.details.witness, found, rung)
    assert share(12) == 1 or levels.keys() >= {
        ("nonogram", level) for level in ("trivial", "lines", "moderate", "deep", "summing")
    } | {("mosaic", level) for level in ("lines", "moderate")}


@pytest.mark.more
def test_larger_mosaics_are_explained_to_the_end() -> None:
    complete = 0
    for seed in range(12):
        puzzle = mosaic(seed, 14, 14, 0.9)
        found = explain(puzzle)
        assert found.possible == nonosat.certain(puzzle).possible
        report = verification.check(document.read_text(found.file()))
        assert report.verified, report
        complete += found.complete
        names = {step.technique for step in found.steps if isinstance(step, LineStep)}
        assert names <= {*OF_COUNTS}
    assert complete


def test_a_row_of_springs_is_one_line() -> None:
    found = explain(nonosat.load("springs#1"))
    assert found.steps and verification.check(document.read_text(found.file())).verified
    assert found.words.sentence(found.steps[0]).startswith("The row (complete line): ")


def test_rungs_can_be_left_out() -> None:
    puzzle = n_dom(5)
    whole, part = rate(puzzle), rate(puzzle, rungs=["refutation", "lines"])
    assert whole.difficulty == "summing"
    assert part.details is not None and part.details.at_least and part.details.numbers["open"]
    assert "these rungs leave" in part.basis
    with pytest.raises(nonosat.InputError, match="there is no rung 'line'; did you mean lines"):
        rate(puzzle, rungs=["line"])


def test_techniques_are_counted() -> None:
    rating = rate(nonosat.load("teapot"), techniques=True)
    assert sum(rating.techniques.values()) > 20 and rating.techniques["simple boxes"]
    assert "steps by simple boxes" in rating.explain()
    assert rating.result()["techniques"] == rating.techniques


@given(small_rows())
def test_every_move_is_a_consequence(rows: list[list[int]]) -> None:
    """And its steps set no more than it does."""
    puzzle = brute.nonogram(rows)
    pictures = list(brute.solutions(puzzle))
    possible = [0] * (puzzle.width * puzzle.height)
    for picture in pictures:
        possible = [mask | 1 << value for mask, value in zip(possible, puzzle.values(picture), strict=True)]
    found = explain(puzzle)
    left = list(puzzle.problem().possible)
    for step in found.steps:
        for cell, mask in step.sets:
            left[cell] &= mask
            assert not possible[cell] & ~mask
    assert left == possible
    assert all(step.title for step in found.steps)


def test_rungs_are_in_order() -> None:
    """A rung is used only where all easier ones are stuck."""
    puzzle = random_puzzle(10, 10, 0.5, 4)
    assert isinstance(puzzle, Nonogram)
    found = explain(puzzle)
    order = [list(RUNGS).index(rung_of(step)) for step in found.steps]
    assert any(before < after for before, after in pairwise(order)) or set(order) == {0}


def test_an_explanation_without_needless_steps_still_ends_in_its_contradiction() -> None:
    puzzle = mosaic_of(("3??2", "??43", "????", "?553")).with_givens(("#???", "?#.?", "?#.?", "#?#?"))
    found = explain(puzzle)
    assert found.contradiction and not list(brute.solutions(puzzle))
