"""What single assumptions and a short search find where lines leave cells open.

Their budgets count work, so the result is the same on every machine.
"""

from __future__ import annotations

from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.propagation import AN_ASSUMPTION, DONE, REFUTED, UNFINISHED
from nonosat.propagation.listing import Listing
from nonosat.propagation.probe import Probing
from nonosat.propagation.state import State

BY_PROBES = "by lines and single assumptions"
BY_SEARCH = "by lines and a short search"

# In looks, by constraint of the Problem: probing in total, since its last success, and the search.
_MOST, _PATIENCE, _SEARCH = 4000, 80, 60
# The same in cells, which bounds the budgets of long lines.
_MOST_CELLS, _PATIENCE_CELLS, _SEARCH_CELLS = 20_000_000, 1_000_000, 1_500_000


def search_beyond_lines(state: State, clock: Clock) -> tuple[str, list[tuple[int, ...]]]:
    """Narrow a state that lines leave open by probes and, unless these decide it, by a search; return which
    of them did, and the solutions that assumptions led to, at most two.
    """
    probes = Probing(state)
    probe(probes, clock)
    known = state.contradiction or probes.found_count == 2 or state.decided
    basis = BY_SEARCH if not known and search(probes, clock=clock) else BY_PROBES
    return basis, probes.solutions


def probe(probing: Probing, clock: Clock = NO_CLOCK) -> bool:
    """Probe within a budget; return whether probing is exhausted."""
    layout = probing.state.layout
    count, longest = layout.lines, max(1, layout.longest)
    most, patience = (
        min(_MOST * count, _MOST_CELLS // longest),
        min(_PATIENCE * count, _PATIENCE_CELLS // longest),
    )
    return probing.run(most, patience, clock)


def search(probing: Probing, work: int | None = None, clock: Clock = NO_CLOCK) -> bool:
    """Search for two solutions, or all, within about this much work; return whether that was achieved."""
    state, layout, outcome = probing.state, probing.state.layout, DONE
    if work is None:
        work = min(_SEARCH * layout.lines, _SEARCH_CELLS // max(1, layout.longest))
    listing = Listing(state, work)
    listing.start()
    while outcome == DONE and probing.found_count < 2:
        outcome = listing.next(clock)
        if outcome == DONE:
            probing.note_solution()
    listing.end()
    if outcome == REFUTED and not probing.solutions:
        state.contradiction = AN_ASSUMPTION
    elif outcome == REFUTED:
        for cell, value in enumerate(probing.solutions[0]):
            state.assume(cell, value)
        state.narrow()
    return outcome != UNFINISHED
