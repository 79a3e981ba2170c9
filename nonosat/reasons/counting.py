"""The least and the greatest number of cells of a colour at some places of a line, over all arrangements."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from nonosat.line.automaton import clue_automaton
from nonosat.problem import Clue
from nonosat.reasons.grid import Line


def bounds(line: Line, can: Sequence[int], places: int, colour: int) -> tuple[int, int] | None:
    """Return the fewest and the most cells of a colour among these places; None without an arrangement."""
    return _bounds(line.blocks, tuple(can), line.n, places, colour)


@lru_cache(maxsize=1 << 16)
def _bounds(blocks: Clue, can: tuple[int, ...], n: int, places: int, colour: int) -> tuple[int, int] | None:
    """The same, by a dynamic program along the clue's automaton; many lines of a puzzle are alike."""
    automaton = clue_automaton(blocks, n)
    reached: dict[int, tuple[int, int]] = {0: (0, 0)}
    for place in range(n):
        counts = places >> place & 1
        following: dict[int, tuple[int, int]] = {}
        for state, (least, most) in reached.items():
            for value, after in automaton.next[state].items():
                if can[value] >> place & 1:
                    more = counts and value == colour
                    few, many = least + more, most + more
                    if after in following:
                        few = min(few, following[after][0])
                        many = max(many, following[after][1])
                    following[after] = few, many
        reached = following
    ends = [found for state, found in reached.items() if state in automaton.finals]
    if not ends:
        return None
    return min(few for few, _ in ends), max(many for _, many in ends)
