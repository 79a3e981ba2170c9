"""A puzzle that is turned or mirrored is rated and explained in the same way."""

from __future__ import annotations

from random import Random

from nonosat import Puzzle, explain, load, rate
from tests import brute
from tests.crossings.subjects import Subject
from tests.helpers.crowd import crowd
from tests.helpers.samples import share


def told(puzzle: Puzzle) -> tuple[object, ...]:
    """Return what does not depend on the orientation."""
    found, rating = explain(puzzle), rate(puzzle)
    effort = rating.difficulty and rating.difficulty.effort
    return len(found.steps), found.contradiction, sum(found.possible), rating.level, effort


def test_no_orientation_changes_the_steps() -> None:
    for puzzle in crowd(share(30), side=6):
        first, *others = [told(turned) for turned, _ in Subject(puzzle).turns]
        assert all(other == first for other in others), puzzle


def test_no_orientation_changes_the_steps_of_clues_with_a_star() -> None:
    rng = Random(3)
    puzzles = [brute.blotted(brute.random_nonogram(rng), rng) for _ in range(share(60))]
    rows, columns = ["1#", "?r * 1#", "*"], ["1#", "?#", "1r", "1# 1r"]
    short = load({"rows": rows, "columns": columns, "palette": {"#": "black", "r": "#cc0000"}})
    for puzzle in [short, *puzzles]:
        first, *others = [told(turned) for turned, _ in Subject(puzzle).turns]
        assert all(other == first for other in others), puzzle
