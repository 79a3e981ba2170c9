"""Of many cases, a share runs by default, more of them with `pytest -m more`, and all with `pytest -m ""`."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import pytest

T = TypeVar("T")

everything = False
"""Whether all cases run; conftest.py says so before test modules are imported."""

ONE_IN, MORE = 12, 8
"""One of this many cases runs by default, and with `-m more`. Tests that say how many cases had a result say
it of the share.
"""

most = ONE_IN
"""At least one of this many cases runs; set by conftest.py."""


def some(cases: Iterable[object], number: int, one_in: int = MORE) -> list[Any]:
    """Return cases as parameters of a test: the first run by default, a share of others with `-m more`."""
    return _cases(((case, at < number, at - number) for at, case in enumerate(cases)), one_in)


def sampled(cases: Iterable[object]) -> list[Any]:
    """Return cases as parameters of a test: a share runs by default, another with `-m more`."""
    return _cases((case, at % ONE_IN == 0, at) for at, case in enumerate(cases))


def _cases(cases: Iterable[tuple[object, bool, int]], one_in: int = MORE) -> list[Any]:
    return [
        pytest.param(case, marks=[] if by_default else pytest.mark.more)
        for case, by_default, at in cases
        if by_default or everything or at % one_in == 0
    ]


def part(cases: Sequence[T], one_in: int = ONE_IN) -> Sequence[T]:
    """Return the share of some cases that runs."""
    return cases[:: min(one_in, most)]


def share(number: int, one_in: int = ONE_IN) -> int:
    """Return how many of a number of random cases run."""
    return -(-number // min(one_in, most))
