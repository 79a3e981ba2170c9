"""Reinforced belief propagation: lines exchange marginals, which are gradually hardened into a solution.

It is incomplete: if a puzzle has many solutions, it finds one in a few dozen rounds (see
`nonosat.beliefs.reinforced`); otherwise it gives up, and the card's next step takes over.
"""

from __future__ import annotations

from nonosat.backends import only
from nonosat.encodings.model import Info, Options
from nonosat.problem import Problem
from nonosat.processes.limits import Clock

OPTIONS: Options = {
    "rounds": 40,  # the rounds in which marginals are hardened, in the first trial
    "more": 0,  # how many more rounds each trial has than the one before
    "share": 100,  # the percentage of these rounds after which a search takes over
    "trials": 1,  # the number of trials, each with different noise
    "seed": 0,
    "max_starts": 1_000_000,  # Problems with more block starts go to the next step
    "min_open": 0,  # so do those with fewer open cells
}

_MOST_PER_CELL = 16  # starts per open cell; 2 to 10 in puzzles that are open everywhere

INFO = Info("reinforced-bp", "nonosat", ("problem",), complete=False, options=OPTIONS)

info, solvers = only(INFO)


def guess(_solver: str, problem: Problem, options: Options, clock: Clock) -> list[bytes]:
    """Return what the first successful trial finds; nothing where trials are not worth it."""
    return _guess(problem, clock, **{key: int(value) for key, value in {**OPTIONS, **options}.items()})


def _guess(
    problem: Problem,
    clock: Clock,
    rounds: int,
    more: int,
    share: int,
    trials: int,
    seed: int,
    max_starts: int,
    min_open: int,
) -> list[bytes]:
    from nonosat.beliefs import reinforced  # imports numpy
    from nonosat.beliefs.lines import block_starts, open_cells

    starts = block_starts(problem)
    # Few open cells in long lines: a round costs as much as before, but a solver's clauses are few.
    least = max(min_open, starts // _MOST_PER_CELL)
    if starts > max_starts or len(open_cells(problem)) < least:
        return []
    return next(filter(None, reinforced.trials(problem, rounds, more, share, trials, seed, clock)), [])
