"""The fewest and the most cells of a colour among some places of a line, over all its arrangements.

A dynamic program along the clue's automaton. Many lines of a puzzle are alike, so results are cached.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from nonosat.line.automaton import ClueAutomaton, clue_automaton
from nonosat.line.masks import Can
from nonosat.problem import Clue

_KEPT = 1 << 16

_Totals = list[dict[int, int]]  # per place: the totals by the state before it


def bounds(blocks: Clue, n: int, can: Sequence[int], places: int, colour: int) -> tuple[int, int] | None:
    """Return the fewest and the most cells of a colour among these places; None without an arrangement."""
    return _bounds(blocks, n, tuple(can), places, colour)


def at_bound(blocks: Clue, n: int, can: Sequence[int], places: int, colour: int, most: bool) -> Can | None:
    """Return the cells' values in the arrangements with the fewest such cells, or with the `most`."""
    return _at_bound(blocks, n, tuple(can), places, colour, most)


@lru_cache(maxsize=_KEPT)
def _bounds(blocks: Clue, n: int, can: Can, places: int, colour: int) -> tuple[int, int] | None:
    automaton = clue_automaton(blocks, n)
    fewest = _smallest(_forward(automaton, can, n, places, colour, 1)[n], automaton)
    if fewest is None:
        return None
    most = _smallest(_forward(automaton, can, n, places, colour, -1)[n], automaton)
    return fewest, -(most or 0)


@lru_cache(maxsize=_KEPT)
def _at_bound(blocks: Clue, n: int, can: Can, places: int, colour: int, most: bool) -> Can | None:
    automaton = clue_automaton(blocks, n)
    sign = -1 if most else 1
    ahead = _forward(automaton, can, n, places, colour, sign)
    best = _smallest(ahead[n], automaton)
    if best is None:
        return None
    left = [0] * len(can)
    behind = dict.fromkeys(automaton.finals, 0)
    for place in range(n - 1, -1, -1):
        before: dict[int, int] = {}
        for state, total in ahead[place].items():
            for value, after, counted in _steps(automaton, can, place, places, colour, state):
                if after in behind:
                    rest = behind[after] + sign * counted
                    if total + rest == best:
                        left[value] |= 1 << place
                    before[state] = min(rest, before.get(state, rest))
        behind = before
    return tuple(left)


def _forward(automaton: ClueAutomaton, can: Can, n: int, places: int, colour: int, sign: int) -> _Totals:
    """Return the least total, times `sign`, with which each state is reached before each place."""
    reached: _Totals = [{0: 0}]
    for place in range(n):
        following: dict[int, int] = {}
        for state, total in reached[-1].items():
            for _, after, counted in _steps(automaton, can, place, places, colour, state):
                now = total + sign * counted
                following[after] = min(now, following.get(after, now))
        reached.append(following)
    return reached


def _steps(
    automaton: ClueAutomaton, can: Can, place: int, places: int, colour: int, state: int
) -> Iterator[tuple[int, int, int]]:
    """Yield each value that a place may have in a state, the next state, and 1 if it counts, else 0."""
    counts = places >> place & 1
    for value, after in automaton.next[state].items():
        if can[value] >> place & 1:
            yield value, after, int(counts and value == colour)


def _smallest(ends: dict[int, int], automaton: ClueAutomaton) -> int | None:
    return min((total for state, total in ends.items() if state in automaton.finals), default=None)
