"""Decimation: lines exchange marginals, and the surest cells are decided, again and again.

It is incomplete: if a puzzle has many solutions, it often finds one (see `nonosat.beliefs.decimation`);
otherwise it gives up, and the card's next step takes over.
"""

from __future__ import annotations

from nonosat.backends import only
from nonosat.encodings.model import Info, Options
from nonosat.problem import Problem
from nonosat.processes.limits import Clock

OPTIONS: Options = {
    "trials": 1,  # the number of trials, each with different noise
    "seed": 0,
    "max_cells": 20_000,  # larger Problems go to the next step
    "min_open": 0,  # so do those with fewer open cells
}

_HOPELESS = 4  # if a trial leaves more than one in 4 cells open, the others will

INFO = Info("decimation", "nonosat", ("problem",), complete=False, options=OPTIONS)

info, solvers = only(INFO)


def guess(_solver: str, problem: Problem, options: Options, clock: Clock) -> list[bytes]:
    """Return what the first successful trial finds."""
    from nonosat.beliefs.decimation import decimated
    from nonosat.beliefs.lines import open_cells

    trials, seed, most, least = [int({**OPTIONS, **options}[key]) for key in OPTIONS]
    if len(problem.sizes) > most or len(open_cells(problem)) < least:
        return []
    for trial in range(seed, seed + trials):
        found = decimated(problem, trial, clock)
        if found.complete or found.left[-1] * _HOPELESS > found.left[0]:
            return found.solutions
    return []
