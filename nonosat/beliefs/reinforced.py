"""Reinforced belief propagation: messages are hardened into a solution, in trials with several seeds.

How hard to reinforce, and for how long, was measured: see docs/experiments.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonosat.beliefs.messages import Messages
from nonosat.problem import Problem
from nonosat.processes.limits import NO_CLOCK, Clock


def trials(
    problem: Problem, rounds: int, number: int, seed: int = 0, clock: Clock = NO_CLOCK
) -> Iterator[Messages]:
    """Yield messages that were hardened within about `rounds`, each time with different noise.

    They are the same object, reset, so use each before the next one. Slower hardening makes a solution
    (`solved`) more likely. Raises LimitReached once the clock's deadline has passed.
    """
    # Successful trials end by then, and before that are rarely steady for a fifth of the rounds.
    limit, patience = rounds + 2, max(8, rounds // 5)
    messages = Messages(problem, 0.0, rounds, seed)
    for trial in range(seed, seed + number):
        if trial > seed:
            messages.reset(trial)
        messages.run(limit, patience, clock)
        yield messages
