"""Fit the numbers of a rating to the times that people took: `python -m bench.difficulty TIMES.yaml`.

The file has `puzzles:` with `rows`, `columns` and `seconds` each. To fill a cell takes a time of its own,
which is no difficulty; a factor to seconds drops out of the weights. What is said of a puzzle that is left
out comes from a fit to the others.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import numpy as np
import yaml
from numpy.typing import NDArray

from nonosat import Nonogram, rate
from nonosat.puzzles.clues import block
from nonosat.reasons.steps import Technique

Floats = NDArray[np.float64]

FITTED = "scan", "unnamed", "cells"
SHOWN = "scan", "unnamed", "named", "hardest", "passes", "line_steps", "tedium", "footholds"
"""Besides the numbers of a rating: how many steps of its walk have a name, and how many are told by cases, or
by all arrangements.
"""


def fit(numbers: Floats, seconds: Floats) -> Floats:
    """Return the factors that give the seconds, by least squares of the relative errors, none negative."""
    best, factors = np.inf, np.zeros(numbers.shape[1])
    for some in product((False, True), repeat=numbers.shape[1]):
        relative = numbers[:, some] / seconds[:, None]
        found, *_ = np.linalg.lstsq(relative, np.ones(len(seconds)), rcond=None)
        error = float(((relative @ found - 1) ** 2).sum())
        if (found >= 0).all() and error < best - 1e-9:
            best, factors = error, np.zeros(numbers.shape[1])
            factors[list(some)] = found
    return factors


def rank_correlation(first: Sequence[float] | Floats, second: Sequence[float] | Floats) -> float:
    """Return Spearman's rho; equal values share their ranks."""

    def ranks(values: Sequence[float] | Floats) -> list[float]:
        order = sorted(values)
        return [order.index(v) + (order.count(v) - 1) / 2 for v in map(float, values)]

    return float(np.corrcoef(ranks(first), ranks(second))[0, 1])


def main(words: list[str] | None = None) -> None:
    """Print the fit, what it says of puzzles left out, and how the numbers go with the times."""
    parser = argparse.ArgumentParser(prog="python -m bench.difficulty", description=__doc__)
    parser.add_argument("times", type=Path, metavar="TIMES.yaml")
    known = yaml.safe_load(parser.parse_args(words).times.read_text(encoding="utf-8"))["puzzles"]
    rated = [_numbers(one) for one in known]
    seconds = np.array([float(one["seconds"]) for one in known])
    numbers = np.array([[float(one[name]) for name in FITTED] for one in rated])
    factors = fit(numbers, seconds)
    terms = " + ".join(f"{factor:.2f} * {name}" for factor, name in zip(factors, FITTED, strict=True))
    print(f"n = {len(known)}; seconds = {terms}")
    errors, plain = [], []
    for k in range(len(known)):
        others = np.arange(len(known)) != k
        said = numbers[k] @ fit(numbers[others], seconds[others])
        errors.append(abs(said / seconds[k] - 1))
        plain.append(abs(seconds[others].mean() / seconds[k] - 1))
        print(f"  puzzle {k} by the others: {said:.0f} s instead of {seconds[k]:.0f} s")
    print(f"off by {np.mean(errors):.0%} when left out; the mean of the others by {np.mean(plain):.0%}")
    effort = numbers[:, :2] @ factors[:2]
    print(f"  rank correlation of effort: {rank_correlation(effort, seconds):.2f}")
    for name in SHOWN:
        values = [float(one[name]) for one in rated]
        print(f"  rank correlation of {name}: {rank_correlation(values, seconds):.2f}")


def _numbers(known: dict[str, list[list[int]]]) -> dict[str, float]:
    rows, columns = (
        tuple(tuple(block(1, length) for length in clue) for clue in known[name])
        for name in ("rows", "columns")
    )
    rating = rate(Nonogram(rows, columns), techniques=True)
    assert rating.details is not None
    steps = sum(rating.techniques.values())
    unnamed = sum(rating.techniques.get(name, 0) for name in (Technique.CASES, Technique.ALL))
    more = {"unnamed": unnamed, "named": steps - unnamed, "cells": len(rows) * len(columns)}
    return {**rating.details.numbers, **more}


if __name__ == "__main__":
    main()
