"""The instances for competitions ask what they say, and are the same whenever they are made."""

import json
from pathlib import Path
from typing import Any

import pytest
from pysat.formula import CNF
from pysat.solvers import Solver

from bench import families
from nonosat.puzzles.nonogram import Nonogram
from tests.helpers import brute

PICTURES = [("#.", ".#"), ("#..", ".#.", "..#"), ("##.", "#..", "..#")]


def written(folder: Path, *words: str) -> dict[str, dict[str, Any]]:
    assert families.main([str(folder), *words]) == 0
    manifest: dict[str, dict[str, Any]] = json.loads((folder / "manifest.json").read_text())
    return manifest


@pytest.mark.parametrize("another", [False, True])
@pytest.mark.parametrize("picture", PICTURES)
def test_models_are_the_solutions_that_are_asked_for(picture: tuple[str, ...], another: bool) -> None:
    puzzle = Nonogram.from_picture(picture)
    text = families.clauses(families.Instance("x", lambda: puzzle, another))
    with Solver("minisat22", bootstrap_with=CNF(from_string=text)) as solver:
        assert len(list(solver.enum_models())) == len(list(brute.solutions(puzzle))) - another


def test_each_competition_gets_twenty() -> None:
    for track in families.TRACKS.values():
        names = [one.name for family in track.families for one in family()]
        assert len(names) == len(set(names)) == 20


def test_the_same_files_are_written_again(tmp_path: Path) -> None:
    first, again = (written(tmp_path / name, "--only", "dom-10") for name in "ab")
    assert first == again
    assert sorted(first) == ["minizinc/dom-10.mzn", "sat/dom-10.cnf"]
    assert first["sat/dom-10.cnf"]["title"] == "10-Dom"
    for file in first:
        assert (tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes()


def test_counters_are_told_what_to_count(tmp_path: Path) -> None:
    written(tmp_path, "--track", "counting", "--only", "permutation-8")
    assert (tmp_path / "counting/permutation-8.cnf").read_text().startswith("c t mc\n")
