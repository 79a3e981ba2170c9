"""Rows against columns: how many of some cells lines have, and what sums rule out, against brute force."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest

from nonosat.problem import Block, Problem, is_single, values_of
from nonosat.propagation import sums
from nonosat.propagation.memory import flags
from nonosat.propagation.narrow import narrow
from nonosat.propagation.state import begin
from nonosat.propagation.totals import Totals, bounds
from nonosat.puzzles.families import n_dom, random_puzzle
from nonosat.puzzles.nonogram import Nonogram
from tests.helpers import brute
from tests.helpers.properties import given, settings, st


def random_clue(rng: Random, colours: int) -> tuple[Block, ...]:
    """Runs of one or two cells; some of them may be longer."""
    blocks = []
    for _ in range(rng.randrange(4)):
        low = rng.randint(1, 2)
        blocks.append(Block(rng.randint(1, colours), low, low + rng.choice((0, 0, 0, 2))))
    return tuple(blocks)


@given(st.integers(0, 2**32), st.integers(1, 7), st.integers(1, 2))
@settings(max_examples=150)
def test_bounds_are_those_of_the_arrangements(seed: int, n: int, colours: int) -> None:
    rng = Random(seed)
    clue = random_clue(rng, colours)
    if rng.random() < 0.6:
        clue = tuple(block._replace(high=block.low) for block in clue)
    may = [rng.choice((range(colours + 1), range(colours + 1), (0,), (colours,))) for _ in range(n)]
    can = tuple(sum(1 << i for i, values in enumerate(may) if v in values) for v in range(colours + 1))
    fitting = [
        line
        for line in brute.lines(clue, n, colours + 1)
        if all(value in may[i] for i, value in enumerate(line))
    ]
    sets = [rng.randrange(1 << n) for _ in range(5)]
    for most in (False, True):
        counted = Totals(clue, n, can, colours, most)

        def number(places: int, best: Callable[..., int]) -> int:
            return best([total(line, places) for line in fitting], default=-1)

        def total(line: Sequence[int], places: int) -> int:
            return sum(v == colours and places >> i & 1 for i, v in enumerate(line))

        best = max if most else min
        for places in sets:
            among = flags(places, n)
            wanted = number(places, best)
            assert counted.total(among) == wanted
            both = number(places, min), number(places, max)
            assert bounds(clue, n, can, places, colours) == (both if fitting else None)
            for i, toggled in enumerate(counted.toggled(among)):
                assert toggled == max(0, number(places ^ 1 << i, best))
            chosen = [line for line in fitting if total(line, places) == wanted]
            masks = tuple(
                sum(1 << i for i in range(n) if any(line[i] == v for line in chosen))
                for v in range(colours + 1)
            )
            assert counted.at_bound(among) == (masks if chosen else None)


def gains(puzzle: Nonogram) -> int:
    """Return how many values sums rule out; no solution has any of them, as brute force says."""
    problem = puzzle.problem()
    narrowed = sums.narrow(problem)
    found = list(brute.solutions(puzzle))
    if not any(narrowed.possible):
        assert not found
    for picture in found:
        values = [char == "#" for row in picture for char in row]
        assert all(mask >> v & 1 for mask, v in zip(narrowed.possible, values, strict=True))
    return sum(had != left for had, left in zip(problem.possible, narrowed.possible, strict=True))


def test_sums_keep_every_solution() -> None:
    rng = Random(5)
    puzzles = [random_puzzle(rng.randint(2, 6), rng.randint(2, 6), 0.5, seed) for seed in range(60)]
    assert sum(map(gains, puzzles)) > 100


@pytest.mark.parametrize("n", [3, 6, 10])
def test_sums_settle_n_dom(n: int) -> None:
    assert all(map(is_single, sums.narrow(n_dom(n).problem()).possible))


def test_only_starts_that_rule_nothing_out_are_skipped() -> None:
    kept = skipped = 0
    for seed in range(60):
        problem = narrow(random_puzzle(7, 6, 0.5, seed).problem()).problem
        state = begin(problem)
        rows, columns = sums.directions(problem) or ([], [])
        can = [state.places(k) for k in range(len(rows) + len(columns))]
        needing = sums.Side(rows, can[: len(rows)], 1, most=False)
        having = sums.Side(columns, can[len(rows) :], 1, most=True)
        both = sums.Sums(needing, having)
        chosen = both.tight_starts()
        for slack, pair in both.starts():
            if pair in chosen:
                kept += 1
            elif slack <= 0:
                skipped += 1
                assert not any(
                    mask & ~left[value]
                    for side, members, places in ((needing, *pair), (having, pair[1], pair[0]))
                    for i in values_of(members)
                    if (left := side.left(i, places)) is not None
                    for value, mask in enumerate(side.can[i])
                )
    assert kept > 20 < skipped


def test_other_problems_have_no_directions() -> None:
    """A rectangle of lines without a cell, and one with an extra constraint."""
    problem = n_dom(3).problem()
    assert sums.directions(problem) is not None
    for fewer in (problem.constraints[1:], problem.constraints[:-1], problem.constraints[::-1]):
        other = Problem(problem.sizes, tuple(fewer), problem.answer_key)
        assert sums.directions(other) is None
        assert sums.narrow(other) == other
