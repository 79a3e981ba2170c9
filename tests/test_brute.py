"""Random small puzzles against brute force: `python -m tests.brute` tries as many as you like."""

from __future__ import annotations

import pytest

from tests.brute import check

PUZZLES, PART = 400, 50


@pytest.mark.parametrize("first", range(0, PUZZLES, PART))
def test_answers_are_those_of_brute_force(first: int) -> None:
    for number in range(first, first + PART):
        check(number)
