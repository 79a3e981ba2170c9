from __future__ import annotations

from math import factorial
from pathlib import Path

import pytest

from nonosat.formats import load, load_all
from nonosat.puzzles.families import mandelbrot, n_dom, permutation, random_puzzle
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import Picture
from nonosat.shipped import folder, shipped

INSTANCES = shipped("instances")
GENERATED = {
    **{f"dom-{n}": n_dom(n) for n in range(3, 10)},
    "permutation-8": permutation(8),
    "mandelbrot": mandelbrot(100),
}


def solutions(puzzle: Nonogram) -> list[Picture]:
    """Every solution of a small puzzle: each row's arrangements, against what the columns allow so far."""
    chars = [colour.char for colour in puzzle.palette]

    def lines(clue: tuple[int, ...], length: int) -> list[str]:
        if not clue:
            return ["." * length]
        head, rest = clue[0], clue[1:]
        return [
            "." * start + "#" * head + ("." if rest else "") + tail
            for start in range(length - head - sum(rest) - len(rest) + 1)
            for tail in lines(rest, length - start - head - bool(rest))
        ]

    def so_far(column: str, clue: tuple[int, ...]) -> bool:
        runs = [len(run) for run in column.split(".") if run]
        open_end = column.endswith("#")
        done = runs[:-1] if open_end else runs
        if tuple(done) != clue[: len(done)]:
            return False
        return not open_end or (len(runs) <= len(clue) and runs[-1] <= clue[len(runs) - 1])

    assert chars == [".", "#"]
    found: list[tuple[str, ...]] = [()]
    columns = [tuple(block.low for block in clue) for clue in puzzle.columns]
    for clue in puzzle.rows:
        options = lines(tuple(block.low for block in clue), puzzle.width)
        found = [
            (*rows, line)
            for rows in found
            for line in options
            if all(
                so_far("".join(column), clue)
                for column, clue in zip(zip(*rows, line, strict=True), columns, strict=True)
            )
        ]
    return [picture for picture in found if puzzle.fault(picture) is None]


@pytest.mark.parametrize("name", INSTANCES)
def test_instances_say_where_they_are_from(name: str) -> None:
    puzzles = load_all(name)
    assert puzzles
    for puzzle in puzzles:
        about = [getattr(puzzle, key) for key in ("title", "author", "origin", "licence")]
        assert all(about), about
        goal = getattr(puzzle, "goal", ())
        assert not goal or puzzle.fault(goal) is None
    assert INSTANCES[name].read_text().startswith("# ")


def test_instances_are_flat() -> None:
    assert all(path.is_file() and path.suffix == ".yaml" for path in folder("instances").iterdir())


@pytest.mark.parametrize("name", GENERATED)
def test_generated_instances_are_what_the_generator_makes(name: str) -> None:
    puzzle, made = load(name), GENERATED[name]
    assert isinstance(puzzle, Nonogram)
    assert (puzzle.rows, puzzle.columns, puzzle.goal) == (made.rows, made.columns, made.goal)


@pytest.mark.parametrize(
    ("name", "count"), [("dom-3", 1), ("empty-rows", 1), ("switch", 2), ("no-solution", 0), ("one-row", 1)]
)
def test_small_instances_have_as_many_solutions_as_they_say(name: str, count: int) -> None:
    puzzle = load(name)
    assert isinstance(puzzle, Nonogram)
    found = solutions(puzzle)
    assert len(found) == count
    assert not puzzle.goal or puzzle.goal in found


def test_sums_that_differ_are_seen_without_search() -> None:
    assert load("sums-differ").obstacle()
    assert load("no-solution").obstacle() is None


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_permutations_are_counted_by_the_factorial(n: int) -> None:
    assert len(solutions(permutation(n))) == factorial(n)


def test_n_dom_is_a_chain_of_corners() -> None:
    assert n_dom(2).goal == ("###..", "#....", "#.###", "..#..", "..#..")
    assert solutions(n_dom(2)) == [n_dom(2).goal]
    assert n_dom(9).rows == n_dom(9).columns


def test_a_random_puzzle_follows_from_its_seed() -> None:
    assert random_puzzle(7, 5, seed=3) == random_puzzle(7, 5, seed=3)
    assert random_puzzle(7, 5, seed=3) != random_puzzle(7, 5, seed=4)
    assert random_puzzle(4, 2, density=1).goal == ("####", "####")


def test_gchq_with_and_without_givens() -> None:
    given, bare = load("gchq"), load("gchq-no-givens")
    assert isinstance(given, Nonogram)
    assert isinstance(bare, Nonogram)
    assert (given.rows, given.columns) == (bare.rows, bare.columns)
    assert sum(row.count("#") for row in given.givens) == 22
    assert not bare.givens


def test_names_work_from_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert {load(name).source for name in ("cat", "dom-9")} == {"cat", "dom-9"}
