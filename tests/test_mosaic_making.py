"""Mosaics made to order: classes, no needless numbers, the same ones again, and files that are continued."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import nonosat
from nonosat import UNKNOWN, InputError, Made, Order, load_all
from nonosat.cli import main
from nonosat.formats.jsonl import write
from nonosat.making.generate import batch
from nonosat.problem import is_single
from nonosat.propagation.narrow import narrow
from nonosat.puzzles.rearranged import fingerprint
from nonosat.puzzles.symmetry import MOVES
from tests.helpers.mosaics import Mosaic, mosaic_of, rows_of
from tests.helpers.samples import share, some


def is_open(puzzle: Mosaic) -> bool:
    return not all(map(is_single, narrow(puzzle.problem()).problem.possible))


@pytest.mark.parametrize("level", ["lines", "moderate", "guessing"])
@pytest.mark.parametrize("smooth", some([True, False], 1))
def test_they_are_of_the_class(level: str, smooth: bool) -> None:
    order = Order(width=9, height=8, kind="mosaic", levels=(level,), smooth=smooth, density=0.5, seed=3)
    found = list(nonosat.generate(order, share(4)))
    assert len(found) == share(4)
    for one in found:
        puzzle = one.puzzle
        assert isinstance(puzzle, Mosaic)
        assert nonosat.solve(puzzle).solution == puzzle.goal
        assert nonosat.solve(puzzle).verdict is nonosat.Verdict.UNIQUE
        assert nonosat.rate(puzzle).level == one.difficulty.level == level
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
    for found in nonosat.generate(order, 3):
        assert found.puzzle.goal == found.puzzle.goal[::-1] == tuple(row[::-1] for row in found.puzzle.goal)
    grey = tuple(bytes(255 * (r + c > 9) // (1 + (r * c) % 3) for c in range(10)) for r in range(10))
    made = next(nonosat.generate(Order(width=10, height=10, kind="mosaic", grey=grey)))
    assert nonosat.solve(made.puzzle).verdict is nonosat.Verdict.UNIQUE


def test_the_same_again_also_with_workers_and_continued(tmp_path: Path) -> None:
    words = ["generate", "--kind", "mosaic", "--size", "8x6", "--seed", "5", "--quiet"]
    path = tmp_path / "set.jsonl"
    assert main([*words, "--class", "lines:3,moderate:1", "-j", "2", "-o", str(path)]) == 0
    whole = path.read_bytes()
    # Killed while it wrote the third puzzle.
    lines = whole.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:2]) + lines[2][:20])
    assert main([*words, "--class", "lines:3,moderate:1", "--resume", "-o", str(path)]) == 0
    assert path.read_bytes() == whole
    records = [json.loads(line) for line in lines]
    assert [one["class"] for one in records] == ["lines"] * 3 + ["moderate"]
    assert all(one["kind"] == "mosaic" for one in records)
    found = list(load_all(path))
    assert [list(puzzle.goal) for puzzle in found] == [one["solution"] for one in records]
    assert write(found) == write(list(nonosat.load_all(_again(tmp_path, write(found)))))
    with pytest.raises(InputError, match="it was generated with other options"):
        _resumed(path)


def _again(folder: Path, text: str) -> Path:
    path = folder / "again.jsonl"
    path.write_text(text, encoding="utf-8")
    return path


def _resumed(path: Path) -> None:
    from nonosat.making.generate import Shelf, makings

    Shelf(str(path), makings(Order(width=8, height=6, seed=5), {"lines": 6}), resume=True).begin()


def test_needs_techniques_and_steps() -> None:
    order = Order(width=8, height=8, kind="mosaic", techniques=(("full", 2),), explained=True)
    found = next(nonosat.generate(order))
    assert found.explained is not None
    assert len(found.explained["reasoning"]) == len(found.explained["explanation"]["steps"])
    rated = nonosat.rate(found.puzzle, techniques=True)
    assert rated.result()["techniques"]["full"] >= 2


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
