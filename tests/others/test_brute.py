"""Random small puzzles against brute force: `python -m bench.hunt --only puzzles` tries more."""

import pytest

from tests.brute import check
from tests.helpers.models import SLOW_BACKENDS
from tests.helpers.samples import share, some

PUZZLES, PART = 400, 20


@pytest.mark.parametrize("first", some(range(0, PUZZLES, PART), 3, one_in=8))
def test_answers_are_those_of_brute_force(first: int) -> None:
    for number in range(first, first + PART):
        check(number)


def test_answers_of_each_backend_are_those_of_brute_force(backend: str) -> None:
    for number in range(share(6 if backend in SLOW_BACKENDS else 30)):
        check(number, backend)
