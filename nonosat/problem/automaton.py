"""What a constraint lets follow after what: automata that read the values of its cells in order.

Every constraint of a Problem has one (see `nonosat.problem`). It starts in the state 0 and is deterministic.
States are numbers, and the cells between which it stands are counted as places.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple, Protocol, TypeVar

from nonosat.problem.blocks import Clue, slack
from nonosat.records import dataclass

State = TypeVar("State", bound=Hashable)


class Reader(Protocol):
    """An automaton that may read every cell in its own way."""

    def at(self, place: int) -> Callable[[int], Mapping[int, int]]:
        """Return a function of a state: the next state for each value of the cell at this place."""
        ...

    def accepts(self, state: int) -> bool:
        """Whether the cells may end in this state."""
        ...


class CountReader:
    """Reads the cells of a Count; the state is how many options hold so far."""

    def __init__(self, least: int, most: int, options: Sequence[tuple[int, int]], values: int) -> None:
        self._least, self._most = least, most
        gains: dict[int, dict[int, int]] = {cell: dict.fromkeys(range(values), 0) for cell, _ in options}
        for cell, value in options:
            gains[cell][value] = gains[cell].get(value, 0) + 1
        self._gains = list(gains.values())

    def at(self, place: int) -> Callable[[int], Mapping[int, int]]:
        """Return a function of a number: the number after each value of a cell, if it is not too large."""
        gains, most = list(self._gains[place].items()), self._most
        return lambda number: {value: number + gain for value, gain in gains if number + gain <= most}

    def accepts(self, state: int) -> bool:
        """Whether this number is in the range."""
        return self._least <= state <= self._most


_MOST_BACKWARDS = 200_000  # states looked at to read the other way: some automata need exponentially many


@dataclass(frozen=True)
class Automaton:
    """An automaton that reads all cells alike: `next[state][value]` is the next state, if there is one, and
    `finals` are the states in which the cells may end.
    """

    next: tuple[Mapping[int, int], ...]
    finals: frozenset[int]

    @classmethod
    def of(
        cls,
        start: State,
        after: Callable[[State, int], State | None],
        values: int,
        final: Callable[[State], bool] = lambda _: True,
    ) -> Automaton:
        """Return the automaton whose states are named as you like: `after` says which one follows when a
        value from 0 to `values` - 1 is read, None if that value must not follow.

        >>> def alike(state, value):  # the last value, and how many times in a row
        ...     number = state[1] + 1 if value == state[0] else 1
        ...     return (value, number) if number < 3 else None
        >>> no_three_alike = Automaton.of((None, 0), alike, values=2)
        >>> no_three_alike.reads([0, 0, 1, 0]), no_three_alike.reads([0, 1, 1, 1])
        (True, False)
        """
        names, number = [start], {start: 0}
        steps: list[dict[int, int]] = []
        for name in names:  # it grows meanwhile
            steps.append({})
            for value in range(values):
                to = after(name, value)
                if to is None:
                    continue
                if to not in number:
                    number[to] = len(names)
                    names.append(to)
                steps[-1][value] = number[to]
        return cls(tuple(steps), frozenset(i for i, name in enumerate(names) if final(name)))

    def at(self, _place: int) -> Callable[[int], Mapping[int, int]]:
        """Return a function of a state: the next state for each value that may be read."""
        return self.next.__getitem__

    def accepts(self, state: int) -> bool:
        """Whether the cells may end in this state."""
        return state in self.finals

    def reads(self, values: Iterable[int]) -> bool:
        """Whether these values, in order, are accepted."""
        state = 0
        for value in values:
            if value not in self.next[state]:
                return False
            state = self.next[state][value]
        return state in self.finals

    @cached_property
    def backwards(self) -> Automaton | None:
        """The smallest automaton that accepts the same values in the other order, or None if it is too large.

        >>> ends_in_one = Automaton(({0: 0, 1: 1}, {0: 0, 1: 1}), frozenset([1]))
        >>> begins_with_one = ends_in_one.backwards
        >>> begins_with_one.reads([1, 0, 0]), begins_with_one.reads([0, 0, 1])
        (True, False)
        """
        before: dict[tuple[int, int], list[int]] = {}
        for state, value, to in self.steps:
            before.setdefault((to, value), []).append(state)
        left = _MOST_BACKWARDS

        def after(states: frozenset[int], value: int) -> frozenset[int] | None:
            nonlocal left
            left -= len(states)
            if left < 0:
                return None
            return frozenset([came for state in states for came in before.get((state, value), ())]) or None

        values = 1 + max([value for _, value, _ in self.steps], default=-1)
        turned = Automaton.of(self.finals, after, values, lambda states: 0 in states)
        return turned if left >= 0 else None

    @property
    def steps(self) -> tuple[tuple[int, int, int], ...]:
        """All (state, value, next state)."""
        return tuple(
            [(state, value, to) for state, moves in enumerate(self.next) for value, to in moves.items()]
        )


class StateRange(NamedTuple):
    """The canonical value of an encoding's variable: it is true if the automaton of a constraint, given by
    its number in the Problem, is in a state from `low` to `high` at this place.

    The automaton of a count has read this number of options here, and its state is how many of them hold; all
    numbers above the most are one state.
    """

    constraint: int
    place: int
    low: int
    high: int


# The automaton of a clue


@lru_cache(maxsize=4096)
def clue_automaton(blocks: Clue, length: int) -> Automaton:
    """Build the automaton of a clue on a line of this length: a state for every position in the clue.

    "After j blocks" reads background; "t cells into block j" reads the block's colour. Gecode's nonogram
    example turns a clue into a regular expression; this is its automaton, written down directly.
    """
    room = max(slack(blocks, length), 0)
    steps: list[dict[int, int]] = [{0: 0}]
    after = 0  # the state "after j blocks, background read"
    ends: list[int] = []  # the states in which block j may have ended, just before its background
    for j, block in enumerate(blocks):
        entries = [after]
        if j and blocks[j - 1].colour != block.colour:
            entries += ends
        first = len(steps)
        longest = min(block.high, block.low + room)
        steps += [{} for _ in range(longest)]
        for state in entries:
            steps[state][block.colour] = first
        for state in range(first, first + longest - 1):
            steps[state][block.colour] = state + 1
        ends = list(range(first + block.low - 1, first + longest))
        after = len(steps)
        steps.append({0: after})
        for state in ends:
            steps[state][0] = after
    return Automaton(tuple(steps), frozenset([after, *ends]))
