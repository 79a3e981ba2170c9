# Compiled with regular.pxd: no words over 64 bits, bad indices, new attributes (docs/hot-files.md).
"""Narrow the cells that an automaton reads: which values they can have, exactly.

Two passes over the unrolled automaton, as in Pesant's `regular` (CP 2004): which states are reached at each
place, and from which of these the cells can end.
"""

from __future__ import annotations

from nonosat.propagation import ONE
from nonosat.propagation.layout import Layout
from nonosat.propagation.memory import Ints, Words, zeros


class RegularLines:
    """Scratch space for the automata of a layout."""

    reached: Ints  # by place and state: 1 if it is reached, 2 if the cells can also end from there

    def __init__(self, layout: Layout) -> None:
        self.reached = zeros((layout.longest + 1) * layout.most_states)

    def narrow(self, layout: Layout, line: int, can: Words) -> bool:
        """Narrow `can`, for each value its words of places, in place; False if nothing is accepted."""
        n, states, wide, values = layout.n[line], layout.states[line], layout.words[line], layout.values
        first = layout.table_at[line]
        for i in range((n + 1) * states):
            self.reached[i] = 0
        self.reached[0] = 1
        for place in range(n):
            for v in range(values):
                if can[v * wide + (place >> 6)] >> (place & 63) & 1:
                    for state in range(states):
                        to = layout.table[first + state * (values + 1) + v]
                        if to >= 0 and self.reached[place * states + state]:
                            self.reached[(place + 1) * states + to] = 1
        any_open = False
        for state in range(states):
            if self.reached[n * states + state] and layout.table[first + state * (values + 1) + values]:
                self.reached[n * states + state] = 2
                any_open = True
        if not any_open:
            return False
        for place in range(n - 1, -1, -1):
            for v in range(values):
                at, bit = v * wide + (place >> 6), ONE << (place & 63)
                if not can[at] & bit:
                    continue
                kept = False
                for state in range(states):
                    to = layout.table[first + state * (values + 1) + v]
                    if (
                        to >= 0
                        and self.reached[place * states + state]
                        and self.reached[(place + 1) * states + to] == 2
                    ):
                        self.reached[place * states + state] = 2
                        kept = True
                if not kept:
                    can[at] ^= bit
        return True
