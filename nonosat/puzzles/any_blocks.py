"""Clues with `*`, any blocks, as automata: few puzzles have them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from nonosat.errors import InputError
from nonosat.problem import Clue
from nonosat.problem.automaton import Automaton
from nonosat.puzzles.clues import ANY_BLOCKS, ANY_LENGTH

_MOST_STATES = 2000  # of a line; some clues need exponentially many

_Place = tuple[int, int, int]
"""Where a reader of a clue may be: the item that it began last, the colour of the cell before, and how many
cells of a block it has read, as far as that matters.
"""


@lru_cache(maxsize=4096)
def any_blocks_automaton(clue: Clue, values: int) -> Automaton:
    """Return the automaton of a clue with `*`. Raises InputError if it is too large."""

    def ends(place: _Place) -> bool:
        item, colour, cells = place
        return not colour or clue[item].low <= cells

    def steps(place: _Place, value: int) -> Iterator[_Place]:
        item, colour, cells = place
        if value == colour and value:
            block = clue[item]
            if cells < block.high:
                yield item, colour, min(cells + 1, block.low) if block.high == ANY_LENGTH else cells + 1
        elif ends(place) and not value:
            yield item, 0, 0
        elif ends(place):
            for later in range(max(item, 0), len(clue)):
                if later > item or clue[later] == ANY_BLOCKS:
                    if clue[later].colour in (0, value):
                        yield later, value, min(1, clue[later].low)
                    if clue[later] != ANY_BLOCKS:
                        break

    def after(state: frozenset[_Place], value: int) -> frozenset[_Place] | None:
        seen.add(state)
        if len(seen) > _MOST_STATES:
            raise InputError(f"a clue with * whose automaton has more than {_MOST_STATES} states")
        return frozenset([to for place in state for to in steps(place, value)]) or None

    def final(state: frozenset[_Place]) -> bool:
        return any(ends(place) and all(one == ANY_BLOCKS for one in clue[place[0] + 1 :]) for place in state)

    seen = set[frozenset[_Place]]()
    return Automaton.of(frozenset([(-1, 0, 0)]), after, values, final)


def reads_as(items: Clue, clue: Clue) -> bool:
    """Whether the blocks of a line match a clue, which may have `*`."""
    ends = {0}  # how many items of the clue may be read
    for have in (*items, None):
        for end in sorted(ends):
            while clue[end : end + 1] == (ANY_BLOCKS,):
                ends.add(end := end + 1)
        if have:
            here = [(end, clue[end]) for end in ends if end < len(clue)]
            ends = {
                end + bool(want.low)
                for end, want in here
                if want == ANY_BLOCKS or (have.colour == want.colour and want.low <= have.low <= want.high)
            }
    return len(clue) in ends
