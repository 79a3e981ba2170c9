import gzip
import json
from collections import Counter
from pathlib import Path

import pytest

import nonosat
from bench import corpus
from nonosat import Nonogram, load, load_all
from nonosat.installed import folder, list_shipped
from nonosat.puzzles import yaml_events, yaml_text
from nonosat.puzzles.families import corners, mandelbrot, n_dom, permutation, random_puzzle
from tests.helpers.brute import solutions

INSTANCES = list_shipped("instances")
ROOT = Path(nonosat.__file__).parent
CORPUS = Path(folder("instances")) / "corpus.jsonl.gz"
GENERATED = {
    **{f"dom-{n}": n_dom(n) for n in range(3, 10)},
    "permutation-8": permutation(8),
    "mandelbrot": mandelbrot(100),
}


@pytest.mark.parametrize("name", INSTANCES)
def test_instances_say_where_they_are_from(name: str) -> None:
    puzzles = load_all(name)
    assert puzzles
    for puzzle in puzzles:
        about = [getattr(puzzle, key) for key in ("title", "author", "origin", "licence")]
        assert all(about), about
        assert not puzzle.goal or puzzle.fault(puzzle.goal) is None
    assert INSTANCES[name].read_text().startswith("# ")


def test_what_is_kept_of_a_file_is_what_is_read_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(yaml_text, "FOLDER", tmp_path)
    for path in (*INSTANCES.values(), *list_shipped("models").values(), *ROOT.rglob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        assert yaml_text.recall(text, str(path)) is None
        file = tmp_path / yaml_text.name_of(text)
        file.write_text(yaml_events.keep(text), encoding="utf-8")
        assert yaml_text.recall(text, str(path)) == list(yaml_events.parse(text, str(path)))
        file.rename(tmp_path / yaml_text.name_of(changed := text.replace("e", "E", 1)))
        assert yaml_text.recall(changed, str(path)) is None  # of another text with this checksum


def test_instances_are_flat() -> None:
    files = [path for path in Path(folder("instances")).iterdir() if path != CORPUS]
    assert all(path.is_file() and path.suffix == ".yaml" for path in files)


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
    found = list(solutions(puzzle))
    assert len(found) == count
    assert not puzzle.goal or puzzle.goal in found


def test_sums_that_differ_are_seen_without_search() -> None:
    assert load("sums-differ").obstacle()
    assert load("no-solution").obstacle() is None


def test_n_dom_is_a_chain_of_corners() -> None:
    assert n_dom(2).goal == ("###..", "#....", "#.###", "..#..", "..#..")
    assert list(solutions(n_dom(2))) == [n_dom(2).goal]
    assert n_dom(9).rows == n_dom(9).columns
    assert n_dom(9).goal == corners(9, 3).goal


def test_longer_corners_have_one_solution_too() -> None:
    assert corners(2, 4).goal == ("####...", "#......", "#......", "#..####", "...#...", "...#...", "...#...")
    assert list(solutions(corners(2, 4))) == [corners(2, 4).goal]
    for n, arm in (5, 4), (4, 6):
        assert nonosat.solve(corners(n, arm)).verdict is nonosat.Verdict.UNIQUE


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


@pytest.mark.more
def test_the_corpus_is_what_its_command_makes() -> None:
    records = [*map(json.loads, gzip.decompress(CORPUS.read_bytes()).splitlines())]
    assert Counter(one["class"] for one in records) == dict.fromkeys(corpus.DENSITIES, corpus.COUNT // 5)
    assert len({one["hash"] for one in records}) == corpus.COUNT
    for slot in (2, 4):
        made = next(corpus.candidates(slot))
        assert json.loads(json.dumps(corpus.line(made))) == records[slot]
