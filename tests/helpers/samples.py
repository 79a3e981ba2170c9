"""Of what has many cases, a part runs by default, and all of it with `pytest -m all`."""

from __future__ import annotations

from collections import Counter
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


ONE_IN = 6
"""By default, one of this many cases runs. Tests that say how many cases had a result say it of the share."""


def part(cases: Sequence[T], one_in: int = ONE_IN) -> Sequence[T]:
    """Return the share of some cases that runs by default; with `-m all` all of them."""
    return cases if everything else cases[::one_in]


def sampled(cases: Iterable[object]) -> list[Any]:
    """Return all cases as parameters of a test: by default a share of them runs, the others with `-m all`."""
    later = [pytest.mark.slow]
    return [pytest.param(case, marks=later if at % ONE_IN else []) for at, case in enumerate(cases)]


def share(number: int, one_in: int = ONE_IN) -> int:
    """Return how many of a number of random cases run by default; with `-m all` the number."""
    return number if everything else -(-number // one_in)


BROWSER_TESTS = 2
"""By default, so many of a module's tests in the browser run."""


def later_in_the_browser(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """Return the tests that need a browser, without the first ones of each module."""
    needing = [
        item
        for item in items
        if "chromium" in getattr(item, "fixturenames", ()) and not item.get_closest_marker("slow")
    ]
    seen: Counter[object] = Counter()
    later = []
    for item in needing:
        seen[item.path] += 1
        if seen[item.path] > BROWSER_TESTS:
            later.append(item)
    return later
