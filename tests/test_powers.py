"""Exponentials and logarithms of many numbers at once, against the math library."""

from __future__ import annotations

import math

import numpy as np

from nonosat.beliefs.powers import Powers
from tests.helpers.interpreted import from_source
from tests.helpers.properties import given, st

POWERS = [Powers(), from_source("beliefs.powers").Powers()]


@given(st.lists(st.floats(-700, 700), max_size=20), st.integers(0, 20))
def test_exponentials(numbers: list[float], n: int) -> None:
    n = min(n, len(numbers))
    both = [np.array(numbers, dtype=float) for _ in POWERS]
    for powers, found in zip(POWERS, both, strict=True):
        powers.exp(found.data, n)
    assert both[0].tobytes() == both[1].tobytes()
    for k, (number, value) in enumerate(zip(numbers, both[0], strict=True)):
        if k < n:
            assert math.isclose(value, math.exp(number), rel_tol=1e-15)
        else:
            assert value == number


@given(st.lists(st.floats(1e-300, 1e300), max_size=20), st.integers(0, 20))
def test_logarithms(numbers: list[float], n: int) -> None:
    n = min(n, len(numbers))
    both = [np.array(numbers, dtype=float) for _ in POWERS]
    for powers, found in zip(POWERS, both, strict=True):
        powers.log(found.data, n)
    assert both[0].tobytes() == both[1].tobytes()
    for k, (number, value) in enumerate(zip(numbers, both[0], strict=True)):
        if k < n:
            assert math.isclose(value, math.log(number), rel_tol=1e-15, abs_tol=1e-16)
        else:
            assert value == number


def test_what_is_too_small_for_a_double_is_nearly_nothing() -> None:
    for powers in POWERS:
        found = np.array([-701.0, -1e300, -math.inf])
        powers.exp(found.data, len(found))
        assert (found > 0).all()
        assert (found <= math.exp(-699)).all()
