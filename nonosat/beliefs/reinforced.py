"""Reinforced belief propagation: messages are hardened into a solution, in trials with several seeds. It is
incomplete: it finds one of many solutions, or nothing.

A trial stops half-way, and a short search completes it: it decides the surest cells first. The
messages of a trial that goes on to the end are often wrong in a few cells, and do not recover; a search with
lines finds out at the first contradiction, and then takes the other value.

How hard to reinforce, and for how long, was measured: see bench/notes/finding.md.
"""

from __future__ import annotations

from nonosat.beliefs import block_starts, open_cells
from nonosat.beliefs.messages import Messages
from nonosat.problem import Problem
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.propagation import DONE
from nonosat.propagation.listing import Listing
from nonosat.propagation.state import begin

_SEARCH = 100  # looks of a search, by line
_MOST_PER_CELL = 16  # starts per open cell; 2 to 10 in puzzles that are open everywhere


def guess(
    problem: Problem,
    clock: Clock = NO_CLOCK,
    *,
    rounds: int = 40,
    more: int = 0,
    share: int = 100,
    trials: int = 1,
    seed: int = 0,
    max_starts: int = 1_000_000,
    min_open: int = 0,
) -> list[bytes]:
    """Return what the first successful trial finds, one solution or two that are close to each other; nothing
    if no trial succeeds, or if the Problem has more block starts or fewer open cells than that.

    Messages harden within `rounds` rounds in the first trial, and within `more` more in each of the next;
    slower hardening makes a solution more likely. The search takes over after `share` percent of the rounds.
    Raises LimitReached once the clock's deadline has passed.
    """
    starts = block_starts(problem)
    # Few open cells in long lines: a round costs as much as before, but a solver's clauses are few.
    if starts > max_starts or len(open_cells(problem)) < max(min_open, starts // _MOST_PER_CELL):
        return []
    state = begin(problem, clock)
    state.narrow(clock)
    if state.contradiction is not None:
        return []
    messages = Messages(problem, 0.0, rounds, seed)
    for trial in range(seed, seed + trials):
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
        if found:
            return found
    return []
