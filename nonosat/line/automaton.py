"""The automaton of a clue: a state for every position in it; deterministic, also with blotted blocks.

Gecode's nonogram example turns a clue into a regular expression; this is its automaton, written
down directly. "After j blocks" reads background; "t cells into block j" reads the block's colour.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from nonosat.line.slack import slack
from nonosat.problem import Blocks, Clue


@dataclass(frozen=True)
class ClueAutomaton:
    """`next[state][value]` is the next state; state 0 is the initial one. `reads[state]` is the one
    value that leads to a state."""

    next: tuple[dict[int, int], ...]
    reads: tuple[int, ...]
    finals: frozenset[int]


class StateRange(NamedTuple):
    """The canonical value of an encoding's variable: it is true if the automaton of a constraint, given by
    its number in the Problem, is in a state from `low` to `high` after this number of cells.

    The automaton of a count has read this number of options, and its state is how many of them hold; all
    numbers above the count are one state.
    """

    constraint: int
    place: int
    low: int
    high: int


@lru_cache(maxsize=4096)
def clue_automaton(blocks: Clue, length: int) -> ClueAutomaton:
    """Build the automaton of a clue on a line of this length."""
    room = max(slack(blocks, length), 0)
    steps: list[dict[int, int]] = [{0: 0}]
    reads = [0]
    after = 0  # the state "after j blocks, background read"
    ends: list[int] = []  # the states in which block j may have ended, just before its background
    for j, block in enumerate(blocks):
        entries = [after]
        if j and blocks[j - 1].colour != block.colour:
            entries += ends
        first = len(steps)
        longest = min(block.high, block.low + room)
        for _ in range(longest):
            steps.append({})
            reads.append(block.colour)
        for state in entries:
            steps[state][block.colour] = first
        for state in range(first, first + longest - 1):
            steps[state][block.colour] = state + 1
        ends = list(range(first + block.low - 1, first + longest))
        after = len(steps)
        steps.append({0: after})
        reads.append(0)
        for state in ends:
            steps[state][0] = after
    return ClueAutomaton(tuple(steps), tuple(reads), frozenset([after, *ends]))


def block_states(blocks: Clue, length: int) -> list[tuple[int, int]]:
    """Return the first and the last state in each block: one for each cell that it may have."""
    room, state, found = max(slack(blocks, length), 0), 0, []
    for block in blocks:
        last = state + min(block.high, block.low + room)
        found.append((state + 1, last))
        state = last + 1
    return found


def unrolled_size(line: Blocks) -> int:
    """Return an upper bound of the (place, state) pairs that an unrolled automaton has."""
    places, room, low = _room(line)
    states = low + len(line.blocks) + 1 + sum(min(b.high - b.low, room) for b in line.blocks)
    return states * places


def unrolled_steps(line: Blocks) -> int:
    """Return an upper bound of the steps between these pairs.

    Two lead from a state, but three from one in which a block may end, grow or be followed at once by a
    block of another colour.
    """
    places, room, _ = _room(line)
    followed = (b for b, then in pairwise(line.blocks) if b.colour != then.colour)
    return 2 * unrolled_size(line) + places * sum(min(b.high - b.low, room) for b in followed)


def _room(line: Blocks) -> tuple[int, int, int]:
    """Return at how many places a state can be, and how many cells the shortest blocks leave and take."""
    n = len(line.cells)
    low = sum(block.low for block in line.blocks)
    room = max(0, n - low)
    return min(n + 1, room + 2), room, low


def layers(
    follow: Sequence[Mapping[int, int]], finals: Collection[int], possible: Sequence[int]
) -> list[set[int]]:
    """Return, for each place between cells, the states that lie on some accepting path of an automaton.

    `follow[state][value]` is the next state, and `possible[i]` the bit mask of the values that the i-th cell
    may have.
    """
    reached: list[set[int]] = [{0}]
    for mask in possible:
        reached.append(
            {target for state in reached[-1] for value, target in follow[state].items() if mask >> value & 1}
        )
    reached[-1].intersection_update(finals)
    for i in range(len(possible) - 1, -1, -1):
        later, mask = reached[i + 1], possible[i]
        reached[i] = {
            state
            for state in reached[i]
            if any(mask >> value & 1 and to in later for value, to in follow[state].items())
        }
    return reached
