"""Exponentials and logarithms of many numbers at once, against the math library."""

from __future__ import annotations

import math

import numpy as np
import pytest

pytest.importorskip("numba")

from nonosat.beliefs.numerics import exp, log, room_for
from tests.helpers.properties import given, st


@given(st.lists(st.floats(-700, 700), max_size=20), st.integers(0, 20))
def test_exponentials(numbers: list[float], n: int) -> None:
    n = min(n, len(numbers))
    found = np.array(numbers, dtype=float)
    exp(found, n, room_for(len(numbers)))
    for k, (number, value) in enumerate(zip(numbers, found, strict=True)):
        if k < n:
            assert math.isclose(value, math.exp(number), rel_tol=1e-15)
        else:
            assert value == number


@given(st.lists(st.floats(1e-300, 1e300), max_size=20), st.integers(0, 20))
def test_logarithms(numbers: list[float], n: int) -> None:
    n = min(n, len(numbers))
    found = np.array(numbers, dtype=float)
    log(found, n, room_for(len(numbers)), room_for(len(numbers)))
    for k, (number, value) in enumerate(zip(numbers, found, strict=True)):
        if k < n:
            assert math.isclose(value, math.log(number), rel_tol=1e-15, abs_tol=1e-16)
        else:
            assert value == number


def test_what_is_too_small_for_a_double_is_nearly_nothing() -> None:
    found = np.array([-701.0, -1e300, -math.inf])
    exp(found, len(found), room_for(len(found)))
    assert (found > 0).all()
    assert (found <= math.exp(-699)).all()
