"""Covering arrays: few rows in which every two values that may stand together do.

Greedy, one row at a time, as in AETG (Cohen and others, 1997). The library allpairspy was tried first: under
constraints it stops once its next row would bring nothing new, here with half of the pairs missing.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, product
from random import Random

Row = Mapping[int, int]
"""For some of the dimensions the number of a value."""

Pair = tuple[tuple[int, int], tuple[int, int]]
"""Two dimensions, each with the number of a value."""


def rows(
    sizes: Sequence[int], fits: Callable[[Row], bool], rng: Random, covered: Iterable[Pair] = ()
) -> list[list[int]]:
    """Return rows of one value per dimension, a number below its size. Every pair that fits is in one of
    them, except those that are `covered` already.

    `fits` judges rows, also those with some dimensions only: it is true if the row can be completed.
    """
    dimensions = range(len(sizes))
    missing: set[Pair] = {
        ((i, a), (j, b))
        for i, j in combinations(dimensions, 2)
        for a, b in product(range(sizes[i]), range(sizes[j]))
        if fits({i: a, j: b})
    } - {*covered}
    # In an order of their own, since that of a set differs from run to run.
    waiting = sorted(missing)
    rng.shuffle(waiting)
    found = []
    for (i, a), (j, b) in waiting:
        if ((i, a), (j, b)) not in missing:
            continue
        row = {i: a, j: b}
        for k in rng.sample(dimensions, len(dimensions)):
            if k not in row:
                values = [value for value in range(sizes[k]) if fits({**row, k: value})]
                rng.shuffle(values)
                row[k] = max(values, key=lambda value: _new(row, k, value, missing))
        missing -= set(combinations(sorted(row.items()), 2))
        found.append([row[k] for k in dimensions])
    return found


def _new(row: Row, k: int, value: int, missing: set[Pair]) -> int:
    """Return how many missing pairs a value adds to a row."""
    one = (k, value)
    return sum(((one, other) if one < other else (other, one)) in missing for other in row.items())
