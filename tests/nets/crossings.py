"""Every two features meet, on the odd puzzles, on as many random ones, and on pages in which every two keys
of rules meet; again and again with other ones."""

import atexit
from functools import cache, lru_cache
from random import Random

from tests.crossings.subjects import drawn, keyed, odd
from tests.crossings.trials import Bench, Case, all_cases, told

PARTS = 3000
"""What a round of cases, in which every two features meet, is divided into."""


def faults(number: int) -> list[str]:
    """Try a part of a round; return the shortest command that shows each fault."""
    found = []
    for case in _round(number // PARTS)[number % PARTS :: PARTS]:
        found += [told(*_bench().shortest(case, wrong)) for wrong in _bench().faults(case)]
    return found


@lru_cache(maxsize=1)
def _round(number: int) -> list[Case]:
    rng = Random(f"crossings {number}")
    found = all_cases((*odd(), *(drawn(rng) for _ in odd()), *keyed(rng.randrange(10**6))), rng)
    rng.shuffle(found)
    return found


@cache
def _bench() -> Bench:
    bench = Bench()
    atexit.register(bench.close)
    return bench
