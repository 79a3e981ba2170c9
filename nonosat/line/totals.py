"""How few or how many cells of some places a line gives to a colour, over all its arrangements.

Dynamic programmes: along the clue's automaton for one set of places, or for many sets at once block by block.
Many lines of a puzzle are alike, so answers are kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from nonosat.line.automaton import ClueAutomaton, clue_automaton
from nonosat.line.masks import Can
from nonosat.problem import Clue

_KEPT = 1 << 16

Numbers = NDArray[np.int64]

_NONE = 1 << 20  # what an impossible cell costs: more than any number of cells

_Totals = list[dict[int, int]]  # for each place the totals by the state before it


def bounds(blocks: Clue, n: int, can: Sequence[int], places: int, colour: int) -> tuple[int, int] | None:
    """Return the fewest and the most cells of a colour among these places; None without an arrangement."""
    return _bounds(blocks, n, tuple(can), places, colour)


def at_bound(blocks: Clue, n: int, can: Sequence[int], places: int, colour: int, most: bool) -> Can | None:
    """Return what the cells have in arrangements with the fewest such cells, or with the `most`."""
    return _at_bound(blocks, n, tuple(can), places, colour, most)


def bounds_of_sets(blocks: Clue, n: int, can: Can, sets: Sequence[int], colour: int, most: bool) -> Numbers:
    """Return the fewest cells of a colour among each of some sets of places, or the `most`; 0 if there is
    no arrangement."""
    if any(block.low != block.high for block in blocks):
        found = [bounds(blocks, n, can, places, colour) for places in sets]
        return np.array([pair[most] if pair else 0 for pair in found], np.int64)
    sign = -1 if most else 1
    counted = sign * _sums(membership(sets, n))
    # By the number of cells read: what those cost that cannot be background, and then the least total.
    white = _sums(_NONE * (1 - membership([can[0]], n)))
    least = np.repeat(white, len(sets), axis=0)
    before = 0
    for block in blocks:
        gap = int(block.colour == before)  # a background cell stands between two blocks of a colour
        first, last = n + 1 - block.low, block.low + gap
        cost = _sums(_NONE * (1 - membership([can[block.colour]], n)))
        if block.colour == colour:
            cost = cost + counted
        begun = least[:, : first - gap] + white[:, gap:first] - white[:, : first - gap]
        least = np.full_like(least, n * _NONE * 4)
        least[:, last:] = begun + cost[:, last:] - cost[:, gap:first]
        least = white + np.minimum.accumulate(least - white, axis=1)
        before = block.colour
    total = least[:, n]
    return np.where(total < _NONE // 2, sign * total, 0)


def membership(sets: Sequence[int], n: int) -> Numbers:
    """Return the masks of sets as a table: a row per set, 1 in the columns of those among n that it has."""
    width = n + 7 >> 3
    packed = np.frombuffer(b"".join([s.to_bytes(width, "little") for s in sets]), np.uint8)
    bits = np.unpackbits(packed.reshape(len(sets), width), axis=1, bitorder="little")
    return bits[:, :n].astype(np.int64)


def _sums(rows: Numbers) -> Numbers:
    """Return the sum of the first 0, 1, ... numbers of each row."""
    return np.concatenate([np.zeros((len(rows), 1), np.int64), np.cumsum(rows, axis=1)], axis=1)


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
    """Yield what a place may have in a state, the state after it, and 1 if it counts, or else 0."""
    counts = places >> place & 1
    for value, after in automaton.next[state].items():
        if can[value] >> place & 1:
            yield value, after, int(counts and value == colour)


def _smallest(ends: dict[int, int], automaton: ClueAutomaton) -> int | None:
    return min((total for state, total in ends.items() if state in automaton.finals), default=None)
