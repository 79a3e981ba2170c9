"""Puzzles for property tests."""

from __future__ import annotations

from hypothesis import strategies as st


def small_rows(values: int = 2) -> st.SearchStrategy[list[list[int]]]:
    """Pictures of at most 5 x 5 cells, as the values of their cells."""
    return st.tuples(st.integers(1, 5), st.integers(1, 5)).flatmap(
        lambda size: st.lists(
            st.lists(st.integers(0, values - 1), min_size=size[0], max_size=size[0]),
            min_size=size[1],
            max_size=size[1],
        )
    )
