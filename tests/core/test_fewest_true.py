"""Fewest true variables."""

import time
from collections.abc import Callable
from random import Random

import pytest

from nonosat.backends.maxsat import fewest_true
from nonosat.errors import LimitReached
from nonosat.processes.turns import limit_calls


@pytest.mark.parametrize("clock", [time.monotonic, time.process_time])
def test_a_search_ends_at_its_limits_without_a_process_to_end(clock: Callable[[], float]) -> None:
    """A smallest hitting set of 400 sets of 100 elements, which takes long.

    Glucose looks at its budget when it restarts, so one call of 1,000 sets may take over half a second.
    """
    rng = Random(1)
    sets = [rng.sample(range(1, 101), 4) for _ in range(400)]
    end = clock() + 0.5
    limits = (end, None) if clock is time.monotonic else (None, end)
    begin = time.thread_time()
    with limit_calls(*limits), pytest.raises(LimitReached):
        fewest_true(sets, range(1, 101))
    assert time.thread_time() - begin < 1.0  # of this thread: the process may have others
