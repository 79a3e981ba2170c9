"""A limit for work that looks at no clock."""

import signal
import time

import pytest

from nonosat.errors import LimitReached
from nonosat.processes.alarm import alarm


def spin(end: float) -> None:
    """Wait without a pause."""
    while time.perf_counter() < end:
        pass


def test_no_timer_is_left_wherever_it_rings() -> None:
    """Also while the block begins or ends, in which an exception would leave the timer running."""
    rang = 0
    for case in range(2000):
        begin = time.perf_counter()
        try:
            with alarm(1e-6 * (case % 50)):
                spin(begin + 5e-4 * (case % 3))
        except LimitReached:
            rang += 1
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert rang


def test_a_limit_that_has_passed_rings_at_once() -> None:
    begin = time.perf_counter()
    with pytest.raises(LimitReached), alarm(0):
        spin(begin + 60)
    assert time.perf_counter() - begin < 0.5
