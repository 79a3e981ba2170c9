"""Certificates of triddlers: their clauses are those of the lines that a walk over the picture finds."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from nonosat.encodings import reference
from nonosat.problem import Problem, Runs
from nonosat.proofs.claims import CLAIMS
from nonosat.proofs.manifest import cnf_name
from nonosat.puzzles.picture import UNKNOWN
from nonosat.puzzles.triddler import Triddler
from tests.helpers import order1
from tests.helpers.certified import certified
from tests.helpers.claims import claims_agree, is_true
from tests.helpers.forgery import Forgery
from tests.helpers.properties import given
from tests.helpers.samples import some
from tests.helpers.strategies import problems
from tests.helpers.triddlers import random_triddler, three_ways

PUZZLES, PART = 160, 40


def walked(puzzle: Triddler) -> Problem:
    """State a triddler without the package's coordinates."""
    text = "".join(row[1:-1] for row in puzzle.givens)
    colours = [colour.char for colour in puzzle.palette]
    givens = tuple((cell, colours.index(char)) for cell, char in enumerate(text) if char != UNKNOWN)
    ways = three_ways(puzzle.cut(UNKNOWN * sum(puzzle.row_lengths)))
    lines = (Runs(tuple(way), clue) for way, clue in zip(ways, puzzle.clues, strict=True))
    number = sum(puzzle.row_lengths)
    return Problem((len(colours),) * number, tuple(lines), tuple(range(number)), givens)


@pytest.mark.parametrize("first", some(range(0, PUZZLES, PART), 2))
def test_they_are_verified_and_true_and_have_the_clauses_of_their_lines(first: int, tmp_path: Path) -> None:
    verdicts = Counter[str]()
    for seed in range(first, first + PART):
        puzzle = random_triddler(Random(f"certificate {seed}"))
        path = tmp_path / str(seed)
        _, certificate, _ = certified(puzzle, path, all_up_to=20)
        verdicts[certificate.verdict] += 1
        files = Forgery.read(path)
        assert is_true(puzzle, certificate, files.files)
        if CLAIMS[certificate.verdict].proof:
            pictures = [
                puzzle.values(tuple(files.files[f"solution-{n}.txt"].decode().splitlines()))
                for n in range(1, certificate.solutions + 1)
            ]
            assert cnf_name(certificate.verdict) in files.files
            assert list(map(frozenset, files.clauses)) == order1.clauses(walked(puzzle), pictures)
    assert verdicts["unique"] and len(verdicts) > 1


@pytest.mark.parametrize("first", some(range(0, PUZZLES, PART), 1))
def test_other_answers_are_certified_and_true(first: int, tmp_path: Path) -> None:
    for seed in range(first, first + PART // 4):
        (tmp_path / str(seed)).mkdir()
        claims_agree(random_triddler(Random(f"answer {seed}")), tmp_path / str(seed), ["certain", "count"])


@given(problems)
def test_the_clauses_of_any_lines_are_those_of_the_page(problem: Problem) -> None:
    lines = tuple(line for line in problem.constraints if isinstance(line, Runs))
    some_lines = Problem(problem.sizes, lines, problem.answer_key, problem.givens)
    assert list(map(frozenset, reference.encode(some_lines).clauses)) == order1.clauses(some_lines)
