"""Of many cases, a part runs by default, half with `pytest -m more`, and all with `pytest -m all`."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import pytest

T = TypeVar("T")

everything = False
"""Whether all cases run; conftest.py says so before test modules are imported."""

ONE_IN, MORE = 6, 2
"""One of this many cases runs by default, and with `-m more`. Tests that say how many cases had a result say
it of the share.
"""

most = ONE_IN
"""At least one of this many cases runs; set by conftest.py."""


def some(cases: Iterable[object], number: int) -> list[Any]:
    """Return all cases as parameters of a test: by default the first ones run; half of the others, too, with
    `-m more`, and all with `-m all`.
    """
    return [pytest.param(case, marks=_marks(at < number, at - number)) for at, case in enumerate(cases)]


def sampled(cases: Iterable[object]) -> list[Any]:
    """Return all cases as parameters of a test: by default a share of them runs."""
    return [pytest.param(case, marks=_marks(at % ONE_IN == 0, at)) for at, case in enumerate(cases)]


def _marks(by_default: bool, at: int) -> list[pytest.MarkDecorator]:
    return [] if by_default else [pytest.mark.slow, *[pytest.mark.rare] * (at % MORE)]


def part(cases: Sequence[T], one_in: int = ONE_IN) -> Sequence[T]:
    """Return the share of some cases that runs."""
    return cases[:: min(one_in, most)]


def share(number: int, one_in: int = ONE_IN) -> int:
    """Return how many of a number of random cases run."""
    return -(-number // min(one_in, most))


BROWSER_TESTS = 2
"""By default, this many of a module's tests in the browser run."""


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
