"""Solutions guessed by beliefs, at two steps of the recipe `auto`."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial

from nonosat import beliefs
from nonosat.beliefs.guesses import reinforce, try_decimation
from nonosat.problem import Problem
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.solving.answer import Found

BELIEFS, DECIMATION = "reinforced-bp", "decimation"

Guess = tuple[str, Callable[[Problem, Clock], list[bytes]]]
"""A method, and a function that returns a solution, two that are close to each other, or none."""

FIRST: Sequence[Guess] = (
    (BELIEFS, partial(reinforce, rounds=30, more=5, share=40, trials=16, max_starts=5_000, min_open=20)),
    (BELIEFS, partial(reinforce, rounds=100, more=10, share=70, trials=2, max_starts=50_000, min_open=700)),
    (DECIMATION, partial(try_decimation, trials=2, seed=14, min_open=700)),
)
MORE: Sequence[Guess] = (
    (BELIEFS, partial(reinforce, rounds=150, share=40, trials=30, seed=16, max_starts=5_000)),
    (BELIEFS, partial(reinforce, rounds=120, more=10, share=70, trials=14, seed=2, max_starts=20_000)),
)


def guess(guesses: Sequence[Guess], problem: Problem, clock: Clock = NO_CLOCK) -> Found:
    """Return what the first successful guess finds, with the methods that were tried. Raises LimitReached
    once the clock's deadline has passed.
    """
    begin = time.perf_counter()
    tried: dict[str, None] = {}
    solutions: list[bytes] = []
    for method, attempt in guesses if beliefs.AVAILABLE else ():
        tried[method] = None
        if solutions := attempt(problem, clock):
            break
    seconds = {"beliefs": time.perf_counter() - begin} if tried else {}
    one, other = (solutions[0], solutions[-1]) if solutions else (None, None)
    return Found(one, backends=tuple(tried), seconds=seconds, other=other)
