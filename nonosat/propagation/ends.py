# Compiled with ends.pxd: no words over 64 bits, bad indices, new attributes (docs/hot-files.md).
"""Finds where the blocks of a line lie."""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.propagation import ALL
from nonosat.propagation.memory import join_words
from nonosat.propagation.state import State


def find_ends(state: State, k: int, can: Sequence[int]) -> list[tuple[int, int]] | None:
    """Return for each block of line k the masks of its possible first and last cells, over all arrangements
    in which each value is in these places; None if there is none.
    """
    line, wide = state.any, state.layout.words[k]
    for value in range(state.layout.values):
        for w in range(wide):
            line.at[value * wide + w] = can[value] >> 64 * w & ALL
    if not line.place(state.layout, k):
        return None
    all_ends = []
    for j in range(state.layout.block_end[k] - state.layout.block_at[k]):
        starts, ends = line.starts + j * wide, line.ends + j * wide
        first = join_words([line.at[starts + w] for w in range(wide)])
        all_ends.append((first, join_words([line.at[ends + w] for w in range(wide)]) >> 1))
    return all_ends
