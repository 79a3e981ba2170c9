"""All arrangements of a constraint at once, by its automaton: plain Python to be read, for checks rely on it.

Sets of states and sets of values are bit masks, so even a constraint with thousands of arrangements takes a
few operations for each cell.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from nonosat.problem import Constraint, Count

States = int

Move = tuple[int, States, int]
"""(values, states, shift): reading one of the values in one of the states leads to these, `shift` further."""


class Machine(NamedTuple):
    """The moves at each place, and the states that accept after the last; the first state is 0."""

    moves: Sequence[Sequence[Move]]
    accepting: States


def machine_of(constraint: Constraint, values: int) -> Machine:
    """Return the machine that reads the cells of a constraint, in order; their values are below `values`."""
    if isinstance(constraint, Count):
        return _counting_machine(constraint, values)
    automaton = constraint.reader(values)
    sources: defaultdict[tuple[int, int], States] = defaultdict(int)
    for state, value, target in automaton.steps:
        sources[value, target - state] |= 1 << state
    moves = [(1 << value, states, shift) for (value, shift), states in sources.items()]
    return Machine([moves] * len(constraint.cells), sum(1 << state for state in automaton.finals))


def _counting_machine(count: Count, values: int) -> Machine:
    """Return the machine whose state is how many options hold, up to the most that may."""
    gains: dict[int, dict[int, int]] = {cell: dict.fromkeys(range(values), 0) for cell in count.cells}
    for cell, value in count.options:
        gains[cell][value] = gains[cell].get(value, 0) + 1
    most = min(count.most, len(count.options))
    every = (1 << max(0, most + 1)) - 1
    below = {gain: every >> gain for by_value in gains.values() for gain in by_value.values()}
    moves = [[(1 << value, below[gain], gain) for value, gain in one.items()] for one in gains.values()]
    return Machine(moves, every & -1 << max(0, min(count.least, most + 1)))


class Arrangements:
    """The language of a machine if each cell has one of its possible values. Cell i is read after place i.

    `live[i]` has the states at place i that lie on a way from the first state to an accepting one.
    """

    def __init__(self, machine: Machine, possible: Sequence[int]) -> None:
        self._moves, self.possible = machine.moves, possible
        self.live: list[States] = [1]
        for i, values in enumerate(possible):
            self.live.append(self.after(i, self.live[i], values))
        self.live[-1] &= machine.accepting
        for i in range(len(possible) - 1, -1, -1):
            self.live[i] &= self.before(i, self.live[i + 1], possible[i])

    def after(self, i: int, states: States, values: int) -> States:
        """Return the states at place i + 1 after these at place i, if one of these values is read."""
        reached = 0
        for read, sources, shift in self._moves[i]:
            if read & values:
                reached |= shift_states(states & sources, shift)
        return reached

    def before(self, i: int, states: States, values: int) -> States:
        """Return the states at place i from which one of these values leads to these at place i + 1."""
        origins = 0
        for read, sources, shift in self._moves[i]:
            if read & values:
                origins |= shift_states(states, -shift) & sources
        return origins

    @cached_property
    def left(self) -> list[int] | None:
        """The values of each cell that occur in some arrangement; None if there is none."""
        if not self.live[0]:
            return None
        left = [0] * len(self.possible)
        for i, (here, there) in enumerate(pairwise(self.live)):
            for read, sources, shift in self._moves[i]:
                if shift_states(here & sources, shift) & there:
                    left[i] |= read & self.possible[i]
        return left


def shift_states(states: States, by: int) -> States:
    """Return the states that are this much further."""
    return states << by if by >= 0 else states >> -by
