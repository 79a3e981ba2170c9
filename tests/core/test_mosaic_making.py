"""Mosaics and other kinds with rules made to order: classes, no needless clues, one solution."""

from dataclasses import replace
from itertools import count, islice
from pathlib import Path

import pytest

import nonosat
from nonosat import toolkit
from nonosat.errors import InputError
from nonosat.making.candidate import make
from nonosat.making.generate import batch
from nonosat.problem import is_single
from nonosat.propagation.narrow import narrow
from nonosat.puzzles import KINDS
from nonosat.puzzles.declared import Declared
from nonosat.puzzles.rearranged import fingerprint
from nonosat.puzzles.symmetry import MOVES
from nonosat.reasons import CLASSES
from nonosat.toolkit import UNKNOWN, Made, Order
from tests.helpers.kinds import solutions
from tests.helpers.mosaics import Mosaic, mosaic_of, rows_of
from tests.helpers.samples import share, some


def is_open(puzzle: Mosaic) -> bool:
    return not all(map(is_single, narrow(puzzle.problem()).problem.possible))


@pytest.mark.parametrize("level", ["lines", "moderate", "guessing"])
@pytest.mark.parametrize("smooth", some([True, False], 1))
def test_they_are_of_the_class(level: str, smooth: bool) -> None:
    order = Order(width=9, height=8, kind="mosaic", levels=(level,), smooth=smooth, density=0.5, seed=3)
    found = list(toolkit.make_each(order, share(4)))
    assert len(found) == share(4)
    for one in found:
        puzzle = one.puzzle
        assert isinstance(puzzle, Mosaic)
        assert nonosat.solve(puzzle).solution == puzzle.goal
        assert nonosat.solve(puzzle).verdict is nonosat.Verdict.UNIQUE
        assert nonosat.rate(puzzle).difficulty == one.difficulty.level == level
        assert UNKNOWN in puzzle.symbols


def test_no_number_is_needless() -> None:
    for found in batch(Order(width=10, height=7, kind="mosaic", seed=1), range(5)):
        assert isinstance(found, Made) and isinstance(found.puzzle, Mosaic)
        puzzle = found.puzzle
        assert not is_open(puzzle)
        numbers = range(len(puzzle.clues))
        assert all(is_open(puzzle.without_clues([number])) for number in numbers)


def test_symmetric_pictures_and_those_of_a_grey_one() -> None:
    order = Order(width=8, height=8, kind="mosaic", symmetry="both", levels=("lines",))
    for found in toolkit.make_each(order, 3):
        assert found.puzzle.goal == found.puzzle.goal[::-1] == tuple(row[::-1] for row in found.puzzle.goal)
    grey = tuple(bytes(255 * (r + c > 9) // (1 + (r * c) % 3) for c in range(10)) for r in range(10))
    made = next(toolkit.make_each(Order(width=10, height=10, kind="mosaic", grey=grey)))
    assert nonosat.solve(made.puzzle).verdict is nonosat.Verdict.UNIQUE


def test_fingerprints_do_not_depend_on_the_orientation() -> None:
    puzzle = Mosaic.from_picture(("##.#", ".#..", "#..#")).without_clues([0, 3, 7])
    turned = [
        mosaic_of(tuple(map("".join, move(rows_of(puzzle))))).with_goal(
            tuple(map("".join, move(puzzle.goal)))
        )
        for move in MOVES
    ]
    assert {fingerprint(one) for one in turned} == {fingerprint(puzzle)}
    assert fingerprint(puzzle.without_clues([0])) != fingerprint(puzzle)


SIZES = {"star-battle": (4, 4), "takuzu": (4, 4), "tents": (3, 3), "magnets": (4, 2)}
FRAMED = [name for name, entry in KINDS.items() if entry.framed]


@pytest.mark.parametrize("kind", some(FRAMED, 3))
def test_brute_force_finds_the_one_solution(kind: str) -> None:
    width, height = SIZES.get(kind, (3, 4))
    order = toolkit.Order(width=width, height=height, kind=kind, levels=CLASSES, seed=1)
    made = (one.puzzle for number in count() if isinstance(one := make(order, number), Made))
    for puzzle in islice(made, 3):
        assert isinstance(puzzle, Declared)
        assert [*solutions(puzzle)] == [puzzle.goal]


@pytest.mark.parametrize("kind", some([*FRAMED, "balance.yaml"], 1))
def test_a_puzzle_has_one_solution_and_needs_its_clues(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(__file__).parents[1] / "data")
    order = toolkit.Order(width=6, height=6, kind=kind, levels=("lines", "moderate"), seed=4)
    made = next(one for number in range(20) if isinstance(one := make(order, number), Made))
    puzzle = made.puzzle
    assert isinstance(puzzle, Declared)
    assert nonosat.solve(puzzle).solutions == (puzzle.goal,)
    assert made.difficulty.level in order.levels
    assert make(order, made.number) == made
    for form in ("yaml", "jsonl"):
        (tmp_path / f"it.{form}").write_text(str(toolkit.write([puzzle], form)))
        again = nonosat.load(str(tmp_path / f"it.{form}"))
        assert again.with_source("") == puzzle.with_source("")
    hidden = [k for k, one in enumerate(puzzle.clues) if one.clue and one.clue[0] != puzzle.rules.symbols]
    for number in hidden:
        level = nonosat.rate(puzzle.without_clues([number])).difficulty
        assert level not in CLASSES or CLASSES.index(level) > CLASSES.index("moderate")


def test_a_puzzle_with_regions_is_not_made_of_a_picture() -> None:
    order = toolkit.Order(width=6, height=6, kind="aquarium")
    for more, what in (({"smooth": True}, "smoothing"), ({"width": 100}, "at most 400 cells")):
        with pytest.raises(InputError, match=what):
            replace(order, **more)
    with pytest.raises(InputError, match="no solution of a takuzu is 5x5"):
        make(toolkit.Order(width=5, height=5, kind="takuzu"), 0)
