"""Reinforced belief propagation: messages are hardened into a solution, in trials with several seeds.

A trial stops half-way, and a short search completes it: it decides the surest cells first. The
messages of a trial that goes on to the end are often wrong in a few cells, and do not recover; a search with
lines finds out at the first contradiction, and then takes the other value.

How hard to reinforce, and for how long, was measured: see bench/notes/finding.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonosat.beliefs.messages import Messages
from nonosat.problem import Problem
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.propagation.constants import DONE
from nonosat.propagation.listing import Listing
from nonosat.propagation.state import begin

_SEARCH = 100  # looks of a search, by line


def trials(
    problem: Problem,
    rounds: int,
    more: int,
    share: int,
    number: int,
    seed: int = 0,
    clock: Clock = NO_CLOCK,
) -> Iterator[list[bytes]]:
    """Yield what each of the trials finds, with different noise: no solution, one, or two that are close to
    each other.

    Messages harden within `rounds` rounds in the first trial, and within `more` more in each of the next;
    slower hardening makes a solution more likely. The search takes over after `share` percent of the rounds.
    Raises LimitReached once the clock's deadline has passed.
    """
    state = begin(problem, clock)
    state.narrow(clock)
    if state.contradiction is not None:
        return
    messages = Messages(problem, 0.0, rounds, seed)
    for trial in range(seed, seed + number):
        if trial > seed:
            rounds += more
            messages.reset(trial, rounds)
        messages.run(rounds * share // 100, max(8, rounds // 5), clock)
        search = Listing(state, _SEARCH * state.layout.lines)
        search.guide(messages.order(), messages.values)
        search.start()
        found: list[bytes] = []
        while len(found) < 2 and search.next(clock) == DONE:
            found.append(bytes([mask.bit_length() - 1 for mask in state.possible]))
        search.end()
        yield found
