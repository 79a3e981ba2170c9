"""The fewest clauses that contradict each other, against all subsets."""

import time
from collections.abc import Callable, Iterable
from itertools import combinations
from random import Random

import pytest
from pysat.solvers import Minisat22

from nonosat.backends.maxsat import Core, fewest_true
from nonosat.errors import LimitReached
from nonosat.processes.turns import limited


def guarded_clauses(rng: Random) -> tuple[list[list[int]], list[int]]:
    """Return random clauses, each with a selector that makes it hold."""
    variables, number = rng.randrange(3, 7), rng.randrange(6, 14)
    selectors = list(range(variables + 1, variables + 1 + number))
    clauses = [
        [
            -selector,
            *(rng.choice([1, -1]) * v for v in rng.sample(range(1, variables + 1), rng.randrange(1, 4))),
        ]
        for selector in selectors
    ]
    return clauses, selectors


def contradict(clauses: list[list[int]], selectors: Iterable[int]) -> bool:
    with Minisat22(bootstrap_with=clauses) as solver:
        return not solver.solve(assumptions=list(selectors))


@pytest.mark.parametrize("seed", range(40))
def test_a_smallest_core_is_smallest_and_a_cut_short_search_says_so(seed: int) -> None:
    rng = Random(seed)
    clauses, selectors = guarded_clauses(rng)
    if not contradict(clauses, selectors):
        return
    fewest = next(
        size
        for size in range(1, len(selectors) + 1)
        if any(contradict(clauses, some) for some in combinations(selectors, size))
    )
    found, smallest = Core(clauses, selectors).find()
    assert smallest and len(found) == fewest and contradict(clauses, found)
    for calls in (1, 2, 5):
        found, smallest = Core(clauses, selectors, calls).find()
        assert contradict(clauses, found)
        assert not smallest or len(found) == fewest


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
    with limited(*limits), pytest.raises(LimitReached):
        fewest_true(sets, range(1, 101))
    assert time.thread_time() - begin < 1.0  # of this thread: the process may have others
