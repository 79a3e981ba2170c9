"""Many puzzles at once: each gets the answer that it gets alone, when it is its turn."""

import random
from collections.abc import Iterator

import pytest

import nonosat
from nonosat import InputError, Nonogram, Verdict
from nonosat.learning.forms import form_key
from nonosat.records import replace
from nonosat.toolkit import symmetry
from tests.brute import random_nonogram
from tests.helpers.brute import solutions
from tests.helpers.properties import given, settings, st
from tests.helpers.strategies import pictures
from tests.helpers.triddlers import random_triddler, solutions as triddler_solutions

VERDICTS = [Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE]


@settings(40)
@given(st.integers(0, 2**32))
def test_answers_are_those_of_each_alone(seed: int) -> None:
    rng = random.Random(seed)
    puzzles = [random_nonogram(rng) for _ in range(6)] + [random_triddler(rng)]
    for puzzle, answer in zip(puzzles, nonosat.solve(iter(puzzles)), strict=True):
        assert replace(answer, seconds={}) == replace(nonosat.solve(puzzle), seconds={})
        found = list(solutions(puzzle) if isinstance(puzzle, Nonogram) else triddler_solutions(puzzle))
        assert answer.verdict is VERDICTS[min(2, len(found))]
        assert {*answer.solutions} <= {*found}


def test_each_puzzle_is_read_when_its_answer_is_asked_for() -> None:
    def some() -> Iterator[str]:
        yield "cat"
        read.append("cat")
        yield "no such puzzle"

    read: list[str] = []
    answers = nonosat.solve(some(), time_limit=60)
    assert next(answers).verdict is Verdict.UNIQUE
    assert not read
    with pytest.raises(InputError):
        next(answers)
    assert [*nonosat.solve([])] == []


def test_one_puzzle_is_no_batch() -> None:
    puzzle = nonosat.load("cat")
    found = [nonosat.solve(one) for one in ("cat", puzzle, {"rows": [1], "columns": [1]}, Nonogram([1], [1]))]
    assert {answer.verdict for answer in found} == {Verdict.UNIQUE}


@settings(100)
@given(pictures(".#é"))
def test_the_least_form_is_that_of_all_moves(picture: tuple[str, ...]) -> None:
    wide, high = len(picture[0]), len(picture)
    moved = [move(picture) for move in symmetry.MOVES]
    forms = [(len(one[0]), "".join(one)) for one in moved]
    hashed, moves = form_key("".join(picture), wide, high, False)
    assert moves == sum(1 << k for k, one in enumerate(forms) if one == min(forms))
    assert {form_key("".join(one), len(one[0]), len(one), False)[0] for one in moved} == {hashed}


@settings(100)
@given(pictures(".#"))
def test_a_picture_and_its_negative_have_one_key(picture: tuple[str, ...]) -> None:
    wide, high = len(picture[0]), len(picture)
    text = "".join(picture)
    hashed, moves = form_key(text, wide, high, True)
    swapped, others = form_key(text.translate(str.maketrans(".#", "#.")), wide, high, True)
    assert hashed == swapped
    assert moves == others >> 8 | (others & 255) << 8
    more = 2 * text.count("#") - len(text)
    assert bool(moves & 255) >= (more > 0) and bool(moves >> 8) >= (more < 0)
