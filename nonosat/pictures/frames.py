"""A trace as a row of states: the frames of an animation."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from nonosat.puzzles.picture import Picture
from nonosat.questions.trace import Pass, Trace

State = tuple[Picture, Picture]
"""A picture, and the state before it, whose unknown cells are new; the latter may be empty."""


def frames(trace: Trace, line_by_line: bool = False) -> list[State]:
    """Return the givens, then each pass (or each line that says something), then the last state unmarked."""
    pictures = [trace.begin]
    for one in trace.passes:
        pictures += _by_line(trace, pictures[-1], one) if line_by_line else [one.picture]
    ways = ((after, before) for before, after in pairwise(pictures))
    return [(trace.begin, ()), *ways, (trace.picture, ())]


def _by_line(trace: Trace, begin: Picture, one: Pass) -> Iterator[Picture]:
    """Yield the pass's states, the lines one after another."""
    rows = [list(row) for row in begin]
    for step in one.steps:
        for cell, value in step.cells:
            row, column = divmod(cell, trace.puzzle.width)
            rows[row][column] = trace.puzzle.palette[value].char
        yield tuple("".join(row) for row in rows)
