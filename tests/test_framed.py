"""Puzzles of kinds with rules besides their clues, made to order: one solution, no clue to spare."""

from __future__ import annotations

from dataclasses import replace
from itertools import count, islice
from pathlib import Path

import pytest

import nonosat
from nonosat.errors import InputError
from nonosat.making.candidate import Made, make
from nonosat.puzzles import KINDS
from nonosat.puzzles.declared import Declared
from nonosat.reasons import CLASSES
from tests.helpers.kinds import solutions
from tests.helpers.samples import some

SIZES = {"star-battle": (4, 4), "takuzu": (4, 4), "tents": (3, 3), "magnets": (4, 2)}
FRAMED = [name for name, entry in KINDS.items() if entry.framed]


@pytest.mark.parametrize("kind", FRAMED)
def test_brute_force_finds_the_one_solution(kind: str) -> None:
    width, height = SIZES.get(kind, (3, 4))
    order = nonosat.Order(width=width, height=height, kind=kind, levels=CLASSES, seed=1)
    made = (one.puzzle for number in count() if isinstance(one := make(order, number), Made))
    for puzzle in islice(made, 3):
        assert isinstance(puzzle, Declared)
        assert [*solutions(puzzle)] == [puzzle.goal]


@pytest.mark.parametrize("kind", some([*FRAMED, "balance.yaml"], 3))
def test_a_puzzle_has_one_solution_and_needs_its_clues(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(__file__).parent / "data")
    order = nonosat.Order(width=6, height=6, kind=kind, levels=("lines", "moderate"), seed=4)
    made = next(one for number in range(20) if isinstance(one := make(order, number), Made))
    puzzle = made.puzzle
    assert isinstance(puzzle, Declared)
    assert nonosat.solve(puzzle).solutions == (puzzle.goal,)
    assert made.difficulty.level in order.levels
    assert make(order, made.number) == made
    for form in ("yaml", "jsonl"):
        (tmp_path / f"it.{form}").write_text(str(nonosat.write([puzzle], form)))
        again = nonosat.load(str(tmp_path / f"it.{form}"))
        assert again.with_source("") == puzzle.with_source("")
    hidden = [k for k, one in enumerate(puzzle.clues) if one.clue and one.clue[0] != puzzle.rules.symbols]
    for number in hidden:
        level = nonosat.rate(puzzle.without_clues([number])).difficulty
        assert level is None or CLASSES.index(level.level) > CLASSES.index("moderate")


def test_a_puzzle_with_regions_is_not_made_of_a_picture() -> None:
    order = nonosat.Order(width=6, height=6, kind="aquarium")
    for more, what in (({"smooth": True}, "smoothing"), ({"width": 100}, "at most 400 cells")):
        with pytest.raises(InputError, match=what):
            replace(order, **more)
    with pytest.raises(InputError, match="no solution of a takuzu is 5x5"):
        make(nonosat.Order(width=5, height=5, kind="takuzu"), 0)
