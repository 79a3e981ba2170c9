"""Random small puzzles against brute force: `python -m tests.brute` tries as many as you like."""

from __future__ import annotations

import pytest

from tests.brute import check
from tests.helpers.samples import some

PUZZLES, PART = 400, 40


@pytest.mark.parametrize("first", some(range(0, PUZZLES, PART), 3))
def test_answers_are_those_of_brute_force(first: int) -> None:
    for number in range(first, first + PART):
        check(number)
