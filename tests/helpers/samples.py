"""Of what has many cases, a part runs by default, and all of it with `pytest -m all`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import pytest

T = TypeVar("T")

everything = False
"""Whether all cases run; conftest.py says so before test modules are imported."""


def some(cases: Iterable[object], number: int) -> list[Any]:
    """Return all cases as parameters of a test: by default the first ones run, the others with `-m all`."""
    later = [pytest.mark.slow]
    return [pytest.param(case, marks=later if at >= number else []) for at, case in enumerate(cases)]


def part(cases: Sequence[T]) -> Sequence[T]:
    """Return every third case; with `-m all` every one."""
    return cases if everything else cases[::3]


def share(number: int) -> int:
    """Return a third of a number of random cases; with `-m all` the number."""
    return number if everything else -(-number // 3)
