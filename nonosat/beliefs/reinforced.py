"""Reinforced belief propagation: messages are hardened into a solution, in trials with several seeds.

A trial stops half-way, and a short search completes it: it decides the surest cells first. The
messages of a trial that goes on to the end are often wrong in a few cells, and do not recover; a search with
lines finds out at the first contradiction, and then takes the other value.

How hard to reinforce, and for how long, was measured: see docs/experiments.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonosat.beliefs.messages import Messages
from nonosat.problem import Problem
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.propagation.constants import DONE
from nonosat.propagation.listing import Listing
from nonosat.propagation.state import begin

_SLOWER = 2.5  # messages would harden in this many times the rounds of a trial
_SEARCH = 100  # looks of a search, by line


def trials(
    problem: Problem, rounds: int, more: int, number: int, seed: int = 0, clock: Clock = NO_CLOCK
) -> Iterator[list[bytes]]:
    """Yield what each of the trials finds, with different noise: no solution, one, or two that are close to
    each other.

    The first has so many rounds, and each one so many more than the last: slower hardening makes a solution
    more likely. Raises LimitReached once the clock's deadline has passed.
    """
    state = begin(problem, clock)
    state.narrow(clock)
    messages = Messages(problem, 0.0, int(_SLOWER * rounds), seed)
    for trial in range(seed, seed + number):
        if trial > seed:
            rounds += more
            messages.reset(trial, int(_SLOWER * rounds))
        messages.run(rounds, rounds, clock)
        search = Listing(state, _SEARCH * state.layout.lines)
        search.guide(messages.order, messages.values)
        search.start()
        found: list[bytes] = []
        while len(found) < 2 and search.next(clock) == DONE:
            found.append(bytes([mask.bit_length() - 1 for mask in state.possible]))
        search.end()
        yield found
