"""Reinforced belief propagation: messages are hardened into a solution, in trials with several seeds.

How hard to reinforce, and for how long, was measured: see docs/experiments.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonosat.beliefs.marginals import MESSAGES
from nonosat.beliefs.messages import Messages
from nonosat.problem import Problem

_SLOWER = 8  # how many times longer a round takes in numpy than in machine code
_MISSED = 0.03, 600  # the least seconds that skipped trials would have taken, and for how many starts


def worth_it(starts: int, most: int, before_a_solver: bool) -> bool:
    """Whether trials are worth it on a problem with this many starts; `most` applies with machine code.

    Starting a solver costs less than any trial in numpy.
    """
    if MESSAGES.loaded:
        return starts <= most
    if starts <= most // _SLOWER and not before_a_solver:
        return True
    if starts <= most:
        seconds, number = _MISSED
        MESSAGES.miss(seconds * min(1.0, starts / number))
    return False


def trials(problem: Problem, rounds: int, number: int, seed: int = 0) -> Iterator[Messages]:
    """Yield messages that were hardened within about `rounds`, each time with different noise.

    They may be the same object, reset, so use each before the next one. Slower hardening makes a solution
    (`solved`) more likely.
    """
    # Successful trials end by then, and before that are rarely steady for a fifth of the rounds.
    limit, patience = rounds + 2, max(8, rounds // 5)
    messages: Messages | None = None
    for trial in range(seed, seed + number):
        kind = MESSAGES.current
        if type(messages) is kind:
            messages.reset(trial)
        else:
            messages = kind(problem, 0.0, rounds, trial)
        with MESSAGES.at_work(kind):
            messages.run(limit, patience)
        yield messages
